/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_FIGURES_H
#define READER_FIGURES_H

#include "grid.h"
#include "table.h"

/* Adds the greatest percentiles and the maximum of a cell, each of both sides. */
void figures_add(struct grid *grid, const struct table_row *const row[2]);

#endif /* READER_FIGURES_H */
