// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the text format 0.0.4 of Prometheus, for the textfile collector of
 * node_exporter. The bounds of the histogram never change, whatever the width of
 * bucket: each is the edge of a bucket for all widths. Up to 100 us, multiples of
 * 1 us are; above, in octaves that begin at the end of a body of 2048 widths,
 * powers of two are. A latency of exactly a bound counts above it, as the bucket
 * that begins there has it. Of a trial the samples have the setting for a label.
 */
#include <irqscope_version.h>

#include "export.h"
#include "message.h"
#include "number.h"

#define NS_PER_S	1000000000ull

/**
 * struct bound - an upper bound
 * @ns: the bound
 * @le: the same in seconds, as it is written
 */
static const struct bound {
	unsigned long long ns;
	const char *le;
} bounds[] = {
	{ 1000, "1e-06" },
	{ 2000, "2e-06" },
	{ 5000, "5e-06" },
	{ 10000, "1e-05" },
	{ 20000, "2e-05" },
	{ 50000, "5e-05" },
	{ 100000, "0.0001" },
	{ 256000, "0.000256" },
	{ 512000, "0.000512" },
	{ 1024000, "0.001024" },
	{ 2048000, "0.002048" },
	{ 4096000, "0.004096" },
	{ 8192000, "0.008192" },
	{ 16384000, "0.016384" },
	{ 32768000, "0.032768" },
	{ 65536000, "0.065536" },
	{ 131072000, "0.131072" },
	{ 262144000, "0.262144" },
	{ 524288000, "0.524288" },
	{ 1048576000, "1.048576" },
	{ 4194304000, "4.194304" },
};

#define BOUNDS	(sizeof(bounds) / sizeof(bounds[0]))

/**
 * typedef take_number - takes one number of a cell
 * @row: the cell
 * @number: the number
 *
 * Return: false if there is none.
 */
typedef bool take_number(const struct table_row *row, unsigned long long *number);

