// SPDX-License-Identifier: GPL-2.0
/* Tells whether captures may be added: whether they are of the same thing. */
#include <string.h>

#include "differences.h"
#include "merge.h"
#include "message.h"
#include "setting_texts.h"

/* Tells whether a difference says that there are other cells, which does no harm. */
static bool is_of_cells(const char *key)
{
	return !strcmp(key, "stages") || !strcmp(key, "cpus_measured");
}

/* Tells whether one difference stands in the way, and what comes of it if not. */
static int check_difference(const struct difference *difference, const char *first,
			    const char *other, bool force)
{
	const struct piece key = { difference->key, strlen(difference->key) };

	if (is_of_cells(difference->key))
		return EXIT_FINE;
	if (piece_is(key, "bucket_ns"))
		return complain("%s: %s is %s, but %s in %s: histograms of different buckets cannot be added",
				other, difference->key, difference->value[1],
				difference->value[0], first);
	if (difference->decisive && !force)
		return complain("%s: %s is \"%s\", but \"%s\" in %s; --force merges them all the same",
				other, difference->key, difference->value[1],
				difference->value[0], first);
	if (setting_text_is(key))
		complain("%s: %s is %s, but %s in %s, which the result will name",
			 other, difference->key, difference->value[1],
			 difference->value[0], first);
	return EXIT_FINE;
}

/* Tells whether a capture can be added to the first one. */
static int check_input(const struct snapshot *first, const struct snapshot *other, bool force)
{
	struct differences differences;
	int error = differences_find(&differences, first, other);
	size_t i;

	for (i = 0; i < differences.count && !error; i++)
		error = check_difference(&differences.list[i], first->name, other->name,
					 force);
	differences_free(&differences);
	return error;
}

/* Says so if the outliers of a capture are lost. */
static void warn_of_outliers(const struct snapshot *snap)
{
	struct piece text = { 0 };

	snapshot_get_text(snap, IRQSCOPE_SECTION_OUTLIERS, &text);
	while (text.length) {
		if (!piece_begins(piece_line(&text), "outlier: "))
			continue;
		complain("%s: its outliers are left out", snap->name);
		return;
	}
}

/* Refuses a trial: of what only half is added up nobody could tell what it is. */
static int refuse_trial(const struct snapshot *snap)
{
	struct irqscope_trial trial;

	if (!snapshot_get_trial(snap, &trial))
		return EXIT_FINE;
	return complain("%s: it is a trial, with numbers under two settings, which are not merged",
			snap->name);
}

/* Tells whether all captures may be added, and what gets lost. */
int merge_allowed(const struct merge *merge, bool force)
{
	int error = EXIT_FINE;
	size_t i;

	for (i = 0; i < merge->inputs && !error; i++)
		error = refuse_trial(&merge->input[i].snap);

	for (i = 1; i < merge->inputs && !error; i++)
		error = check_input(&merge->input[0].snap, &merge->input[i].snap, force);
	for (i = 0; i < merge->inputs && !error; i++)
		warn_of_outliers(&merge->input[i].snap);
	return error;
}
