// SPDX-License-Identifier: GPL-2.0
/* The table: the columns of the kernel's summary, aligned. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

/* Room for the longest number of 64 bits, with a decimal point. */
#define CELL_LEN	24
#define ROWS_AT_ONCE	32

const unsigned int table_percentile_ppm[TABLE_PERCENTILES] = {
	500000, 990000, 999000, 999900, 999990,
};

enum column_kind {
	COLUMN_CPU,
	COLUMN_STAGE,
	COLUMN_NUMBER,
	COLUMN_TIME,
	COLUMN_PERCENTILE,
};

/**
 * struct column - one column of the table
 * @title: its heading
 * @kind: how its cells are written
 * @offset: where struct table_row holds an unsigned long long for it
 */
struct column {
	const char *title;
	enum column_kind kind;
	size_t offset;
};

#define FIELD(member)	offsetof(struct table_row, member)

static const struct column columns[] = {
	{ "cpu", COLUMN_CPU, 0 },
	{ "stage", COLUMN_STAGE, 0 },
	{ "count", COLUMN_NUMBER, FIELD(count) },
	{ "min", COLUMN_TIME, FIELD(min_ns) },
	{ "avg", COLUMN_TIME, FIELD(mean_ns) },
	{ "max", COLUMN_TIME, FIELD(max_ns) },
	{ "p50", COLUMN_PERCENTILE, FIELD(percentile_ns[0]) },
	{ "p99", COLUMN_PERCENTILE, FIELD(percentile_ns[1]) },
	{ "p99.9", COLUMN_PERCENTILE, FIELD(percentile_ns[2]) },
	{ "p99.99", COLUMN_PERCENTILE, FIELD(percentile_ns[3]) },
	{ "p99.999", COLUMN_PERCENTILE, FIELD(percentile_ns[4]) },
	{ "early", COLUMN_NUMBER, FIELD(early) },
	{ "missed", COLUMN_NUMBER, FIELD(missed) },
	{ "busy", COLUMN_NUMBER, FIELD(busy) },
};

#define COLUMNS	(sizeof(columns) / sizeof(columns[0]))

/* Adds an empty row; NULL if there is no memory for it. */
struct table_row *table_add(struct table *table)
{
	struct table_row *rows = table->rows;

	if (table->count % ROWS_AT_ONCE == 0) {
		rows = realloc(rows, (table->count + ROWS_AT_ONCE) * sizeof(*rows));
		if (!rows)
			return NULL;
		table->rows = rows;
	}
	memset(&rows[table->count], 0, sizeof(*rows));
	return &rows[table->count++];
}

/* Tells whether anything was measured. */
bool table_has_samples(const struct table *table)
{
	size_t i;

	for (i = 0; i < table->count; i++)
		if (table->rows[i].count || table->rows[i].early)
			return true;
	return false;
}

/* Writes one cell as it is printed, without padding. */
static void format_cell(char cell[CELL_LEN], const struct table_row *row,
			const struct column *column)
{
	unsigned long long number;
	bool known = row->count;

	memcpy(&number, (const char *)row + column->offset, sizeof(number));
	switch (column->kind) {
	case COLUMN_CPU:
		snprintf(cell, CELL_LEN, "%u", row->cpu);
		return;
	case COLUMN_STAGE:
		snprintf(cell, CELL_LEN, "%s", row->stage);
		return;
	case COLUMN_NUMBER:
		snprintf(cell, CELL_LEN, "%llu", number);
		return;
	case COLUMN_PERCENTILE:
		known = known && row->has_percentiles;
		break;
	case COLUMN_TIME:
		break;
	}
	if (known)
		snprintf(cell, CELL_LEN, "%llu.%03llu", number / 1000, number % 1000);
	else
		snprintf(cell, CELL_LEN, "-");
}

/* Finds how wide a column has to be. */
static int column_width(const struct table *table, const struct column *column)
{
	size_t width = strlen(column->title), length, i;
	char cell[CELL_LEN];

	for (i = 0; i < table->count; i++) {
		format_cell(cell, &table->rows[i], column);
		length = strlen(cell);
		if (length > width)
			width = length;
	}
	return (int)width;
}

/* Prints one cell; names to the left, numbers to the right. */
static void print_cell(size_t index, int width, const char *cell)
{
	if (columns[index].kind == COLUMN_STAGE)
		width = -width;
	printf("%s%*s", index ? " " : "", width, cell);
}

/* Prints the heading and the rows. */
void table_print(const struct table *table)
{
	int width[COLUMNS];
	char cell[CELL_LEN];
	size_t row, i;

	for (i = 0; i < COLUMNS; i++) {
		width[i] = column_width(table, &columns[i]);
		print_cell(i, width[i], columns[i].title);
	}
	putchar('\n');
	for (row = 0; row < table->count; row++) {
		for (i = 0; i < COLUMNS; i++) {
			format_cell(cell, &table->rows[row], &columns[i]);
			print_cell(i, width[i], cell);
		}
		putchar('\n');
	}
}

/* Gives back what the table occupies. */
void table_free(struct table *table)
{
	free(table->rows);
	table->rows = NULL;
	table->count = 0;
}
