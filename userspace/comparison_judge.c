// SPDX-License-Identifier: GPL-2.0
/*
 * Tests the cells of comparisons, by runs of successive blocks. All tests together
 * are wrong in 5 % of cases at most, if nothing has changed: Holm's correction sees
 * to that.
 */
#include <stdlib.h>

#include "comparison.h"
#include "message.h"
#include "scatter.h"

/* No more blocks than that stay together, and no fewer runs of them may be left. */
#define RUN_MAX		10
#define RUNS_MIN	20

/* Tells whether the blocks of a cell are enough for one of so many tests. */
static bool can_tell(const struct compared *cell, size_t tests)
{
	return cell->series[0] &&
	       permute_can_tell(cell->series[0]->count, cell->series[1]->count, tests);
}

/* Counts the cells that a single test could tell something about. */
static size_t count_tests(const struct comparison *comparisons, size_t count)
{
	size_t i, k, tests = 0;

	for (i = 0; i < count; i++)
		for (k = 0; k < comparisons[i].count; k++)
			tests += can_tell(&comparisons[i].cell[k], 1);
	return tests;
}

/*
 * Tells how many successive blocks stay together: as they are alike, more often than
 * not, a test that takes them apart sees changes where there are none. It costs next to
 * nothing as long as enough of them are left to be dealt out.
 */
static size_t find_run(const struct compared *cell)
{
	const size_t one = cell->series[0]->count, other = cell->series[1]->count;
	const size_t run = (one < other ? one : other) / RUNS_MIN;

	return run > RUN_MAX ? RUN_MAX : run ? run : 1;
}

/* Tests runs of blocks. */
static int test_runs(struct compared *cell, size_t tests, struct chance *chance)
{
	struct series runs[2] = { { .count = 0 } };
	unsigned int i;
	int error = EXIT_FINE;

	for (i = 0; i < 2 && !error; i++)
		error = series_runs(&runs[i], cell->series[i], cell->run);
	if (!error) {
		cell->visible_ns = scatter_visible(&runs[0], &runs[1], tests) / cell->run;
		error = permute_test(&runs[0], &runs[1], tests, chance, &cell->test);
	}
	for (i = 0; i < 2; i++)
		free(runs[i].figure);
	return error;
}

/* Tests a cell, which is added to the tested ones. */
static int test_cell(struct compared *cell, size_t tests, struct chance *chance,
		     struct compared **tested, size_t *count)
{
	if (!can_tell(cell, tests)) {
		cell->verdict = VERDICT_SHORT;
		return EXIT_FINE;
	}
	tested[(*count)++] = cell;
	cell->verdict = VERDICT_SAME;
	cell->run = find_run(cell);
	return test_runs(cell, tests, chance);
}

/* Tests all cells. */
static int test_all(struct comparison *comparisons, size_t count, size_t tests,
		    struct chance *chance, struct compared **tested, size_t *tested_count)
{
	size_t i, k;
	int error = EXIT_FINE;

	for (i = 0; i < count; i++) {
		comparisons[i].tests = tests;
		if (comparisons[i].obstacle)
			continue;
		for (k = 0; k < comparisons[i].count && !error; k++)
			error = test_cell(&comparisons[i].cell[k], tests, chance, tested,
					  tested_count);
	}
	return error;
}

/* Sorts cells by their probability. */
static int by_probability(const void *one, const void *other)
{
	const struct compared *const *cell = one, *const *other_cell = other;

	return ((*cell)->test.p_most > (*other_cell)->test.p_most) -
	       ((*cell)->test.p_most < (*other_cell)->test.p_most);
}

/* Corrects the probabilities: the least has all tests against it, and so on. */
static void correct(struct compared **tested, size_t count, size_t tests)
{
	unsigned long long p, greatest = 0;
	size_t i;

	qsort(tested, count, sizeof(*tested), by_probability);
	for (i = 0; i < count; i++) {
		p = tested[i]->test.p_most * (tests - i);
		if (p > PERMUTE_CERTAIN)
			p = PERMUTE_CERTAIN;
		if (p > greatest)
			greatest = p;
		tested[i]->p = greatest;
	}
}

/* Tells how much wider or narrower buckets alone can shift what is near @ns. */
static unsigned long long find_blur(const struct comparison *comparison, unsigned long long ns)
{
	const struct irqscope_hist_law *one = &comparison->capture[0]->snap.law;
	const struct irqscope_hist_law *other = &comparison->capture[1]->snap.law;
	const struct irqscope_hist_law *wider = one->bucket_ns > other->bucket_ns ? one : other;
	const unsigned int bucket = irqscope_hist_index(wider, ns);

	if (one->bucket_ns == other->bucket_ns || bucket == IRQSCOPE_HIST_BEYOND)
		return 0;
	return irqscope_hist_edge(wider, bucket + 1) - irqscope_hist_edge(wider, bucket);
}

/* Gives a verdict on a tested cell. */
static void give_verdict(const struct comparison *comparison, struct compared *cell)
{
	const unsigned long long one = compared_mean(cell, 0), other = compared_mean(cell, 1);
	const unsigned long long apart = one > other ? one - other : other - one;
	const unsigned long long greater = one > other ? one : other;

	if (cell->verdict != VERDICT_SAME || cell->p >= COMPARISON_LEVEL ||
	    apart <= find_blur(comparison, greater))
		return;
	cell->verdict = other > one ? VERDICT_HIGHER : VERDICT_LOWER;
}

/* Judges all comparisons. */
int comparison_judge(struct comparison *comparisons, size_t count, struct chance *chance)
{
	const size_t tests = count_tests(comparisons, count);
	struct compared **tested = calloc(tests + 1, sizeof(*tested));
	size_t i, k, tested_count = 0;
	int error;

	if (!tested)
		return complain("no memory for the comparison");
	error = test_all(comparisons, count, tests, chance, tested, &tested_count);
	if (!error)
		correct(tested, tested_count, tests);
	free(tested);
	for (i = 0; i < count && !error; i++)
		for (k = 0; k < comparisons[i].count; k++)
			give_verdict(&comparisons[i], &comparisons[i].cell[k]);
	return error;
}
