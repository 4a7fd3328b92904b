// SPDX-License-Identifier: GPL-2.0
/*
 * Draws a trial: for each stage the histograms of both settings, all CPUs together,
 * and below them the maxima of the blocks over time.
 */
#include <stdio.h>
#include <string.h>

#include "plot.h"
#include "trial.h"

/**
 * struct trial_picture - what is drawn
 * @trial: the trial
 * @terminal: what gnuplot draws on
 */
struct trial_picture {
	const struct trial *trial;
	const char *terminal;
};

static const char *const colours[] = { "#d9541e", "#1f5fbf" };

/* Writes a time in us. */
static void put_us(FILE *out, unsigned long long ns)
{
	fprintf(out, "%llu.%03llu", ns / 1000, ns % 1000);
}

/* Adds up the histograms of a stage; returns how many samples there are. */
static unsigned long long add_up(const struct snapshot *snap, size_t stage,
				 unsigned long long sum[IRQSCOPE_HIST_LENGTH])
{
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH], count = 0;
	struct irqscope_cell cell;
	unsigned int bucket;
	size_t i;

	memset(sum, 0, IRQSCOPE_HIST_LENGTH * sizeof(*sum));
	for (i = 0; i < snapshot_cells(snap); i++) {
		snapshot_get_cell(snap, i, &cell);
		if (cell.stage != stage || !snapshot_get_buckets(snap, &cell, buckets))
			continue;
		for (bucket = 0; bucket < IRQSCOPE_HIST_LENGTH; bucket++)
			sum[bucket] += buckets[bucket];
		count += cell.counters.count;
	}
	return count;
}

/* Writes a histogram as the share of samples that are later, which shows the tail. */
static void put_histogram(FILE *out, const struct snapshot *snap, size_t stage)
{
	unsigned long long sum[IRQSCOPE_HIST_LENGTH];
	const unsigned long long count = add_up(snap, stage, sum);
	unsigned long long later = count;
	unsigned int i;

	for (i = 0; i < IRQSCOPE_HIST_BEYOND && later; i++) {
		if (!sum[i])
			continue;
		put_us(out, irqscope_hist_edge(&snap->law, i));
		fprintf(out, " %.9g\n", (double)later / (double)count);
		later -= sum[i];
		put_us(out, irqscope_hist_edge(&snap->law, i + 1));
		fprintf(out, " %.9g\n", (double)later / (double)count);
	}
	if (!count)
		fputs("NaN NaN\n", out);
	fputs("\n\n", out);
}

/* Writes the maxima of the blocks of a stage under one setting: those of the worst CPU. */
static void put_blocks(FILE *out, const struct trial *trial, size_t stage,
		       unsigned int setting)
{
	const struct snapshot *snap = trial->snap;
	struct irqscope_trial_block block, next;
	unsigned long long max_ns = 0;
	bool found = false;
	size_t i;

	for (i = 0; i < snapshot_trial_blocks(snap); i++) {
		snapshot_get_trial_block(snap, i, &block);
		if (block.stage == stage && block.setting == setting && block.max_ns > max_ns)
			max_ns = block.max_ns;
		if (i + 1 < snapshot_trial_blocks(snap)) {
			snapshot_get_trial_block(snap, i + 1, &next);
			if (next.end_ns == block.end_ns)
				continue;
		}
		if (block.setting == setting && max_ns) {
			fprintf(out, "%.3f ",
				(double)(block.end_ns - trial->info.open_ns) / 1e9);
			put_us(out, max_ns);
			putc('\n', out);
			found = true;
		}
		max_ns = 0;
	}
	if (!found)
		fputs("NaN NaN\n", out);
	fputs("\n\n", out);
}

/* Writes the data: four blocks for each stage. */
static void put_data(FILE *out, const void *of)
{
	const struct trial *trial = ((const struct trial_picture *)of)->trial;
	const struct snapshot b = snapshot_setting_b(trial->snap);
	size_t stage;

	for (stage = 0; stage < snapshot_stages(trial->snap); stage++) {
		fputs("# latency in us, share of samples that are later: a, then b\n", out);
		put_histogram(out, trial->snap, stage);
		put_histogram(out, &b, stage);
		fputs("# time in s, maximum of the block in us: a, then b\n", out);
		put_blocks(out, trial, stage, 0);
		put_blocks(out, trial, stage, 1);
	}
}

/* Writes the curves of both settings. */
static void put_curves(FILE *out, size_t first, const char *style)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		fprintf(out, "%sdata index %zu using 1:2 with %s linecolor rgb '%s' title '%c'",
			i ? ", \\\n\t" : "plot ", first + i, style, colours[i], "ab"[i]);
	putc('\n', out);
}

/* Writes the script. */
static void put_script(FILE *out, const void *of)
{
	const struct trial_picture *picture = of;
	const struct snapshot *snap = picture->trial->snap;
	const size_t stages = snapshot_stages(snap);
	struct irqscope_stage_name name;
	size_t stage;

	plot_put_terminal(out, picture->terminal, 2 * stages);
	fprintf(out, "set multiplot layout %zu,1\n", 2 * stages);
	fputs("set grid linetype 1 linecolor rgb '#e0e0e0'\n"
	      "set key outside right top\n", out);
	for (stage = 0; stage < stages; stage++) {
		snapshot_get_stage(snap, stage, &name);
		fprintf(out, "\nset title 'stage %s: share of samples that are later, all CPUs'\n",
			name.name);
		fputs("set xlabel 'latency (us)'\nset ylabel 'share'\n"
		      "set logscale y\nset format y '%g'\n", out);
		put_curves(out, 4 * stage, "lines linewidth 1.5");
		fprintf(out, "\nset title 'stage %s: maximum of each block, of the worst CPU'\n",
			name.name);
		fputs("set xlabel 'time (s)'\nset ylabel 'latency (us)'\nunset logscale y\n",
		      out);
		put_curves(out, 4 * stage + 2, "linespoints pointtype 7 pointsize 0.5");
	}
	fputs("\nunset multiplot\n", out);
}

/* Saves the picture. */
int trial_save_picture(const struct trial *trial, const char *path, const char *terminal)
{
	const struct trial_picture picture = { trial, terminal };
	const struct plot_text text = { &picture, put_data, put_script };

	return plot_save_picture(&text, path);
}
