// SPDX-License-Identifier: GPL-2.0
/* Draws the histograms of captures, as a picture. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "command.h"
#include "message.h"
#include "plot.h"
#include "snapshot_open.h"

#define ALL_CPUS	(-1ll)
/* No stage has a longer name; a piece that does not fit is none. */
#define STAGE_LEN	32

/**
 * struct plot_request - what the command line asks for
 * @output: the picture
 * @terminal: what its name ends in
 * @files: the captures; none for the kernel's snapshot
 * @file_count: how many
 * @stages: the stages, separated by commas; NULL for the usual one
 * @cpu: the CPU, or ALL_CPUS
 * @script: the picture itself is not wanted
 */
struct plot_request {
	const char *output;
	const char *terminal;
	char **files;
	size_t file_count;
	const char *stages;
	long long cpu;
	bool script;
};

/**
 * struct plot_capture - a capture that is drawn
 * @bytes: what it holds
 * @snap: the same, verified
 */
struct plot_capture {
	struct bytes bytes;
	struct snapshot snap;
};

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct plot_request *request = context;
	unsigned long long number = 0;
	int error;

	switch (option) {
	case 's':
		request->stages = text;
		return EXIT_FINE;
	case 'c':
		error = arguments_number("cpu", text, 0, UINT_MAX, &number);
		request->cpu = (long long)number;
		return error;
	case 'S':
		request->script = true;
		return EXIT_FINE;
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
static int take_request(struct plot_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "stage", required_argument, NULL, 's' },
		{ "cpu", required_argument, NULL, 'c' },
		{ "script", no_argument, NULL, 'S' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct plot_request){ .cpu = ALL_CPUS };
	error = arguments_options(argc, argv, options, take_option, request);
	if (error)
		return error;
	if (optind == argc)
		return complain("plot takes the name of a picture: OUT.png, OUT.svg or OUT.pdf");
	request->output = argv[optind++];
	error = plot_take_output(request->output, &request->terminal);
	request->files = argv + optind;
	request->file_count = (size_t)(argc - optind);
	return error;
}

/* Leaves one CPU of those that a panel has. */
static int choose_cpu(struct columns *columns, const char *name, long long cpu)
{
	size_t i;

	for (i = 0; i < columns->count; i++) {
		if (columns->column[i].cell.cpu != cpu)
			continue;
		columns->column[0] = columns->column[i];
		columns->count = 1;
		return EXIT_FINE;
	}
	return complain("--cpu \"%lld\": %s does not have that CPU", cpu, name);
}

/* Adds a panel; @stage is NULL for the usual one. */
static int add_panel(struct plot *plot, const struct plot_request *request,
		     const struct snapshot *snap, const char *name, const char *stage)
{
	struct plot_panel *panel = &plot->panel[plot->panels];
	size_t index;
	int error;

	if (plot->panels == PLOT_PANELS_MAX)
		return complain("plot takes up to %d captures, each stage of one counted",
				PLOT_PANELS_MAX);
	error = columns_find_stage(snap, stage, &index);
	if (error)
		return error;
	*panel = (struct plot_panel){ .name = name, .snap = snap };
	plot->panels++;
	error = columns_read(&panel->columns, snap, index);
	if (!error && request->cpu != ALL_CPUS)
		error = choose_cpu(&panel->columns, snap->name, request->cpu);
	return error;
}

/* Adds a panel for each stage of a capture that is wanted. */
static int add_panels(struct plot *plot, const struct plot_request *request,
		      const struct snapshot *snap, const char *name)
{
	const char *at = request->stages;
	char stage[STAGE_LEN];
	size_t length;
	int error = EXIT_FINE;

	if (!at)
		return add_panel(plot, request, snap, name, NULL);
	do {
		length = strcspn(at, ",");
		snprintf(stage, sizeof(stage), "%.*s", (int)length, at);
		error = add_panel(plot, request, snap, name, stage);
		at += length;
	} while (!error && *at++ == ',');
	return error;
}

/* Reads the captures, and makes panels of them. */
static int read_captures(struct plot *plot, const struct plot_request *request,
			 const char *root, struct plot_capture *captures, size_t count)
{
	int error = EXIT_FINE;
	const char *path;
	size_t i;

	for (i = 0; !error && i < count; i++) {
		path = request->file_count ? request->files[i] : NULL;
		error = snapshot_open(&captures[i].snap, &captures[i].bytes, root, path);
		if (!error)
			error = add_panels(plot, request, &captures[i].snap,
					   path ? path : "this machine");
	}
	return error;
}

/* Gives back what captures and panels occupy. */
static void free_all(struct plot *plot, struct plot_capture *captures, size_t count)
{
	size_t i;

	for (i = 0; i < plot->panels; i++)
		columns_free(&plot->panel[i].columns);
	for (i = 0; captures && i < count; i++)
		bytes_free(&captures[i].bytes);
	free(plot->panel);
	free(captures);
}

/* irqscope plot [OPTIONS] OUT [FILE...] */
int command_plot(const char *root, int argc, char **argv)
{
	struct plot_capture *captures;
	struct plot_request request;
	struct plot plot;
	const struct plot_text text = { &plot, plot_put_data, plot_put_script };
	size_t count;
	int error = take_request(&request, argc, argv);

	if (error)
		return error;
	count = request.file_count ? request.file_count : 1;
	captures = calloc(count, sizeof(*captures));
	plot = (struct plot){
		.panel = calloc(PLOT_PANELS_MAX, sizeof(*plot.panel)),
		.terminal = request.terminal,
	};
	if (!captures || !plot.panel)
		error = complain("no memory for the captures");
	if (!error)
		error = read_captures(&plot, &request, root, captures, count);
	if (!error)
		error = request.script ? plot_save_script(&text, request.output) :
					 plot_save_picture(&text, request.output);
	free_all(&plot, captures, count);
	return error;
}
