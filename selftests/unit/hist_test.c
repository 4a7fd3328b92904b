// SPDX-License-Identifier: GPL-2.0
/* The bucket law and the percentiles, against their definition by division. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <irqscope_hist.h>

#include "kselftest.h"

typedef unsigned long long u64;

static const unsigned int widths[] = { 50, 100, 125, 200, 250, 500, 1000 };

#define ARRAY_LENGTH(array)	(sizeof(array) / sizeof((array)[0]))

/* A small generator of our own, so that every machine tests the same. */
static u64 random_state = 88172645463325252ull;

static u64 next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

/* The law as include/uapi/irqscope.h words it, with plain division. */
static unsigned int index_by_division(unsigned int bucket_ns, u64 ns)
{
	const u64 body_ns = 2048ull * bucket_ns;
	unsigned int octave;

	if (ns < body_ns)
		return ns / bucket_ns;
	for (octave = 0; octave < 17; octave++)
		if (ns < body_ns << (octave + 1))
			return 2048 + octave * 32 +
			       (ns - (body_ns << octave)) / ((body_ns / 32) << octave);
	return 2048 + 17 * 32;
}

/* Every edge, one below and one above, and the ends of the range. */
static bool edges_right(unsigned int bucket_ns)
{
	struct irqscope_hist_law law;
	unsigned int i;
	u64 edge;

	irqscope_hist_law_init(&law, bucket_ns);
	for (i = 0; i <= IRQSCOPE_HIST_BUCKETS; i++) {
		edge = irqscope_hist_edge(&law, i);
		if (irqscope_hist_index(&law, edge) != i ||
		    irqscope_hist_index(&law, edge + 1) != i ||
		    (i && irqscope_hist_index(&law, edge - 1) != i - 1)) {
			ksft_print_msg("bucket_ns %u: bucket %u begins at %llu\n",
				       bucket_ns, i, edge);
			return false;
		}
	}
	return irqscope_hist_edge(&law, 0) == 0 &&
	       irqscope_hist_index(&law, ~0ull) == IRQSCOPE_HIST_BEYOND &&
	       irqscope_hist_edge(&law, IRQSCOPE_HIST_BEYOND) >= 8000000000ull;
}

/* The whole body to the ns, and random latencies of every size above it. */
static bool index_is_division(unsigned int bucket_ns)
{
	struct irqscope_hist_law law;
	unsigned int i;
	u64 ns;

	irqscope_hist_law_init(&law, bucket_ns);
	for (ns = 0; ns < 2 * law.body_ns; ns++)
		if (irqscope_hist_index(&law, ns) != index_by_division(bucket_ns, ns))
			goto wrong;
	for (i = 0; i < 2000000; i++) {
		ns = next_random() >> (next_random() & 63);
		if (irqscope_hist_index(&law, ns) != index_by_division(bucket_ns, ns))
			goto wrong;
	}
	return true;
wrong:
	ksft_print_msg("bucket_ns %u: %llu ns counted in bucket %u, not %u\n",
		       bucket_ns, ns, irqscope_hist_index(&law, ns),
		       index_by_division(bucket_ns, ns));
	return false;
}

/* A bucket of the tail is at most 1/32 as wide as the latencies it counts. */
static bool tail_is_fine(unsigned int bucket_ns)
{
	struct irqscope_hist_law law;
	unsigned int i;
	u64 edge;

	irqscope_hist_law_init(&law, bucket_ns);
	for (i = IRQSCOPE_HIST_BODY; i < IRQSCOPE_HIST_BUCKETS; i++) {
		edge = irqscope_hist_edge(&law, i);
		if ((irqscope_hist_edge(&law, i + 1) - edge) * 32 > edge)
			return false;
	}
	return true;
}

static bool only_divisors_valid(void)
{
	unsigned int bucket_ns, valid = 0, i;

	for (i = 0; i < ARRAY_LENGTH(widths); i++)
		if (!irqscope_hist_valid(widths[i]))
			return false;
	for (bucket_ns = 0; bucket_ns < 100000; bucket_ns++)
		valid += irqscope_hist_valid(bucket_ns);
	return valid == ARRAY_LENGTH(widths);
}

