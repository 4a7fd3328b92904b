// SPDX-License-Identifier: GPL-2.0
/* Parses the module's report on the clock and refuses what contradicts itself. */
#include <stdlib.h>
#include <string.h>

#include "clock_lines.h"
#include "message.h"
#include "text.h"

/* Several thousand CPUs would fit. */
#define MOST_LINES	16384
#define LINES_AT_ONCE	64
/* How much of a text is told in a message. */
#define SHOWN_LEN	80

/**
 * struct key_kind - a key whose value is not just text
 * @key: the key
 * @per_cpu: there is one for each CPU, like key[cpu0]
 * @check: tells whether a line has such a value
 * @form: what that is, for people
 */
struct key_kind {
	const char *key;
	bool per_cpu;
	bool (*check)(const struct clock_line *line);
	const char *form;
};

/* Tells whether a line has a number. */
static bool check_number(const struct clock_line *line)
{
	unsigned long long number;

	return clock_line_number(line, &number);
}

/* Tells whether a line has a share in ppm. */
static bool check_ppm(const struct clock_line *line)
{
	unsigned long long ppm;

	return clock_line_number(line, &ppm) && ppm <= 1000000;
}

/* Tells whether a line has a number with sign and fraction. */
static bool check_decimal(const struct clock_line *line)
{
	struct piece decimal;

	return clock_line_decimal(line, &decimal);
}

/* Tells whether a line has min, median and max. */
static bool check_spread(const struct clock_line *line)
{
	struct spread spread;

	return clock_line_spread(line, &spread);
}

/* Tells whether a line has any text. */
static bool check_text(const struct clock_line *line)
{
	return line->value.length;
}

static const struct key_kind kinds[] = {
	{ "name", false, check_text, "a name" },
	{ "frequency_hz", false, check_number, "a number" },
	{ "resolution_observed_ns", false, check_number, "a number" },
	{ "equal_reads_ppm", false, check_ppm, "0 to 1000000" },
	{ "backsteps", false, check_number, "a number" },
	{ "resolution_claimed_ns", false, check_number, "a number" },
	{ "read_ns", true, check_spread, "min, median and max" },
	{ "wrap_s", false, check_number, "a number" },
	{ "arch_frequency_hz", false, check_number, "a number" },
	{ "drift_ppm", false, check_decimal, "a number" },
	{ "clockevent", true, check_text, "a name" },
	{ "took_ms", false, check_number, "a number" },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

/* Reports what is wrong with a line. */
static int refuse(const char *name, const struct clock_line *line, const char *form)
{
	char key[SHOWN_LEN], value[SHOWN_LEN];

	text_clean(key, sizeof(key), line->key.at, line->key.length);
	text_clean(value, sizeof(value), line->value.at, line->value.length);
	return contradict("%s: %s: \"%s\" is not %s", name, key, value, form);
}

/* Tells whether a line is of a kind. */
static bool is_kind(const struct clock_line *line, const struct key_kind *kind)
{
	const size_t length = strlen(kind->key);

	if (line->key.length < length || memcmp(line->key.at, kind->key, length))
		return false;
	return kind->per_cpu ? line->key.at[length] == '[' : line->key.length == length;
}

/* Checks a line by what is known of its key; unknown keys may say anything. */
static int check_line(const char *name, const struct clock_line *line)
{
	unsigned long long cpu;
	size_t i;

	for (i = 0; i < KINDS; i++) {
		if (!is_kind(line, &kinds[i]))
			continue;
		if (kinds[i].per_cpu && !clock_line_cpu(line, kinds[i].key, &cpu))
			return refuse(name, line, "for a CPU");
		if (!clock_line_unknown(line) && !kinds[i].check(line))
			return refuse(name, line, kinds[i].form);
	}
	return EXIT_FINE;
}

/* Finds the line of a key. */
static const struct clock_line *find(const struct clock_lines *lines,
				     struct piece key)
{
	size_t i;

	for (i = 0; i < lines->count; i++)
		if (lines->line[i].key.length == key.length &&
		    !memcmp(lines->line[i].key.at, key.at, key.length))
			return &lines->line[i];
	return NULL;
}

/* Finds the line of a key; NULL if there is none. */
const struct clock_line *clock_lines_find(const struct clock_lines *lines,
					  const char *key)
{
	const struct piece text = { key, strlen(key) };

	return find(lines, text);
}

/* Makes room for one more line. */
static struct clock_line *add_line(struct clock_lines *lines)
{
	struct clock_line *line = lines->line;

	if (lines->count % LINES_AT_ONCE == 0) {
		line = realloc(line, (lines->count + LINES_AT_ONCE) * sizeof(*line));
		if (!line)
			return NULL;
		lines->line = line;
	}
	return &lines->line[lines->count];
}

/* Takes a line of the file to its key and value. */
static bool split(struct piece text, struct clock_line *line)
{
	const char *colon = memchr(text.at, ':', text.length);
	size_t length;

	if (!colon || colon == text.at)
		return false;
	length = (size_t)(colon - text.at);
	line->key = (struct piece){ text.at, length };
	if (++length < text.length && text.at[length] == ' ')
		length++;
	line->value = (struct piece){ text.at + length, text.length - length };
	return true;
}

/* Takes one line of the file. */
static int take_line(struct clock_lines *lines, const char *name,
		     struct piece text)
{
	struct clock_line *line;

	if (lines->count == MOST_LINES)
		return contradict("%s: more than %d lines", name, MOST_LINES);
	line = add_line(lines);
	if (!line)
		return complain("no memory for the lines of %s", name);
	if (!split(text, line))
		return contradict("%s: line %zu is not \"key: value\"", name,
				  lines->count + 1);
	if (find(lines, line->key))
		return refuse(name, line, "the only line with this key");
	lines->count++;
	return check_line(name, line);
}

/* Parses the file; @bytes must outlive @lines. Says what is wrong first. */
int clock_lines_parse(struct clock_lines *lines, const struct bytes *bytes,
		      const char *name)
{
	struct piece rest = { (const char *)bytes->data, bytes->size };
	int error = EXIT_FINE;

	*lines = (struct clock_lines){ 0 };
	while (rest.length && !error)
		error = take_line(lines, name, piece_line(&rest));
	if (!error && !clock_lines_find(lines, "name"))
		error = contradict("%s: name is missing", name);
	return error;
}

/* Gives back what the lines occupy. */
void clock_lines_free(struct clock_lines *lines)
{
	free(lines->line);
	*lines = (struct clock_lines){ 0 };
}
