// SPDX-License-Identifier: GPL-2.0
/* Tells on stderr how a run goes: time left and each CPU's max so far. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"
#include "source.h"
#include "stats.h"

#define LINE_COLUMNS	79
#define TTY_EVERY_MS	1000
#define LOG_EVERY_MS	10000
#define MORE		" ..."

/**
 * struct line - one line as it is put together
 * @text: what it says so far
 * @length: how long that is
 */
struct line {
	char text[LINE_COLUMNS + 1];
	size_t length;
};

/* Adds to the line what fits with @spare columns left; false if it does not. */
static bool add(struct line *line, size_t spare, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static bool add(struct line *line, size_t spare, const char *format, ...)
{
	const size_t room = LINE_COLUMNS - line->length;
	char text[LINE_COLUMNS + 1];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (length < 0 || spare + (size_t)length > room)
		return false;
	memcpy(line->text + line->length, text, (size_t)length + 1);
	line->length += (size_t)length;
	return true;
}

/* Decides how often the line is written, and when first. */
void progress_begin(struct progress *progress, const char *root, bool quiet,
		    unsigned long long now_ms)
{
	*progress = (struct progress){
		.root = root,
		.quiet = quiet,
		.tty = isatty(STDERR_FILENO),
	};
	progress->due_ms = now_ms + (progress->tty ? TTY_EVERY_MS : LOG_EVERY_MS);
}

/* Collects a cell's max: a CPU has one row, with the greatest of its stages. */
static int collect_max(const char *root, const char *dir, struct table_row *row,
		       void *context)
{
	struct table *table = context;
	struct table_row *last = table->count ? &table->rows[table->count - 1] : NULL;
	char path[96];
	int error;

	snprintf(path, sizeof(path), "%s/max_ns", dir);
	error = source_read_number(root, path, &row->max_ns);
	if (error)
		return error;
	if (!last || last->cpu != row->cpu) {
		last = table_add(table);
		if (!last)
			return -ENOMEM;
		*last = *row;
	} else if (row->max_ns > last->max_ns) {
		*last = *row;
	}
	return 0;
}

/* Adds the worst latency so far, with its CPU and stage. */
static void add_worst(struct line *line, const struct table *table)
{
	const struct table_row *worst = &table->rows[0];
	size_t i;

	for (i = 1; i < table->count; i++)
		if (table->rows[i].max_ns > worst->max_ns)
			worst = &table->rows[i];
	add(line, 0, ", max %llu.%03llu us (cpu %u %s)", worst->max_ns / 1000,
	    worst->max_ns % 1000, worst->cpu, worst->stage);
}

/* Adds as many CPUs as there is room for, each with its max in whole us. */
static void add_cpus(struct line *line, const struct table *table)
{
	size_t i, spare;

	for (i = 0; i < table->count; i++) {
		spare = i + 1 < table->count ? strlen(MORE) : 0;
		if (!add(line, spare, "%s%u:%llu", i ? " " : ", by cpu ",
			 table->rows[i].cpu, table->rows[i].max_ns / 1000)) {
			add(line, 0, MORE);
			return;
		}
	}
}

/* Adds what was measured so far, if anything was. */
static void add_maxima(struct line *line, const char *root)
{
	struct table table = { 0 };

	if (!stats_walk(root, collect_max, &table) && table.count) {
		add_worst(line, &table);
		add_cpus(line, &table);
	}
	table_free(&table);
}

/* Writes the line if it is due; @end_ms is 0 for a run without end. */
void progress_show(struct progress *progress, unsigned long long now_ms,
		   unsigned long long start_ms, unsigned long long end_ms)
{
	struct line line = { 0 };

	if (progress->quiet || now_ms < progress->due_ms)
		return;
	progress->due_ms += progress->tty ? TTY_EVERY_MS : LOG_EVERY_MS;
	if (end_ms)
		add(&line, 0, "%llu s left", (end_ms - now_ms + 999) / 1000);
	else
		add(&line, 0, "%llu s gone", (now_ms - start_ms) / 1000);
	add_maxima(&line, progress->root);
	if (progress->tty)
		fprintf(stderr, "\r%-*s", LINE_COLUMNS, line.text);
	else
		fprintf(stderr, "%s\n", line.text);
	progress->shown = true;
}

/* Leaves the line, so that what follows stands on its own. */
void progress_end(struct progress *progress)
{
	if (progress->tty && progress->shown)
		fputc('\n', stderr);
}
