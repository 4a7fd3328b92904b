/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PARTS_H
#define READER_PARTS_H

#include "snapshot.h"

/* Length of a part until there are too many of them. */
#define PARTS_SECOND_MS	1000
/* So many parts at most. */
#define PARTS_MOST	2048

/**
 * struct part - one part of a run
 * @block: a block for each CPU and stage, as the cells; allocated
 * @count: how many
 */
struct part {
	struct irqscope_block *block;
	size_t count;
};

/**
 * struct parts - the parts of a run
 * @part: the parts; those of a long run are joined, so that they never get many
 * @count: how many
 * @seconds: seconds that make up a part, a power of two
 * @filled: seconds that the last part has
 * @bytes: the snapshot that ended the last part; empty before the first
 * @before: what is in there
 * @gap: there was no snapshot where the last second ended
 * @told: it was said that parts are missing
 * @broken: there is no use in going on
 */
struct parts {
	struct part part[PARTS_MOST];
	size_t count;
	unsigned long long seconds;
	unsigned long long filled;
	struct bytes bytes;
	struct snapshot before;
	bool gap;
	bool told;
	bool broken;
};

void parts_begin(struct parts *parts);
/* Ends a second of the run: takes a snapshot of the kernel. */
void parts_take(struct parts *parts, const char *root);
/* Adds the rest of the run up to a snapshot that has been verified. */
void parts_end(struct parts *parts, const struct snapshot *now);
/* Collects all blocks, in the order in which a snapshot has them. */
int parts_blocks(const struct parts *parts, struct bytes *blocks);
void parts_free(struct parts *parts);

#endif /* READER_PARTS_H */
