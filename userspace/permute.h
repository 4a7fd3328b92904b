/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PERMUTE_H
#define READER_PERMUTE_H

#include <stdbool.h>

#include "chance.h"
#include "series.h"

/* Probabilities are in parts per 10^9, rounded up. */
#define PERMUTE_CERTAIN	1000000000ull

/**
 * struct permute_result - what a test of permutations has found
 * @permutations: how many were made
 * @extreme: how many gave a difference as great as the real one
 * @p: the probability of such a difference without a reason
 * @p_most: what it is at most, whatever the random numbers were
 */
struct permute_result {
	unsigned long long permutations;
	unsigned long long extreme;
	unsigned long long p;
	unsigned long long p_most;
};

/* How many permutations so many tests need. */
unsigned long long permute_count(size_t tests);
/* A share of permutations as a probability, rounded up. */
unsigned long long permute_probability(unsigned long long part, unsigned long long of);
/* What a count is at most, whatever the random numbers were. */
unsigned long long permute_at_most(unsigned long long count);
bool permute_can_tell(size_t one, size_t other, size_t tests);
size_t permute_least(size_t tests);
int permute_test(const struct series *one, const struct series *other, size_t tests,
		 struct chance *chance, struct permute_result *result);

#endif /* READER_PERMUTE_H */
