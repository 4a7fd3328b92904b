/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_CLOCK_LINES_H
#define READER_CLOCK_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "piece.h"
#include "source.h"
#include "spread.h"

/**
 * struct clock_line - a line "key: value"
 * @key: the key
 * @value: the value
 */
struct clock_line {
	struct piece key;
	struct piece value;
};

/**
 * struct clock_lines - the module's report on the clock
 * @line: the lines in their order, allocated; NULL if there are none
 * @count: how many
 */
struct clock_lines {
	struct clock_line *line;
	size_t count;
};

int clock_lines_parse(struct clock_lines *lines, const struct bytes *bytes,
		      const char *name);
void clock_lines_free(struct clock_lines *lines);

const struct clock_line *clock_lines_find(const struct clock_lines *lines,
					  const char *key);
bool clock_line_unknown(const struct clock_line *line);
bool clock_line_is(const struct clock_line *line, const char *value);
struct piece clock_line_head(const struct clock_line *line);
bool clock_line_cpu(const struct clock_line *line, const char *key,
		    unsigned long long *cpu);
bool clock_line_number(const struct clock_line *line, unsigned long long *number);
bool clock_line_decimal(const struct clock_line *line, struct piece *decimal);
bool clock_line_spread(const struct clock_line *line, struct spread *spread);

#endif /* READER_CLOCK_LINES_H */
