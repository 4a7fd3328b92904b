// SPDX-License-Identifier: GPL-2.0
/* The figures that describe the two sides of a comparison, and decide nothing. */
#include "figures.h"

/* Adds a time of a cell, if there are samples. */
static void add_time(struct grid *grid, const struct table_row *row, unsigned long long ns)
{
	if (row->count)
		grid_add_us(grid, ns);
	else
		grid_add(grid, "-");
}

/* Adds the figures of a cell. */
void figures_add(struct grid *grid, const struct table_row *const row[2])
{
	size_t k;

	for (k = TABLE_P99_9; k <= TABLE_P99_99; k++) {
		add_time(grid, row[0], row[0]->percentile_ns[k]);
		add_time(grid, row[1], row[1]->percentile_ns[k]);
	}
	add_time(grid, row[0], row[0]->max_ns);
	add_time(grid, row[1], row[1]->max_ns);
}
