// SPDX-License-Identifier: GPL-2.0
/* The order in which outliers are shown. */
#include <stdlib.h>

#include "outliers.h"

/* Compares by time, the newest first; of equals, the one that stood last. */
static int compare_newest(const void *a, const void *b)
{
	const struct outlier *x = a, *y = b;

	if (x->t_ns != y->t_ns)
		return x->t_ns > y->t_ns ? -1 : 1;
	return (x->line < y->line) - (x->line > y->line);
}

/* Compares by how late they were; those without an end were the worst. */
static int compare_worst(const void *a, const void *b)
{
	const struct outlier *x = a, *y = b;
	const struct outlier_latency *late_x = &x->latency[x->late];
	const struct outlier_latency *late_y = &y->latency[y->late];

	if (late_x->known != late_y->known)
		return late_x->known ? 1 : -1;
	if (late_x->known && late_x->ns != late_y->ns)
		return late_x->ns > late_y->ns ? -1 : 1;
	return compare_newest(a, b);
}

/* Sorts the records. */
void outliers_sort(struct outliers *outliers, enum outliers_order order)
{
	if (outliers->count)
		qsort(outliers->record, outliers->count, sizeof(*outliers->record),
		      order == OUTLIERS_WORST ? compare_worst : compare_newest);
}
