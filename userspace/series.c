// SPDX-License-Identifier: GPL-2.0
/* The maxima of the parts of a run, for each cell. */
#include <stdlib.h>

#include "blocks.h"
#include "message.h"
#include "series.h"

/* Gets a block that counts, and its cell: a whole one with samples. */
static bool get_block(const struct snapshot *snap, size_t i, unsigned long long length_ns,
		      struct irqscope_block *block, size_t *cell)
{
	snapshot_get_block(snap, i, block);
	return block->count && blocks_whole(block, length_ns) &&
	       snapshot_find_cell(snap, block->cpu, block->stage, cell);
}

/* Gets the memory for all series: as much as each can need. */
static int allocate(struct series *series, const struct snapshot *snap,
		    unsigned long long length_ns)
{
	struct irqscope_block block;
	size_t i, cell;

	for (i = 0; i < snapshot_blocks(snap); i++)
		if (get_block(snap, i, length_ns, &block, &cell))
			series[cell].count++;
	for (i = 0; i < snapshot_cells(snap); i++) {
		if (!series[i].count)
			continue;
		series[i].figure = calloc(series[i].count, sizeof(*series[i].figure));
		if (!series[i].figure)
			return complain("no memory for the blocks");
		series[i].count = 0;
	}
	return EXIT_FINE;
}

/* Takes so many figures as one, the greatest of them; a rest is left out. */
static int merge_figures(struct series *series, unsigned long long merge,
			 const struct snapshot *snap)
{
	unsigned long long greatest = 0;
	size_t i, count = 0;

	for (i = 0; i < series->count; i++) {
		if (series->figure[i] > greatest)
			greatest = series->figure[i];
		if ((i + 1) % merge)
			continue;
		if (greatest > SERIES_SUM_MAX - series->sum)
			return complain("%s: a block with a maximum of %llu ns: too great to add; the sum must be at most %llu ns",
					snap->name, greatest, SERIES_SUM_MAX);
		series->figure[count++] = greatest;
		series->sum += greatest;
		greatest = 0;
	}
	series->count = count;
	return EXIT_FINE;
}

/* Reads them all; they are in the order of the cells. */
int series_read(struct series **series, const struct snapshot *snap,
		unsigned long long length_ns, unsigned long long merge)
{
	const size_t cells = snapshot_cells(snap);
	struct irqscope_block block;
	size_t i, cell;
	int error;

	*series = calloc(cells + 1, sizeof(**series));
	if (!*series)
		return complain("no memory for the blocks");
	error = allocate(*series, snap, length_ns);
	if (error)
		return error;
	for (i = 0; i < snapshot_blocks(snap); i++)
		if (get_block(snap, i, length_ns, &block, &cell))
			(*series)[cell].figure[(*series)[cell].count++] = block.max_ns;
	for (i = 0; i < cells && !error; i++)
		error = merge_figures(&(*series)[i], merge, snap);
	return error;
}

/* Adds up so many successive figures each. */
int series_runs(struct series *runs, const struct series *series, size_t length)
{
	size_t i;

	*runs = (struct series){ .count = series->count / length };
	runs->figure = calloc(runs->count + 1, sizeof(*runs->figure));
	if (!runs->figure)
		return complain("no memory for the blocks");
	for (i = 0; i < runs->count * length; i++) {
		runs->figure[i / length] += series->figure[i];
		runs->sum += series->figure[i];
	}
	return EXIT_FINE;
}

/* Gives back what the series occupy. */
void series_free(struct series *series, size_t count)
{
	size_t i;

	for (i = 0; series && i < count; i++)
		free(series[i].figure);
	free(series);
}
