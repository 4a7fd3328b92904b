/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SCATTER_H
#define READER_SCATTER_H

#include "series.h"

unsigned long long scatter_visible(const struct series *one, const struct series *other,
				   size_t tests);
long long scatter_follows(const struct series *series);
bool scatter_follows_much(const struct series *series);

/* How many figures like these are needed to find a shift of their mean, with that power. */
unsigned long long scatter_needed(const struct series *series, size_t tests,
				  unsigned long long shift_ns);
/* Which shift of their mean would have been found. */
unsigned long long scatter_visible_mean(const struct series *series, size_t tests);

#endif /* READER_SCATTER_H */
