// SPDX-License-Identifier: GPL-2.0
/* The command line of irqscope outliers. */

#include "arguments.h"
#include "command.h"
#include "message.h"
#include "outliers_print.h"
#include "outliers_request.h"

#define LIMIT_MAX	1000000

/* Takes how many are wanted. */
static int take_limit(struct outliers_request *request, const char *text)
{
	unsigned long long number;
	int error;

	error = arguments_number("limit", text, 1, LIMIT_MAX, &number);
	if (!error)
		request->limit = (size_t)number;
	return error;
}

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct outliers_request *request = context;

	switch (option) {
	case 'n':
		request->order = OUTLIERS_NEWEST;
		return EXIT_FINE;
	case 'w':
		request->order = OUTLIERS_WORST;
		return EXIT_FINE;
	case 'l':
		return take_limit(request, text);
	case 'j':
		request->json = true;
		return EXIT_FINE;
	case 'm':
		request->system_map = text;
		return EXIT_FINE;
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
int outliers_request_take(struct outliers_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "newest", no_argument, NULL, 'n' },
		{ "worst", no_argument, NULL, 'w' },
		{ "limit", required_argument, NULL, 'l' },
		{ "json", no_argument, NULL, 'j' },
		{ "system-map", required_argument, NULL, 'm' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct outliers_request){ .limit = OUTLIERS_ALL };
	error = arguments_options(argc, argv, options, take_option, request);
	if (!error && argc - optind > 1)
		return complain("outliers takes one file at most");
	if (optind < argc)
		request->file = argv[optind];
	return error;
}
