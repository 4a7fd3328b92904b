/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SCATTER_H
#define READER_SCATTER_H

#include "series.h"

unsigned long long scatter_visible(const struct series *one, const struct series *other,
				   size_t tests);
long long scatter_follows(const struct series *series);
bool scatter_follows_much(const struct series *series);

#endif /* READER_SCATTER_H */
