/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bucket law of irqscope and the percentiles drawn from it.
 *
 * The module, the reader and the host tests compile this one text, so it
 * includes nothing and neither divides nor multiplies in a way that a 32-bit
 * kernel could not link.
 *
 * The law: a linear body of IRQSCOPE_HIST_BODY buckets, each bucket_ns wide,
 * then a log-linear tail of IRQSCOPE_HIST_OCTAVES octaves, each cut into
 * IRQSCOPE_HIST_OCTAVE equal buckets. Octave k begins at body_ns << k. What
 * lies at or above body_ns << IRQSCOPE_HIST_OCTAVES is counted in one more
 * counter, "beyond". Buckets are closed below and open above.
 */
#ifndef IRQSCOPE_HIST_H
#define IRQSCOPE_HIST_H

#define IRQSCOPE_HIST_BODY	2048u
#define IRQSCOPE_HIST_OCTAVE	32u
#define IRQSCOPE_HIST_OCTAVES	17u
#define IRQSCOPE_HIST_BUCKETS \
	(IRQSCOPE_HIST_BODY + IRQSCOPE_HIST_OCTAVES * IRQSCOPE_HIST_OCTAVE)
/* Index of the counter beyond the last bucket, and length of a whole array. */
#define IRQSCOPE_HIST_BEYOND	IRQSCOPE_HIST_BUCKETS
#define IRQSCOPE_HIST_LENGTH	(IRQSCOPE_HIST_BUCKETS + 1u)
/* Not the index of any counter. */
#define IRQSCOPE_HIST_NONE	0xffffu

#define IRQSCOPE_HIST_BUCKET_NS_MIN	50u
#define IRQSCOPE_HIST_BUCKET_NS_MAX	1000u

/* Percentiles are given in parts per million: 999000 is p99.9. */
#define IRQSCOPE_HIST_PPM	1000000u

/**
 * struct irqscope_hist_law - one width of bucket, with what follows from it
 * @bucket_ns: width of a body bucket, a divisor of 1000 from 50 to 1000
 * @body_ns: where the body ends and the tail begins
 * @reciprocal: 2^32 / bucket_ns rounded up; exact for what it is applied to
 */
struct irqscope_hist_law {
	unsigned int bucket_ns;
	unsigned int body_ns;
	unsigned int reciprocal;
};

/**
 * irqscope_hist_valid() - tell whether a width of bucket is one of the law's
 * @bucket_ns: width in ns
 *
 * Return: 1 for a divisor of 1000 from 50 to 1000, else 0.
 */
static inline int irqscope_hist_valid(unsigned int bucket_ns)
{
	return bucket_ns >= IRQSCOPE_HIST_BUCKET_NS_MIN &&
	       bucket_ns <= IRQSCOPE_HIST_BUCKET_NS_MAX &&
	       1000u % bucket_ns == 0;
}

/**
 * irqscope_hist_law_init() - fill in a law
 * @law: the law
 * @bucket_ns: width of a body bucket, for which irqscope_hist_valid() holds
 */
static inline void irqscope_hist_law_init(struct irqscope_hist_law *law,
					  unsigned int bucket_ns)
{
	law->bucket_ns = bucket_ns;
	law->body_ns = IRQSCOPE_HIST_BODY * bucket_ns;
	law->reciprocal = 0xffffffffu / bucket_ns + 1u;
}

/*
 * Divide by bucket_ns with one multiplication. The reciprocal is too large by
 * less than bucket_ns / 2^32 of itself, so the quotient is exact as long as
 * ns * bucket_ns < 2^32; ns is below body_ns here, which makes 2^31 at most.
 */
static inline unsigned int
irqscope_hist_body_index(const struct irqscope_hist_law *law, unsigned int ns)
{
	return (unsigned int)(((unsigned long long)ns * law->reciprocal) >> 32);
}

