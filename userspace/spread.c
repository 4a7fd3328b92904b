// SPDX-License-Identifier: GPL-2.0
/* Min, median and max of some figures. */
#include <stdlib.h>

#include "spread.h"

/* Sorts figures. */
static int compare(const void *a, const void *b)
{
	const unsigned long long *figure_a = a, *figure_b = b;

	return (*figure_a > *figure_b) - (*figure_a < *figure_b);
}

/* Takes the spread of figures, which are sorted by that. */
void spread_take(struct spread *spread, unsigned long long *figures, size_t count)
{
	*spread = (struct spread){ .known = count };
	if (!count)
		return;
	qsort(figures, count, sizeof(*figures), compare);
	spread->min = figures[0];
	spread->median = figures[count / 2];
	spread->max = figures[count - 1];
}
