/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PLOT_STEPS_H
#define READER_PLOT_STEPS_H

#include "columns.h"

/**
 * struct plot_step - a step of a curve
 * @from_ns: where it begins
 * @to_ns: where the next one begins
 * @samples: samples in it
 */
struct plot_step {
	unsigned long long from_ns;
	unsigned long long to_ns;
	unsigned long long samples;
};

/**
 * struct plot_axes - the room that curves need
 * @end_ns: where the last step of all ends; 0 without any samples
 * @least: samples per us of the lowest step
 * @most: samples per us of the highest step
 */
struct plot_axes {
	unsigned long long end_ns;
	double least;
	double most;
};

/* @index begins with 0 and is moved on; false when no samples are left. */
bool plot_steps_take(const struct irqscope_hist_law *law, const struct column *column,
		     unsigned int *index, struct plot_step *step);
void plot_axes_add(struct plot_axes *axes, const struct irqscope_hist_law *law,
		   const struct column *column);

#endif /* READER_PLOT_STEPS_H */
