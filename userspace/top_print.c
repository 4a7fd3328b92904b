// SPDX-License-Identifier: GPL-2.0
/* Draws the table of irqscope top: no line is too long for a serial console. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "text.h"
#include "top.h"

#define HOME	"\033[H"
#define ERASE_LINE	"\033[K"
#define ERASE_BELOW	"\033[J"

/* Rows of a terminal that does not know how many it has. */
#define USUAL_HEIGHT	24
/* Two lines on top, one below where the cursor stands, one for what is not shown. */
#define OTHER_LINES	4

#define STAGE_WIDTH	9
#define COUNT_WIDTH	12
#define TIME_WIDTH	9
#define RECENT_WIDTH	9
/* Room for what is too wide, too. */
#define CELL_LEN	32

#define NS_PER_S	1000000000ull

/**
 * struct screen - where the lines go
 * @in_place: over those that stand there
 * @rows: rows of the table that there is room for
 */
struct screen {
	bool in_place;
	size_t rows;
};

/* Tells whether the output is a terminal that can do what is wanted of it. */
bool top_can_draw_in_place(void)
{
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb");
}

/* Finds out how many rows of the table there is room for. */
static size_t find_room(const struct top *top)
{
	const size_t others = OTHER_LINES + (*top->warning != '\0') + !top->running;
	struct winsize size;
	size_t height = USUAL_HEIGHT;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row)
		height = size.ws_row;
	return height > others ? height - others : 1;
}

/* Prints a line, which is cut where it is too long. */
static void print_line(const struct screen *screen, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void print_line(const struct screen *screen, const char *format, ...)
{
	char line[TOP_COLUMNS + 1];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	fputs(line, stdout);
	puts(screen->in_place ? ERASE_LINE : "");
}

/* Writes a number, with fewer digits if they are too many. */
static const char *put_count(char cell[CELL_LEN], unsigned long long count, int width)
{
	if (snprintf(cell, CELL_LEN, "%llu", count) > width)
		snprintf(cell, CELL_LEN, "%.*e", width - 7, (double)count);
	return cell;
}

/* Writes a time in us, as exactly as there is room; @known is false for none. */
static const char *put_time(char cell[CELL_LEN], unsigned long long ns, bool known)
{
	if (!known)
		snprintf(cell, CELL_LEN, "-");
	else if (snprintf(cell, CELL_LEN, "%llu.%03llu", ns / 1000, ns % 1000) > TIME_WIDTH)
		put_count(cell, ns / 1000, TIME_WIDTH);
	return cell;
}

/* Tells which of two rows is worse. */
static bool is_worse(const struct top_row *row, const struct top_row *other)
{
	if (row->max_ns != other->max_ns)
		return row->max_ns > other->max_ns;
	return row->total.max_ns > other->total.max_ns;
}

/* Sorts the worst row to the front, equal ones as they are in the table. */
static int compare(const void *a, const void *b)
{
	const struct top_row *row = a, *other = b;

	if (is_worse(row, other) || is_worse(other, row))
		return is_worse(row, other) ? -1 : 1;
	if (row->total.cpu != other->total.cpu)
		return row->total.cpu < other->total.cpu ? -1 : 1;
	return strcmp(row->total.stage, other->total.stage);
}

/* Finds the worst row; NULL if nothing was measured. */
static const struct top_row *find_worst(const struct top *top)
{
	const struct top_row *worst = NULL;
	size_t i;

	for (i = 0; i < top->count; i++)
		if (top->row[i].total.count && (!worst || is_worse(&top->row[i], worst)))
			worst = &top->row[i];
	return worst;
}

/* Prints the first line: the time, the run, and how long the interval was. */
static void print_title(const struct screen *screen, const struct top *top)
{
	const time_t now = time(NULL);
	char line[TOP_COLUMNS + 1];
	size_t length;
	struct tm tm;

	if (!gmtime_r(&now, &tm) ||
	    !strftime(line, sizeof(line), "# %Y-%m-%d %H:%M:%S UTC", &tm))
		strcpy(line, "#");
	length = strlen(line);
	if (top->has_run)
		length += (size_t)snprintf(line + length, sizeof(line) - length,
			", run %llu for %llu s", (unsigned long long)top->run.generation,
			(unsigned long long)(top->run.taken_ns - top->run.start_ns) / NS_PER_S);
	if (top->has_recent && length < sizeof(line))
		snprintf(line + length, sizeof(line) - length, ", last: %llu.%llu s",
			 top->recent_ns / NS_PER_S, top->recent_ns / (NS_PER_S / 10) % 10);
	print_line(screen, "%s", line);
}

/* Prints the heading. */
static void print_heading(const struct screen *screen)
{
	print_line(screen, "  cpu %-*s %*s %*s %*s %*s %*s %*s", STAGE_WIDTH, "stage",
		   COUNT_WIDTH, "count", TIME_WIDTH, "min", TIME_WIDTH, "avg",
		   TIME_WIDTH, "max", RECENT_WIDTH, "last", TIME_WIDTH, "last max");
}

/* Prints a row; the worst one is marked. */
static void print_row(const struct screen *screen, const struct top *top,
		      const struct top_row *row, bool is_worst)
{
	char count[CELL_LEN], min[CELL_LEN], mean[CELL_LEN], max[CELL_LEN];
	char recent[CELL_LEN] = "-", recent_max[CELL_LEN];
	const struct table_row *total = &row->total;
	const bool any = total->count;

	if (top->has_recent)
		put_count(recent, row->count, RECENT_WIDTH);
	print_line(screen, "%c%4u %-*.*s %*s %*s %*s %*s %*s %*s", is_worst ? '*' : ' ',
		   total->cpu, STAGE_WIDTH, STAGE_WIDTH, total->stage,
		   COUNT_WIDTH, put_count(count, total->count, COUNT_WIDTH),
		   TIME_WIDTH, put_time(min, total->min_ns, any),
		   TIME_WIDTH, put_time(mean, total->mean_ns, any),
		   TIME_WIDTH, put_time(max, total->max_ns, any), RECENT_WIDTH, recent,
		   TIME_WIDTH, put_time(recent_max, row->max_ns,
					top->has_recent && row->count));
}

/* Prints the rows; where there is no room for all, the worst come first. */
static void print_rows(const struct screen *screen, struct top *top)
{
	const bool too_many = screen->in_place && top->count > screen->rows;
	const size_t shown = too_many ? screen->rows : top->count;
	const struct top_row *worst;
	size_t i;

	if (too_many)
		qsort(top->row, top->count, sizeof(*top->row), compare);
	worst = find_worst(top);
	for (i = 0; i < shown; i++)
		print_row(screen, top, &top->row[i], &top->row[i] == worst);
	if (too_many)
		print_line(screen, "# %zu more are not shown, none of them worse",
			   top->count - shown);
}

/* Prints the table. */
void top_print(struct top *top, bool in_place)
{
	const struct screen screen = { in_place, find_room(top) };

	if (in_place)
		fputs(HOME, stdout);
	print_title(&screen, top);
	if (*top->warning)
		print_line(&screen, "%s", top->warning);
	print_heading(&screen);
	print_rows(&screen, top);
	if (!top->running)
		print_line(&screen, "# no run is active: these are the last figures");
	if (in_place)
		fputs(ERASE_BELOW, stdout);
	fflush(stdout);
}
