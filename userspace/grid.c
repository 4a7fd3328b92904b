// SPDX-License-Identifier: GPL-2.0
/* Prints texts in columns. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "message.h"

#define TEXTS_AT_ONCE	256

/* Adds the text that comes next. */
void grid_add(struct grid *grid, const char *format, ...)
{
	va_list args;
	void *longer;

	if (grid->failed)
		return;
	if (grid->count % TEXTS_AT_ONCE == 0) {
		longer = realloc(grid->text,
				 (grid->count + TEXTS_AT_ONCE) * sizeof(*grid->text));
		grid->failed = !longer;
		if (!longer)
			return;
		grid->text = longer;
	}
	va_start(args, format);
	vsnprintf(grid->text[grid->count++], GRID_TEXT_LEN, format, args);
	va_end(args);
}

/* Adds a time in us. */
void grid_add_us(struct grid *grid, unsigned long long ns)
{
	grid_add(grid, "%llu.%03llu", ns / 1000, ns % 1000);
}

/* Finds how wide a column has to be. */
static int find_width(const struct grid *grid, size_t column)
{
	size_t i, length, width = 0;

	for (i = column; i < grid->count; i += grid->columns) {
		length = strlen(grid->text[i]);
		if (length > width)
			width = length;
	}
	return (int)width;
}

/* Prints all rows. */
int grid_print(struct grid *grid)
{
	int width[GRID_COLUMNS];
	size_t i, column;

	for (column = 0; column < grid->columns; column++)
		width[column] = find_width(grid, column);
	for (i = 0; i < grid->count && !grid->failed; i++) {
		column = i % grid->columns;
		printf("%s%*s%s", column ? " " : "",
		       column == grid->left ? -width[column] : width[column],
		       grid->text[i], column + 1 == grid->columns ? "\n" : "");
	}
	free(grid->text);
	grid->text = NULL;
	grid->count = 0;
	return grid->failed ? complain("no memory for the table") : EXIT_FINE;
}
