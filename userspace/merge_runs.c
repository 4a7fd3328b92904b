// SPDX-License-Identifier: GPL-2.0
/*
 * Makes one run of several: they follow one another without a gap, the first where it
 * was. Their clocks are those of different boots and boards, so only how long each
 * has taken means something.
 */
#include "merge.h"
#include "message.h"
#include "setting_texts.h"

/* Finds the run that the sum begins with: the first that there was. */
static const struct irqscope_run *first_run(const struct merge *merge)
{
	size_t i;

	for (i = 0; i < merge->inputs; i++)
		if (merge->input[i].snap.run.generation)
			return &merge->input[i].snap.run;
	return &merge->input[0].snap.run;
}

/* Keeps the earliest start and the latest end by the clock on the wall. */
static void add_real_times(struct irqscope_run *run, const struct irqscope_run *other)
{
	if (other->generation && other->start_real_ns < run->start_real_ns)
		run->start_real_ns = other->start_real_ns;
	if (other->taken_real_ns > run->taken_real_ns)
		run->taken_real_ns = other->taken_real_ns;
}

/* Finds when the last snapshot of a capture was taken, those of its blocks included. */
static unsigned long long last_taken(const struct merge_input *input)
{
	const size_t blocks = snapshot_blocks(&input->snap);
	unsigned long long taken_ns = input->snap.run.taken_ns;
	struct irqscope_block block;

	if (blocks) {
		snapshot_get_block(&input->snap, blocks - 1, &block);
		if (block.end_ns > taken_ns)
			taken_ns = block.end_ns;
	}
	return taken_ns + input->shift_ns;
}

/* Adds up the runs, and finds how the times of each have to be shifted. */
int merge_runs(struct merge *merge)
{
	unsigned long long end_ns, duration_ns, taken_ns;
	struct irqscope_run *run = &merge->run;
	struct merge_input *input;
	size_t i;

	*run = *first_run(merge);
	end_ns = run->start_ns;
	taken_ns = end_ns;
	for (i = 0; i < merge->inputs; i++) {
		input = &merge->input[i];
		input->shift_ns = end_ns - input->snap.run.start_ns;
		duration_ns = setting_duration_ns(&input->snap);
		if (__builtin_add_overflow(end_ns, duration_ns, &end_ns))
			return complain("%s: a run of %llu ns is too long to add",
					input->snap.name, duration_ns);
		add_real_times(run, &input->snap.run);
		if (last_taken(input) > taken_ns)
			taken_ns = last_taken(input);
	}
	/* It has ended, even if the captures are of runs that had not. */
	run->flags &= ~IRQSCOPE_RUN_RUNNING;
	run->stop_ns = run->generation ? end_ns : 0;
	run->taken_ns = taken_ns > end_ns ? taken_ns : end_ns;
	return EXIT_FINE;
}
