// SPDX-License-Identifier: GPL-2.0
/* Finds blocks that contradict each other, or the cells. */
#include <stdlib.h>

#include "message.h"
#include "verify_blocks.h"

/**
 * struct walk - a walk over the blocks
 * @snap: the snapshot
 * @cell: index of the cell that the block belongs to
 * @sum: samples in the blocks of each cell so far
 * @block: the block that is looked at
 * @before: the one before it
 * @first: there is none before it
 */
struct walk {
	const struct snapshot *snap;
	size_t cell;
	unsigned long long *sum;
	struct irqscope_block block;
	struct irqscope_block before;
	bool first;
};

/* Names a block and two of its figures. */
#define CONTRADICT(walk, format, ...) \
	contradict("%s: block of cpu %u stage number %u that ends at %llu ns: " format, \
		   (walk)->snap->name, (walk)->block.cpu, (walk)->block.stage, \
		   (unsigned long long)(walk)->block.end_ns, __VA_ARGS__)

/* Checks that a block that ends with the one before belongs to the same part. */
static int verify_same_part(const struct walk *walk)
{
	const struct irqscope_block *block = &walk->block, *before = &walk->before;

	if (block->length_ns != before->length_ns)
		return CONTRADICT(walk, "it is %llu ns long, but the one before it %llu ns",
				  (unsigned long long)block->length_ns,
				  (unsigned long long)before->length_ns);
	if (block->cpu < before->cpu ||
	    (block->cpu == before->cpu && block->stage <= before->stage))
		return CONTRADICT(walk, "it comes after that of cpu %u stage number %u",
				  before->cpu, before->stage);
	return EXIT_FINE;
}

/* Checks that a block that ends at another time begins a part that follows. */
static int verify_next_part(const struct walk *walk)
{
	const struct irqscope_block *block = &walk->block;
	const unsigned long long last_ns = walk->first ? 0 : walk->before.end_ns;

	if (block->end_ns < last_ns)
		return CONTRADICT(walk, "it comes after one that ends at %llu ns", last_ns);
	if (block->length_ns > block->end_ns - last_ns)
		return CONTRADICT(walk, "it is %llu ns long, but the one before it ends at %llu ns",
				  (unsigned long long)block->length_ns, last_ns);
	return EXIT_FINE;
}

/* Steps to the cell of a block; those of a part rise as the cells do. */
static int find_cell(struct walk *walk, struct irqscope_cell *cell)
{
	const struct irqscope_block *block = &walk->block;

	for (; walk->cell < snapshot_cells(walk->snap); walk->cell++) {
		snapshot_get_cell(walk->snap, walk->cell, cell);
		if (cell->cpu == block->cpu && cell->stage == block->stage)
			return EXIT_FINE;
	}
	return CONTRADICT(walk, "it is that of none of the %zu cells",
			  snapshot_cells(walk->snap));
}

/* Checks a block's figures against those of its cell. */
static int verify_figures(struct walk *walk, const struct irqscope_counters *counters)
{
	const unsigned long long count = walk->block.count, max_ns = walk->block.max_ns;
	unsigned long long *sum = &walk->sum[walk->cell];

	if (!count && max_ns)
		return CONTRADICT(walk, "count is 0, but max is %llu ns", max_ns);
	if (count > counters->count - *sum)
		return CONTRADICT(walk, "count is %llu, too many to add to %llu: the cell has %llu",
				  count, *sum, (unsigned long long)counters->count);
	if (count && (max_ns < counters->min_ns || max_ns > counters->max_ns))
		return CONTRADICT(walk, "max is %llu ns, but the cell has from %llu ns to %llu ns",
				  max_ns, (unsigned long long)counters->min_ns,
				  (unsigned long long)counters->max_ns);
	*sum += count;
	return EXIT_FINE;
}

/* Checks one block. */
static int verify_block(struct walk *walk)
{
	const bool same_part = !walk->first && walk->block.end_ns == walk->before.end_ns;
	struct irqscope_cell cell;
	int error = same_part ? verify_same_part(walk) : verify_next_part(walk);

	if (!same_part)
		walk->cell = 0;
	if (!error)
		error = find_cell(walk, &cell);
	return error ? error : verify_figures(walk, &cell.counters);
}

/* Checks all blocks. */
int verify_blocks(const struct snapshot *snap)
{
	struct walk walk = { .snap = snap, .first = true };
	int error = EXIT_FINE;
	size_t i;

	if (!snapshot_blocks(snap))
		return EXIT_FINE;
	walk.sum = calloc(snapshot_cells(snap) + 1, sizeof(*walk.sum));
	if (!walk.sum)
		return complain("no memory for the sums of %zu cells", snapshot_cells(snap));
	for (i = 0; !error && i < snapshot_blocks(snap); i++) {
		snapshot_get_block(snap, i, &walk.block);
		error = verify_block(&walk);
		walk.before = walk.block;
		walk.first = false;
	}
	free(walk.sum);
	return error;
}
