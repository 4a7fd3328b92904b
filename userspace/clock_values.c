// SPDX-License-Identifier: GPL-2.0
/* The values in the module's report on the clock: numbers, spreads, words. */
#include <string.h>

#include "clock_lines.h"
#include "number.h"

/* Room for the longest number of 64 bits. */
#define NUMBER_LEN	24

/* Tells whether a text is a word. */
static bool equals(struct clock_text text, const char *word)
{
	return text.length == strlen(word) && !memcmp(text.at, word, text.length);
}

/* Tells whether a text begins with a word. */
static bool begins(struct clock_text text, const char *word)
{
	return text.length >= strlen(word) && !memcmp(text.at, word, strlen(word));
}

/* Takes the text up to a blank off its front. */
static struct clock_text take_word(struct clock_text *text)
{
	const char *blank = memchr(text->at, ' ', text->length);
	struct clock_text word = *text;

	if (blank)
		word.length = (size_t)(blank - text->at);
	text->at += word.length + !!blank;
	text->length -= word.length + !!blank;
	return word;
}

/* Reads a number that is all of a text. */
static bool parse_number(struct clock_text text, unsigned long long *number)
{
	char copy[NUMBER_LEN];

	/* What is too long, or has a NUL in it, is no number. */
	if (text.length >= sizeof(copy) || memchr(text.at, '\0', text.length))
		return false;
	memcpy(copy, text.at, text.length);
	copy[text.length] = '\0';
	return number_parse(copy, number);
}

/* Counts the digits at the front of a text. */
static size_t count_digits(const char *at, const char *end)
{
	const char *start = at;

	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return (size_t)(at - start);
}

/* Tells whether a value has nothing but an explanation behind its numbers. */
static bool is_explanation(struct clock_text rest)
{
	return !rest.length || *rest.at == '(';
}

/* Tells whether a line says that there is no value. */
bool clock_line_unknown(const struct clock_line *line)
{
	struct clock_text rest = line->value;
	const struct clock_text word = take_word(&rest);

	return equals(word, "unknown") || equals(word, "absent");
}

/* Tells whether a line has a value that is a word. */
bool clock_line_is(const struct clock_line *line, const char *value)
{
	return line && equals(line->value, value);
}

/* Gets a value without the explanation behind it. */
struct clock_text clock_line_head(const struct clock_line *line)
{
	struct clock_text rest = line->value;

	return take_word(&rest);
}

/* Tells whether a line has a key that is there for each CPU, and for which. */
bool clock_line_cpu(const struct clock_line *line, const char *key,
		    unsigned long long *cpu)
{
	const size_t length = strlen(key);
	struct clock_text number;

	if (line->key.length < length + 6 || !begins(line->key, key) ||
	    memcmp(line->key.at + length, "[cpu", 4) ||
	    line->key.at[line->key.length - 1] != ']')
		return false;
	number.at = line->key.at + length + 4;
	number.length = line->key.length - length - 5;
	return parse_number(number, cpu);
}

/* Gets the number of a line; false if it has none. */
bool clock_line_number(const struct clock_line *line, unsigned long long *number)
{
	struct clock_text rest;

	if (!line)
		return false;
	rest = line->value;
	return parse_number(take_word(&rest), number) && is_explanation(rest);
}

/* Gets the number with sign and fraction of a line; false if it has none. */
bool clock_line_decimal(const struct clock_line *line, struct clock_text *decimal)
{
	struct clock_text rest;
	const char *at, *end;
	size_t digits;

	if (!line)
		return false;
	rest = line->value;
	*decimal = take_word(&rest);
	if (begins(*decimal, "+")) {
		decimal->at++;
		decimal->length--;
	}
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
	struct clock_text rest = line->value;

	spread->known = parse_number(take_word(&rest), &spread->min) &&
			parse_number(take_word(&rest), &spread->median) &&
			parse_number(take_word(&rest), &spread->max) &&
			is_explanation(rest) && spread->min <= spread->median &&
			spread->median <= spread->max;
	return spread->known;
}
