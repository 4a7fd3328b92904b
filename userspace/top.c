// SPDX-License-Identifier: GPL-2.0
/* Shows again and again what a run measures, without doing anything to it. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "columns.h"
#include "command.h"
#include "message.h"
#include "number.h"
#include "top.h"
#include "verify.h"
#include "waiting.h"

#define DEFAULT_INTERVAL_S	2
#define MOST_INTERVAL_S		3600
#define MOST_TABLES		1000000000

/**
 * struct taken - a snapshot and where it lives
 * @bytes: its bytes; none where there is no debugfs
 * @snap: what is in there
 */
struct taken {
	struct bytes bytes;
	struct snapshot snap;
};

/* Takes the list of CPUs. */
static int take_cpus(struct top_request *request, const char *text)
{
	request->all_cpus = false;
	/* "all" and "N" would need to know the last CPU; numbers do not. */
	if (number_parse_cpus(text) &&
	    cpus_parse(&request->cpus, (struct piece){ text, strlen(text) }, 0))
		return EXIT_FINE;
	return complain("--cpus \"%s\": must be a list like 0-2,5 of CPUs from 0 to %u", text,
			CPUS_MAX - 1);
}

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct top_request *request = context;

	switch (option) {
	case 'i':
		return arguments_number("interval", text, 1, MOST_INTERVAL_S,
					&request->interval_s);
	case 'c':
		return arguments_number("count", text, 1, MOST_TABLES, &request->count);
	case 's':
		request->stage = text;
		return EXIT_FINE;
	case 'p':
		return take_cpus(request, text);
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
static int take_request(struct top_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "interval", required_argument, NULL, 'i' },
		{ "count", required_argument, NULL, 'c' },
		{ "stage", required_argument, NULL, 's' },
		{ "cpus", required_argument, NULL, 'p' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct top_request){
		.interval_s = DEFAULT_INTERVAL_S,
		.all_cpus = true,
	};
	error = arguments_options(argc, argv, options, take_option, request);
	if (!error && optind < argc)
		return complain("top does not take \"%s\"", argv[optind]);
	return error;
}

/* Takes a snapshot; where there is no debugfs it stays empty. */
static int take(struct taken *taken, const char *root)
{
	int error, missing;

	*taken = (struct taken){ 0 };
	error = source_require_module(root);
	if (!error)
		error = source_read_snapshot(root, &taken->bytes, &missing);
	if (error || missing)
		return error;
	error = snapshot_parse(&taken->snap, &taken->bytes, SOURCE_SNAPSHOT);
	return error ? error : verify_snapshot(&taken->snap);
}

/* Finds out what is to be shown. */
static int fill(struct top *top, const struct top_request *request, const char *root,
		const struct taken *before, const struct taken *now)
{
	size_t stage;
	int error;

	*top = (struct top){ 0 };
	if (!now->bytes.data)
		return top_fill_sysfs(top, request, root);
	if (request->stage) {
		error = columns_find_stage(&now->snap, request->stage, &stage);
		if (error)
			return error;
	}
	return top_fill(top, request, before->bytes.data ? &before->snap : NULL, &now->snap);
}

/* Shows one table; *running tells whether there will be another. */
static int show_table(const struct top_request *request, const char *root,
		      struct taken *before, bool in_place, bool *running)
{
	struct taken now;
	struct top top;
	int error = take(&now, root);

	if (error) {
		bytes_free(&now.bytes);
		return error;
	}
	error = fill(&top, request, root, before, &now);
	if (!error)
		top_print(&top, in_place);
	*running = top.running;
	top_free(&top);
	bytes_free(&before->bytes);
	*before = now;
	return error;
}

/* irqscope top [OPTIONS] */
int command_top(const char *root, int argc, char **argv)
{
	const bool in_place = top_can_draw_in_place();
	struct taken before = { 0 };
	struct top_request request;
	unsigned long long tables = 0, due_ms;
	bool running = true;
	sigset_t signals;
	int error = take_request(&request, argc, argv);

	if (error)
		return error;
	waiting_block(&signals);
	due_ms = waiting_now_ms();
	do {
		error = show_table(&request, root, &before, in_place, &running);
		due_ms += request.interval_s * 1000;
		/* Whoever closed the pipe has seen enough. */
	} while (!error && running && ++tables != request.count && !ferror(stdout) &&
		 !waiting_until(&signals, due_ms));
	bytes_free(&before.bytes);
	return error;
}
