/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_CLOCK_H
#define READER_CLOCK_H

#include "app.h"
#include "clock_kernel.h"

/* Ways to tell about the clock; @app is NULL if nothing was measured. */
void clock_print_sentences(const struct clock_kernel *kernel, const struct app *app);
void clock_print_figures(const struct clock_kernel *kernel, const struct app *app);
void clock_print_json(const struct clock_kernel *kernel, const struct app *app);

#endif /* READER_CLOCK_H */
