// SPDX-License-Identifier: GPL-2.0
/* The real-time check-up: looks at a machine by rules, and prints what they say. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "command.h"
#include "json.h"
#include "message.h"
#include "text.h"

#define FORMAT_VERSION	1

/**
 * struct check_request - what the command line asks for
 * @config: file with the configuration of the kernel, or NULL
 * @json: print JSON
 */
struct check_request {
	const char *config;
	bool json;
};

static const struct rule *const groups[] = {
	check_kernel_rules, check_isolation_rules, check_interrupt_rules,
	check_task_rules, check_memory_rules, check_power_rules, check_clock_rules,
	check_option_rules,
};

#define GROUPS	(sizeof(groups) / sizeof(groups[0]))

static const char *const state_names[CHECK_STATES] = {
	[CHECK_OK] = "ok",
	[CHECK_INFO] = "info",
	[CHECK_WARN] = "warn",
	[CHECK_BAD] = "bad",
	[CHECK_UNKNOWN] = "unknown",
};

/* Looks by one rule. */
static void look(const struct board *board, const struct rule *rule,
		 struct finding *finding)
{
	*finding = (struct finding){ .state = CHECK_UNKNOWN };
	rule->check(board, rule, finding);
	if (!finding->reason[0])
		found_because(finding, "%s", rule->reason);
	/* What is well needs no remedy. */
	if (finding->state == CHECK_OK)
		finding->remedy[0] = '\0';
	else if (!finding->remedy[0] && rule->remedy && finding->state != CHECK_UNKNOWN)
		found_remedy(finding, "%s", rule->remedy);
}

/* Prints a text that may hold anything. */
static void put_clean(const char *before, const char *text)
{
	char clean[CHECK_TEXT_LEN];

	text_clean(clean, sizeof(clean), text, strlen(text));
	printf("%s%s", before, clean);
}

/* Prints a finding as a line; what is well, or not known, needs no reason. */
static void print_line(const struct rule *rule, const struct finding *finding)
{
	printf("%-7s %s", state_names[finding->state], rule->what);
	put_clean(": ", finding->found);
	if (finding->state != CHECK_OK && finding->state != CHECK_UNKNOWN)
		put_clean(": ", finding->reason);
	if (finding->remedy[0])
		put_clean(": ", finding->remedy);
	putchar('\n');
}

/* Prints a finding as an object. */
static void print_object(struct json *json, const struct rule *rule,
			 const struct finding *finding)
{
	json_open_object(json, NULL);
	json_text(json, "rule", rule->name);
	json_text(json, "state", state_names[finding->state]);
	json_text(json, "found", finding->found);
	json_text(json, "reason", finding->reason);
	json_text(json, "remedy", finding->remedy[0] ? finding->remedy : NULL);
	json_close_object(json);
}

/* Looks by all rules and counts the states. */
static void look_all(const struct board *board, struct json *json,
		     unsigned int count[CHECK_STATES])
{
	const struct rule *rule;
	struct finding finding;
	size_t i;

	for (i = 0; i < GROUPS; i++) {
		for (rule = groups[i]; rule->name; rule++) {
			look(board, rule, &finding);
			count[finding.state]++;
			if (json)
				print_object(json, rule, &finding);
			else
				print_line(rule, &finding);
		}
	}
}

/* Prints everything for programs. */
static void print_json(const struct board *board, unsigned int count[CHECK_STATES])
{
	struct json json = { .out = stdout };

	json_open_object(&json, NULL);
	json_text(&json, "format", "irqscope-check");
	json_number(&json, "version", FORMAT_VERSION);
	json_open_array(&json, "findings");
	look_all(board, &json, count);
	json_close_array(&json);
	json_close_object(&json);
}

/* Prints everything for people. */
static void print_text(const struct board *board, unsigned int count[CHECK_STATES])
{
	look_all(board, NULL, count);
	printf("\n%u bad, %u warn, %u info, %u unknown, %u ok\n", count[CHECK_BAD],
	       count[CHECK_WARN], count[CHECK_INFO], count[CHECK_UNKNOWN],
	       count[CHECK_OK]);
}

/* Takes the command line. */
static int take_request(struct check_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "config", required_argument, NULL, 'c' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int option;

	*request = (struct check_request){ 0 };
	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'j':
			request->json = true;
			break;
		case 'c':
			request->config = optarg;
			break;
		case 'h':
			return COMMAND_HELP;
		default:
			return EXIT_INPUT;
		}
	}
	if (optind < argc)
		return complain("check does not take \"%s\"", argv[optind]);
	return EXIT_FINE;
}

/* irqscope check [OPTIONS] */
int command_check(const char *root, int argc, char **argv)
{
	unsigned int count[CHECK_STATES] = { 0 };
	struct check_request request;
	struct board board;
	int error = take_request(&request, argc, argv);

	if (error)
		return error;
	error = board_read(&board, root, request.config);
	if (!error) {
		if (request.json)
			print_json(&board, count);
		else
			print_text(&board, count);
	}
	board_free(&board);
	if (error)
		return error;
	return count[CHECK_BAD] ? EXIT_LIMIT : EXIT_FINE;
}