/* Writes what stands before the samples of a metric. */
static void put_head(const struct export *export, const char *name, const char *type,
		     const char *help)
{
	fprintf(export->out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* Writes ns as seconds. */
static void put_seconds(FILE *out, unsigned long long ns)
{
	fprintf(out, "%llu.%09llu\n", ns / NS_PER_S, ns % NS_PER_S);
}

/* Writes the name of a sample, and the labels that lead to its cell. */
static void put_series(FILE *out, const char *name, const struct export *export, size_t index)
{
	const struct table_row *row = &export->table.rows[index];

	fprintf(out, "%s{cpu=\"%u\",stage=\"%s\"", name, row->cpu, row->stage);
	if (export->setting)
		fprintf(out, ",setting=\"%s\"", export->setting);
}

/* Writes the histogram of one cell. */
static void put_histogram(FILE *out, const struct export *export, size_t index)
{
	const struct table_row *row = &export->table.rows[index];
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH], below = 0;
	unsigned int next = 0, i;
	struct irqscope_cell cell;

	snapshot_get_cell(export->snap, index, &cell);
	snapshot_get_buckets(export->snap, &cell, buckets);
	for (i = 0; i < BOUNDS; i++) {
		while (irqscope_hist_edge(&export->snap->law, next) < bounds[i].ns)
			below += buckets[next++];
		put_series(out, "irqscope_latency_seconds_bucket", export, index);
		fprintf(out, ",le=\"%s\"} %llu\n", bounds[i].le, below);
	}
	put_series(out, "irqscope_latency_seconds_bucket", export, index);
	fprintf(out, ",le=\"+Inf\"} %llu\n", row->count);
	put_series(out, "irqscope_latency_seconds_sum", export, index);
	fputs("} ", out);
	put_seconds(out, cell.counters.sum_ns);
	put_series(out, "irqscope_latency_seconds_count", export, index);
	fprintf(out, "} %llu\n", row->count);
}

/* Writes all histograms. */
static void put_histograms(const struct export *export)
{
	const struct export *of;
	size_t i;

	put_head(export, "irqscope_latency_seconds", "histogram",
		 "Latency of the stage; a latency of exactly a bound counts above it.");
	for (of = export; of; of = of->next)
		for (i = 0; i < of->table.count; i++)
			if (export_wants(of, i))
				put_histogram(export->out, of, i);
}

/* Takes the least latency, if there is any. */
static bool take_min(const struct table_row *row, unsigned long long *number)
{
	*number = row->min_ns;
	return row->count;
}

/* Takes the greatest latency, if there is any. */
static bool take_max(const struct table_row *row, unsigned long long *number)
{
	*number = row->max_ns;
	return row->count;
}

/* Takes the samples before their time. */
static bool take_early(const struct table_row *row, unsigned long long *number)
{
	*number = row->early;
	return true;
}

/* Takes the samples that found the stage busy. */
static bool take_busy(const struct table_row *row, unsigned long long *number)
{
	*number = row->busy;
	return true;
}

/* Writes a number of each cell of one setting; times as seconds. */
static void put_numbers_of(FILE *out, const struct export *export, const char *name, bool time,
			   take_number *take)
{
	unsigned long long number;
	size_t i;

	for (i = 0; i < export->table.count; i++) {
		if (!export_wants(export, i) || !take(&export->table.rows[i], &number))
			continue;
		put_series(out, name, export, i);
		fputs("} ", out);
		if (time)
			put_seconds(out, number);
		else
			fprintf(out, "%llu\n", number);
	}
}

/* Writes a number of each cell. */
static void put_numbers(const struct export *export, const char *name, bool time,
			take_number *take)
{
	const struct export *of;

	for (of = export; of; of = of->next)
		put_numbers_of(export->out, of, name, time, take);
}

/* Writes the missed periods of one setting. */
static void put_missed_of(FILE *out, const struct export *export)
{
	struct irqscope_cpu_state cpu;
	size_t i;

	for (i = 0; i < snapshot_cpus(export->snap); i++) {
		snapshot_get_cpu(export->snap, i, &cpu);
		fprintf(out, "irqscope_missed_periods_total{cpu=\"%u\"", cpu.cpu);
		if (export->setting)
			fprintf(out, ",setting=\"%s\"", export->setting);
		fprintf(out, "} %llu\n", (unsigned long long)cpu.missed);
	}
}

/* Writes the missed periods, which belong to a CPU and not to a stage. */
static void put_missed(const struct export *export)
{
	const struct export *of;

	put_head(export, "irqscope_missed_periods_total", "counter",
		 "Periods that had passed when the timer was set again.");
	for (of = export; of; of = of->next)
		put_missed_of(export->out, of);
}

/* Writes a condition as a label. */
static void put_label(const struct export *export, const char *label, const char *key)
{
	char value[EXPORT_VALUE_LEN], *at;

	export_condition(export, key, value);
	fprintf(export->out, "%s=\"", label);
	for (at = value; *at; at++)
		fprintf(export->out, "%s%c", *at == '"' || *at == '\\' ? "\\" : "", *at);
	putc('"', export->out);
}

/* Writes what is one for each thing that is so: kernel and clock. */
static void put_infos(const struct export *export)
{
	put_head(export, "irqscope_info", "gauge", "The kernel that is measured.");
	fprintf(export->out, "irqscope_info{version=\"%s\",", IRQSCOPE_VERSION);
	put_label(export, "kernel", "kernel");
	putc(',', export->out);
	put_label(export, "arch", "arch");
	putc(',', export->out);
	put_label(export, "preempt", "preempt");
	fputs("} 1\n", export->out);
	put_head(export, "irqscope_clock_info", "gauge",
		 "The clock by which it is measured; with another verdict than ok, latencies are not to be trusted.");
	fputs("irqscope_clock_info{", export->out);
	put_label(export, "name", "clocksource");
	putc(',', export->out);
	put_label(export, "class", "clock_class");
	putc(',', export->out);
	put_label(export, "verdict", "clock_verdict");
	putc(',', export->out);
	put_label(export, "changed", "clock_changed");
	fputs("} 1\n", export->out);
}

/* Writes what there is one of. */
static void put_run(const struct export *export)
{
	const struct irqscope_run *run = &export->snap->run;
	unsigned long long resolution_ns;
	char value[EXPORT_VALUE_LEN];

	put_head(export, "irqscope_running", "gauge", "Samples are being taken.");
	fprintf(export->out, "irqscope_running %d\n", !!(run->flags & IRQSCOPE_RUN_RUNNING));
	put_head(export, "irqscope_period_seconds", "gauge", "Time between two samples.");
	fputs("irqscope_period_seconds ", export->out);
	put_seconds(export->out, run->period_us * 1000ull);
	if (run->generation) {
		put_head(export, "irqscope_run_start_time_seconds", "gauge",
			 "When the run began, in seconds since 1970.");
		fputs("irqscope_run_start_time_seconds ", export->out);
		put_seconds(export->out, run->start_real_ns);
	}
	export_condition(export, "clock_resolution_ns", value);
	if (!number_parse(value, &resolution_ns))
		return;
	put_head(export, "irqscope_clock_resolution_seconds", "gauge",
		 "Least step of the clock that was seen.");
	fputs("irqscope_clock_resolution_seconds ", export->out);
	put_seconds(export->out, resolution_ns);
}

/* Exports everything; the samples of a metric stand together. */
int export_prometheus(const struct export *export)
{
	put_infos(export);
	put_run(export);
	put_histograms(export);
	put_head(export, "irqscope_latency_min_seconds", "gauge", "Least latency of the run.");
	put_numbers(export, "irqscope_latency_min_seconds", true, take_min);
	put_head(export, "irqscope_latency_max_seconds", "gauge",
		 "Greatest latency of the run.");
	put_numbers(export, "irqscope_latency_max_seconds", true, take_max);
	put_head(export, "irqscope_early_samples_total", "counter",
		 "Samples taken before their time; they are in no other figure.");
	put_numbers(export, "irqscope_early_samples_total", false, take_early);
	put_head(export, "irqscope_busy_samples_total", "counter",
		 "Samples that the stage could not take, for it still had an earlier one.");
	put_numbers(export, "irqscope_busy_samples_total", false, take_busy);
	put_missed(export);
	return EXIT_FINE;
}
