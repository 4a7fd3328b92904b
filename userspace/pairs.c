// SPDX-License-Identifier: GPL-2.0
/*
 * Tests whether the differences within pairs have a mean of 0: as a coin decided which
 * half of a pair came first, each difference could as well have had the other sign if
 * the two halves were under the same conditions. How much neighbours are alike, or a
 * load that drifts, makes no difference to that.
 *
 * With a mean taken off all differences first, the same test tells whether that mean
 * can be excluded: those that cannot are the interval.
 */
#include <stdint.h>
#include <stdlib.h>

#include "message.h"
#include "pairs.h"

/* So few pairs have all their signs tried out instead of some at random. */
#define ALL_WAYS	13
/* Random signs that one number gives. */
#define SIGNS_AT_ONCE	31

/**
 * struct flip - the differences with other signs
 * @sum: their sum
 * @balance: by how many pairs more have kept their sign than have not
 */
struct flip {
	long long sum;
	long long balance;
};

/**
 * struct flips - many of them
 * @pairs: of what
 * @flip: allocated
 * @count: how many
 * @all: they are all that there are
 * @tests: how many tests are made at once
 * @level: what is less probable, with all those tests, is excluded
 */
struct flips {
	const struct pairs *pairs;
	struct flip *flip;
	size_t count;
	bool all;
	size_t tests;
	unsigned long long level;
};

/* Tells how many ways there are, up to a limit that no test needs. */
static unsigned long long count_ways(size_t count)
{
	return 1ull << (count < 40 ? count : 40);
}

/* Tells whether the least probability that there can be is small enough, 5 %. */
bool pairs_can_tell(size_t count, size_t tests)
{
	return count_ways(count) > 40ull * tests;
}

/* Tells how many pairs there must be. */
size_t pairs_least(size_t tests)
{
	size_t count = 1;

	while (!pairs_can_tell(count, tests))
		count++;
	return count;
}

/* Turns signs round: those of a number if there are few, else random ones. */
static void turn(const struct flips *flips, size_t number, struct chance *chance,
		 struct flip *flip)
{
	const struct pairs *pairs = flips->pairs;
	uint32_t signs = (uint32_t)number;
	size_t i;

	*flip = (struct flip){ 0 };
	for (i = 0; i < pairs->count; i++) {
		if (!flips->all && i % SIGNS_AT_ONCE == 0)
			signs = chance_below(chance, 1u << SIGNS_AT_ONCE);
		flip->sum += signs & 1 ? -pairs->difference[i] : pairs->difference[i];
		flip->balance += signs & 1 ? -1 : 1;
		signs >>= 1;
	}
}

/* Makes the flips. */
static int make_flips(struct flips *flips, struct chance *chance)
{
	size_t i;

	flips->all = flips->pairs->count <= ALL_WAYS;
	flips->count = flips->all ? (size_t)count_ways(flips->pairs->count) :
				    (size_t)permute_count(flips->tests);
	flips->flip = calloc(flips->count, sizeof(*flips->flip));
	if (!flips->flip)
		return complain("no memory for the test");
	for (i = 0; i < flips->count; i++)
		turn(flips, i, chance, &flips->flip[i]);
	return EXIT_FINE;
}

/* Gives the amount of a number. */
static unsigned long long amount(long long number)
{
	return number < 0 ? -(unsigned long long)number : (unsigned long long)number;
}

/* Tests a mean. */
static void test_mean(const struct flips *flips, long long mean,
		      struct permute_result *result)
{
	const struct pairs *pairs = flips->pairs;
	const unsigned long long real = amount(pairs->sum - (long long)pairs->count * mean);
	unsigned long long part = 0, of = flips->count;
	size_t i;

	for (i = 0; i < flips->count; i++)
		part += amount(flips->flip[i].sum - flips->flip[i].balance * mean) >= real;
	*result = (struct permute_result){ .permutations = of, .extreme = part };
	/* Among random ones the real one has to be counted, too. */
	part += !flips->all;
	of += !flips->all;
	result->p = permute_probability(part, of);
	result->p_most = flips->all ? result->p :
				      permute_probability(permute_at_most(part), of);
}

/* Tells whether a mean cannot be excluded. */
static bool is_possible(const struct flips *flips, long long mean)
{
	struct permute_result result;

	test_mean(flips, mean, &result);
	return result.p_most * flips->tests >= flips->level;
}

/*
 * Finds the last mean that is possible, in one direction: the further away, the less
 * it is so. False if there is no end.
 */
static bool find_end(const struct flips *flips, int direction, long long *end)
{
	const long long middle = flips->pairs->sum / (long long)flips->pairs->count;
	const long long most = PAIRS_SUM_MAX / (long long)flips->pairs->count;
	long long inside = 0, outside = 1, between;

	while (is_possible(flips, middle + direction * outside)) {
		inside = outside;
		outside *= 2;
		if (outside > 2 * most)
			return false;
	}
	while (outside - inside > 1) {
		between = inside + (outside - inside) / 2;
		if (is_possible(flips, middle + direction * between))
			inside = between;
		else
			outside = between;
	}
	*end = middle + direction * outside;
	return true;
}

/* Tests the pairs. */
int pairs_test(const struct pairs *pairs, size_t tests, unsigned long long level,
	       struct chance *chance, struct pairs_result *result)
{
	struct flips flips = { .pairs = pairs, .tests = tests, .level = level };
	int error = make_flips(&flips, chance);

	*result = (struct pairs_result){ 0 };
	if (!error) {
		test_mean(&flips, 0, &result->test);
		result->bounded = find_end(&flips, -1, &result->from) &&
				  find_end(&flips, 1, &result->to);
	}
	free(flips.flip);
	return error;
}
