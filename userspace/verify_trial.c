// SPDX-License-Identifier: GPL-2.0
/* Finds figures of a trial that contradict each other. */
#include "message.h"
#include "verify_trial.h"

/* Checks that the cells of setting b are those of setting a. */
static int verify_same_cells(const struct snapshot *snap, const struct snapshot *b)
{
	struct irqscope_cell cell, other;
	size_t i;

	if (snapshot_cpus(snap) != snapshot_cpus(b) || snapshot_cells(snap) != snapshot_cells(b))
		return contradict("%s: setting a of the trial has %zu cpus and %zu cells, b %zu and %zu",
				  snap->name, snapshot_cpus(snap), snapshot_cells(snap),
				  snapshot_cpus(b), snapshot_cells(b));
	for (i = 0; i < snapshot_cells(snap); i++) {
		snapshot_get_cell(snap, i, &cell);
		snapshot_get_cell(b, i, &other);
		if (cell.cpu != other.cpu || cell.stage != other.stage)
			return contradict("%s: cell %zu is of cpu %u stage number %u in setting a of the trial, of cpu %u stage number %u in b",
					  snap->name, i, cell.cpu, cell.stage, other.cpu,
					  other.stage);
	}
	return EXIT_FINE;
}

/* Checks one block; @index becomes its cell. */
static int verify_block(const struct snapshot *snap, const struct irqscope_trial_block *block)
{
	size_t index;

	if (block->setting > 1)
		return contradict("%s: a block of the trial is of setting %u, which is neither 0 nor 1",
				  snap->name, block->setting);
	if (!snapshot_find_cell(snap, block->cpu, block->stage, &index))
		return contradict("%s: a block of the trial is of cpu %u stage number %u, which is none of the %zu cells",
				  snap->name, block->cpu, block->stage, snapshot_cells(snap));
	if (!block->count && block->max_ns)
		return contradict("%s: a block of the trial, of cpu %u stage number %u, has count 0, but max %llu ns",
				  snap->name, block->cpu, block->stage,
				  (unsigned long long)block->max_ns);
	return EXIT_FINE;
}

/* Checks that time and pairs do not go back. */
static int verify_order(const struct snapshot *snap, const struct irqscope_trial_block *block,
			const struct irqscope_trial_block *before)
{
	if (block->end_ns >= before->end_ns && block->pair >= before->pair)
		return EXIT_FINE;
	return contradict("%s: a block of the trial, of pair %u, ends at %llu ns, after one of pair %u that ends at %llu ns",
			  snap->name, block->pair, (unsigned long long)block->end_ns,
			  before->pair, (unsigned long long)before->end_ns);
}

/* Checks a trial, if there is one. */
int verify_trial(const struct snapshot *snap,
		 int (*verify_cells)(const struct snapshot *snap))
{
	struct irqscope_trial_block block, before = { 0 };
	struct irqscope_trial trial;
	struct snapshot b;
	int error;
	size_t i;

	if (!snapshot_get_trial(snap, &trial))
		return EXIT_FINE;
	b = snapshot_setting_b(snap);
	error = verify_cells(&b);
	if (!error)
		error = verify_same_cells(snap, &b);
	for (i = 0; !error && i < snapshot_trial_blocks(snap); i++) {
		snapshot_get_trial_block(snap, i, &block);
		error = verify_block(snap, &block);
		if (!error && i)
			error = verify_order(snap, &block, &before);
		before = block;
	}
	return error;
}
