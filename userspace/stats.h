/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_STATS_H
#define READER_STATS_H

#include "table.h"

/**
 * typedef stats_visit - what stats_walk() calls for each CPU and stage
 * @root: the root
 * @dir: directory of the cell, below the module's directory in sysfs
 * @row: cpu and stage are filled in, the rest is 0
 * @context: as given to stats_walk()
 *
 * Return: 0 to go on, a negative errno to end the walk.
 */
typedef int (*stats_visit)(const char *root, const char *dir,
			   struct table_row *row, void *context);

int stats_walk(const char *root, stats_visit visit, void *context);
int stats_read(const char *root, struct table *table);

#endif /* READER_STATS_H */
