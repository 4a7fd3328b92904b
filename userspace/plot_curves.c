// SPDX-License-Identifier: GPL-2.0
/* The curves of a panel and its legend: the worst CPUs by name, others in grey. */
#include "plot.h"

/* As many as the eye can tell apart, and as there is room for beside a panel. */
#define NAMED_MAX	16
#define GREY		"#c0c0c0"
#define FIGURE_LEN	32

/* Colours that differ in lightness, too. */
static const char *const colours[NAMED_MAX] = {
	"#1f5fbf", "#d9541e", "#2a9d3a", "#8e44ad", "#c0182b", "#0fa3b1", "#8c5a2b", "#e377c2",
	"#111111", "#9a9a00", "#5b7fff", "#ff9f1c", "#0b5d1e", "#4b0082", "#ff5c7a", "#5c6b73",
};

/* Tells whether one CPU is worse than another; of equal ones, the first is. */
static bool is_worse(const struct column *one, const struct column *other)
{
	const unsigned long long one_ns = one->cell.counters.max_ns;
	const unsigned long long other_ns = other->cell.counters.max_ns;

	return one_ns > other_ns || (one_ns == other_ns && one < other);
}

/* Tells whether a CPU is among the worst. */
static bool is_named(const struct columns *columns, const struct column *column)
{
	size_t worse = 0, i;

	for (i = 0; i < columns->count; i++)
		worse += is_worse(&columns->column[i], column);
	return worse < NAMED_MAX;
}

/* Writes a time in us, for the legend. */
static void put_figure(FILE *out, unsigned long long ns)
{
	char figure[FIGURE_LEN];

	snprintf(figure, sizeof(figure), "%llu.%03llu", ns / 1000, ns % 1000);
	fprintf(out, " %9s", figure);
}

/* Writes a curve of the data, all but how it looks and what it is called. */
static void put_steps(FILE *out, unsigned int block)
{
	fprintf(out, ", \\\n\tdata index %u using 1:(density($1, $2, $3)) with steps", block);
}

/* Writes a curve that only the legend has. */
static void put_nothing(FILE *out, const char *colour)
{
	fprintf(out, ", \\\n\tNaN with lines linecolor rgb '%s'", colour);
}

/* Writes the curve of a CPU that has a name. */
static void put_named(FILE *out, const struct column *column, const char *colour,
		      unsigned int block)
{
	const struct irqscope_counters *counters = &column->cell.counters;

	if (!counters->count) {
		put_nothing(out, colour);
		fprintf(out, " title '%4u  no samples'", column->cell.cpu);
		return;
	}
	put_steps(out, block);
	fprintf(out, " linewidth 1.5 linecolor rgb '%s' title '%4u", colour, column->cell.cpu);
	put_figure(out, counters->min_ns);
	put_figure(out, counters->sum_ns / counters->count);
	put_figure(out, counters->max_ns);
	putc('\'', out);
}

/* Writes the curves of those that have no name; returns how many CPUs they are. */
static size_t put_others(FILE *out, const struct columns *columns, unsigned int block)
{
	const struct column *column;
	size_t others = 0, i;

	for (i = 0; i < columns->count; i++) {
		column = &columns->column[i];
		if (!is_named(columns, column)) {
			others++;
			if (column->cell.counters.count) {
				put_steps(out, block);
				fputs(" linecolor rgb '" GREY "' notitle", out);
			}
		}
		block += column->cell.counters.count ? 1 : 0;
	}
	return others;
}

/* Writes the curves of a panel; the head of the legend is one that is never seen. */
void plot_put_curves(FILE *out, const struct columns *columns, unsigned int *block)
{
	const struct column *column;
	size_t others, named = 0, i;

	fputs("plot NaN with lines linecolor rgb 'white' title ' CPU    min us    avg us    max us'",
	      out);
	/* What is drawn later lies above: the grey ones come first. */
	others = put_others(out, columns, *block);
	for (i = 0; i < columns->count; i++) {
		column = &columns->column[i];
		if (is_named(columns, column))
			put_named(out, column, colours[named++], *block);
		*block += column->cell.counters.count ? 1 : 0;
	}
	if (others) {
		put_nothing(out, GREY);
		fprintf(out, " title 'and %zu more, none of them worse'", others);
	}
	putc('\n', out);
}
