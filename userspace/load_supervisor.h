/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_LOAD_SUPERVISOR_H
#define READER_LOAD_SUPERVISOR_H

#include "load.h"

/**
 * struct load_news - what the supervisor tells of a program that has ended
 * @end_ms: when
 * @status: how
 */
struct load_news {
	unsigned long long end_ms;
	int status;
};

/* Runs the programs until the leash is let go; does not return. */
void load_supervise(const struct load_profile *profile, int leash, int news)
	__attribute__((noreturn));
/* Kills all descendants of this process; false if they do not end. */
bool load_kill(void);

#endif /* READER_LOAD_SUPERVISOR_H */