struct hist {
	struct irqscope_hist_law law;
	struct irqscope_hist_totals totals;
	u64 buckets[IRQSCOPE_HIST_LENGTH];
};

static void hist_init(struct hist *h, unsigned int bucket_ns)
{
	memset(h, 0, sizeof(*h));
	irqscope_hist_law_init(&h->law, bucket_ns);
	irqscope_hist_totals_init(&h->totals);
}

/* Add one sample as the recorder does, then as many more of it at one go. */
static void hist_add(struct hist *h, u64 ns, u64 times)
{
	unsigned int bucket = irqscope_hist_add(&h->law, &h->totals, h->buckets, ns);

	h->buckets[bucket] += times - 1;
	h->totals.count += times - 1;
	h->totals.sum_ns += (times - 1) * ns;
}

static u64 hist_percentile(const struct hist *h, unsigned int ppm)
{
	return irqscope_hist_percentile(&h->law, h->buckets, h->totals.count,
					h->totals.max_ns, ppm);
}

static u64 bucket_sum(const struct hist *h)
{
	u64 sum = 0;
	unsigned int i;

	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++)
		sum += h->buckets[i];
	return sum;
}

static int compare_u64(const void *left, const void *right)
{
	u64 a = *(const u64 *)left, b = *(const u64 *)right;

	return (a > b) - (a < b);
}

/* Percentiles of samples that are known one by one and sorted here. */
static bool percentiles_of_sorted(void)
{
	static const unsigned int ppms[] = {
		1, 250000, 500000, 900000, 990000, 999000, 999900, 999990, 1000000
	};
	static u64 samples[5000];
	unsigned int round, count, i, p;
	struct hist h;

	for (round = 0; round < 50; round++) {
		hist_init(&h, widths[round % ARRAY_LENGTH(widths)]);
		count = 1 + next_random() % ARRAY_LENGTH(samples);
		for (i = 0; i < count; i++) {
			samples[i] = (next_random() & 0x3ffff) << (next_random() & 15);
			hist_add(&h, samples[i], 1);
		}
		qsort(samples, count, sizeof(samples[0]), compare_u64);
		for (p = 0; p < ARRAY_LENGTH(ppms); p++) {
			u64 rank = ((u64)count * ppms[p] + 999999) / 1000000;
			u64 wanted = irqscope_hist_edge(&h.law,
				irqscope_hist_index(&h.law, samples[rank - 1]) + 1);

			if (wanted > samples[count - 1])
				wanted = samples[count - 1];
			if (hist_percentile(&h, ppms[p]) != wanted) {
				ksft_print_msg("p%u of %u samples: %llu, not %llu\n",
					       ppms[p], count,
					       hist_percentile(&h, ppms[p]), wanted);
				return false;
			}
		}
	}
	return true;
}

/* The rank of counts that no product of 64 bits could hold. */
static bool ranks_of_large_counts(void)
{
	return irqscope_hist_rank(10000000000ull, 999990) == 9999900000ull &&
	       irqscope_hist_rank(10000000001ull, 999990) == 9999900001ull &&
	       irqscope_hist_rank(10000000001ull, 500000) == 5000000001ull &&
	       irqscope_hist_rank(18000000000000000001ull, 999999) ==
			17999982000000000001ull &&
	       irqscope_hist_rank(1, 1) == 1 &&
	       irqscope_hist_rank(100, 990000) == 99 &&
	       irqscope_hist_rank(101, 990000) == 100 &&
	       irqscope_hist_rank(7, 1000000) == 7;
}

/*
 * 10^10 samples: 4 us, with one in a thousand at 90 us, one in a million at
 * 3 ms and ten at 200 s, which is beyond every bucket.
 */
