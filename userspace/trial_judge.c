// SPDX-License-Identifier: GPL-2.0
/*
 * Judges a trial. For each CPU and stage the figure is the maximum of a block, as in
 * compare; what is tested is its difference within the pairs of blocks.
 */
#include <stdlib.h>

#include "comparison.h"
#include "message.h"
#include "scatter.h"
#include "spread.h"
#include "table_fill.h"
#include "trial.h"

/* Fills in the figures of both settings. */
static int fill_tables(struct trial *trial)
{
	const struct snapshot b = snapshot_setting_b(trial->snap);
	int error = table_fill(&trial->table[0], trial->snap);
	size_t i;

	if (!error)
		error = table_fill(&trial->table[1], &b);
	if (error)
		return error;
	trial->count = trial->table[0].count;
	trial->cell = calloc(trial->count + 1, sizeof(*trial->cell));
	if (!trial->cell)
		return complain("no memory for the trial");
	for (i = 0; i < trial->count; i++) {
		trial->cell[i].row[0] = &trial->table[0].rows[i];
		trial->cell[i].row[1] = &trial->table[1].rows[i];
	}
	return EXIT_FINE;
}

/* Finds how long blocks are, and how long it is from one to the next, mostly. */
static int find_lengths(struct trial *trial)
{
	const size_t count = snapshot_trial_blocks(trial->snap);
	struct irqscope_trial_block block;
	struct spread spread;
	unsigned long long *lengths, before_ns = 0;
	size_t i, found = 0;

	lengths = calloc(count + 1, sizeof(*lengths));
	if (!lengths)
		return complain("no memory for the trial");
	for (i = 0; i < count; i++) {
		snapshot_get_trial_block(trial->snap, i, &block);
		lengths[i] = block.length_ns;
	}
	spread_take(&spread, lengths, count);
	trial->block_ns = spread.median;
	for (i = 0; i < count; i++) {
		snapshot_get_trial_block(trial->snap, i, &block);
		if (before_ns && block.end_ns > before_ns)
			lengths[found++] = block.end_ns - before_ns;
		before_ns = block.end_ns;
	}
	spread_take(&spread, lengths, found);
	trial->pair_ns = 2 * spread.median;
	free(lengths);
	return EXIT_FINE;
}

/**
 * struct half - what is known of the pair that is read, for one cell
 * @pair: its number
 * @has: the block of either setting was there, with samples
 * @max_ns: its maximum
 */
struct half {
	unsigned int pair;
	bool has[2];
	unsigned long long max_ns[2];
};

/* Adds a pair that is complete. */
static int add_pair(struct trial *trial, size_t index, const struct half *half)
{
	struct trial_cell *cell = &trial->cell[index];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (half->max_ns[i] > (unsigned long long)PAIRS_SUM_MAX - cell->sum[i])
			return complain("%s: a block with a maximum of %llu ns: too great to add",
					trial->snap->name, half->max_ns[i]);
		cell->sum[i] += half->max_ns[i];
	}
	cell->pairs.difference[cell->pairs.count++] =
		(long long)half->max_ns[1] - (long long)half->max_ns[0];
	if (cell->pairs.count > trial->pairs)
		trial->pairs = cell->pairs.count;
	return EXIT_FINE;
}

/* Takes a block; a pair counts if it has one of either setting, both with samples. */
static int take_block(struct trial *trial, struct half *halves,
		      const struct irqscope_trial_block *block)
{
	struct half *half;
	size_t index;

	snapshot_find_cell(trial->snap, block->cpu, block->stage, &index);
	half = &halves[index];
	if (half->pair != block->pair)
		*half = (struct half){ .pair = block->pair };
	if (!block->count || half->has[block->setting])
		return EXIT_FINE;
	half->has[block->setting] = true;
	half->max_ns[block->setting] = block->max_ns;
	return half->has[!block->setting] ? add_pair(trial, index, half) : EXIT_FINE;
}

