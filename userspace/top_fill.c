// SPDX-License-Identifier: GPL-2.0
/* The rows of irqscope top, from snapshots or from sysfs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interval.h"
#include "message.h"
#include "stats.h"
#include "table_fill.h"
#include "text.h"
#include "top.h"

#define NS_PER_MS	1000000ull

/* Tells whether a row is wanted. */
static bool is_wanted(const struct top_request *request, const struct table_row *row)
{
	return (request->all_cpus || cpus_has(&request->cpus, row->cpu)) &&
	       (!request->stage || !strcmp(request->stage, row->stage));
}

/* Makes room for all rows of a table. */
static int make_room(struct top *top, const struct table *table)
{
	top->row = calloc(table->count + 1, sizeof(*top->row));
	return top->row ? EXIT_FINE : complain("no memory for the table");
}

/* Takes over what makes the figures of a snapshot doubtful. */
static void take_warning(struct top *top, const struct snapshot *snap)
{
	struct irqscope_trial trial;
	struct piece verdict;
	char clean[TOP_COLUMNS];

	if (snapshot_get_trial(snap, &trial))
		snprintf(top->warning, sizeof(top->warning), "# trial: setting a only");
	if (!snapshot_get_condition(snap, "clock_verdict", &verdict) || piece_is(verdict, "ok"))
		return;
	text_clean(clean, sizeof(clean), verdict.at, verdict.length);
	snprintf(top->warning, sizeof(top->warning), "# clock: %.*s",
		 (int)(sizeof(top->warning) - sizeof("# clock: ")), clean);
}

/* Tells when the interval began: with the last table, or with a run since then. */
static unsigned long long begin_ns(const struct snapshot *before, const struct snapshot *now)
{
	if (before && before->run.generation == now->run.generation)
		return before->run.taken_ns;
	return now->run.start_ns + now->run.warmup_ms * NS_PER_MS;
}

/* Takes over the rows of a snapshot, and what is new in them. */
static void take_rows(struct top *top, const struct top_request *request,
		      const struct table *table, const struct snapshot *before,
		      const struct snapshot *now)
{
	struct interval interval;
	struct irqscope_cell cell;
	size_t i;

	for (i = 0; i < table->count; i++) {
		if (!is_wanted(request, &table->rows[i]))
			continue;
		snapshot_get_cell(now, i, &cell);
		interval_get(&interval, before, now, &cell);
		top->row[top->count++] = (struct top_row){
			table->rows[i], interval.count, interval.max_ns,
		};
	}
}

/* Fills in what a snapshot tells; without one before, nothing is recent yet. */
int top_fill(struct top *top, const struct top_request *request,
	     const struct snapshot *before, const struct snapshot *now)
{
	const unsigned long long begin = begin_ns(before, now);
	struct table table = { 0 };
	int error;

	*top = (struct top){
		.has_recent = before,
		.running = now->run.flags & IRQSCOPE_RUN_RUNNING,
		.has_run = true,
		.run = now->run,
	};
	take_warning(top, now);
	if (now->run.taken_ns > begin)
		top->recent_ns = now->run.taken_ns - begin;
	/* After a reset, or in another run, everything is new. */
	if (before && interval_restarted(before, now))
		before = NULL;
	error = table_fill(&table, now);
	if (!error)
		error = make_room(top, &table);
	if (!error)
		take_rows(top, request, &table, before, now);
	table_free(&table);
	return error;
}

/* Fills in what sysfs tells. */
int top_fill_sysfs(struct top *top, const struct top_request *request, const char *root)
{
	unsigned long long running = 0;
	struct table table = { 0 };
	size_t i;
	int error;

	*top = (struct top){
		.warning = "# no debugfs here: what came in the last interval is unknown",
	};
	error = source_read_number(root, "run", &running);
	top->running = running;
	if (!error)
		error = stats_read(root, &table);
	if (error)
		error = complain("%s" SOURCE_SYSFS "/stats: %s", root, strerror(-error));
	if (!error)
		error = make_room(top, &table);
	for (i = 0; !error && i < table.count; i++)
		if (is_wanted(request, &table.rows[i]))
			top->row[top->count++].total = table.rows[i];
	table_free(&table);
	return error;
}

/* Gives back what the rows occupy. */
void top_free(struct top *top)
{
	free(top->row);
	top->row = NULL;
}
