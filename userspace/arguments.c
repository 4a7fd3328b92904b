// SPDX-License-Identifier: GPL-2.0
/* What the command lines of all commands have in common. */
#include <stddef.h>

#include "arguments.h"
#include "message.h"
#include "number.h"

/* Takes the options one after the other; optind is behind them then. */
int arguments_options_short(int argc, char **argv, const char *letters,
			    const struct option *options, arguments_take take,
			    void *request)
{
	int option, error = EXIT_FINE;

	while (!error) {
		option = getopt_long(argc, argv, letters, options, NULL);
		if (option == -1)
			break;
		error = take(request, option, optarg);
	}
	return error;
}

/* The same, where the only letter is that of help. */
int arguments_options(int argc, char **argv, const struct option *options,
		      arguments_take take, void *request)
{
	return arguments_options_short(argc, argv, "h", options, take, request);
}

/* Takes the number of an option. */
int arguments_number(const char *option, const char *text, unsigned long long least,
		     unsigned long long most, unsigned long long *number)
{
	if (number_parse(text, number) && *number >= least && *number <= most)
		return EXIT_FINE;
	return complain("--%s \"%s\": must be %llu to %llu", option, text, least, most);
}
