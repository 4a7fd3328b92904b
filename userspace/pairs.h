/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PAIRS_H
#define READER_PAIRS_H

#include "chance.h"
#include "permute.h"

/* The sum of all differences stays below that, and so does what is made of it. */
#define PAIRS_SUM_MAX	0x4000000000000ll

/**
 * struct pairs - differences within pairs whose order was a matter of chance
 * @difference: of each pair; allocated
 * @count: how many
 * @sum: of all
 */
struct pairs {
	long long *difference;
	size_t count;
	long long sum;
};

/**
 * struct pairs_result - what a test of them has found
 * @test: whether their mean is 0
 * @bounded: there is an interval
 * @from: all means that cannot be excluded, each with the same test, are from here
 * @to: to here
 */
struct pairs_result {
	struct permute_result test;
	bool bounded;
	long long from;
	long long to;
};

/* Tells whether so many pairs are enough for one of so many tests. */
bool pairs_can_tell(size_t count, size_t tests);
size_t pairs_least(size_t tests);
/* Tests with so many tests beside it; what is at @level or above is not excluded. */
int pairs_test(const struct pairs *pairs, size_t tests, unsigned long long level,
	       struct chance *chance, struct pairs_result *result);

#endif /* READER_PAIRS_H */
