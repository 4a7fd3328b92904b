// SPDX-License-Identifier: GPL-2.0
/* Shows the notes and the table, from a snapshot or from sysfs. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "notes.h"
#include "show.h"
#include "snapshot.h"
#include "stats.h"
#include "table.h"
#include "verify.h"

/* Prints the table, and says so if there is nothing in it. */
static void print_table(const struct table *table)
{
	if (!table_has_samples(table))
		puts("# nothing measured yet");
	table_print(table);
}

/* Takes a cell's figures over into a row. */
static void fill_row(const struct snapshot *snap, const struct irqscope_cell *cell,
		     const struct irqscope_cpu_state *cpu, struct table_row *row)
{
	const struct irqscope_counters *counters = &cell->counters;
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH];
	struct irqscope_stage_name stage;
	size_t i;

	snapshot_get_stage(snap, cell->stage, &stage);
	memcpy(row->stage, stage.name, sizeof(row->stage));
	row->cpu = cell->cpu;
	row->missed = cpu->missed;
	row->count = counters->count;
	row->early = counters->early;
	row->busy = counters->busy;
	row->min_ns = counters->min_ns;
	row->max_ns = counters->max_ns;
	row->mean_ns = counters->count ? counters->sum_ns / counters->count : 0;
	row->has_percentiles = snapshot_get_buckets(snap, cell, buckets);
	for (i = 0; row->has_percentiles && i < TABLE_PERCENTILES; i++)
		row->percentile_ns[i] =
			irqscope_hist_percentile(&snap->law, buckets,
						 counters->count, counters->max_ns,
						 table_percentile_ppm[i]);
}

/* Makes a row of each cell of a verified snapshot; CPUs and cells rise. */
static int fill_table(const struct snapshot *snap, struct table *table)
{
	struct irqscope_cpu_state cpu = { 0 };
	struct irqscope_cell cell;
	struct table_row *row;
	size_t i, next_cpu = 0;

	for (i = 0; i < snapshot_cells(snap); i++) {
		snapshot_get_cell(snap, i, &cell);
		while (!next_cpu || cpu.cpu != cell.cpu)
			snapshot_get_cpu(snap, next_cpu++, &cpu);
		row = table_add(table);
		if (!row)
			return complain("no memory for the table");
		fill_row(snap, &cell, &cpu, row);
	}
	return EXIT_FINE;
}

/* Shows a snapshot. */
int show_snapshot(const struct bytes *bytes, const char *name)
{
	struct table table = { 0 };
	struct snapshot snap;
	int error;

	error = snapshot_parse(&snap, bytes, name);
	if (!error)
		error = verify_snapshot(&snap);
	if (!error)
		error = fill_table(&snap, &table);
	if (!error) {
		notes_print(&snap);
		print_table(&table);
	}
	table_free(&table);
	return error;
}

/* Shows what sysfs knows, where there is no debugfs. */
int show_sysfs(const char *root)
{
	struct table table = { 0 };
	int error = stats_read(root, &table);

	if (error) {
		table_free(&table);
		return complain("%s" SOURCE_SYSFS "/stats: %s", root,
				strerror(-error));
	}
	notes_print_sysfs(root);
	print_table(&table);
	table_free(&table);
	return EXIT_FINE;
}

/* Shows a saved snapshot. */
static int show_file(const char *path)
{
	struct bytes bytes;
	int error = source_read_file("", path, &bytes);

	if (error)
		return complain("%s: %s", path, strerror(-error));
	error = show_snapshot(&bytes, path);
	bytes_free(&bytes);
	return error;
}

/* Shows the kernel's numbers. */
static int show_kernel(const char *root)
{
	struct bytes bytes;
	int error, missing;

	error = source_read_snapshot(root, &bytes, &missing);
	if (error)
		return error;
	if (!missing) {
		error = show_snapshot(&bytes, SOURCE_SNAPSHOT);
		bytes_free(&bytes);
		return error;
	}
	error = source_require_module(root);
	return error ? error : show_sysfs(root);
}

/* irqscope show [FILE] */
int command_show(const char *root, int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int option = getopt_long(argc, argv, "h", options, NULL);

	if (option == 'h')
		return COMMAND_HELP;
	if (option != -1)
		return EXIT_INPUT;
	if (argc - optind > 1)
		return complain("show takes one file at most");
	return optind < argc ? show_file(argv[optind]) : show_kernel(root);
}
