// SPDX-License-Identifier: GPL-2.0
/* Snapshots as text: a table for people, a histogram as cyclictest prints it. */
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/seq_file.h>

#include <irqscope_hist.h>

#include "report.h"

static const struct {
	const char *name;
	unsigned int ppm;
} percentiles[] = {
	{ "p50",	500000 },
	{ "p99",	990000 },
	{ "p99.9",	999000 },
	{ "p99.99",	999900 },
	{ "p99.999",	999990 },
};

static u64 mean_ns(const struct irqscope_counters *n)
{
	return n->count ? div64_u64(n->sum_ns, n->count) : 0;
}

/* A column with a time, in us; "-" where nothing was measured. */
static void put_us(struct seq_file *m, bool measured, u64 ns)
{
	char text[24] = "-";
	u32 rest;
	u64 us;

	if (measured) {
		us = div_u64_rem(ns, NSEC_PER_USEC, &rest);
		snprintf(text, sizeof(text), "%llu.%03u", us, rest);
	}
	seq_printf(m, " %10s", text);
}

/* That these are the numbers of one of two settings. */
static void put_trial(struct seq_file *m, const struct irqscope_snapshot *s)
{
	const struct irqscope_trial *trial = s->trial;
	const bool went_on = trial->end_ns &&
			     (!s->run->stop_ns || s->run->stop_ns > trial->end_ns);
	const u64 a_ms = div_u64(trial->recorded_ns[0], NSEC_PER_MSEC);
	const u64 b_ms = div_u64(trial->recorded_ns[1], NSEC_PER_MSEC);

	seq_printf(m, "# trial: setting a, %llu ms of it%s; setting b, %llu ms, is in the snapshot%s%s\n",
		   a_ms, went_on ? ", and what came after the trial" : "", b_ms,
		   trial->flags & IRQSCOPE_TRIAL_QOS ? "; qos took part" : "",
		   trial->flags & IRQSCOPE_TRIAL_FAILED ? "; a register did not hold" : "");
}

/* What a reader of any report must know before the numbers. */
static void put_notes(struct seq_file *m, const struct irqscope_snapshot *s)
{
	char text[IRQSCOPE_CLOCK_TEXT_LEN];

	if (!irqscope_clock_verdict(&s->clock.clock, s->law->bucket_ns, text, sizeof(text)))
		seq_printf(m, "# %s\n", text);
	if (irqscope_clock_history(&s->clock, s->law->bucket_ns, text, sizeof(text)))
		seq_printf(m, "# %s\n", text);
	if (s->trial_count)
		put_trial(m, s);
}

/* The state of the CPU that a cell belongs to. */
static const struct irqscope_cpu_state *
cpu_of(const struct irqscope_snapshot *s, unsigned int cell)
{
	return &s->cpus[cell / s->stage_count];
}

/**
 * irqscope_report_summary() - print the table of all CPUs and stages
 * @m: where to
 * @s: the snapshot
 */
void irqscope_report_summary(struct seq_file *m, const struct irqscope_snapshot *s)
{
	struct irqscope_hist_law law;
	unsigned int cell, i;

	irqscope_hist_law_init(&law, s->law->bucket_ns);
	put_notes(m, s);
	if (!s->cpu_count)
		seq_puts(m, "# nothing measured yet\n");
	seq_printf(m, "%3s %-7s %10s %10s %10s %10s", "cpu", "stage", "count",
		   "min", "avg", "max");
	for (i = 0; i < ARRAY_SIZE(percentiles); i++)
		seq_printf(m, " %10s", percentiles[i].name);
	seq_printf(m, " %6s %7s %7s\n", "early", "missed", "busy");

	for (cell = 0; cell < s->cpu_count * s->stage_count; cell++) {
		const struct irqscope_cell *c = &s->cells[cell];
		const struct irqscope_counters *n = &c->counters;

		/* Text takes long, and the threads of this CPU are being measured. */
		cond_resched();
		seq_printf(m, "%3u %-7s %10llu", c->cpu, s->stages[c->stage].name,
			   n->count);
		put_us(m, n->count, n->min_ns);
		put_us(m, n->count, mean_ns(n));
		put_us(m, n->count, n->max_ns);
		for (i = 0; i < ARRAY_SIZE(percentiles); i++)
			put_us(m, n->count,
			       irqscope_hist_percentile(&law,
							s->buckets + c->first_bucket,
							n->count, n->max_ns,
							percentiles[i].ppm));
		seq_printf(m, " %6llu %7llu %7llu\n", n->early,
			   cpu_of(s, cell)->missed, n->busy);
	}
}

