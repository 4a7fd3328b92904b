/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_GRID_H
#define READER_GRID_H

#include <stdbool.h>
#include <stddef.h>

#define GRID_COLUMNS	12
#define GRID_TEXT_LEN	32

/**
 * struct grid - a table of short texts, row by row
 * @text: the texts, allocated; longer ones are cut
 * @count: how many
 * @columns: how many in a row
 * @left: the column that is aligned to the left; the others are to the right
 * @failed: there was no memory for all of them
 */
struct grid {
	char (*text)[GRID_TEXT_LEN];
	size_t count;
	size_t columns;
	size_t left;
	bool failed;
};

void grid_add(struct grid *grid, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void grid_add_us(struct grid *grid, unsigned long long ns);
/* Prints it and gives back what it occupies. */
int grid_print(struct grid *grid);

#endif /* READER_GRID_H */
