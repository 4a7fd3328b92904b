// SPDX-License-Identifier: GPL-2.0
/* Exports a snapshot in a format that other tools read. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "columns.h"
#include "command.h"
#include "export.h"
#include "message.h"
#include "save.h"
#include "snapshot_open.h"
#include "table_fill.h"

/**
 * struct export_format - a format
 * @name: how it is asked for
 * @write: writes it
 */
struct export_format {
	const char *name;
	int (*write)(const struct export *export);
};

static const struct export_format formats[] = {
	{ "cyclictest", export_cyclictest },
	{ "rt-tests-json", export_rt_tests },
	{ "csv", export_csv },
	{ "json", export_json },
	{ "prometheus", export_prometheus },
};

/**
 * struct export_request - what the command line asks for
 * @file: a saved snapshot; NULL for the kernel's
 * @format: the format
 * @stage: the one stage that is wanted, or NULL
 * @output: the file to be written, or NULL for stdout
 * @buckets: write buckets
 */
struct export_request {
	const char *file;
	const struct export_format *format;
	const char *stage;
	const char *output;
	bool buckets;
};

/* Takes the format. */
static int take_format(struct export_request *request, const char *text)
{
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (strcmp(formats[i].name, text))
			continue;
		request->format = &formats[i];
		return EXIT_FINE;
	}
	return complain("--format \"%s\": must be cyclictest, rt-tests-json, csv, json or prometheus",
			text);
}

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct export_request *request = context;

	switch (option) {
	case 'f':
		return take_format(request, text);
	case 's':
		request->stage = text;
		return EXIT_FINE;
	case 'o':
		request->output = strcmp(text, "-") ? text : NULL;
		return EXIT_FINE;
	case 'b':
		request->buckets = true;
		return EXIT_FINE;
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
static int take_request(struct export_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "format", required_argument, NULL, 'f' },
		{ "stage", required_argument, NULL, 's' },
		{ "output", required_argument, NULL, 'o' },
		{ "buckets", no_argument, NULL, 'b' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct export_request){ 0 };
	error = arguments_options(argc, argv, options, take_option, request);
	if (error)
		return error;
	if (argc - optind > 1)
		return complain("export takes one file at most");
	if (!request->format)
		return complain("--format is missing: cyclictest, rt-tests-json, csv, json or prometheus");
	if (request->buckets && request->format->write != export_csv)
		return complain("--buckets is for --format csv");
	if (optind < argc)
		request->file = argv[optind];
	return EXIT_FINE;
}

/* Writes into memory first: what fails halfway is not written at all. */
static int write_bytes(struct export *export, const struct export_request *request,
		       struct bytes *bytes)
{
	char *text = NULL;
	size_t size;
	int error, lost;

	export->out = open_memstream(&text, &size);
	if (!export->out)
		return complain("no memory for the export");
	error = request->format->write(export);
	lost = ferror(export->out);
	if (fclose(export->out))
		lost = 1;
	*bytes = (struct bytes){ (unsigned char *)text, size };
	if (!error && lost)
		return complain("no memory for the export");
	return error;
}

/* Exports the numbers of a snapshot, and those of setting b if it is of a trial. */
static int export_settings(struct export *export, const struct export_request *request,
			   struct bytes *bytes)
{
	const struct snapshot b = snapshot_setting_b(export->snap);
	struct irqscope_trial trial;
	struct export next = *export;
	int error;

	if (!snapshot_get_trial(export->snap, &trial))
		return write_bytes(export, request, bytes);
	next.snap = &b;
	next.table = (struct table){ 0 };
	next.setting = "b";
	export->setting = "a";
	export->next = &next;
	error = table_fill(&next.table, &b);
	if (!error)
		error = write_bytes(export, request, bytes);
	table_free(&next.table);
	return error;
}

/* Exports a snapshot. */
static int export_snapshot(const struct snapshot *snap, const struct export_request *request)
{
	struct export export = {
		.snap = snap,
		.stage = request->stage,
		.buckets = request->buckets,
	};
	struct bytes bytes = { 0 };
	int error = EXIT_FINE;
	size_t stage;

	if (request->stage)
		error = columns_find_stage(snap, request->stage, &stage);
	if (!error)
		error = table_fill(&export.table, snap);
	if (!error)
		error = export_settings(&export, request, &bytes);
	if (!error)
		error = save_bytes(&bytes, request->output);
	bytes_free(&bytes);
	table_free(&export.table);
	return error;
}

/* irqscope export [OPTIONS] [FILE] */
int command_export(const char *root, int argc, char **argv)
{
	struct export_request request;
	struct bytes bytes = { 0 };
	struct snapshot snap;
	int error = take_request(&request, argc, argv);

	if (error)
		return error;
	error = snapshot_open(&snap, &bytes, root, request.file);
	if (!error)
		error = export_snapshot(&snap, &request);
	bytes_free(&bytes);
	return error;
}