static bool ten_thousand_million(void)
{
	struct hist h;

	hist_init(&h, 250);
	hist_add(&h, 4000, 9989989990ull);
	hist_add(&h, 90000, 10000000);
	hist_add(&h, 3000000, 10000);
	hist_add(&h, 200000000000ull, 10);

	return h.totals.count == 10000000000ull && bucket_sum(&h) == h.totals.count &&
	       h.totals.sum_ns == 42889959960000ull &&
	       h.totals.sum_ns / h.totals.count == 4288 &&
	       h.totals.min_ns == 4000 && h.totals.max_ns == 200000000000ull &&
	       h.buckets[IRQSCOPE_HIST_BEYOND] == 10 &&
	       hist_percentile(&h, 500000) == 4250 &&
	       /* sample 9,990,000,000 is the 10,010th of those at 90 us */
	       hist_percentile(&h, 999000) == 90250 &&
	       hist_percentile(&h, 998998) == 4250 &&
	       hist_percentile(&h, 999990) == 90250 &&
	       hist_percentile(&h, 999999) ==
			irqscope_hist_edge(&h.law,
					   irqscope_hist_index(&h.law, 3000000) + 1) &&
	       hist_percentile(&h, 1000000) == 200000000000ull;
}

/* Rows of 1 us are exact for every width, and all are there. */
static bool rows_exact(unsigned int bucket_ns)
{
	unsigned int rows, row, ns;
	struct hist h;
	u64 total = 0;

	hist_init(&h, bucket_ns);
	rows = irqscope_hist_rows(&h.law);
	for (ns = 0; ns < h.law.body_ns + 5000; ns += 25)
		hist_add(&h, ns, 1);
	for (row = 0; row < rows; row++) {
		if (irqscope_hist_row(&h.law, h.buckets, row) != 40)
			return false;
		total += 40;
	}
	return rows == 2048 * bucket_ns / 1000 && total == rows * 40ull;
}

static bool empty_is_zero(void)
{
	struct hist h;

	hist_init(&h, 250);
	if (hist_percentile(&h, 500000) != 0)
		return false;
	hist_add(&h, 0, 1);
	return h.buckets[0] == 1 && h.totals.min_ns == 0 && h.totals.max_ns == 0 &&
	       hist_percentile(&h, 500000) == 0;
}

/* Early samples are counted apart, and leave every other figure alone. */
static bool early_apart(void)
{
	struct hist h, before;
	unsigned int i;

	hist_init(&h, 250);
	if (irqscope_hist_add(&h.law, &h.totals, h.buckets, -1) != IRQSCOPE_HIST_NONE ||
	    h.totals.early != 1 || h.totals.early_max_ns != 1 || h.totals.count ||
	    h.totals.sum_ns || h.totals.min_ns != ~0ull || h.totals.max_ns)
		return false;

	hist_add(&h, 5000, 3);
	before = h;
	irqscope_hist_add(&h.law, &h.totals, h.buckets, -700);
	irqscope_hist_add(&h.law, &h.totals, h.buckets, -30000000000ll);
	irqscope_hist_add(&h.law, &h.totals, h.buckets, -20);
	if (h.totals.early != 4 || h.totals.early_max_ns != 30000000000ull)
		return false;
	h.totals.early = before.totals.early;
	h.totals.early_max_ns = before.totals.early_max_ns;
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++)
		if (h.buckets[i] != before.buckets[i])
			return false;
	return !memcmp(&h.totals, &before.totals, sizeof(h.totals)) &&
	       hist_percentile(&h, 500000) == 5000;
}

/* Run a test for every width of bucket. */
static void test_widths(bool (*test)(unsigned int bucket_ns), const char *name)
{
	bool right = true;
	unsigned int i;

	for (i = 0; i < ARRAY_LENGTH(widths); i++)
		right = test(widths[i]) && right;
	ksft_test_result(right, "%s\n", name);
}

int main(void)
{
	ksft_print_header();
	ksft_set_plan(10);
	ksft_test_result(only_divisors_valid(), "only_divisors_of_1000\n");
	test_widths(edges_right, "every_edge");
	test_widths(index_is_division, "index_is_division");
	test_widths(tail_is_fine, "tail_within_3_percent");
	test_widths(rows_exact, "rows_of_1_us_exact");
	ksft_test_result(empty_is_zero(), "empty_and_zero\n");
	ksft_test_result(early_apart(), "early_counted_apart\n");
	ksft_test_result(percentiles_of_sorted(), "percentiles_of_sorted_samples\n");
	ksft_test_result(ranks_of_large_counts(), "ranks_of_large_counts\n");
	ksft_test_result(ten_thousand_million(), "ten_thousand_million_samples\n");
	ksft_finished();
}
