// SPDX-License-Identifier: GPL-2.0
/*
 * The steps of a curve: a whole us where buckets are narrower than that, else a
 * bucket. No bucket is split.
 */
#include "plot_steps.h"

#define NS_PER_US	1000u

/* Tells whether a step ends below a bucket. */
static bool is_edge(const struct irqscope_hist_law *law, unsigned int index)
{
	return index >= IRQSCOPE_HIST_BODY || irqscope_hist_edge(law, index) % NS_PER_US == 0;
}

/* Finds where a histogram is drawn to that has samples beyond its last bucket. */
static unsigned long long end_beyond(const struct irqscope_hist_law *law,
				     const struct column *column)
{
	const unsigned long long from_ns = irqscope_hist_edge(law, IRQSCOPE_HIST_BEYOND);
	const unsigned long long width_ns =
		from_ns - irqscope_hist_edge(law, IRQSCOPE_HIST_BEYOND - 1);
	const unsigned long long max_ns = column->cell.counters.max_ns;

	/* Not narrower than the bucket before: that would look like a peak. */
	return max_ns - from_ns > width_ns ? max_ns : from_ns + width_ns;
}

/* Takes the next step, as long as there are samples in it or above. */
bool plot_steps_take(const struct irqscope_hist_law *law, const struct column *column,
		     unsigned int *index, struct plot_step *step)
{
	const struct irqscope_counters *counters = &column->cell.counters;

	if (!counters->count || *index > irqscope_hist_index(law, counters->max_ns))
		return false;
	*step = (struct plot_step){ .from_ns = irqscope_hist_edge(law, *index) };
	do {
		step->samples += column->buckets[(*index)++];
	} while (!is_edge(law, *index));
	step->to_ns = *index < IRQSCOPE_HIST_LENGTH ? irqscope_hist_edge(law, *index) :
						      end_beyond(law, column);
	return true;
}

/* Makes room for a curve. */
void plot_axes_add(struct plot_axes *axes, const struct irqscope_hist_law *law,
		   const struct column *column)
{
	struct plot_step step;
	unsigned int index = 0;
	double per_us;

	while (plot_steps_take(law, column, &index, &step)) {
		if (!step.samples)
			continue;
		per_us = (double)step.samples * NS_PER_US /
			 (double)(step.to_ns - step.from_ns);
		if (!axes->end_ns || per_us < axes->least)
			axes->least = per_us;
		if (per_us > axes->most)
			axes->most = per_us;
		if (step.to_ns > axes->end_ns)
			axes->end_ns = step.to_ns;
	}
}
