/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_BARS_H
#define READER_BARS_H

#include <stdbool.h>
#include <stddef.h>

#include <irqscope_hist.h>

/**
 * struct bar - one row of a drawn histogram
 * @from_us: where it begins
 * @to_us: where the next one begins; 0 for one without end
 * @samples: samples in it
 */
struct bar {
	unsigned long long from_us;
	unsigned long long to_us;
	unsigned long long samples;
};

/**
 * struct bars - a drawn histogram
 * @bar: the rows, allocated
 * @count: how many
 */
struct bars {
	struct bar *bar;
	size_t count;
};

/* There are samples in @buckets. These return false without memory. */
bool bars_make_linear(struct bars *bars, const struct irqscope_hist_law *law,
		      const unsigned long long buckets[IRQSCOPE_HIST_LENGTH],
		      size_t most);
bool bars_make_log(struct bars *bars, const struct irqscope_hist_law *law,
		   const unsigned long long buckets[IRQSCOPE_HIST_LENGTH]);
void bars_print(const struct bars *bars);
void bars_free(struct bars *bars);

#endif /* READER_BARS_H */
