/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_COLUMNS_H
#define READER_COLUMNS_H

#include "snapshot.h"

/**
 * struct column - one CPU of a stage
 * @cell: its counters
 * @buckets: its histogram
 */
struct column {
	struct irqscope_cell cell;
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH];
};

/**
 * struct columns - all CPUs of a stage, as they rise
 * @stage: name of the stage
 * @column: the CPUs, allocated
 * @count: how many
 */
struct columns {
	struct irqscope_stage_name stage;
	struct column *column;
	size_t count;
};

int columns_find_stage(const struct snapshot *snap, const char *name, size_t *index);
int columns_read(struct columns *columns, const struct snapshot *snap, size_t stage);
void columns_free(struct columns *columns);

#endif /* READER_COLUMNS_H */
