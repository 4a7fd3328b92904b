/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_GNUPLOT_H
#define READER_GNUPLOT_H

#include <stdbool.h>

#include "source.h"

/*
 * Gives gnuplot a script and takes what it writes to stdout. Says what went wrong and
 * returns an exit code; where there is no gnuplot, only *missing is set.
 */
int gnuplot_run(const struct bytes *script, struct bytes *picture, bool *missing);

#endif /* READER_GNUPLOT_H */
