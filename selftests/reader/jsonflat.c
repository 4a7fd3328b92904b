// SPDX-License-Identifier: GPL-2.0
/*
 * Checks JSON from stdin and prints each value as a line like
 * .application.read_ns.min=26, strings as they stand.
 */
#include <stdio.h>

#include "json_check.h"

#define MOST_BYTES	1048576

/* Prints a value. */
static void print_value(const char *path, const char *text, size_t length)
{
	printf("%s=%.*s\n", path, (int)length, text);
}

/* Reads all of stdin. */
int main(void)
{
	static char text[MOST_BYTES + 1];
	const size_t size = fread(text, 1, MOST_BYTES, stdin);
	size_t byte;
	const char *wrong = json_check(text, size, print_value, &byte);

	if (wrong)
		fprintf(stderr, "jsonflat: byte %zu: %s\n", byte, wrong);
	return wrong ? 1 : 0;
}