/* Reads the pairs. */
static int read_pairs(struct trial *trial)
{
	const size_t blocks = snapshot_trial_blocks(trial->snap);
	struct half *halves = calloc(trial->count + 1, sizeof(*halves));
	struct irqscope_trial_block block;
	int error = halves ? EXIT_FINE : complain("no memory for the trial");
	size_t i;

	for (i = 0; i < trial->count && !error; i++) {
		trial->cell[i].pairs.difference =
			calloc(blocks / 2 + 1, sizeof(*trial->cell[i].pairs.difference));
		if (!trial->cell[i].pairs.difference)
			error = complain("no memory for the trial");
	}
	for (i = 0; i < blocks && !error; i++) {
		snapshot_get_trial_block(trial->snap, i, &block);
		error = take_block(trial, halves, &block);
	}
	free(halves);
	for (i = 0; i < trial->count && !error; i++)
		trial->cell[i].pairs.sum =
			(long long)trial->cell[i].sum[1] - (long long)trial->cell[i].sum[0];
	return error;
}

/* Reads a trial. */
int trial_begin(struct trial *trial, const struct snapshot *snap)
{
	int error;

	*trial = (struct trial){ .snap = snap };
	if (!snapshot_get_trial(snap, &trial->info))
		return complain("%s: there is no trial in it", snap->name);
	error = fill_tables(trial);
	if (!error)
		error = find_lengths(trial);
	return error ? error : read_pairs(trial);
}

/* Gives the mean difference of a cell. */
long long trial_difference(const struct trial_cell *cell)
{
	return cell->pairs.count ? cell->pairs.sum / (long long)cell->pairs.count : 0;
}

/* Finds what this run shows of a cell, and what would show more. */
static int find_visible(struct trial_cell *cell, size_t tests)
{
	struct series series = { .count = cell->pairs.count };
	long long least = 0;
	size_t i;

	series.figure = calloc(series.count, sizeof(*series.figure));
	if (!series.figure)
		return complain("no memory for the trial");
	/* How far apart they are does not change if all are made positive. */
	for (i = 0; i < series.count; i++)
		if (cell->pairs.difference[i] < least)
			least = cell->pairs.difference[i];
	for (i = 0; i < series.count; i++) {
		series.figure[i] = (unsigned long long)(cell->pairs.difference[i] - least);
		series.sum += series.figure[i];
	}
	cell->visible_ns = scatter_visible_mean(&series, tests);
	cell->needed = scatter_needed(&series, tests, TRIAL_WANTED_NS);
	if (cell->needed < pairs_least(tests))
		cell->needed = pairs_least(tests);
	free(series.figure);
	return EXIT_FINE;
}

/* Tests a cell. */
static int judge_cell(struct trial_cell *cell, size_t tests, struct chance *chance)
{
	int error;

	cell->verdict = TRIAL_SHORT;
	if (!pairs_can_tell(cell->pairs.count, tests))
		return EXIT_FINE;
	error = pairs_test(&cell->pairs, tests, COMPARISON_LEVEL, chance, &cell->result);
	if (!error)
		error = find_visible(cell, tests);
	cell->p = cell->result.test.p_most * tests;
	if (cell->p > PERMUTE_CERTAIN)
		cell->p = PERMUTE_CERTAIN;
	cell->verdict = cell->p >= COMPARISON_LEVEL ? TRIAL_SAME :
			cell->pairs.sum < 0 ? TRIAL_HELPS : TRIAL_HURTS;
	return error;
}

/* Judges all cells; all verdicts and all intervals together are wrong in 5 % at most. */
int trial_judge(struct trial *trial, unsigned long long seed)
{
	struct chance chance = { .state = seed };
	int error = EXIT_FINE;
	size_t i;

	for (i = 0; i < trial->count; i++)
		trial->tests += trial->cell[i].pairs.count > 0;
	if (!trial->tests)
		trial->tests = 1;
	for (i = 0; i < trial->count && !error; i++)
		error = judge_cell(&trial->cell[i], trial->tests, &chance);
	return error;
}

/* Gives back what a trial occupies. */
void trial_end(struct trial *trial)
{
	size_t i;

	for (i = 0; trial->cell && i < trial->count; i++)
		free(trial->cell[i].pairs.difference);
	free(trial->cell);
	table_free(&trial->table[0]);
	table_free(&trial->table[1]);
}

/* Counts the cells with a verdict. */
size_t trial_count(const struct trial *trial, enum trial_verdict verdict)
{
	size_t i, count = 0;

	for (i = 0; i < trial->count; i++)
		count += trial->cell[i].verdict == verdict;
	return count;
}
