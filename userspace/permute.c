// SPDX-License-Identifier: GPL-2.0
/*
 * Tests whether two series of figures differ in their mean: if they do not, it does
 * not matter which of the figures are in which of them, and dealing them out anew
 * gives as great a difference often.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "permute.h"

/*
 * With so many permutations for each test, all tests together can be held to 5 %
 * with a probability for each that is 20 times smaller than need be.
 */
#define PERMUTATIONS_PER_TEST	400
#define PERMUTATIONS_MIN	9999
/* What is that common after fewer permutations is not going to be rare. */
#define EXTREME_ENOUGH		100

/* Fewer figures of a series do not tell anything about it. */
#define FIGURES_MIN		5
/* In so many ways, for each test, must they be able to be dealt out. */
#define WAYS_PER_TEST		80

/**
 * struct deal - what is dealt out
 * @figure: all figures of both series
 * @count: how many
 * @size: how many are to be drawn, those of the shorter series
 * @least: their sum is as extreme as the real one if it is at most that
 * @greatest: or at least that
 */
struct deal {
	unsigned long long *figure;
	uint32_t count;
	uint32_t size;
	long long least;
	long long greatest;
};

/* Counts the ways to draw some of all, up to a limit. */
static unsigned long long count_ways(size_t all, size_t some, unsigned long long limit)
{
	unsigned long long ways = 1;
	size_t i;

	/* Each step makes more of them, as long as it is half of all at most. */
	for (i = 1; i <= some && ways < limit; i++)
		ways = ways * (all - some + i) / i;
	return ways;
}

/* Tells whether series of these lengths are long enough for one of so many tests. */
bool permute_can_tell(size_t one, size_t other, size_t tests)
{
	const size_t shorter = one < other ? one : other;
	const unsigned long long enough = (unsigned long long)tests * WAYS_PER_TEST;

	return shorter >= FIGURES_MIN && count_ways(one + other, shorter, enough) >= enough;
}

/* Tells how many figures either series needs. */
size_t permute_least(size_t tests)
{
	size_t length = FIGURES_MIN;

	while (!permute_can_tell(length, length, tests))
		length++;
	return length;
}

/* Finds which sums are as far from what is to be expected as that of the first ones. */
static void find_extremes(struct deal *deal)
{
	const unsigned long long twice = 2ull * deal->size;
	unsigned long long sum = 0, all = 0, mirror, rest;
	uint32_t i;

	for (i = 0; i < deal->count; i++) {
		all += deal->figure[i];
		if (i < deal->size)
			sum += deal->figure[i];
	}
	/* Twice what is to be expected, twice * all / count, without the large product. */
	rest = twice * (all % deal->count);
	mirror = twice * (all / deal->count) + rest / deal->count;
	rest %= deal->count;
	deal->least = (long long)sum;
	deal->greatest = (long long)sum;
	/* A fraction makes the sums between which all is ordinary lie wider apart. */
	if (2 * sum >= mirror + !!rest)
		deal->least = (long long)(mirror - sum);
	else
		deal->greatest = (long long)(mirror + !!rest - sum);
}

/* Draws some of the figures; returns their sum. */
static long long draw(struct deal *deal, struct chance *chance)
{
	unsigned long long sum = 0, figure;
	uint32_t i, other;

	for (i = 0; i < deal->size; i++) {
		other = i + chance_below(chance, deal->count - i);
		figure = deal->figure[other];
		deal->figure[other] = deal->figure[i];
		deal->figure[i] = figure;
		sum += figure;
	}
	return (long long)sum;
}

/*
 * Adds three standard deviations to a count, rounded up: what is rare even then does
 * not become common with other random numbers.
 */
unsigned long long permute_at_most(unsigned long long count)
{
	unsigned long long more = 0;

	while (more * more < 9 * count)
		more++;
	return count + more;
}

/* Gives a part as a probability, rounded up. */
unsigned long long permute_probability(unsigned long long part, unsigned long long of)
{
	return part < of ? (part * PERMUTE_CERTAIN + of - 1) / of : PERMUTE_CERTAIN;
}

/* Tells how many permutations are made for each of so many tests. */
unsigned long long permute_count(size_t tests)
{
	const unsigned long long most = (unsigned long long)tests * PERMUTATIONS_PER_TEST;

	return most < PERMUTATIONS_MIN ? PERMUTATIONS_MIN : most;
}

/*
 * Deals out again and again. Ending early is what Besag and Clifford (1991) show to
 * be allowed: the share is a probability then, without the one for the real deal.
 */
static void deal_out(struct deal *deal, size_t tests, struct chance *chance,
		     struct permute_result *result)
{
	const unsigned long long most = permute_count(tests);
	unsigned long long part, of;
	long long sum;

	*result = (struct permute_result){ 0 };
	while (result->permutations < most && result->extreme < EXTREME_ENOUGH) {
		sum = draw(deal, chance);
		result->permutations++;
		result->extreme += sum <= deal->least || sum >= deal->greatest;
	}
	part = result->extreme;
	of = result->permutations;
	if (part < EXTREME_ENOUGH) {
		part++;
		of++;
	}
	result->p = permute_probability(part, of);
	result->p_most = permute_probability(permute_at_most(part), of);
}

/* Tests two series as one of so many tests. */
int permute_test(const struct series *one, const struct series *other, size_t tests,
		 struct chance *chance, struct permute_result *result)
{
	const struct series *shorter = one->count < other->count ? one : other;
	const struct series *longer = shorter == one ? other : one;
	struct deal deal = {
		.count = (uint32_t)(one->count + other->count),
		.size = (uint32_t)shorter->count,
	};

	deal.figure = malloc(deal.count * sizeof(*deal.figure));
	if (!deal.figure)
		return complain("no memory for the comparison");
	memcpy(deal.figure, shorter->figure, shorter->count * sizeof(*deal.figure));
	memcpy(deal.figure + shorter->count, longer->figure,
	       longer->count * sizeof(*deal.figure));
	find_extremes(&deal);
	deal_out(&deal, tests, chance, result);
	free(deal.figure);
	return EXIT_FINE;
}
