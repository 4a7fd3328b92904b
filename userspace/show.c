// SPDX-License-Identifier: GPL-2.0
/* Shows the notes and the table, from a snapshot or from sysfs. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "command.h"
#include "message.h"
#include "notes.h"
#include "show.h"
#include "snapshot.h"
#include "stats.h"
#include "table.h"
#include "table_fill.h"
#include "verify.h"

/* Prints the table, and says so if there is nothing in it. */
static void print_table(const struct table *table)
{
	if (!table_has_samples(table))
		puts("# nothing measured yet");
	table_print(table);
}

/* Prints the table of one setting of a trial. */
static int show_setting(const struct snapshot *snap, char setting, const struct gate *gate)
{
	struct table table = { 0 };
	int error = table_fill(&table, snap);

	if (!error) {
		printf("# setting %c\n", setting);
		print_table(&table);
		error = gate_check(gate, &table);
	}
	table_free(&table);
	return error;
}

/* Prints the tables of both settings of a trial; the worse of two results counts. */
static int show_trial(const struct snapshot *snap, const struct gate *gate)
{
	const struct snapshot b = snapshot_setting_b(snap);
	const int error = show_setting(snap, 'a', gate), error_b = show_setting(&b, 'b', gate);

	return error > error_b ? error : error_b;
}

/* Shows a snapshot. */
int show_snapshot(const struct bytes *bytes, const char *name, const struct gate *gate)
{
	struct table table = { 0 };
	struct irqscope_trial trial;
	struct snapshot snap;
	int error;

	error = snapshot_parse(&snap, bytes, name);
	if (!error)
		error = verify_snapshot(&snap);
	if (!error && snapshot_get_trial(&snap, &trial)) {
		notes_print(&snap);
		return show_trial(&snap, gate);
	}
	if (!error)
		error = table_fill(&table, &snap);
	if (!error) {
		notes_print(&snap);
		print_table(&table);
		error = gate_check(gate, &table);
	}
	table_free(&table);
	return error;
}

/* Shows what sysfs knows, where there is no debugfs. */
int show_sysfs(const char *root, const struct gate *gate)
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
	error = gate_check(gate, &table);
	table_free(&table);
	return error;
}

/* Shows a saved snapshot. */
static int show_file(const char *path, const struct gate *gate)
{
	struct bytes bytes;
	int error = source_read_file("", path, &bytes);

	if (error)
		return complain("%s: %s", path, strerror(-error));
	error = show_snapshot(&bytes, path, gate);
	bytes_free(&bytes);
	return error;
}

/* Shows the kernel's numbers. */
static int show_kernel(const char *root, const struct gate *gate)
{
	struct bytes bytes;
	int error, missing;

	error = source_read_snapshot(root, &bytes, &missing);
	if (error)
		return error;
	if (!missing) {
		error = show_snapshot(&bytes, SOURCE_SNAPSHOT, gate);
		bytes_free(&bytes);
		return error;
	}
	error = source_require_module(root);
	return error ? error : show_sysfs(root, gate);
}

/* Takes one option. */
static int take_option(void *context, int option, const char *text)
{
	struct gate *gate = context;

	switch (option) {
	case 'l':
		return gate_take(gate, text);
	case 'h':
		return COMMAND_HELP;
	default:
		return EXIT_INPUT;
	}
}

/* irqscope show [OPTIONS] [FILE] */
int command_show(const char *root, int argc, char **argv)
{
	static const struct option options[] = {
		{ "limit", required_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	struct gate gate = { .count = 0 };
	int error;

	error = arguments_options(argc, argv, options, take_option, &gate);
	if (error)
		return error;
	if (argc - optind > 1)
		return complain("show takes one file at most");
	return optind < argc ? show_file(argv[optind], &gate) : show_kernel(root, &gate);
}
