// SPDX-License-Identifier: GPL-2.0
/* The command line of irqscope trial. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "command.h"
#include "message.h"
#include "number.h"
#include "plot.h"
#include "trial.h"

#define DEFAULT_SECONDS		600
#define DEFAULT_BLOCK_MS	5000
#define BLOCK_MS_MIN		50
#define BLOCK_MS_MAX		3600000
#define DIGITS_LEN		24

/* Options beside those of the settings, whose values are those of the enum. */
enum trial_option {
	OPTION_DURATION = 256,
	OPTION_BLOCK,
	OPTION_LOAD,
	OPTION_QOS,
	OPTION_A,
	OPTION_B,
	OPTION_SEED,
	OPTION_PLOT,
	OPTION_WORSE,
	OPTION_QUIET,
	OPTION_OUTPUT = 'o',
	OPTION_HELP = 'h',
};

static const struct option others[] = {
	{ "duration", required_argument, NULL, OPTION_DURATION },
	{ "block", required_argument, NULL, OPTION_BLOCK },
	{ "load", required_argument, NULL, OPTION_LOAD },
	{ "qos", no_argument, NULL, OPTION_QOS },
	{ "a", required_argument, NULL, OPTION_A },
	{ "b", required_argument, NULL, OPTION_B },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "output", required_argument, NULL, OPTION_OUTPUT },
	{ "plot", required_argument, NULL, OPTION_PLOT },
	{ "fail-if-worse", no_argument, NULL, OPTION_WORSE },
	{ "quiet", no_argument, NULL, OPTION_QUIET },
	{ "help", no_argument, NULL, OPTION_HELP },
	{ 0 }
};

#define OTHERS	(sizeof(others) / sizeof(others[0]))

/* Takes the length of a block: 500ms, or as a duration. */
static int take_block(struct trial_request *request, const char *text)
{
	const size_t digits = strspn(text, "0123456789");
	unsigned long long number;
	char copy[DIGITS_LEN];
	bool fine;

	if (!strcmp(text + digits, "ms") && digits && digits < sizeof(copy)) {
		memcpy(copy, text, digits);
		copy[digits] = '\0';
		fine = number_parse(copy, &number);
	} else {
		fine = number_parse_duration(text, &number);
		number *= 1000;
	}
	if (!fine || number < BLOCK_MS_MIN || number > BLOCK_MS_MAX)
		return complain("--block \"%s\": must be 50ms to 1h, like 500ms, 5s or 1m", text);
	request->block_ms = number;
	return EXIT_FINE;
}

/* Takes one of the two commands. */
static int take_command(struct trial_request *request, unsigned int which, const char *text)
{
	if (!text[strspn(text, " \t\n")])
		return complain("--%c \"%s\": must be a command", "ab"[which], text);
	request->command[which] = text;
	return EXIT_FINE;
}

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct trial_request *request = context;

	if (option >= 0 && option < SETTING_COUNT)
		return settings_take(&request->settings, option, text ? text : "1");
	switch (option) {
	case OPTION_DURATION:
		if (number_parse_duration(text, &request->seconds) && request->seconds)
			return EXIT_FINE;
		return complain("--duration \"%s\": must be 1 s to 1000 d, like 10, 10s, 5m, 2h or 1d",
				text);
	case OPTION_BLOCK:
		return take_block(request, text);
	case OPTION_LOAD:
		return load_take(&request->load, text);
	case OPTION_QOS:
		request->qos = true;
		return EXIT_FINE;
	case OPTION_A:
	case OPTION_B:
		return take_command(request, option == OPTION_B, text);
	case OPTION_SEED:
		request->has_seed = true;
		return arguments_number("seed", text, 0, ULLONG_MAX, &request->seed);
	case OPTION_OUTPUT:
		request->output = text;
		if (!strcmp(text, "-"))
			return complain("--output needs the name of a file: stdout is for the report");
		return EXIT_FINE;
	case OPTION_PLOT:
		request->plot = text;
		return plot_take_output(text, &request->terminal);
	case OPTION_WORSE:
		request->fail_if_worse = true;
		return EXIT_FINE;
	case OPTION_QUIET:
		request->quiet = true;
		return EXIT_FINE;
	case OPTION_HELP:
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Makes sure that there is one lever, and time for it. */
static int check_lever(const struct trial_request *request)
{
	if (request->qos == !!(request->command[0] || request->command[1]))
		return complain("trial switches either --qos, or what --a CMD and --b CMD do");
	if (!request->command[0] != !request->command[1])
		return complain("--%c is missing: the command that makes the other setting",
				request->command[0] ? 'b' : 'a');
	return EXIT_FINE;
}

/* Takes the command line; nothing is written before all of it is right. */
int trial_take(struct trial_request *request, int argc, char **argv)
{
	struct option options[SETTING_COUNT + OTHERS];
	int error;

	*request = (struct trial_request){
		.seconds = DEFAULT_SECONDS, .block_ms = DEFAULT_BLOCK_MS,
	};
	settings_list(options);
	memcpy(&options[SETTING_COUNT], others, sizeof(others));
	error = arguments_options_short(argc, argv, "ho:", options, take_option, request);
	if (error)
		return error;
	if (argc - optind > 1)
		return complain("trial takes one file at most");
	request->file = optind < argc ? argv[optind] : NULL;
	return request->file ? EXIT_FINE : check_lever(request);
}