/**
 * irqscope_hist_index() - find the bucket of a latency
 * @law: the law
 * @ns: latency in ns
 *
 * Any context; no division, no loop for a latency in the body.
 *
 * Return: index of the bucket, IRQSCOPE_HIST_BEYOND for a latency beyond all.
 */
static inline unsigned int
irqscope_hist_index(const struct irqscope_hist_law *law, unsigned long long ns)
{
	const unsigned int body_ns = law->body_ns;
	unsigned int octave;

	if (ns < body_ns)
		return irqscope_hist_body_index(law, (unsigned int)ns);

	for (octave = 0; octave < IRQSCOPE_HIST_OCTAVES; octave++, ns >>= 1)
		if (ns < 2ull * body_ns)
			return IRQSCOPE_HIST_BODY + octave * IRQSCOPE_HIST_OCTAVE +
			       irqscope_hist_body_index(law, (unsigned int)ns - body_ns) /
			       (IRQSCOPE_HIST_BODY / IRQSCOPE_HIST_OCTAVE);
	return IRQSCOPE_HIST_BEYOND;
}

/**
 * irqscope_hist_edge() - the lower edge of a bucket
 * @law: the law
 * @index: index of the bucket, up to IRQSCOPE_HIST_BEYOND
 *
 * The upper edge of bucket i is the lower edge of bucket i + 1.
 *
 * Return: the smallest latency in ns that the bucket counts.
 */
static inline unsigned long long
irqscope_hist_edge(const struct irqscope_hist_law *law, unsigned int index)
{
	unsigned int octave, step;

	if (index < IRQSCOPE_HIST_BODY)
		return (unsigned long long)index * law->bucket_ns;

	octave = (index - IRQSCOPE_HIST_BODY) / IRQSCOPE_HIST_OCTAVE;
	step = (index - IRQSCOPE_HIST_BODY) % IRQSCOPE_HIST_OCTAVE;
	return (unsigned long long)(law->body_ns + step *
		(law->body_ns / IRQSCOPE_HIST_OCTAVE)) << octave;
}

/**
 * struct irqscope_hist_totals - what is kept exactly beside the buckets
 * @count: number of samples
 * @sum_ns: their sum
 * @min_ns: the least of them; all bits set as long as there is none
 * @max_ns: the greatest of them
 * @early: samples taken before their time; they are in no other figure
 * @early_max_ns: how early the earliest of them was
 */
struct irqscope_hist_totals {
	unsigned long long count;
	unsigned long long sum_ns;
	unsigned long long min_ns;
	unsigned long long max_ns;
	unsigned long long early;
	unsigned long long early_max_ns;
};

/**
 * irqscope_hist_totals_init() - begin with no samples
 * @totals: the totals
 */
static inline void irqscope_hist_totals_init(struct irqscope_hist_totals *totals)
{
	totals->count = 0;
	totals->sum_ns = 0;
	totals->min_ns = ~0ull;
	totals->max_ns = 0;
	totals->early = 0;
	totals->early_max_ns = 0;
}

/**
 * irqscope_hist_add() - count one sample
 * @law: the law
 * @totals: the totals
 * @buckets: IRQSCOPE_HIST_LENGTH counters
 * @ns: latency in ns; negative for a sample that was taken too early
 *
 * Any context; the caller sees to it that nobody else writes.
 *
 * Return: index of the bucket that has counted it, IRQSCOPE_HIST_NONE for an
 * early one.
 */
static inline unsigned int
irqscope_hist_add(const struct irqscope_hist_law *law,
		  struct irqscope_hist_totals *totals,
		  unsigned long long *buckets, long long ns)
{
	const unsigned long long late = ns;
	const unsigned long long early = 0ull - late;
	unsigned int bucket;

	if (ns < 0) {
		totals->early++;
		if (early > totals->early_max_ns)
			totals->early_max_ns = early;
		return IRQSCOPE_HIST_NONE;
	}

	bucket = irqscope_hist_index(law, late);
	buckets[bucket]++;
	totals->count++;
	totals->sum_ns += late;
	if (late < totals->min_ns)
		totals->min_ns = late;
	if (late > totals->max_ns)
		totals->max_ns = late;
	return bucket;
}

