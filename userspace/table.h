/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_TABLE_H
#define READER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include <irqscope.h>

#define TABLE_PERCENTILES	5
/* Which of them is p99.9, and which p99.99. */
#define TABLE_P99_9		2
#define TABLE_P99_99		3

/* p50 p99 p99.9 p99.99 p99.999, in parts per million. */
extern const unsigned int table_percentile_ppm[TABLE_PERCENTILES];

/**
 * struct table_row - one CPU and stage
 * @cpu: number of the CPU
 * @stage: name of the stage
 * @has_percentiles: percentile_ns is known
 * @count: samples; the times that follow mean nothing if it is 0
 */
struct table_row {
	unsigned int cpu;
	char stage[IRQSCOPE_STAGE_NAME_LEN];
	bool has_percentiles;
	unsigned long long count;
	unsigned long long min_ns;
	unsigned long long mean_ns;
	unsigned long long max_ns;
	unsigned long long percentile_ns[TABLE_PERCENTILES];
	unsigned long long early;
	unsigned long long missed;
	unsigned long long busy;
};

/**
 * struct table - rows in the order in which they are printed
 * @rows: the rows; NULL without any
 * @count: how many
 */
struct table {
	struct table_row *rows;
	size_t count;
};

struct table_row *table_add(struct table *table);
bool table_has_samples(const struct table *table);
void table_print(const struct table *table);
void table_free(struct table *table);

#endif /* READER_TABLE_H */
