// SPDX-License-Identifier: GPL-2.0
/* The title of a panel: which capture, and the conditions of its run. */
#include <limits.h>
#include <string.h>

#include "plot.h"
#include "setting_texts.h"
#include "text.h"

#define NS_PER_MS	1000000ull
/* Most of a text from outside; lines have to fit into the picture. */
#define NAME_MOST	72
#define WORD_MOST	32
#define LOAD_MOST	48
#define WARNING_MOST	96
#define CUT		"..."

/**
 * struct warning - a condition that can make a picture doubtful
 * @key: its name
 * @harmless: what it begins with if it does not
 */
struct warning {
	const char *key;
	const char *harmless;
};

static const struct warning warnings[] = {
	{ "clock_verdict", "ok" },
	{ "clock_changed", "no" },
};

#define WARNINGS	(sizeof(warnings) / sizeof(warnings[0]))

/* Writes text that can be printed, as a part of a string in single quotes. */
static void put_text(FILE *out, struct piece text, size_t most)
{
	const bool cut = text.length > most;
	char clean[WARNING_MOST + 1];
	const char *at;

	if (cut)
		text.length = most - strlen(CUT);
	text_clean(clean, sizeof(clean), text.at, text.length);
	for (at = clean; *at; at++) {
		if (*at == '\'')
			putc('\'', out);
		putc(*at, out);
	}
	if (cut)
		fputs(CUT, out);
}

/* Writes the name of a capture; the end of a long path tells more than its front. */
static void put_name(FILE *out, const char *name)
{
	const size_t length = strlen(name);

	if (length > NAME_MOST) {
		fputs(CUT, out);
		name += length - (NAME_MOST - strlen(CUT));
	}
	put_text(out, (struct piece){ name, strlen(name) }, NAME_MOST);
}

/* Writes the first word of a condition behind a text, or nothing at all. */
static void put_condition(FILE *out, const struct snapshot *snap, const char *before,
			  const char *key)
{
	struct piece value;

	if (!snapshot_get_condition(snap, key, &value))
		return;
	fputs(before, out);
	put_text(out, piece_word(&value), WORD_MOST);
}

/* Writes how many samples are drawn; 64 bits need not be able to count them all. */
static void put_samples(FILE *out, const struct columns *columns)
{
	unsigned long long count = 0, more;
	bool too_many = false;
	size_t i;

	for (i = 0; i < columns->count; i++) {
		more = columns->column[i].cell.counters.count;
		too_many = too_many || more > ULLONG_MAX - count;
		count += more;
	}
	if (too_many)
		fprintf(out, ", more than %llu samples", ULLONG_MAX);
	else
		fprintf(out, ", %llu sample%s", count, count == 1 ? "" : "s");
}

/* Writes how it was measured, and how long. */
static void put_run(FILE *out, const struct plot_panel *panel)
{
	const struct irqscope_run *run = &panel->snap->run;
	const unsigned long long ms = setting_duration_ns(panel->snap) / NS_PER_MS;
	struct piece load;

	fprintf(out, "period %u us, phase %s", run->period_us,
		run->flags & IRQSCOPE_RUN_RANDOM ? "random" : "fixed");
	if (run->generation)
		fprintf(out, ", %llu.%03llu s", ms / 1000, ms % 1000);
	put_samples(out, &panel->columns);
	if (!snapshot_get_value(panel->snap, IRQSCOPE_SECTION_LOAD, "load", &load))
		return;
	fputs(", load ", out);
	put_text(out, load, LOAD_MOST);
}

/* Finds what makes the picture doubtful, if it is not the value that does not. */
static bool find_warning(const struct snapshot *snap, const struct warning *warning,
			 struct piece *value)
{
	return snapshot_get_condition(snap, warning->key, value) &&
	       !piece_is(*value, "absent") && !piece_begins(*value, warning->harmless);
}

/* Writes a warning as a line of its own. */
static void put_warning(FILE *out, const char *key, struct piece value)
{
	fprintf(out, ".\"\\n\".'%s: ", key);
	put_text(out, value, WARNING_MOST);
	putc('\'', out);
}

/* Tells how many lines of title a panel has. */
unsigned int plot_title_lines(const struct plot_panel *panel)
{
	unsigned int lines = 3, i;
	struct piece value;

	for (i = 0; i < WARNINGS; i++)
		lines += find_warning(panel->snap, &warnings[i], &value);
	return lines;
}

/* Writes the title of a panel. */
void plot_put_title(FILE *out, const struct plot_panel *panel)
{
	struct irqscope_trial trial;
	struct piece value;
	unsigned int i;

	putc('\'', out);
	put_name(out, panel->name);
	fprintf(out, ": stage %s%s'.\"\\n\".'", panel->columns.stage.name,
		snapshot_get_trial(panel->snap, &trial) ? ", setting a of a trial" : "");
	/* The words behind the release tell of the build. */
	put_condition(out, panel->snap, "kernel ", "kernel");
	put_condition(out, panel->snap, " ", "arch");
	put_condition(out, panel->snap, ", preempt ", "preempt");
	put_condition(out, panel->snap, ", clock ", "clocksource");
	fputs("'.\"\\n\".'", out);
	put_run(out, panel);
	putc('\'', out);
	for (i = 0; i < WARNINGS; i++)
		if (find_warning(panel->snap, &warnings[i], &value))
			put_warning(out, warnings[i].key, value);
}
