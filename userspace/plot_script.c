// SPDX-License-Identifier: GPL-2.0
/* What gnuplot is to draw, and the data for it. */
#include <string.h>

#include "plot.h"
#include "plot_steps.h"

#define NS_PER_US	1000
/* Size of one panel, in pixels and in hundredths of an inch. */
#define WIDTH		1000
#define HEIGHT		440
/* A single bucket shall not be as wide as the picture. */
#define LEAST_END_US	10.0

/* Writes a time in us. */
static void put_us(FILE *out, unsigned long long ns)
{
	fprintf(out, "%llu.%03llu", ns / NS_PER_US, ns % NS_PER_US);
}

/* Writes a line of the data. */
static void put_step(FILE *out, const struct plot_step *step)
{
	put_us(out, step->from_ns);
	putc(' ', out);
	put_us(out, step->to_ns);
	fprintf(out, " %llu\n", step->samples);
}

/* Writes the steps of a curve; empty ones that follow each other are one. */
static void put_curve(FILE *out, const struct irqscope_hist_law *law,
		      const struct column *column)
{
	struct plot_step step, empty = { 0 };
	unsigned int index = 0;

	while (plot_steps_take(law, column, &index, &step)) {
		empty.to_ns = step.from_ns;
		if (!step.samples)
			continue;
		if (empty.to_ns > empty.from_ns)
			put_step(out, &empty);
		put_step(out, &step);
		empty.from_ns = step.to_ns;
	}
	/* The last line is where the curve comes down. */
	empty.to_ns = empty.from_ns;
	put_step(out, &empty);
}

/* Writes the data, in blocks that gnuplot tells apart by two blank lines. */
void plot_put_data(FILE *out, const void *of)
{
	const struct plot *plot = of;
	const struct column *column;
	const struct columns *columns;
	size_t panel, i;

	fputs("# from_us to_us samples\n", out);
	for (panel = 0; panel < plot->panels; panel++) {
		columns = &plot->panel[panel].columns;
		for (i = 0; i < columns->count; i++) {
			column = &columns->column[i];
			if (!column->cell.counters.count)
				continue;
			fprintf(out, "# panel %zu, cpu %u, stage %s\n", panel + 1,
				column->cell.cpu, columns->stage.name);
			put_curve(out, &plot->panel[panel].snap->law, column);
			fputs("\n\n", out);
		}
	}
}

/* Finds axes that all panels fit into. */
static struct plot_axes find_axes(const struct plot *plot)
{
	const struct plot_panel *panel = plot->panel;
	struct plot_axes axes = { 0 };
	size_t i, column;

	for (i = 0; i < plot->panels; i++)
		for (column = 0; column < panel[i].columns.count; column++)
			plot_axes_add(&axes, &panel[i].snap->law,
				      &panel[i].columns.column[column]);
	return axes;
}

/* Writes which terminal to use; gnuplot may have been built without cairo. */
void plot_put_terminal(FILE *out, const char *terminal, size_t panels)
{
	const size_t height = panels * HEIGHT;

	if (!strcmp(terminal, "pdf")) {
		fprintf(out, "set terminal pdfcairo noenhanced size %d.%02din,%zu.%02zuin font 'sans,10'\n",
			WIDTH / 100, WIDTH % 100, height / 100, height % 100);
	} else if (!strcmp(terminal, "svg")) {
		fprintf(out, "set terminal svg noenhanced size %d,%zu font 'sans,12' background rgb 'white'\n",
			WIDTH, height);
	} else {
		fputs("if (strstrt(GPVAL_TERMINALS, ' pngcairo ')) {\n", out);
		fprintf(out, "\tset terminal pngcairo noenhanced size %d,%zu font 'sans,10'\n",
			WIDTH, height);
		fputs("} else {\n", out);
		fprintf(out, "\tset terminal png noenhanced size %d,%zu small\n", WIDTH, height);
		fputs("}\n", out);
	}
}

/* Writes the axes. */
static void put_axes(FILE *out, const struct plot_axes *axes)
{
	const double end_us = (double)axes->end_ns * 1.02 / NS_PER_US;
	double least = 1, most = 10;

	/* From one power of ten to another: these have labels. */
	while (axes->end_ns && least > axes->least)
		least /= 10;
	while (most <= axes->most)
		most *= 10;
	/* A curve of that height shall not lie on the edge. */
	least /= 2;
	most *= 1.5;
	fputs("set logscale y\n", out);
	fprintf(out, "set xrange [0:%.6g]\n", end_us > LEAST_END_US ? end_us : LEAST_END_US);
	fprintf(out, "set yrange [%g:%g]\n", least, most);
	/* Where there is nothing, a curve is below the picture. */
	fprintf(out, "density(from, to, samples) = samples > 0 ? samples / (to - from) : %g\n",
		least / 10);
	fputs("set xlabel 'latency (us)'\n"
	      "set ylabel 'samples per us'\n"
	      "set format x '%.0f'\n"
	      "set format y '%g'\n"
	      "set grid linetype 1 linecolor rgb '#e0e0e0'\n", out);
}

/* Writes a panel. */
static void put_panel(FILE *out, const struct plot_panel *panel, unsigned int *block)
{
	fputs("\nset title ", out);
	plot_put_title(out, panel);
	putc('\n', out);
	plot_put_curves(out, &panel->columns, block);
}

/* Writes the script but for what data is, and where the picture goes. */
void plot_put_script(FILE *out, const void *of)
{
	const struct plot *plot = of;
	const struct plot_axes axes = find_axes(plot);
	unsigned int block = 0, lines = 0;
	size_t i;

	for (i = 0; i < plot->panels; i++)
		if (plot_title_lines(&plot->panel[i]) > lines)
			lines = plot_title_lines(&plot->panel[i]);
	plot_put_terminal(out, plot->terminal, plot->panels);
	put_axes(out, &axes);
	fprintf(out, "set multiplot layout %zu,1\n", plot->panels);
	/* The same margins: what is equally late stands one above the other. */
	fputs("set lmargin at screen 0.08\n"
	      "set rmargin at screen 0.66\n"
	      "set bmargin 3.5\n"
	      "set key at screen 0.67, graph 1 left top Left reverse samplen 1.5 maxcols 1 font 'monospace,9'\n",
	      out);
	fprintf(out, "set tmargin %u.5\n", lines + 1);
	for (i = 0; i < plot->panels; i++)
		put_panel(out, &plot->panel[i], &block);
	fputs("\nunset multiplot\n", out);
}
