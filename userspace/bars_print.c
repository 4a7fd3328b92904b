// SPDX-License-Identifier: GPL-2.0
/* Draws a histogram in a terminal of 80 columns, in ASCII. */
#include <stdio.h>
#include <string.h>

#include "bars.h"

/* One column less: some terminals go to the next line in the last one. */
#define COLUMNS		79
#define CELL_LEN	48

/* Writes which latencies a row holds, the last us included. */
static void format_range(char cell[CELL_LEN], const struct bar *bar)
{
	if (!bar->to_us)
		snprintf(cell, CELL_LEN, "%llu-", bar->from_us);
	else if (bar->to_us == bar->from_us + 1)
		snprintf(cell, CELL_LEN, "%llu", bar->from_us);
	else
		snprintf(cell, CELL_LEN, "%llu-%llu", bar->from_us, bar->to_us - 1);
}

/* Writes how many samples a row holds. */
static void format_samples(char cell[CELL_LEN], const struct bar *bar)
{
	snprintf(cell, CELL_LEN, "%llu", bar->samples);
}

/* Finds how wide a column has to be. */
static int find_width(const struct bars *bars, const char *title,
		      void (*format)(char cell[CELL_LEN], const struct bar *bar))
{
	size_t width = strlen(title), i;
	char cell[CELL_LEN];

	for (i = 0; i < bars->count; i++) {
		format(cell, &bars->bar[i]);
		if (strlen(cell) > width)
			width = strlen(cell);
	}
	return (int)width;
}

/* Draws a bar; one that is there but too short is a dot. */
static void draw(const struct bar *bar, unsigned long long most, int width)
{
	int length = most ? (int)((double)bar->samples / (double)most * width + 0.5) : 0;

	if (!length && bar->samples)
		fputs(" .", stdout);
	else if (length)
		putchar(' ');
	while (length-- > 0)
		putchar('#');
	putchar('\n');
}

/* Prints all rows below a heading. */
void bars_print(const struct bars *bars)
{
	const int range = find_width(bars, "us", format_range);
	const int samples = find_width(bars, "samples", format_samples);
	unsigned long long most = 0;
	char cell[CELL_LEN];
	size_t i;

	for (i = 0; i < bars->count; i++)
		if (bars->bar[i].samples > most)
			most = bars->bar[i].samples;
	printf("%*s %*s\n", range, "us", samples, "samples");
	for (i = 0; i < bars->count; i++) {
		format_range(cell, &bars->bar[i]);
		printf("%*s ", range, cell);
		format_samples(cell, &bars->bar[i]);
		printf("%*s", samples, cell);
		draw(&bars->bar[i], most, COLUMNS - range - samples - 2);
	}
}
