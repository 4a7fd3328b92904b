// SPDX-License-Identifier: GPL-2.0
/* Messages for people, on stderr, and the exit codes that go with them. */
#include <stdarg.h>
#include <stdio.h>

#include "message.h"

/* Prints one message as a line of its own, with the place that it is about. */
static void print_message(const char *file, size_t byte, const char *format, va_list args)
{
	fputs("irqscope: ", stderr);
	if (file)
		fprintf(stderr, "%s: byte %zu: ", file, byte);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

/* Says what is wrong with the usage or the input; returns the exit code. */
int complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(NULL, 0, format, args);
	va_end(args);
	return EXIT_INPUT;
}

/* Says which figures contradict each other; returns the exit code. */
int contradict(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(NULL, 0, format, args);
	va_end(args);
	return EXIT_CONTRADICTION;
}

/* Says what is wrong at which byte of a file; returns the exit code. */
int complain_at(const char *file, size_t byte, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(file, byte, format, args);
	va_end(args);
	return EXIT_INPUT;
}

/* Says which figure of a file contradicts others, and where it stands. */
int contradict_at(const char *file, size_t byte, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(file, byte, format, args);
	va_end(args);
	return EXIT_CONTRADICTION;
}
