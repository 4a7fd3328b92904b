/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_MESSAGE_H
#define READER_MESSAGE_H

#include <stddef.h>

/* What the exit code of every command means. */
enum reader_exit {
	EXIT_FINE = 0,
	EXIT_INPUT = 1,		/* wrong usage, or input that cannot be read */
	EXIT_LIMIT = 2,		/* a latency limit was exceeded, or the check-up found it bad */
	EXIT_CONTRADICTION = 3,	/* data that contradicts itself */
};

int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
int contradict(const char *format, ...) __attribute__((format(printf, 1, 2)));
int complain_at(const char *file, size_t byte, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
int contradict_at(const char *file, size_t byte, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* READER_MESSAGE_H */
