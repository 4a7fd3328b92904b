/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_INTERVAL_H
#define READER_INTERVAL_H

#include "snapshot.h"

/**
 * struct interval - what one CPU and stage has counted between two snapshots
 * @count: samples
 * @max_ns: the greatest of them, 0 without any; exact if it is the greatest of the
 *	run, else the greatest that its bucket can hold
 */
struct interval {
	unsigned long long count;
	unsigned long long max_ns;
};

/* Both snapshots have been verified in what follows. */
bool interval_restarted(const struct snapshot *before, const struct snapshot *now);
void interval_get(struct interval *interval, const struct snapshot *before,
		  const struct snapshot *now, const struct irqscope_cell *cell);

#endif /* READER_INTERVAL_H */