/* How many samples of a cell the rows show; the others are overflows. */
static u64 samples_in_rows(const struct irqscope_snapshot *s,
			   const struct irqscope_hist_law *law,
			   const struct irqscope_cell *cell)
{
	u64 samples = 0;
	unsigned int row;

	for (row = 0; row < irqscope_hist_rows(law); row++)
		samples += irqscope_hist_row(law, s->buckets + cell->first_bucket, row);
	return samples;
}

/* The lines below the rows, one column for each CPU. */
static void put_hist_summary(struct seq_file *m, const struct irqscope_snapshot *s,
			     const struct irqscope_hist_law *law)
{
	const struct irqscope_cell *cell, *end = s->cells + s->cpu_count;

	seq_puts(m, "# Total:");
	for (cell = s->cells; cell < end; cell++)
		seq_printf(m, " %09llu", samples_in_rows(s, law, cell));
	seq_puts(m, "\n# Min Latencies:");
	for (cell = s->cells; cell < end; cell++)
		seq_printf(m, " %05llu", div_u64(cell->counters.min_ns, NSEC_PER_USEC));
	seq_puts(m, "\n# Avg Latencies:");
	for (cell = s->cells; cell < end; cell++)
		seq_printf(m, " %05llu", div_u64(mean_ns(&cell->counters), NSEC_PER_USEC));
	seq_puts(m, "\n# Max Latencies:");
	for (cell = s->cells; cell < end; cell++)
		seq_printf(m, " %05llu", div_u64(cell->counters.max_ns, NSEC_PER_USEC));
	seq_puts(m, "\n# Histogram Overflows:");
	for (cell = s->cells; cell < end; cell++)
		seq_printf(m, " %05llu",
			   cell->counters.count - samples_in_rows(s, law, cell));
	/* Which samples they were is not kept; readers look for the lines. */
	seq_puts(m, "\n# Histogram Overflow at cycle number:\n");
	for (cell = s->cells; cell < end; cell++)
		seq_printf(m, "# Thread %u:\n", (unsigned int)(cell - s->cells));
}

/**
 * irqscope_report_hist() - print the histogram of one stage
 * @m: where to
 * @s: a snapshot of one stage
 */
void irqscope_report_hist(struct seq_file *m, const struct irqscope_snapshot *s)
{
	const unsigned int columns = s->stage_count ? s->cpu_count : 0;
	struct irqscope_hist_law law;
	unsigned int row, i;

	irqscope_hist_law_init(&law, s->law->bucket_ns);
	put_notes(m, s);
	seq_puts(m, "# CPUs:");
	for (i = 0; i < columns; i++)
		seq_printf(m, " %u", s->cpus[i].cpu);
	seq_puts(m, "\n# Histogram\n");
	if (!columns)
		return;
	for (row = 0; row < irqscope_hist_rows(&law); row++) {
		/* As above. */
		cond_resched();
		seq_printf(m, "%06u ", row);
		for (i = 0; i < columns; i++)
			seq_printf(m, "%s%06llu", i ? "\t" : "",
				   irqscope_hist_row(&law,
						     s->buckets + s->cells[i].first_bucket,
						     row));
		seq_putc(m, '\n');
	}
	put_hist_summary(m, s, &law);
}
