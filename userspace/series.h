/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SERIES_H
#define READER_SERIES_H

#include "snapshot.h"

/* With 13 days of maxima, 2^50 ns, squares and shares in 1/1000 fit into 64 bits. */
#define SERIES_SUM_MAX	0x4000000000000ull

/**
 * struct series - figures in the order in which they came up
 * @figure: allocated; NULL without any
 * @count: how many
 * @sum: of all
 */
struct series {
	unsigned long long *figure;
	size_t count;
	unsigned long long sum;
};

/* The maxima of the blocks of each cell, @merge of length @length_ns taken as one. */
int series_read(struct series **series, const struct snapshot *snap,
		unsigned long long length_ns, unsigned long long merge);
/* The sums of so many successive figures; a rest is left out. To be freed as one. */
int series_runs(struct series *runs, const struct series *series, size_t length);
void series_free(struct series *series, size_t count);

#endif /* READER_SERIES_H */
