// SPDX-License-Identifier: GPL-2.0
/* What a comparison comes to, in words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "text.h"

#define NAME_LEN	80

const char *const compare_verdicts[VERDICTS] = {
	[VERDICT_NONE] = "-",
	[VERDICT_SHORT] = "too short to tell",
	[VERDICT_SAME] = "no change",
	[VERDICT_LOWER] = "lower",
	[VERDICT_HIGHER] = "higher",
};

/* Counts the cells with a verdict. */
size_t compare_count(const struct comparison *comparison, enum verdict verdict)
{
	size_t i, count = 0;

	for (i = 0; i < comparison->count; i++)
		count += comparison->cell[i].verdict == verdict;
	return count;
}

/* Tells whether there is a verdict on any cell. */
bool compare_judged(const struct comparison *comparison)
{
	return !comparison->obstacle &&
	       compare_count(comparison, VERDICT_SHORT) < comparison->count;
}

/* Appends words; what does not fit is cut. */
static void __attribute__((format(printf, 2, 3)))
say(char to[COMPARE_TEXT_LEN], const char *format, ...)
{
	const size_t length = strlen(to);
	va_list args;

	va_start(args, format);
	vsnprintf(to + length, COMPARE_TEXT_LEN - length, format, args);
	va_end(args);
}

/* Gives how far apart the means of a cell are. */
static unsigned long long apart(const struct compared *cell)
{
	const unsigned long long one = compared_mean(cell, 0), other = compared_mean(cell, 1);

	return one > other ? one - other : other - one;
}

/* Says in how many cells the mean has changed, and in which it has most. */
static void say_changed(char to[COMPARE_TEXT_LEN], const struct comparison *comparison,
			enum verdict verdict)
{
	const struct compared *cell, *most = NULL;
	unsigned long long ns;
	size_t i;

	for (i = 0; i < comparison->count; i++) {
		cell = &comparison->cell[i];
		if (cell->verdict == verdict && (!most || apart(cell) > apart(most)))
			most = cell;
	}
	ns = apart(most) + 50;
	say(to, "%s in %zu of %zu cells, most on cpu %u %s, by %llu.%llu us",
	    compare_verdicts[verdict], compare_count(comparison, verdict),
	    comparison->count, most->row[0]->cpu, most->row[0]->stage, ns / 1000,
	    ns / 100 % 10);
}

/* Says that nothing has changed, and what would have been seen. */
static void say_same(char to[COMPARE_TEXT_LEN], const struct comparison *comparison)
{
	unsigned long long visible_ns = 0;
	size_t i;

	for (i = 0; i < comparison->count; i++)
		if (comparison->cell[i].verdict == VERDICT_SAME &&
		    comparison->cell[i].visible_ns > visible_ns)
			visible_ns = comparison->cell[i].visible_ns;
	/* Rounded up, it is not promised too much. */
	visible_ns += 99;
	say(to, "No change that this run can show; a shift of %llu.%llu us in the mean of the block maxima would have been found",
	    visible_ns / 1000, visible_ns / 100 % 10);
}

/* Says how long runs have to be. */
static void say_short(char to[COMPARE_TEXT_LEN], const struct comparison *comparison)
{
	const size_t tests = comparison->tests > comparison->count ? comparison->tests :
								     comparison->count;
	const unsigned long long ns = permute_least(tests) * comparison->block_ns;

	say(to, "%zu of %zu cells are too short to tell: either run needs %llu s of whole blocks with samples",
	    compare_count(comparison, VERDICT_SHORT), comparison->count,
	    (ns + 999999999) / 1000000000);
}

/* Says which of the captures have no blocks. */
static void say_no_blocks(char to[COMPARE_TEXT_LEN], const struct comparison *comparison)
{
	say(to, "%s; irqscope run --save keeps them",
	    comparison->capture[0]->block_ns ? "B has no blocks" :
	    comparison->capture[1]->block_ns ? "A has no blocks" : "neither capture has blocks");
}

/* Says which differences stand against a verdict. */
static void say_different(char to[COMPARE_TEXT_LEN], const struct comparison *comparison)
{
	const struct differences *differences = &comparison->differences;
	const char *between = " ";
	size_t i;

	say(to, "No verdict: the runs differ in");
	for (i = 0; i < differences->count; i++) {
		if (!differences->list[i].decisive)
			continue;
		say(to, "%s%s", between, differences->list[i].key);
		between = ", ";
	}
	say(to, "; ");
	if (comparison->block_ns)
		say(to, "--force compares them all the same");
	else
		say_no_blocks(to, comparison);
}

/* Says what the verdicts come to. */
static void say_verdicts(char to[COMPARE_TEXT_LEN], const struct comparison *comparison)
{
	const size_t lower = compare_count(comparison, VERDICT_LOWER);
	const size_t higher = compare_count(comparison, VERDICT_HIGHER);
	const size_t brief = compare_count(comparison, VERDICT_SHORT);
	const char *name = comparison->capture[1]->snap.name;
	char clean[NAME_LEN];

	text_clean(clean, sizeof(clean), name, strlen(name));
	if (lower || higher)
		say(to, "%s is %s: ", clean, !higher ? "better" : !lower ? "worse" :
		    "better here and worse there");
	if (lower)
		say_changed(to, comparison, VERDICT_LOWER);
	if (lower && higher)
		say(to, "; ");
	if (higher)
		say_changed(to, comparison, VERDICT_HIGHER);
	if (!lower && !higher && brief < comparison->count)
		say_same(to, comparison);
	if (brief && brief < comparison->count)
		say(to, "; ");
	if (brief)
		say_short(to, comparison);
}

/* Says in one sentence what a comparison comes to; returns it. */
const char *compare_sentence(char to[COMPARE_TEXT_LEN], const struct comparison *comparison)
{
	to[0] = '\0';
	switch (comparison->obstacle) {
	case OBSTACLE_DIFFERENT:
		say_different(to, comparison);
		break;
	case OBSTACLE_NO_BLOCKS:
		say(to, "No verdict: ");
		say_no_blocks(to, comparison);
		break;
	case OBSTACLE_LENGTHS:
		say(to, "No verdict: the blocks of the one are no multiple of the other's");
		break;
	case OBSTACLE_NONE:
		if (comparison->count)
			say_verdicts(to, comparison);
		else
			say(to, "No verdict: no cpu and stage is in both captures");
		break;
	}
	return to;
}
