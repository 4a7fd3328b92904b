// SPDX-License-Identifier: GPL-2.0
/* The command line of irqscope run. */
#include <string.h>

#include "arguments.h"
#include "command.h"
#include "message.h"
#include "number.h"
#include "request.h"

#define DEFAULT_SECONDS	60

/* Options beside those of the settings, whose values are those of the enum. */
enum run_option {
	OPTION_DURATION = 256,
	OPTION_SAVE,
	OPTION_LOAD,
	OPTION_LIMIT,
	OPTION_QUIET,
	OPTION_HELP = 'h',
};

#define OPTIONS	(SETTING_COUNT + 6)

/* Lists the options for getopt_long(). */
static void list_options(struct option options[OPTIONS + 1])
{
	const struct option others[] = {
		{ "duration", required_argument, NULL, OPTION_DURATION },
		{ "save", required_argument, NULL, OPTION_SAVE },
		{ "load", required_argument, NULL, OPTION_LOAD },
		{ "limit", required_argument, NULL, OPTION_LIMIT },
		{ "quiet", no_argument, NULL, OPTION_QUIET },
		{ "help", no_argument, NULL, OPTION_HELP },
		{ 0 }
	};

	settings_list(options);
	memcpy(&options[SETTING_COUNT], others, sizeof(others));
}

/* Takes the duration. */
static int take_duration(struct request *request, const char *text)
{
	if (number_parse_duration(text, &request->seconds))
		return EXIT_FINE;
	return complain("--duration \"%s\": must be 1 s to 1000 d, like 10, 10s, 5m, 2h or 1d; 0 or forever for no end",
			text);
}

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct request *request = context;

	if (option >= 0 && option < SETTING_COUNT)
		return settings_take(&request->settings, option, text ? text : "1");
	switch (option) {
	case OPTION_DURATION:
		return take_duration(request, text);
	case OPTION_SAVE:
		request->save = text;
		if (!strcmp(text, "-"))
			return complain("--save needs the name of a file: stdout is for the table");
		return EXIT_FINE;
	case OPTION_LOAD:
		return load_take(&request->load, text);
	case OPTION_LIMIT:
		return gate_take(&request->gate, text);
	case OPTION_QUIET:
		request->quiet = true;
		return EXIT_FINE;
	case OPTION_HELP:
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line; nothing is written before all of it is right. */
int request_take(struct request *request, int argc, char **argv)
{
	struct option options[OPTIONS + 1];
	int error;

	*request = (struct request){ .seconds = DEFAULT_SECONDS };
	list_options(options);
	error = arguments_options(argc, argv, options, take_option, request);
	if (!error && optind < argc)
		return complain("run does not take \"%s\"", argv[optind]);
	return error;
}
