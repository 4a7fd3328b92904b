// SPDX-License-Identifier: GPL-2.0
/* Draws the histogram of a stage. */
#include <limits.h>
#include <stdio.h>

#include "arguments.h"
#include "bars.h"
#include "columns.h"
#include "command.h"
#include "message.h"
#include "notes.h"
#include "snapshot_open.h"

#define ALL_CPUS	(-1ll)
#define ROWS_DEFAULT	20
#define ROWS_MIN	2
#define ROWS_MAX	1000

/**
 * struct hist_request - what the command line asks for
 * @file: a saved snapshot; NULL for the kernel's
 * @stage: the stage, or NULL
 * @cpu: the CPU, or ALL_CPUS
 * @rows: how many rows at most; 0 if that was not said
 * @log: rows double in width
 */
struct hist_request {
	const char *file;
	const char *stage;
	long long cpu;
	size_t rows;
	bool log;
};

/**
 * struct hist_sum - the samples of one CPU, or of all together
 * @cpus: how many
 * @count: samples
 * @min_ns: the least of them
 * @max_ns: the greatest of them
 * @buckets: their histogram
 */
struct hist_sum {
	size_t cpus;
	unsigned long long count;
	unsigned long long min_ns;
	unsigned long long max_ns;
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH];
};

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct hist_request *request = context;
	unsigned long long number = 0;
	int error;

	switch (option) {
	case 's':
		request->stage = text;
		return EXIT_FINE;
	case 'c':
		error = arguments_number("cpu", text, 0, UINT_MAX, &number);
		request->cpu = (long long)number;
		return error;
	case 'r':
		error = arguments_number("rows", text, ROWS_MIN, ROWS_MAX, &number);
		request->rows = (size_t)number;
		return error;
	case 'l':
		request->log = true;
		return EXIT_FINE;
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* Takes the command line. */
static int take_request(struct hist_request *request, int argc, char **argv)
{
	static const struct option options[] = {
		{ "stage", required_argument, NULL, 's' },
		{ "cpu", required_argument, NULL, 'c' },
		{ "rows", required_argument, NULL, 'r' },
		{ "log", no_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int error;

	*request = (struct hist_request){ .cpu = ALL_CPUS };
	error = arguments_options(argc, argv, options, take_option, request);
	if (error)
		return error;
	if (argc - optind > 1)
		return complain("hist takes one file at most");
	if (request->log && request->rows)
		return complain("--rows does not go with --log");
	if (optind < argc)
		request->file = argv[optind];
	return EXIT_FINE;
}

/* Adds a CPU; false if 64 bits cannot count all samples together. */
static bool add_column(struct hist_sum *sum, const struct column *column)
{
	const struct irqscope_counters *counters = &column->cell.counters;
	size_t i;

	sum->cpus++;
	if (!counters->count)
		return true;
	if (sum->count + counters->count < sum->count)
		return false;
	if (!sum->count || counters->min_ns < sum->min_ns)
		sum->min_ns = counters->min_ns;
	if (counters->max_ns > sum->max_ns)
		sum->max_ns = counters->max_ns;
	sum->count += counters->count;
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++)
		sum->buckets[i] += column->buckets[i];
	return true;
}

/* Adds up the CPUs that are wanted. */
static int add_columns(struct hist_sum *sum, const struct columns *columns,
		       const struct hist_request *request, const struct snapshot *snap)
{
	size_t i;

	*sum = (struct hist_sum){ 0 };
	for (i = 0; i < columns->count; i++)
		if ((request->cpu == ALL_CPUS || request->cpu == columns->column[i].cell.cpu) &&
		    !add_column(sum, &columns->column[i]))
			return complain("%s: too many samples to add up; --cpu shows those of one CPU",
					snap->name);
	if (!sum->cpus && request->cpu != ALL_CPUS)
		return complain("--cpu \"%lld\": %s does not have that CPU", request->cpu,
				snap->name);
	return EXIT_FINE;
}

/* Prints a time in us. */
static void print_us(const char *title, unsigned long long ns)
{
	printf("%s %llu.%03llu", title, ns / 1000, ns % 1000);
}

/* Prints what is drawn. */
static void print_title(const struct hist_sum *sum, const struct columns *columns,
			const struct hist_request *request,
			const struct irqscope_hist_law *law)
{
	printf("# %s, ", columns->stage.name);
	if (request->cpu != ALL_CPUS)
		printf("cpu %lld", request->cpu);
	else
		printf("%zu CPU%s", sum->cpus, sum->cpus == 1 ? "" : "s together");
	printf(": %llu sample%s", sum->count, sum->count == 1 ? "" : "s");
	if (sum->count) {
		print_us("; us: min", sum->min_ns);
		print_us(", p50", irqscope_hist_percentile(law, sum->buckets, sum->count,
							   sum->max_ns, 500000));
		print_us(", max", sum->max_ns);
	}
	putchar('\n');
}

/* Draws a histogram that has samples. */
static int draw(const struct hist_sum *sum, const struct hist_request *request,
		const struct irqscope_hist_law *law)
{
	const size_t rows = request->rows ? request->rows : ROWS_DEFAULT;
	struct bars bars = { 0 };
	const bool made = request->log ?
		bars_make_log(&bars, law, sum->buckets) :
		bars_make_linear(&bars, law, sum->buckets, rows);

	if (made)
		bars_print(&bars);
	bars_free(&bars);
	return made ? EXIT_FINE : complain("no memory for the rows");
}

/* Shows the histogram of the stage that is wanted. */
static int show(const struct snapshot *snap, const struct hist_request *request)
{
	struct columns columns = { 0 };
	struct hist_sum sum;
	size_t stage;
	int error = columns_find_stage(snap, request->stage, &stage);

	if (!error)
		error = columns_read(&columns, snap, stage);
	if (!error)
		error = add_columns(&sum, &columns, request, snap);
	if (!error) {
		notes_print_warnings(snap);
		print_title(&sum, &columns, request, &snap->law);
		if (sum.count)
			error = draw(&sum, request, &snap->law);
	}
	columns_free(&columns);
	return error;
}

/* irqscope hist [OPTIONS] [FILE] */
int command_hist(const char *root, int argc, char **argv)
{
	struct hist_request request;
	struct bytes bytes = { 0 };
	struct snapshot snap;
	int error = take_request(&request, argc, argv);

	if (error)
		return error;
	error = snapshot_open(&snap, &bytes, root, request.file);
	if (!error)
		error = show(&snap, &request);
	bytes_free(&bytes);
	return error;
}
