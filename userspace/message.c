// SPDX-License-Identifier: GPL-2.0
/* Messages for people, on stderr, and the exit codes that go with them. */
#include <stdarg.h>
#include <stdio.h>

#include "message.h"

/* Prints one message as a line of its own. */
static void print_message(const char *format, va_list args)
{
	fputs("irqscope: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

/* Says what is wrong with the usage or the input; returns the exit code. */
int complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(format, args);
	va_end(args);
	return EXIT_INPUT;
}

/* Says which figures contradict each other; returns the exit code. */
int contradict(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(format, args);
	va_end(args);
	return EXIT_CONTRADICTION;
}
