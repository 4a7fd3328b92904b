/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_ARGUMENTS_H
#define READER_ARGUMENTS_H

#include <getopt.h>

/**
 * typedef arguments_take - takes one option of a command line
 * @request: as given to arguments_options()
 * @option: its val
 * @text: its argument, or NULL
 *
 * Return: EXIT_FINE to go on; an exit code or COMMAND_HELP ends it.
 */
typedef int (*arguments_take)(void *request, int option, const char *text);

int arguments_options(int argc, char **argv, const struct option *options,
		      arguments_take take, void *request);
int arguments_options_short(int argc, char **argv, const char *letters,
			    const struct option *options, arguments_take take,
			    void *request);
int arguments_number(const char *option, const char *text, unsigned long long least,
		     unsigned long long most, unsigned long long *number);

#endif /* READER_ARGUMENTS_H */
