// SPDX-License-Identifier: GPL-2.0
/* Prints a comparison for people, in 80 columns where the texts allow it. */
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "figures.h"
#include "grid.h"
#include "message.h"
#include "scatter.h"
#include "text.h"

#define NAME_LEN	256

static const char letters[] = "AB";

/* Names the captures. */
static void print_names(const struct comparison *comparison)
{
	char clean[NAME_LEN];
	const char *name;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		name = comparison->capture[i]->snap.name;
		text_clean(clean, sizeof(clean), name, strlen(name));
		printf("# %c: %s\n", letters[i], clean);
	}
}

/* Prints what the captures differ in. */
static void print_differences(const struct differences *differences)
{
	const struct difference *difference;
	size_t i;

	if (differences->count)
		puts("# settings, conditions and load that differ, A | B:");
	else
		puts("# settings, conditions and load are the same");
	for (i = 0; i < differences->count; i++) {
		difference = &differences->list[i];
		printf("%s: %s | %s\n", difference->key, difference->value[0],
		       difference->value[1]);
	}
}

/* Says what the captures do not tell, and which cells only one of them has. */
static void print_missing(const struct comparison *comparison)
{
	const struct table_row *row;
	struct piece value;
	unsigned int i;
	size_t index;

	for (i = 0; i < 2; i++) {
		if (!snapshot_get_value(&comparison->capture[i]->snap, IRQSCOPE_SECTION_LOAD,
					"load", &value))
			printf("# %c does not tell the load\n", letters[i]);
		if (!comparison->capture[i]->block_ns)
			printf("# %c has no blocks\n", letters[i]);
		index = 0;
		while ((row = comparison_lone(comparison, i, &index)))
			printf("# only %c has cpu %u %s\n", letters[i], row->cpu, row->stage);
	}
}

/* Adds how far apart two means are, in us and in percent of the first. */
static void add_apart(struct grid *grid, unsigned long long one, unsigned long long other)
{
	const char *sign = other > one ? "+" : other < one ? "-" : "";
	const unsigned long long apart = other > one ? other - one : one - other;
	const unsigned long long tenths = one ? (apart * 1000 + one / 2) / one : 0;

	grid_add(grid, "%s%llu.%03llu", sign, apart / 1000, apart % 1000);
	if (one)
		grid_add(grid, "%s%llu.%llu", sign, tenths / 10, tenths % 10);
	else
		grid_add(grid, "-");
}

/* Adds a probability, rounded to four decimals. */
static void add_probability(struct grid *grid, const struct compared *cell)
{
	const unsigned long long rounded = (cell->p + 50000) / 100000;

	if (cell->verdict == VERDICT_SHORT)
		grid_add(grid, "-");
	else if (!rounded)
		grid_add(grid, "<0.0001");
	else
		grid_add(grid, "%llu.%04llu", rounded / 10000, rounded % 10000);
}

/* Adds a mean, if there is any. */
static void add_mean(struct grid *grid, const struct compared *cell, unsigned int which)
{
	if (cell->series[which]->count)
		grid_add_us(grid, compared_mean(cell, which));
	else
		grid_add(grid, "-");
}

/* Prints the verdicts, and what they are based on. */
static int print_verdicts(const struct comparison *comparison)
{
	static const char *const titles[] = {
		"cpu", "stage", "blocks", "A", "B", "B-A", "%", "p", "verdict",
	};
	struct grid grid = { .columns = sizeof(titles) / sizeof(titles[0]), .left = 1 };
	const struct compared *cell;
	size_t i;

	printf("# mean of the maxima of blocks of %llu.%llu s, in us; p corrected for %zu test%s\n",
	       comparison->block_ns / 1000000000, comparison->block_ns / 100000000 % 10,
	       comparison->tests, comparison->tests == 1 ? "" : "s");
	for (i = 0; i < grid.columns; i++)
		grid_add(&grid, "%s", titles[i]);
	for (i = 0; i < comparison->count; i++) {
		cell = &comparison->cell[i];
		grid_add(&grid, "%u", cell->row[0]->cpu);
		grid_add(&grid, "%s", cell->row[0]->stage);
		grid_add(&grid, "%zu,%zu", cell->series[0]->count, cell->series[1]->count);
		add_mean(&grid, cell, 0);
		add_mean(&grid, cell, 1);
		if (cell->series[0]->count && cell->series[1]->count) {
			add_apart(&grid, compared_mean(cell, 0), compared_mean(cell, 1));
		} else {
			grid_add(&grid, "-");
			grid_add(&grid, "-");
		}
		add_probability(&grid, cell);
		grid_add(&grid, "%s", compare_verdicts[cell->verdict]);
	}
	return grid_print(&grid);
}

/* Warns of cells whose blocks are not as independent as the test takes them to be. */
static void print_warnings(const struct comparison *comparison)
{
	const struct compared *cell;
	unsigned int which;
	size_t i;

	for (i = 0; i < comparison->count; i++) {
		cell = &comparison->cell[i];
		for (which = 0; which < 2; which++)
			if (scatter_follows_much(cell->series[which]))
				printf("# cpu %u %s: successive maxima of %c are alike (autocorrelation 0.%02lld): the test may be too eager\n",
				       cell->row[0]->cpu, cell->row[0]->stage, letters[which],
				       scatter_follows(cell->series[which]) / 10);
	}
}

/* Prints the figures that describe, but decide nothing. */
static int print_figures(const struct comparison *comparison)
{
	static const char *const titles[] = {
		"cpu", "stage", "p99.9 A", "B", "p99.99 A", "B", "max A", "B",
	};
	struct grid grid = { .columns = sizeof(titles) / sizeof(titles[0]), .left = 1 };
	const struct table_row *const *row;
	size_t i;

	puts("# of the whole runs, in us; these do not decide");
	for (i = 0; i < grid.columns; i++)
		grid_add(&grid, "%s", titles[i]);
	for (i = 0; i < comparison->count; i++) {
		row = comparison->cell[i].row;
		grid_add(&grid, "%u", row[0]->cpu);
		grid_add(&grid, "%s", row[0]->stage);
		figures_add(&grid, row);
	}
	return grid_print(&grid);
}

/* Prints a comparison. */
int compare_print(const struct comparison *comparison)
{
	char text[COMPARE_TEXT_LEN];
	int error = EXIT_FINE;

	print_names(comparison);
	print_differences(&comparison->differences);
	print_missing(comparison);
	if (!comparison->obstacle && comparison->count) {
		error = print_verdicts(comparison);
		print_warnings(comparison);
	}
	if (!error && comparison->count)
		error = print_figures(comparison);
	if (!error)
		printf("%s.\n", compare_sentence(text, comparison));
	return error;
}
