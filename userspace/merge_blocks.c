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

/* Sorts blocks as the format has them: by time, then by cell. */
static int by_time(const void *one, const void *other)
{
	const struct irqscope_block *block = one, *other_block = other;

	if (block->end_ns != other_block->end_ns)
		return block->end_ns > other_block->end_ns ? 1 : -1;
	if (block->cpu != other_block->cpu)
		return block->cpu > other_block->cpu ? 1 : -1;
	return (block->stage > other_block->stage) - (block->stage < other_block->stage);
}

/* Finds where so many parts end that begin at a block, and how long they are. */
static size_t find_end(const struct irqscope_block *blocks, size_t first, size_t count,
		       unsigned long long parts, unsigned long long *length_ns)
{
	size_t i;

	*length_ns = 0;
	for (i = first; i < count; i++) {
		/* All blocks of a part end at the same time. */
		if (i > first && blocks[i].end_ns == blocks[i - 1].end_ns)
			continue;
		if (!parts--)
			break;
		*length_ns += blocks[i].length_ns;
	}
	return i;
}

/* Gives the blocks of each so many parts the same time, whatever cells a part lacks. */
static void join_parts(struct irqscope_block *blocks, size_t count, unsigned long long ratio)
{
	unsigned long long length_ns;
	size_t i, end;

	for (i = 0; i < count;) {
		end = find_end(blocks, i, count, ratio, &length_ns);
		for (; i < end; i++) {
			blocks[i].end_ns = blocks[end - 1].end_ns;
			blocks[i].length_ns = length_ns;
		}
	}
}

/* Makes one block of those of a cell that have the same time; returns how many are left. */
static size_t join_blocks(struct irqscope_block *blocks, size_t count)
{
	struct irqscope_block *last;
	size_t i, joined = 0;

	qsort(blocks, count, sizeof(*blocks), by_time);
	for (i = 0; i < count; i++) {
		last = joined ? &blocks[joined - 1] : NULL;
		if (!last || by_time(last, &blocks[i])) {
			blocks[joined++] = blocks[i];
			continue;
		}
		last->count += blocks[i].count;
		if (blocks[i].max_ns > last->max_ns)
			last->max_ns = blocks[i].max_ns;
	}
	return joined;
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
	size_t count;

	if (!input->block_ns)
		return EXIT_FINE;
	ratio = blocks_ratio(longest_ns, input->block_ns);
	if (!ratio)
		return complain("%s: no number of its blocks of %llu ns makes one of %llu ns",
				input->snap.name, input->block_ns, longest_ns);
	count = copy_blocks(merge, input, blocks);
	join_parts(blocks, count, ratio);
	merge->blocks += join_blocks(blocks, count);
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
