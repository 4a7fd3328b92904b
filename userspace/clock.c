// SPDX-License-Identifier: GPL-2.0
/* Tells about the clock: what the kernel says, and what an application sees. */
#include <sched.h>
#include <stdio.h>

#include "arguments.h"
#include "clock.h"
#include "command.h"
#include "message.h"

#define DEFAULT_PRIORITY	80

/**
 * struct clock_request - what the command line asks for
 * @cpu: CPU to measure on, or APP_CPU_ANY
 * @priority: SCHED_FIFO priority to measure at, 0 for an ordinary one
 * @tests: measure
 * @json: print JSON
 */
struct clock_request {
	int cpu;
	unsigned int priority;
	bool tests;
	bool json;
};

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct clock_request *request = context;
	unsigned long long number;
	int error = EXIT_FINE;

	switch (option) {
	case 'c':
		error = arguments_number("cpu", text, 0, CPU_SETSIZE - 1, &number);
		if (!error)
			request->cpu = (int)number;
		return error;
	case 'p':
		error = arguments_number("priority", text, 0, 99, &number);
		if (!error)
			request->priority = (unsigned int)number;
		return error;
	case 'n':
		request->tests = false;
		return EXIT_FINE;
	case 'j':
		request->json = true;
		return EXIT_FINE;
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
static int take_request(struct clock_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "cpu", required_argument, NULL, 'c' },
		{ "priority", required_argument, NULL, 'p' },
		{ "no-tests", no_argument, NULL, 'n' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct clock_request){
		.cpu = APP_CPU_ANY,
		.priority = DEFAULT_PRIORITY,
		.tests = true,
	};
	error = arguments_options(argc, argv, options, take_option, request);
	if (!error && optind < argc)
		return complain("clock does not take \"%s\"", argv[optind]);
	return error;
}

/* Prints everything, for people or for programs. */
static void print_clock(const struct clock_kernel *kernel, const struct app *app,
			bool json)
{
	if (json) {
		clock_print_json(kernel, app);
		return;
	}
	clock_print_sentences(kernel, app);
	putchar('\n');
	clock_print_figures(kernel, app);
}

/* irqscope clock [OPTIONS] */
int command_clock(const char *root, int argc, char **argv)
{
	struct clock_kernel kernel;
	struct clock_request request;
	struct app app;
	int error = take_request(&request, argc, argv);

	if (error)
		return error;
	error = clock_kernel_read(&kernel, root);
	if (!error && request.tests)
		error = app_measure(&app, request.cpu, request.priority);
	if (!error)
		print_clock(&kernel, request.tests ? &app : NULL, request.json);
	clock_kernel_free(&kernel);
	return error;
}
