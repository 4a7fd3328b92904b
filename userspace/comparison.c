// SPDX-License-Identifier: GPL-2.0
/* Two captures side by side: what they differ in, and the cells that both have. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "comparison.h"
#include "message.h"
#include "snapshot_open.h"
#include "table_fill.h"

/* Opens a capture; capture_close() has to follow in any case. */
int capture_open(struct capture *capture, const char *path)
{
	int error;

	*capture = (struct capture){ 0 };
	error = snapshot_open(&capture->snap, &capture->bytes, "", path);
	if (!error)
		error = table_fill(&capture->table, &capture->snap);
	return error ? error : blocks_length(&capture->snap, &capture->block_ns);
}

/* Gives back what a capture occupies. */
void capture_close(struct capture *capture)
{
	table_free(&capture->table);
	bytes_free(&capture->bytes);
}

/* Finds a cell by CPU and name of the stage; the number of rows if there is none. */
static size_t find_row(const struct table *table, const struct table_row *wanted)
{
	size_t i;

	for (i = 0; i < table->count; i++)
		if (table->rows[i].cpu == wanted->cpu &&
		    !strcmp(table->rows[i].stage, wanted->stage))
			break;
	return i;
}

/* Finds the next cell, from an index on, that only one of two captures has; or NULL. */
const struct table_row *comparison_lone(const struct comparison *comparison,
					unsigned int which, size_t *index)
{
	const struct table *table = &comparison->capture[which]->table;
	const struct table *others = &comparison->capture[!which]->table;

	while (*index < table->count)
		if (find_row(others, &table->rows[(*index)++]) == others->count)
			return &table->rows[*index - 1];
	return NULL;
}

/* Gives the mean of the maxima of the blocks. */
unsigned long long compared_mean(const struct compared *cell, unsigned int which)
{
	const struct series *series = cell->series[which];

	return series && series->count ?
		(series->sum + series->count / 2) / series->count : 0;
}

/* Finds out why there can be no verdicts. */
static enum obstacle find_obstacle(const struct comparison *comparison, bool force,
				   const unsigned long long ratio[2])
{
	if (differences_decisive(&comparison->differences) && !force)
		return OBSTACLE_DIFFERENT;
	if (!comparison->block_ns)
		return OBSTACLE_NO_BLOCKS;
	return ratio[0] && ratio[1] ? OBSTACLE_NONE : OBSTACLE_LENGTHS;
}

/* Finds how many blocks of each capture make one that is as long as the other's. */
static void find_ratios(struct comparison *comparison, unsigned long long ratio[2])
{
	const unsigned long long one_ns = comparison->capture[0]->block_ns;
	const unsigned long long other_ns = comparison->capture[1]->block_ns;

	ratio[0] = 0;
	ratio[1] = 0;
	if (!one_ns || !other_ns)
		return;
	comparison->block_ns = one_ns > other_ns ? one_ns : other_ns;
	ratio[0] = blocks_ratio(comparison->block_ns, one_ns);
	ratio[1] = blocks_ratio(comparison->block_ns, other_ns);
}

/* Pairs the cells that both captures have. */
static int pair_cells(struct comparison *comparison)
{
	const struct table *table = &comparison->capture[0]->table;
	const struct table *others = &comparison->capture[1]->table;
	struct compared *cell;
	size_t i, other;

	comparison->cell = calloc(table->count + 1, sizeof(*comparison->cell));
	if (!comparison->cell)
		return complain("no memory for the comparison");
	for (i = 0; i < table->count; i++) {
		other = find_row(others, &table->rows[i]);
		if (other == others->count)
			continue;
		cell = &comparison->cell[comparison->count++];
		cell->row[0] = &table->rows[i];
		cell->row[1] = &others->rows[other];
		if (comparison->obstacle)
			continue;
		cell->series[0] = &comparison->series[0][i];
		cell->series[1] = &comparison->series[1][other];
	}
	return EXIT_FINE;
}

/* Puts two captures side by side. */
int comparison_begin(struct comparison *comparison, const struct capture *reference,
		     const struct capture *other, bool force)
{
	unsigned long long ratio[2];
	unsigned int i;
	int error;

	*comparison = (struct comparison){ .capture = { reference, other } };
	error = differences_find(&comparison->differences, &reference->snap, &other->snap);
	find_ratios(comparison, ratio);
	comparison->obstacle = find_obstacle(comparison, force, ratio);
	for (i = 0; i < 2 && !error && !comparison->obstacle; i++)
		error = series_read(&comparison->series[i], &comparison->capture[i]->snap,
				    comparison->capture[i]->block_ns, ratio[i]);
	return error ? error : pair_cells(comparison);
}

/* Gives back what a comparison occupies. */
void comparison_end(struct comparison *comparison)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		if (comparison->capture[i])
			series_free(comparison->series[i],
				    comparison->capture[i]->table.count);
	free(comparison->cell);
	differences_free(&comparison->differences);
}
