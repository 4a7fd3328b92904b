/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_TOP_H
#define READER_TOP_H

#include "cpus.h"
#include "snapshot.h"
#include "table.h"

/* No line is longer: a serial console has no more columns. */
#define TOP_COLUMNS	80

/**
 * struct top_request - what the command line asks for
 * @interval_s: seconds from one table to the next
 * @count: how many tables; 0 for no end
 * @stage: the one stage that is wanted, or NULL
 * @cpus: the CPUs that are wanted
 * @all_cpus: all of them are
 */
struct top_request {
	unsigned long long interval_s;
	unsigned long long count;
	const char *stage;
	struct cpus cpus;
	bool all_cpus;
};

/**
 * struct top_row - a row of the table
 * @total: what was measured since the run began
 * @count: samples since the last table
 * @max_ns: the greatest of them
 */
struct top_row {
	struct table_row total;
	unsigned long long count;
	unsigned long long max_ns;
};

/**
 * struct top - what is shown at one moment
 * @row: the rows, allocated
 * @count: how many
 * @has_recent: what was measured since the last table is known
 * @recent_ns: how long ago that was
 * @running: a run is active
 * @has_run: @run is known
 * @run: the run
 * @warning: what makes the figures doubtful, or an empty text
 */
struct top {
	struct top_row *row;
	size_t count;
	bool has_recent;
	unsigned long long recent_ns;
	bool running;
	bool has_run;
	struct irqscope_run run;
	char warning[TOP_COLUMNS + 1];
};

/* Fills in what there is; @before is the snapshot of the last table, or NULL. */
int top_fill(struct top *top, const struct top_request *request,
	     const struct snapshot *before, const struct snapshot *now);
int top_fill_sysfs(struct top *top, const struct top_request *request, const char *root);
void top_free(struct top *top);
/* In place on a terminal, or one table after the other. */
void top_print(struct top *top, bool in_place);
bool top_can_draw_in_place(void);

#endif /* READER_TOP_H */
