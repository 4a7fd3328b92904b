// SPDX-License-Identifier: GPL-2.0
/* What a trial comes to, in words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"
#include "trial.h"

/* Room for how many pairs there were, of how many. */
#define CUT_LEN	48

/* Appends words; what does not fit is cut. */
static void __attribute__((format(printf, 2, 3)))
say(char to[TRIAL_TEXT_LEN], const char *format, ...)
{
	const size_t length = strlen(to);
	va_list args;

	va_start(args, format);
	vsnprintf(to + length, TRIAL_TEXT_LEN - length, format, args);
	va_end(args);
}

/* Appends a time in us, with a sign. */
static void say_us(char to[TRIAL_TEXT_LEN], long long ns)
{
	const unsigned long long tenths =
		((ns < 0 ? -(unsigned long long)ns : (unsigned long long)ns) + 50) / 100;

	say(to, "%s%llu.%llu", !tenths ? "" : ns < 0 ? "-" : "+", tenths / 10, tenths % 10);
}

/* Gives how far apart the settings are. */
static long long apart(const struct trial_cell *cell)
{
	const long long ns = trial_difference(cell);

	return ns < 0 ? -ns : ns;
}

/* Says in how many cells there is a difference, and in which the greatest. */
static void say_changed(char to[TRIAL_TEXT_LEN], const struct trial *trial,
			enum trial_verdict verdict)
{
	const struct trial_cell *cell, *most = NULL;
	size_t i;

	for (i = 0; i < trial->count; i++) {
		cell = &trial->cell[i];
		if (cell->verdict == verdict && (!most || apart(cell) > apart(most)))
			most = cell;
	}
	say(to, "b %s in %zu of %zu cells, most on cpu %u %s, by ",
	    verdict == TRIAL_HELPS ? "helps" : "hurts", trial_count(trial, verdict),
	    trial->count, most->row[0]->cpu, most->row[0]->stage);
	say_us(to, trial_difference(most));
	say(to, " us (");
	say_us(to, most->result.from);
	say(to, " to ");
	say_us(to, most->result.to);
	say(to, ")");
}

/* Appends a duration, rounded up. */
static void say_duration(char to[TRIAL_TEXT_LEN], unsigned long long ns)
{
	const unsigned long long s = ns / 1000000000 + !!(ns % 1000000000);

	if (s < 120)
		say(to, "%llu s", s);
	else if (s < 7200)
		say(to, "%llu min", (s + 59) / 60);
	else
		say(to, "%llu h", (s + 3599) / 3600);
}

/* Says that there is no difference, what would have been seen, and how to see more. */
static void say_same(char to[TRIAL_TEXT_LEN], const struct trial *trial)
{
	unsigned long long visible_ns = 0, needed = 0;
	size_t i;

	for (i = 0; i < trial->count; i++) {
		if (trial->cell[i].verdict != TRIAL_SAME)
			continue;
		if (trial->cell[i].visible_ns > visible_ns)
			visible_ns = trial->cell[i].visible_ns;
		if (trial->cell[i].needed > needed)
			needed = trial->cell[i].needed;
	}
	/* Rounded up, it is not promised too much. */
	visible_ns += 99;
	say(to, "no difference that this run can show%s; one of %llu.%llu us in the mean of the block maxima would have been found",
	    trial_count(trial, TRIAL_SAME) < trial->count ? " in the others" : "",
	    visible_ns / 1000, visible_ns / 100 % 10);
	say(to, "; to find one of %d us takes %llu pairs of blocks, ", TRIAL_WANTED_NS / 1000,
	    needed);
	say_duration(to, needed * trial->pair_ns);
}

/* Says how many pairs there have to be. */
static void say_short(char to[TRIAL_TEXT_LEN], const struct trial *trial)
{
	say(to, "%zu of %zu cells are too short to tell: they need %zu pairs of blocks with samples",
	    trial_count(trial, TRIAL_SHORT), trial->count, pairs_least(trial->tests));
}

/* Says what an error has left of it, if there was one. */
static void say_cut(char to[TRIAL_TEXT_LEN], const struct snapshot *snap)
{
	char clean[CUT_LEN];
	struct piece cut;

	if (!snapshot_get_value(snap, IRQSCOPE_SECTION_LOAD, "trial_cut", &cut))
		return;
	text_clean(clean, sizeof(clean), cut.at, cut.length);
	say(to, "; cut short by an error, after %s", clean);
}

/* Says in one sentence what a trial comes to; returns it. */
const char *trial_sentence(char to[TRIAL_TEXT_LEN], const struct trial *trial)
{
	static const enum trial_verdict changed[] = { TRIAL_HELPS, TRIAL_HURTS };
	size_t i;

	to[0] = '\0';
	for (i = 0; i < 2; i++) {
		if (!trial_count(trial, changed[i]))
			continue;
		say(to, "%s", *to ? "; " : "");
		say_changed(to, trial, changed[i]);
	}
	if (trial_count(trial, TRIAL_SAME)) {
		say(to, "%s", *to ? "; " : "");
		say_same(to, trial);
	}
	if (trial_count(trial, TRIAL_SHORT) || !trial->count) {
		say(to, "%s", *to ? "; " : "");
		say_short(to, trial);
	}
	if (trial->info.flags & IRQSCOPE_TRIAL_FAILED)
		say(to, "; a register did not hold its value, which ended the trial");
	say_cut(to, trial->snap);
	return to;
}
