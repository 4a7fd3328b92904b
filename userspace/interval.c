// SPDX-License-Identifier: GPL-2.0
/* Differences of two snapshots: what was counted in between. */
#include <string.h>

#include "interval.h"

/* Gets the cell of the same CPU and stage; false if there is none. */
static bool get_same(const struct snapshot *snap, const struct irqscope_cell *wanted,
		     struct irqscope_cell *same)
{
	size_t index;

	if (!snapshot_find_cell(snap, wanted->cpu, wanted->stage, &index))
		return false;
	snapshot_get_cell(snap, index, same);
	return true;
}

/* Tells whether the stages are others. */
static bool other_stages(const struct snapshot *before, const struct snapshot *now)
{
	struct irqscope_stage_name one, other;
	size_t i;

	if (snapshot_stages(before) != snapshot_stages(now))
		return true;
	for (i = 0; i < snapshot_stages(now); i++) {
		snapshot_get_stage(before, i, &one);
		snapshot_get_stage(now, i, &other);
		if (strcmp(one.name, other.name))
			return true;
	}
	return false;
}

/* Tells whether a cell has lost what it had: figures only grow within a run. */
static bool gone_back(const struct snapshot *before, const struct irqscope_cell *cell,
		      const struct snapshot *now)
{
	unsigned long long had[IRQSCOPE_HIST_LENGTH], has[IRQSCOPE_HIST_LENGTH];
	struct irqscope_cell found;
	unsigned int i;

	if (!get_same(now, cell, &found) ||
	    found.counters.max_ns < cell->counters.max_ns)
		return true;
	snapshot_get_buckets(before, cell, had);
	snapshot_get_buckets(now, &found, has);
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++)
		if (has[i] < had[i])
			return true;
	return false;
}

/* Tells whether counting began anew in between: by another run, or by a reset. */
bool interval_restarted(const struct snapshot *before, const struct snapshot *now)
{
	struct irqscope_cell cell;
	size_t i;

	if (before->run.generation != now->run.generation ||
	    before->law.bucket_ns != now->law.bucket_ns || other_stages(before, now))
		return true;
	for (i = 0; i < snapshot_cells(before); i++) {
		snapshot_get_cell(before, i, &cell);
		if (gone_back(before, &cell, now))
			return true;
	}
	return false;
}

/* Finds the greatest latency that the highest bucket with new samples can hold. */
static unsigned long long highest_new(const struct snapshot *before,
				      const struct irqscope_cell *old,
				      const struct snapshot *now,
				      const struct irqscope_cell *cell)
{
	unsigned long long had[IRQSCOPE_HIST_LENGTH], has[IRQSCOPE_HIST_LENGTH], last_ns;
	unsigned int i = IRQSCOPE_HIST_BEYOND;

	snapshot_get_buckets(before, old, had);
	snapshot_get_buckets(now, cell, has);
	while (i && has[i] == had[i])
		i--;
	/* What is beyond all buckets has no other bound than the greatest one. */
	if (i == IRQSCOPE_HIST_BEYOND)
		return cell->counters.max_ns;
	last_ns = irqscope_hist_edge(&now->law, i + 1) - 1;
	return last_ns < cell->counters.max_ns ? last_ns : cell->counters.max_ns;
}

/*
 * Finds out what a cell of @now has counted since @before, which is NULL if all of
 * it is new; interval_restarted() must have said no otherwise.
 */
void interval_get(struct interval *interval, const struct snapshot *before,
		  const struct snapshot *now, const struct irqscope_cell *cell)
{
	const struct irqscope_counters *counters = &cell->counters;
	struct irqscope_cell old;

	*interval = (struct interval){ counters->count, counters->max_ns };
	if (!before || !get_same(before, cell, &old))
		return;
	interval->count -= old.counters.count;
	if (!interval->count)
		interval->max_ns = 0;
	else if (counters->max_ns == old.counters.max_ns)
		interval->max_ns = highest_new(before, &old, now, cell);
}
