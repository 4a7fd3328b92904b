// SPDX-License-Identifier: GPL-2.0
/* The values in the module's report on the clock: numbers, spreads, words. */
#include <string.h>

#include "clock_lines.h"

/* Counts the digits at the front of a text. */
static size_t count_digits(const char *at, const char *end)
{
	const char *start = at;

	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return (size_t)(at - start);
}

/* Tells whether a value has nothing but an explanation behind its numbers. */
static bool is_explanation(struct piece rest)
{
	return !rest.length || *rest.at == '(';
}

/* Tells whether a line says that there is no value. */
bool clock_line_unknown(const struct clock_line *line)
{
	struct piece rest = line->value;
	const struct piece word = piece_word(&rest);

	return piece_is(word, "unknown") || piece_is(word, "absent");
}

/* Tells whether a line has a value that is a word. */
bool clock_line_is(const struct clock_line *line, const char *value)
{
	return line && piece_is(line->value, value);
}

/* Gets a value without the explanation behind it. */
struct piece clock_line_head(const struct clock_line *line)
{
	struct piece rest = line->value;

	return piece_word(&rest);
}

/* Tells whether a line has a key that is there for each CPU, and for which. */
bool clock_line_cpu(const struct clock_line *line, const char *key,
		    unsigned long long *cpu)
{
	const size_t length = strlen(key);
	struct piece number;

	if (line->key.length < length + 6 || !piece_begins(line->key, key) ||
	    memcmp(line->key.at + length, "[cpu", 4) ||
	    line->key.at[line->key.length - 1] != ']')
		return false;
	number.at = line->key.at + length + 4;
	number.length = line->key.length - length - 5;
	return piece_number(number, cpu);
}

/* Gets the number of a line; false if it has none. */
bool clock_line_number(const struct clock_line *line, unsigned long long *number)
{
	struct piece rest;

	if (!line)
		return false;
	rest = line->value;
	return piece_number(piece_word(&rest), number) && is_explanation(rest);
}

/* Gets the number with sign and fraction of a line; false if it has none. */
bool clock_line_decimal(const struct clock_line *line, struct piece *decimal)
{
	struct piece rest;
	const char *at, *end;
	size_t digits;

	if (!line)
		return false;
	rest = line->value;
	*decimal = piece_word(&rest);
	piece_skip(decimal, "+");
	at = decimal->at;
	end = at + decimal->length;
	if (at < end && *at == '-')
		at++;
	digits = count_digits(at, end);
	/* As in JSON: a zero in front stands alone. */
	if (!digits || (digits > 1 && *at == '0'))
		return false;
	at += digits;
	if (at < end && *at == '.') {
		digits = count_digits(++at, end);
		if (!digits)
			return false;
		at += digits;
	}
	return at == end && is_explanation(rest);
}

/* Gets min, median and max of a line; false if it has none. */
bool clock_line_spread(const struct clock_line *line, struct spread *spread)
{
	struct piece rest = line->value;

	spread->known = piece_number(piece_word(&rest), &spread->min) &&
			piece_number(piece_word(&rest), &spread->median) &&
			piece_number(piece_word(&rest), &spread->max) &&
			is_explanation(rest) && spread->min <= spread->median &&
			spread->median <= spread->max;
	return spread->known;
}
