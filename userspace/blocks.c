// SPDX-License-Identifier: GPL-2.0
/* How long the parts of a run are. */
#include <stdlib.h>

#include "blocks.h"
#include "message.h"
#include "spread.h"

/* By a tenth of its length may a part differ from the others and count as one. */
#define TOLERANCE	10

/* Finds how long most parts of a run are; 0 if there are none. */
int blocks_length(const struct snapshot *snap, unsigned long long *length_ns)
{
	const size_t count = snapshot_blocks(snap);
	unsigned long long *lengths;
	struct irqscope_block block;
	struct spread spread;
	size_t i;

	*length_ns = 0;
	if (!count)
		return EXIT_FINE;
	lengths = malloc(count * sizeof(*lengths));
	if (!lengths)
		return complain("no memory for the blocks");
	for (i = 0; i < count; i++) {
		snapshot_get_block(snap, i, &block);
		lengths[i] = block.length_ns;
	}
	/* Neither the shorter last one nor one that came late can be that. */
	spread_take(&spread, lengths, count);
	free(lengths);
	*length_ns = spread.median;
	if (*length_ns && *length_ns <= BLOCKS_LENGTH_MAX)
		return EXIT_FINE;
	return complain("%s: blocks of %llu ns: must be 1 to %llu", snap->name, *length_ns,
			BLOCKS_LENGTH_MAX);
}

/* Tells whether a part is as long as the others, not the rest at the end. */
bool blocks_whole(const struct irqscope_block *block, unsigned long long length_ns)
{
	return block->length_ns >= length_ns - length_ns / TOLERANCE;
}

/* Tells how many shorter parts make a longer one; 0 if none do. */
unsigned long long blocks_ratio(unsigned long long longer_ns, unsigned long long shorter_ns)
{
	const unsigned long long ratio = (longer_ns + shorter_ns / 2) / shorter_ns;
	const unsigned long long made_ns = ratio * shorter_ns;
	const unsigned long long off_ns =
		made_ns > longer_ns ? made_ns - longer_ns : longer_ns - made_ns;

	return off_ns <= longer_ns / TOLERANCE ? ratio : 0;
}
