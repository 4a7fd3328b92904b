/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SPREAD_H
#define READER_SPREAD_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct spread - what is kept of many figures
 * @known: there were any
 * @min: least one
 * @median: the one in the middle
 * @max: greatest one
 */
struct spread {
	bool known;
	unsigned long long min;
	unsigned long long median;
	unsigned long long max;
};

void spread_take(struct spread *spread, unsigned long long *figures, size_t count);

#endif /* READER_SPREAD_H */
