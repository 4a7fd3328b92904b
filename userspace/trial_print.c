// SPDX-License-Identifier: GPL-2.0
/* Prints a trial for people, in 80 columns where the texts allow it. */
#include <stdio.h>
#include <string.h>

#include "figures.h"
#include "grid.h"
#include "message.h"
#include "notes.h"
#include "trial.h"

static const char *const verdicts[] = {
	[TRIAL_SHORT] = "too short to tell",
	[TRIAL_SAME] = "no difference",
	[TRIAL_HELPS] = "helps",
	[TRIAL_HURTS] = "hurts",
};

/* Adds a time in us that has a sign. */
static void add_signed(struct grid *grid, long long ns)
{
	const unsigned long long amount =
		ns < 0 ? -(unsigned long long)ns : (unsigned long long)ns;

	grid_add(grid, "%s%llu.%03llu", !ns ? "" : ns < 0 ? "-" : "+", amount / 1000,
		 amount % 1000);
}

/* Adds a probability, which is rounded up. */
static void add_probability(struct grid *grid, const struct trial_cell *cell)
{
	const unsigned long long digits = (cell->p + PERMUTE_CERTAIN / 10000 - 1) /
					  (PERMUTE_CERTAIN / 10000);

	grid_add(grid, "%llu.%04llu", digits / 10000, digits % 10000);
}

/* Adds what the pairs of a cell say. */
static void add_cell(struct grid *grid, const struct trial_cell *cell)
{
	unsigned int i;

	grid_add(grid, "%u", cell->row[0]->cpu);
	grid_add(grid, "%s", cell->row[0]->stage);
	grid_add(grid, "%zu", cell->pairs.count);
	for (i = 0; i < 2; i++) {
		if (cell->pairs.count)
			grid_add_us(grid, cell->sum[i] / cell->pairs.count);
		else
			grid_add(grid, "-");
	}
	if (cell->verdict != TRIAL_SHORT) {
		add_signed(grid, trial_difference(cell));
		add_signed(grid, cell->result.from);
		add_signed(grid, cell->result.to);
		add_probability(grid, cell);
	} else {
		for (i = 0; i < 4; i++)
			grid_add(grid, "-");
	}
	grid_add(grid, "%s", verdicts[cell->verdict]);
}

/* Prints what the pairs say. */
static int print_verdicts(const struct trial *trial)
{
	static const char *const titles[] = {
		"cpu", "stage", "pairs", "a", "b", "b-a", "from", "to", "p", "verdict",
	};
	struct grid grid = { .columns = sizeof(titles) / sizeof(titles[0]), .left = 1 };
	size_t i;

	printf("# mean of the maxima of blocks of %llu.%03llu s, in us; intervals of 95 %% and p, both for all %zu cells at once\n",
	       trial->block_ns / 1000000000, trial->block_ns / 1000000 % 1000, trial->tests);
	for (i = 0; i < grid.columns; i++)
		grid_add(&grid, "%s", titles[i]);
	for (i = 0; i < trial->count; i++)
		add_cell(&grid, &trial->cell[i]);
	return grid_print(&grid);
}

/* Prints the figures that describe, but decide nothing. */
static int print_figures(const struct trial *trial)
{
	static const char *const titles[] = {
		"cpu", "stage", "count a", "b", "p99.9 a", "b", "p99.99 a", "b", "max a", "b",
	};
	struct grid grid = { .columns = sizeof(titles) / sizeof(titles[0]), .left = 1 };
	const struct table_row *const *row;
	size_t i;

	puts("# of the whole run, in us; these do not decide");
	for (i = 0; i < grid.columns; i++)
		grid_add(&grid, "%s", titles[i]);
	for (i = 0; i < trial->count; i++) {
		row = trial->cell[i].row;
		grid_add(&grid, "%u", row[0]->cpu);
		grid_add(&grid, "%s", row[0]->stage);
		grid_add(&grid, "%llu", row[0]->count);
		grid_add(&grid, "%llu", row[1]->count);
		figures_add(&grid, row);
	}
	return grid_print(&grid);
}

/* Prints a trial that has been judged. */
int trial_print(const struct trial *trial)
{
	char text[TRIAL_TEXT_LEN];
	int error;

	notes_print(trial->snap);
	error = print_figures(trial);
	if (!error)
		error = print_verdicts(trial);
	trial_sentence(text, trial);
	/* The first word begins a sentence. */
	if (text[0] == 'n')
		text[0] = 'N';
	if (!error)
		printf("%s.\n", text);
	return error;
}