/*
 * Divide 64 by 32 bits, bit by bit: 32-bit kernels have no such operator, and
 * nobody divides here in a hurry.
 */
static inline unsigned long long
irqscope_hist_divide(unsigned long long value, unsigned int divisor,
		     unsigned int *remainder)
{
	unsigned long long quotient = 0, rest = 0;
	int bit;

	for (bit = 63; bit >= 0; bit--) {
		rest = rest << 1 | (value >> bit & 1);
		quotient <<= 1;
		if (rest >= divisor) {
			rest -= divisor;
			quotient |= 1;
		}
	}
	*remainder = (unsigned int)rest;
	return quotient;
}

/**
 * irqscope_hist_rank() - which sample in rising order is a percentile
 * @count: number of samples
 * @ppm: percentile in parts per million, up to IRQSCOPE_HIST_PPM
 *
 * Return: ceil(count * ppm / 1000000), at least 1; exact for any count.
 */
static inline unsigned long long irqscope_hist_rank(unsigned long long count,
						    unsigned int ppm)
{
	const unsigned int above_ppm = IRQSCOPE_HIST_PPM - ppm;
	unsigned long long above, rank;
	unsigned int rest;

	/* count - floor(count * above_ppm / PPM), without the large product. */
	above = irqscope_hist_divide(count, IRQSCOPE_HIST_PPM, &rest) * above_ppm;
	above += irqscope_hist_divide((unsigned long long)rest * above_ppm,
				      IRQSCOPE_HIST_PPM, &rest);
	rank = count - above;
	return rank ? rank : 1;
}

/**
 * irqscope_hist_percentile() - a percentile of a histogram
 * @law: the law
 * @buckets: IRQSCOPE_HIST_LENGTH counters
 * @count: their sum
 * @max_ns: the greatest sample
 * @ppm: percentile in parts per million
 *
 * Return: upper edge in ns of the bucket that holds the sample, at most
 * @max_ns; @max_ns for a sample beyond all buckets; 0 without samples.
 */
static inline unsigned long long
irqscope_hist_percentile(const struct irqscope_hist_law *law,
			 const unsigned long long *buckets,
			 unsigned long long count, unsigned long long max_ns,
			 unsigned int ppm)
{
	unsigned long long rank, seen = 0, edge;
	unsigned int i;

	if (!count)
		return 0;
	rank = irqscope_hist_rank(count, ppm);
	for (i = 0; i < IRQSCOPE_HIST_BUCKETS; i++) {
		seen += buckets[i];
		if (seen >= rank) {
			edge = irqscope_hist_edge(law, i + 1);
			return edge < max_ns ? edge : max_ns;
		}
	}
	return max_ns;
}

/**
 * irqscope_hist_rows() - how many whole rows of 1 us the body makes
 * @law: the law
 *
 * Return: number of rows; row r holds the latencies from r to r + 1 us.
 */
static inline unsigned int irqscope_hist_rows(const struct irqscope_hist_law *law)
{
	return law->body_ns / 1000u;
}

/**
 * irqscope_hist_row() - the samples of one row of 1 us
 * @law: the law
 * @buckets: IRQSCOPE_HIST_LENGTH counters
 * @row: row, below irqscope_hist_rows()
 *
 * Return: number of samples from @row to @row + 1 us, exactly.
 */
static inline unsigned long long
irqscope_hist_row(const struct irqscope_hist_law *law,
		  const unsigned long long *buckets, unsigned int row)
{
	const unsigned int per_row = 1000u / law->bucket_ns;
	unsigned long long samples = 0;
	unsigned int i;

	for (i = row * per_row; i < (row + 1) * per_row; i++)
		samples += buckets[i];
	return samples;
}

#endif /* IRQSCOPE_HIST_H */
