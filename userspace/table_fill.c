// SPDX-License-Identifier: GPL-2.0
/* The rows of the table, from a snapshot. */
#include <string.h>

#include "message.h"
#include "table_fill.h"

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
int table_fill(struct table *table, const struct snapshot *snap)
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
