// SPDX-License-Identifier: GPL-2.0
/*
 * Puts the blocks of captures one behind the other. Where they are of different
 * lengths, as many of the shorter ones are made one as it takes to be as long as the
 * longest; what is left over at the end of a run is a shorter one.
 */
#include <stdlib.h>

#include "blocks.h"
#include "merge.h"
#include "message.h"

/* Sorts blocks by cell, then by time. */
static int by_cell(const void *one, const void *other)
{
	const struct irqscope_block *block = one, *other_block = other;

	if (block->cpu != other_block->cpu)
		return block->cpu > other_block->cpu ? 1 : -1;
	if (block->stage != other_block->stage)
		return block->stage > other_block->stage ? 1 : -1;
	return (block->end_ns > other_block->end_ns) - (block->end_ns < other_block->end_ns);
}

/* Sorts blocks as the format has them: by time, then by cell. */
static int by_time(const void *one, const void *other)
{
	const struct irqscope_block *block = one, *other_block = other;

	if (block->end_ns != other_block->end_ns)
		return block->end_ns > other_block->end_ns ? 1 : -1;
	return by_cell(one, other);
}

/* Makes a block longer by the one that comes next. */
static void add_block(struct irqscope_block *block, const struct irqscope_block *next)
{
	block->end_ns = next->end_ns;
	block->length_ns += next->length_ns;
	block->count += next->count;
	if (next->max_ns > block->max_ns)
		block->max_ns = next->max_ns;
}

/* Takes so many blocks of each cell as one; returns how many there are then. */
static size_t merge_parts(struct irqscope_block *blocks, size_t count,
			  unsigned long long ratio)
{
	unsigned long long parts = 0;
	size_t i, merged = 0;

	qsort(blocks, count, sizeof(*blocks), by_cell);
	for (i = 0; i < count; i++, parts++) {
		if (merged && parts < ratio && blocks[merged - 1].cpu == blocks[i].cpu &&
		    blocks[merged - 1].stage == blocks[i].stage) {
			add_block(&blocks[merged - 1], &blocks[i]);
			continue;
		}
		blocks[merged++] = blocks[i];
		parts = 0;
	}
	return merged;
}

/* Copies the blocks of a capture; those of stages that there are not are none. */
static size_t copy_blocks(const struct merge *merge, const struct merge_input *input,
			  struct irqscope_block *to)
{
	size_t i, count = 0;

	for (i = 0; i < snapshot_blocks(&input->snap); i++) {
		snapshot_get_block(&input->snap, i, &to[count]);
		if (to[count].stage >= snapshot_stages(&input->snap))
			continue;
		to[count].stage = merge_stage(merge, &input->snap, to[count].stage);
		to[count].end_ns += input->shift_ns;
		count++;
	}
	return count;
}

/* Adds the blocks of a capture; they become as long as the longest. */
static int add_blocks(struct merge *merge, const struct merge_input *input,
		      unsigned long long longest_ns)
{
	struct irqscope_block *blocks = merge->block + merge->blocks;
	unsigned long long ratio;

	if (!input->block_ns)
		return EXIT_FINE;
	ratio = blocks_ratio(longest_ns, input->block_ns);
	if (!ratio)
		return complain("%s: no number of its blocks of %llu ns makes one of %llu ns",
				input->snap.name, input->block_ns, longest_ns);
	merge->blocks += merge_parts(blocks, copy_blocks(merge, input, blocks), ratio);
	return EXIT_FINE;
}

/* Collects the blocks of all captures. */
int merge_blocks(struct merge *merge)
{
	unsigned long long longest_ns = 0;
	size_t i, count = 0;
	int error = EXIT_FINE;

	for (i = 0; i < merge->inputs && !error; i++) {
		error = blocks_length(&merge->input[i].snap, &merge->input[i].block_ns);
		if (merge->input[i].block_ns > longest_ns)
			longest_ns = merge->input[i].block_ns;
		count += snapshot_blocks(&merge->input[i].snap);
	}
	if (error || !count)
		return error;
	merge->block = calloc(count, sizeof(*merge->block));
	if (!merge->block)
		return complain("no memory for the blocks");
	for (i = 0; i < merge->inputs && !error; i++)
		error = add_blocks(merge, &merge->input[i], longest_ns);
	qsort(merge->block, merge->blocks, sizeof(*merge->block), by_time);
	return error;
}
