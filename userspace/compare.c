// SPDX-License-Identifier: GPL-2.0
/* irqscope compare: what has changed between captures, and what it cannot tell. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "command.h"
#include "compare.h"
#include "message.h"

#define SEED_DEFAULT	1

/**
 * struct compare_request - what the command line asks for
 * @force: compare what cannot be compared
 * @json: print JSON
 * @fail_if_worse: the exit code tells whether something is worse
 * @seed: what the random numbers begin with
 */
struct compare_request {
	bool force;
	bool json;
	bool fail_if_worse;
	unsigned long long seed;
};

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct compare_request *request = context;

	switch (option) {
	case 'f':
		request->force = true;
		return EXIT_FINE;
	case 'j':
		request->json = true;
		return EXIT_FINE;
	case 'w':
		request->fail_if_worse = true;
		return EXIT_FINE;
	case 's':
		return arguments_number("seed", text, 0, ULLONG_MAX, &request->seed);
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
static int take_request(struct compare_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "force", no_argument, NULL, 'f' },
		{ "json", no_argument, NULL, 'j' },
		{ "fail-if-worse", no_argument, NULL, 'w' },
		{ "seed", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct compare_request){ .seed = SEED_DEFAULT };
	error = arguments_options(argc, argv, options, take_option, request);
	if (!error && argc - optind < 2)
		return complain("compare takes two files or more: the reference, and what to compare with it");
	return error;
}

/* Prints all comparisons. */
static int print_all(const struct comparison *comparisons, size_t count,
		     const struct compare_request *request)
{
	int error = EXIT_FINE;
	size_t i;

	if (request->json) {
		compare_print_json(comparisons, count, request->seed);
		return EXIT_FINE;
	}
	for (i = 0; i < count && !error; i++) {
		if (i)
			putchar('\n');
		error = compare_print(&comparisons[i]);
	}
	return error;
}

/* Tells what the exit code of a comparison is. */
static int find_result(const struct comparison *comparison,
		       const struct compare_request *request)
{
	if (request->fail_if_worse && compare_count(comparison, VERDICT_HIGHER))
		return EXIT_LIMIT;
	return compare_judged(comparison) ? EXIT_FINE : EXIT_INPUT;
}

/* Compares opened captures with the first. */
static int compare(const struct capture *captures, struct comparison *comparisons,
		   size_t count, const struct compare_request *request)
{
	struct chance chance = { .state = request->seed };
	int error = EXIT_FINE, result = EXIT_FINE, one;
	size_t i;

	for (i = 0; i < count && !error; i++)
		error = comparison_begin(&comparisons[i], &captures[0], &captures[i + 1],
					 request->force);
	if (!error)
		error = comparison_judge(comparisons, count, &chance);
	if (!error)
		error = print_all(comparisons, count, request);
	for (i = 0; i < count; i++) {
		one = error ? error : find_result(&comparisons[i], request);
		if (one > result)
			result = one;
		comparison_end(&comparisons[i]);
	}
	return result;
}

/* irqscope compare [OPTIONS] A B... */
int command_compare(const char *root, int argc, char **argv)
{
	struct compare_request request;
	struct comparison *comparisons;
	struct capture *captures;
	size_t i, count;
	int error = take_request(&request, argc, argv);

	(void)root;
	if (error)
		return error;
	count = (size_t)(argc - optind);
	captures = calloc(count, sizeof(*captures));
	comparisons = calloc(count, sizeof(*comparisons));
	if (!captures || !comparisons)
		error = complain("no memory for the captures");
	for (i = 0; i < count && !error; i++)
		error = capture_open(&captures[i], argv[(size_t)optind + i]);
	if (!error)
		error = compare(captures, comparisons, count - 1, &request);
	for (i = 0; i < count && captures; i++)
		capture_close(&captures[i]);
	free(comparisons);
	free(captures);
	return error;
}
