// SPDX-License-Identifier: GPL-2.0
/* irqscope merge: the sum of captures, as a capture. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "command.h"
#include "merge.h"
#include "message.h"
#include "save.h"
#include "snapshot_open.h"
#include "snapshot_write.h"
#include "verify.h"

/* Sections that a capture must have, and those that the sum can have. */
#define LEAST_PARTS	7
#define MOST_PARTS	9

/**
 * struct merge_request - what the command line asks for
 * @output: the file to be written, or - for stdout
 * @force: merge what is not of the same thing
 */
struct merge_request {
	const char *output;
	bool force;
};

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct merge_request *request = context;

	switch (option) {
	case 'o':
		request->output = text;
		return EXIT_FINE;
	case 'f':
		request->force = true;
		return EXIT_FINE;
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
static int take_request(struct merge_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "output", required_argument, NULL, 'o' },
		{ "force", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct merge_request){ 0 };
	error = arguments_options(argc, argv, options, take_option, request);
	if (error)
		return error;
	if (!request->output)
		return complain("--output is missing: the file to be written, or - for stdout");
	if (optind == argc)
		return complain("merge takes one file or more");
	return EXIT_FINE;
}

/* Writes the sum. */
static int write_sum(const struct merge *merge, struct bytes *bytes)
{
	struct irqscope_law law = {
		.bucket_ns = merge->input[0].snap.law.bucket_ns,
		.body_buckets = IRQSCOPE_HIST_BODY,
		.octave_buckets = IRQSCOPE_HIST_OCTAVE,
		.octaves = IRQSCOPE_HIST_OCTAVES,
		.bucket_count = IRQSCOPE_HIST_BUCKETS,
	};
	struct snapshot_part parts[MOST_PARTS] = {
		{ IRQSCOPE_SECTION_RUN, sizeof(merge->run), 1, &merge->run },
		{ IRQSCOPE_SECTION_LAW, sizeof(law), 1, &law },
		{ IRQSCOPE_SECTION_STAGE, sizeof(*merge->stage), merge->stages, merge->stage },
		{ IRQSCOPE_SECTION_CPU, sizeof(*merge->cpu), merge->cpus, merge->cpu },
		{ IRQSCOPE_SECTION_CELL, sizeof(*merge->cell), merge->cells, merge->cell },
		{ IRQSCOPE_SECTION_BUCKETS, sizeof(*merge->bucket),
		  merge->cells * IRQSCOPE_HIST_LENGTH, merge->bucket },
		{ IRQSCOPE_SECTION_CONDITIONS, 1, merge->conditions.size,
		  merge->conditions.data },
	};
	size_t count = LEAST_PARTS;

	/* Where there is no load, nobody may take it for an empty one. */
	if (merge->load.size)
		parts[count++] = (struct snapshot_part){
			IRQSCOPE_SECTION_LOAD, 1, merge->load.size, merge->load.data };
	if (merge->blocks)
		parts[count++] = (struct snapshot_part){
			IRQSCOPE_SECTION_BLOCKS, sizeof(*merge->block), merge->blocks,
			merge->block };
	return snapshot_write(bytes, parts, count);
}

/* Adds up, checks the sum and saves it. */
static int merge_inputs(struct merge *merge, const struct merge_request *request)
{
	static int (*const steps[])(struct merge *merge) = {
		merge_runs, merge_stages, merge_cpus, merge_cells, merge_blocks, merge_texts,
	};
	struct bytes bytes = { 0 };
	struct snapshot snap;
	int error = merge_allowed(merge, request->force);
	size_t i;

	for (i = 0; i < sizeof(steps) / sizeof(steps[0]) && !error; i++)
		error = steps[i](merge);
	if (!error)
		error = write_sum(merge, &bytes);
	if (!error)
		error = snapshot_parse(&snap, &bytes, "the sum");
	if (!error)
		error = verify_snapshot(&snap);
	if (!error)
		error = save_bytes(&bytes, strcmp(request->output, "-") ? request->output : NULL);
	bytes_free(&bytes);
	return error;
}

/* Gives back what captures and their sum occupy. */
static void free_all(struct merge *merge)
{
	size_t i;

	for (i = 0; i < merge->inputs; i++)
		bytes_free(&merge->input[i].bytes);
	free(merge->input);
	free(merge->stage);
	free(merge->cpu);
	free(merge->cell);
	free(merge->bucket);
	free(merge->block);
	bytes_free(&merge->conditions);
	bytes_free(&merge->load);
}

/* irqscope merge --output OUT [OPTIONS] A B... */
int command_merge(const char *root, int argc, char **argv)
{
	struct merge_request request;
	struct merge merge = { 0 };
	int error = take_request(&request, argc, argv);

	if (error)
		return error;
	merge.input = calloc((size_t)(argc - optind), sizeof(*merge.input));
	if (!merge.input)
		return complain("no memory for the captures");
	for (; optind < argc && !error; optind++, merge.inputs++)
		error = snapshot_open(&merge.input[merge.inputs].snap,
				      &merge.input[merge.inputs].bytes, root, argv[optind]);
	if (!error)
		error = merge_inputs(&merge, &request);
	free_all(&merge);
	return error;
}
