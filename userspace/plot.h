/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PLOT_H
#define READER_PLOT_H

#include <stdio.h>

#include "columns.h"
#include "source.h"

/**
 * struct plot_panel - one picture of those that stand one above the other
 * @name: what its capture is called
 * @snap: its capture, verified
 * @columns: the CPUs that are drawn
 */
struct plot_panel {
	const char *name;
	const struct snapshot *snap;
	struct columns columns;
};

/**
 * struct plot - what is drawn
 * @panel: the panels, allocated
 * @panels: how many
 * @terminal: what gnuplot draws on: "png", "svg" or "pdf"
 */
struct plot {
	struct plot_panel *panel;
	size_t panels;
	const char *terminal;
};

/* Most panels of one picture. */
#define PLOT_PANELS_MAX	16

/* Tells how many lines of title a panel has. */
unsigned int plot_title_lines(const struct plot_panel *panel);
/* Writes them as an expression of gnuplot. */
void plot_put_title(FILE *out, const struct plot_panel *panel);
/* Writes the curves of a panel; @block counts those that the data have. */
void plot_put_curves(FILE *out, const struct columns *columns, unsigned int *block);
/* Writes a curve for each CPU that has samples, in the order of the panels. */
void plot_put_data(FILE *out, const void *of);
/* Writes all that gnuplot is to do with the variable data, which names the data. */
void plot_put_script(FILE *out, const void *of);

/**
 * struct plot_text - what gnuplot gets
 * @of: what is drawn
 * @put_data: writes the data
 * @put_script: writes all that gnuplot is to do with the variable data
 */
struct plot_text {
	const void *of;
	void (*put_data)(FILE *out, const void *of);
	void (*put_script)(FILE *out, const void *of);
};

/* Writes which terminal gnuplot is to draw on, with so many panels. */
void plot_put_terminal(FILE *out, const char *terminal, size_t panels);

/* These say what went wrong and return an exit code. */
int plot_take_output(const char *path, const char **terminal);
int plot_save_script(const struct plot_text *plot, const char *path);
int plot_save_picture(const struct plot_text *plot, const char *path);

#endif /* READER_PLOT_H */
