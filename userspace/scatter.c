// SPDX-License-Identifier: GPL-2.0
/*
 * How much figures scatter, and whether neighbours are alike: in whole numbers, so
 * that it comes out the same on every machine.
 */
#include "scatter.h"

/* Sums of squares stay below 2^48, with room for a factor in front of them. */
#define SQUARES_MAX	0x1000000000000ull
/* What a test of this power needs on top of its critical value: 80 %. In 1/1000. */
#define POWER		840
/* In 1/1000: neighbours that are alike to this degree make a test too eager. */
#define FOLLOWS_MUCH	300

/* Two-sided critical values of the normal distribution at 5 % / 2^i, in 1/1000. */
static const unsigned short critical[] = {
	1960, 2241, 2498, 2734, 2955, 3163, 3359, 3546, 3725, 3896, 4061, 4220, 4374,
	4523, 4667, 4808, 4945,
};

#define CRITICAL_COUNT	(sizeof(critical) / sizeof(critical[0]))

/* Gives the root of a number, rounded down. */
static unsigned long long root(unsigned long long number)
{
	unsigned long long bit = 1ull << 31, result = 0;

	for (; bit; bit >>= 1)
		if ((result | bit) * (result | bit) <= number)
			result |= bit;
	return result;
}

/* Gives the critical value for one of so many tests, or of somewhat more. */
static unsigned long long critical_value(size_t tests)
{
	size_t i = 0;

	while (i + 1 < CRITICAL_COUNT && (size_t)1 << i < tests)
		i++;
	return critical[i];
}

/* Gives the greatest distance from a mean. */
static unsigned long long greatest_distance(const struct series *series,
					    unsigned long long mean)
{
	unsigned long long distance, greatest = 0;
	size_t i;

	for (i = 0; i < series->count; i++) {
		distance = series->figure[i] > mean ? series->figure[i] - mean :
						      mean - series->figure[i];
		if (distance > greatest)
			greatest = distance;
	}
	return greatest;
}

/* Tells by how many bits distances must be shortened to square and add so many. */
static unsigned int find_shift(unsigned long long distance, size_t count)
{
	const unsigned long long most = root(SQUARES_MAX / count);
	unsigned int shift = 0;

	while (distance >> shift > most)
		shift++;
	return shift;
}

/* Gives the distance of a figure from a mean, shortened. */
static long long distance_of(const struct series *series, size_t i,
			     unsigned long long mean, unsigned int shift)
{
	const unsigned long long figure = series->figure[i];

	return figure >= mean ? (long long)((figure - mean) >> shift) :
				-(long long)((mean - figure) >> shift);
}

/* Adds the squares of the distances. */
static unsigned long long add_squares(const struct series *series,
				      unsigned long long mean, unsigned int shift)
{
	unsigned long long sum = 0;
	long long distance;
	size_t i;

	for (i = 0; i < series->count; i++) {
		distance = distance_of(series, i, mean, shift);
		sum += (unsigned long long)(distance * distance);
	}
	return sum;
}

/*
 * Tells which shift of the mean would have been found, in 4 of 5 runs like these:
 * by how much means scatter when the figures are dealt out anew, times the critical
 * value of the first of so many tests and what its power needs.
 */
unsigned long long scatter_visible(const struct series *one, const struct series *other,
				   size_t tests)
{
	const unsigned long long count = one->count + other->count;
	const unsigned long long mean = (one->sum + other->sum) / count;
	const unsigned long long far_one = greatest_distance(one, mean);
	const unsigned long long far_other = greatest_distance(other, mean);
	const unsigned int shift = find_shift(far_one > far_other ? far_one : far_other, count);
	unsigned long long variance;

	variance = (add_squares(one, mean, shift) + add_squares(other, mean, shift)) /
		   (count - 1) * count / one->count / other->count;
	return ((root(variance) * (critical_value(tests) + POWER)) << shift) / 1000;
}

/* Tells by how much one figure scatters, times what a test asks for. */
static unsigned long long asked_for(const struct series *series, size_t tests)
{
	const unsigned long long mean = series->sum / series->count;
	const unsigned int shift = find_shift(greatest_distance(series, mean), series->count);
	const unsigned long long squares = add_squares(series, mean, shift);

	if (series->count < 2)
		return 0;
	return ((root(squares / (series->count - 1)) + 1) * (critical_value(tests) + POWER)
		<< shift) / 1000;
}

/* Tells how many figures like these find a shift of their mean in 4 of 5 cases. */
unsigned long long scatter_needed(const struct series *series, size_t tests,
				  unsigned long long shift_ns)
{
	/* In 1/1000, and no more than can be squared. */
	unsigned long long ratio = asked_for(series, tests) * 1000 / shift_ns;

	if (ratio > 1ull << 31)
		ratio = 1ull << 31;
	return (ratio * ratio + 999999) / 1000000;
}

/* Tells which shift of their mean would have been found in 4 of 5 cases. */
unsigned long long scatter_visible_mean(const struct series *series, size_t tests)
{
	return asked_for(series, tests) * 1000 / (root(series->count * 1000000ull) + 1);
}

/* Tells how much each figure is like the one before, in 1/1000 (autocorrelation). */
long long scatter_follows(const struct series *series)
{
	unsigned long long mean, squares;
	long long products = 0;
	unsigned int shift;
	size_t i;

	if (!series->count)
		return 0;
	mean = series->sum / series->count;
	shift = find_shift(greatest_distance(series, mean), series->count);
	squares = add_squares(series, mean, shift);
	for (i = 1; i < series->count; i++)
		products += distance_of(series, i - 1, mean, shift) *
			    distance_of(series, i, mean, shift);
	return squares ? products * 1000 / (long long)squares : 0;
}

/* Tells whether that is much, and more than chance makes of so few figures. */
bool scatter_follows_much(const struct series *series)
{
	const long long follows = scatter_follows(series);

	return follows > FOLLOWS_MUCH &&
	       (unsigned long long)(follows * follows) * series->count > 4000000;
}
