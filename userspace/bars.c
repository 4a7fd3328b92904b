// SPDX-License-Identifier: GPL-2.0
/*
 * Cuts a histogram into rows that can be drawn. Rows begin and end where buckets do,
 * so that no bucket has to be split.
 */
#include <stdlib.h>

#include "bars.h"

/* Finds the first and the last bucket in use. */
static void find_ends(const unsigned long long *buckets, unsigned int *first,
		      unsigned int *last)
{
	*first = 0;
	*last = IRQSCOPE_HIST_BEYOND;
	while (!buckets[*first] && *first < IRQSCOPE_HIST_BEYOND)
		++*first;
	while (!buckets[*last] && *last > *first)
		--*last;
}

/* Adds up the samples of the buckets that begin in a range. */
static unsigned long long sum_range(const struct irqscope_hist_law *law,
				    const unsigned long long *buckets,
				    unsigned long long from_us, unsigned long long to_us)
{
	const unsigned int from = irqscope_hist_index(law, from_us * 1000);
	const unsigned int to = to_us ? irqscope_hist_index(law, to_us * 1000) :
					IRQSCOPE_HIST_LENGTH;
	unsigned long long sum = 0;
	unsigned int i;

	for (i = from; i < to; i++)
		sum += buckets[i];
	return sum;
}

/* Adds a row. */
static bool add_bar(struct bars *bars, const struct irqscope_hist_law *law,
		    const unsigned long long *buckets, unsigned long long from_us,
		    unsigned long long to_us)
{
	struct bar *bar = realloc(bars->bar, (bars->count + 1) * sizeof(*bar));

	if (!bar)
		return false;
	bars->bar = bar;
	bar[bars->count++] = (struct bar){
		from_us, to_us, sum_range(law, buckets, from_us, to_us)
	};
	return true;
}

/* Tells in which us a bucket begins, up to a limit. */
static unsigned int edge_us(const struct irqscope_hist_law *law, unsigned int index,
			    unsigned int limit_us)
{
	const unsigned long long us = irqscope_hist_edge(law, index) / 1000;

	return us < limit_us ? (unsigned int)us : limit_us;
}

/* Makes rows of a width up to the end of the body; empty ones in a row are one. */
static bool make_rows(struct bars *bars, const struct irqscope_hist_law *law,
		      const unsigned long long *buckets, unsigned int width)
{
	const unsigned int end_us = irqscope_hist_rows(law);
	unsigned int first, last, us, to_us, last_us;
	struct bar *bar;

	find_ends(buckets, &first, &last);
	last_us = edge_us(law, last, end_us - 1);
	for (us = edge_us(law, first, end_us) / width * width; us <= last_us; us = to_us) {
		to_us = us + width < end_us ? us + width : end_us;
		if (!add_bar(bars, law, buckets, us, to_us))
			return false;
		bar = &bars->bar[bars->count - 1];
		if (bars->count > 1 && !bar[0].samples && !bar[-1].samples) {
			bar[-1].to_us = to_us;
			bars->count--;
		}
	}
	/* What is above the body is one row. */
	return !sum_range(law, buckets, end_us, 0) ||
	       add_bar(bars, law, buckets, end_us, 0);
}

/* Makes no more than so many rows, of the least width of 1, 2, 5, 10 us and so on. */
bool bars_make_linear(struct bars *bars, const struct irqscope_hist_law *law,
		      const unsigned long long buckets[IRQSCOPE_HIST_LENGTH],
		      size_t most)
{
	static const unsigned int steps[] = { 1, 2, 5 };
	unsigned int unit = 1, i = 0;

	for (;;) {
		if (!make_rows(bars, law, buckets, steps[i] * unit))
			return false;
		/* A row as wide as the body and one above it always do. */
		if (bars->count <= most)
			return true;
		bars->count = 0;
		i = (i + 1) % 3;
		if (!i)
			unit *= 10;
	}
}

/*
 * Makes rows from each power of two to the next: in the body multiples of 1 us are
 * edges, and above it powers of two are, for every width of bucket.
 */
bool bars_make_log(struct bars *bars, const struct irqscope_hist_law *law,
		   const unsigned long long buckets[IRQSCOPE_HIST_LENGTH])
{
	const unsigned long long end_us = irqscope_hist_edge(law, IRQSCOPE_HIST_BEYOND) / 1000;
	unsigned int first, last;
	unsigned long long from_us = 0, to_us;

	find_ends(buckets, &first, &last);
	for (; from_us < end_us; from_us = to_us) {
		to_us = from_us ? 2 * from_us : 1;
		/* All rows above the last power of two are one. */
		if (to_us > end_us)
			break;
		if (to_us * 1000 <= irqscope_hist_edge(law, first))
			continue;
		if (from_us * 1000 > irqscope_hist_edge(law, last))
			return true;
		if (!add_bar(bars, law, buckets, from_us, to_us))
			return false;
	}
	if (from_us * 1000 > irqscope_hist_edge(law, last))
		return true;
	return add_bar(bars, law, buckets, from_us, 0);
}

/* Gives back what the rows occupy. */
void bars_free(struct bars *bars)
{
	free(bars->bar);
	*bars = (struct bars){ 0 };
}
