// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the histogram of a stage as cyclictest -h does: to the byte what the
 * kernel prints in hist/<stage>.
 */
#include "columns.h"
#include "export.h"
#include "message.h"

/* Tells how many samples of a CPU the rows show; the others are overflows. */
static unsigned long long samples_in_rows(const struct irqscope_hist_law *law,
					  const struct column *column)
{
	unsigned long long samples = 0;
	unsigned int row;

	for (row = 0; row < irqscope_hist_rows(law); row++)
		samples += irqscope_hist_row(law, column->buckets, row);
	return samples;
}

/* Writes the rows of 1 us. */
static void put_rows(FILE *out, const struct irqscope_hist_law *law,
		     const struct columns *columns)
{
	unsigned int row;
	size_t i;

	for (row = 0; row < irqscope_hist_rows(law); row++) {
		fprintf(out, "%06u ", row);
		for (i = 0; i < columns->count; i++)
			fprintf(out, "%s%06llu", i ? "\t" : "",
				irqscope_hist_row(law, columns->column[i].buckets, row));
		putc('\n', out);
	}
}

/* Writes one time in us of each CPU. */
static void put_times(FILE *out, const char *title, const struct columns *columns,
		      unsigned long long (*time_ns)(const struct irqscope_counters *counters))
{
	size_t i;

	fprintf(out, "# %s Latencies:", title);
	for (i = 0; i < columns->count; i++)
		fprintf(out, " %05llu", time_ns(&columns->column[i].cell.counters) / 1000);
	putc('\n', out);
}

/* Tells the least latency. */
static unsigned long long min_ns(const struct irqscope_counters *counters)
{
	return counters->min_ns;
}

/* Tells the mean latency, without its fraction. */
static unsigned long long mean_ns(const struct irqscope_counters *counters)
{
	return counters->count ? counters->sum_ns / counters->count : 0;
}

/* Tells the greatest latency. */
static unsigned long long max_ns(const struct irqscope_counters *counters)
{
	return counters->max_ns;
}

/* Writes the lines below the rows, one column for each CPU. */
static void put_summary(FILE *out, const struct irqscope_hist_law *law,
			const struct columns *columns)
{
	size_t i;

	fputs("# Total:", out);
	for (i = 0; i < columns->count; i++)
		fprintf(out, " %09llu", samples_in_rows(law, &columns->column[i]));
	putc('\n', out);
	put_times(out, "Min", columns, min_ns);
	put_times(out, "Avg", columns, mean_ns);
	put_times(out, "Max", columns, max_ns);
	fputs("# Histogram Overflows:", out);
	for (i = 0; i < columns->count; i++)
		fprintf(out, " %05llu", columns->column[i].cell.counters.count -
			samples_in_rows(law, &columns->column[i]));
	/* Which samples they were is not kept; readers look for the lines. */
	fputs("\n# Histogram Overflow at cycle number:\n", out);
	for (i = 0; i < columns->count; i++)
		fprintf(out, "# Thread %zu:\n", i);
}

/* Exports one stage. */
int export_cyclictest(const struct export *export)
{
	struct columns columns;
	size_t stage, i;
	int error = columns_find_stage(export->snap, export->stage, &stage);

	if (!error)
		error = columns_read(&columns, export->snap, stage);
	if (error)
		return error;
	export_notes(export);
	fputs("# CPUs:", export->out);
	for (i = 0; i < columns.count; i++)
		fprintf(export->out, " %u", columns.column[i].cell.cpu);
	fputs("\n# Histogram\n", export->out);
	if (columns.count) {
		put_rows(export->out, &export->snap->law, &columns);
		put_summary(export->out, &export->snap->law, &columns);
	}
	columns_free(&columns);
	return EXIT_FINE;
}
