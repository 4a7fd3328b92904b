// SPDX-License-Identifier: GPL-2.0
/*
 * Writes JSON, all of it ASCII: neither a parser nor a terminal meets anything
 * that it takes for something else, whatever the texts hold.
 */
#include <stdio.h>
#include <string.h>

#include "json.h"

/* Stands for bytes that are no UTF-8. */
#define REPLACEMENT	0xfffdu

/* Begins a line of its own. */
static void new_line(const struct json *json)
{
	unsigned int i;

	putc('\n', json->out);
	for (i = 0; i < json->depth; i++)
		fputs("  ", json->out);
}

/* Reads one character of UTF-8 and tells how many bytes it has. */
static size_t take_character(const unsigned char *text, size_t length,
			     unsigned int *character)
{
	static const unsigned int least[] = { 0, 0x80, 0x800, 0x10000 };
	const unsigned char first = text[0];
	size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1, i;

	*character = first;
	if (first < 0x80)
		return 1;
	*character = first & (0x3f >> more);
	for (i = 1; i <= more && i < length && (text[i] & 0xc0) == 0x80; i++)
		*character = *character << 6 | (text[i] & 0x3f);
	/* Cut off, longer than need be, half of a pair, or beyond the last one. */
	if (first < 0xc2 || first > 0xf4 || i <= more || *character < least[more] ||
	    (*character & ~0x7ffu) == 0xd800 || *character > 0x10ffff) {
		*character = REPLACEMENT;
		return 1;
	}
	return more + 1;
}

/* Writes one character of a string. */
static void put_character(const struct json *json, unsigned int character)
{
	if (character == '"' || character == '\\')
		fprintf(json->out, "\\%c", character);
	else if (character >= ' ' && character <= '~')
		putc((int)character, json->out);
	else if (character < 0x10000)
		fprintf(json->out, "\\u%04x", character);
	else
		fprintf(json->out, "\\u%04x\\u%04x", 0xd7c0 + (character >> 10),
			0xdc00 + (character & 0x3ff));
}

/* Writes a string. */
static void put_string(const struct json *json, const char *text, size_t length)
{
	unsigned int character;
	size_t taken;

	putc('"', json->out);
	for (; length; text += taken, length -= taken) {
		taken = take_character((const unsigned char *)text, length, &character);
		put_character(json, character);
	}
	putc('"', json->out);
}

/* Writes what stands before a value. */
static void begin_value(struct json *json, const char *key)
{
	if (json->follows)
		putc(',', json->out);
	if (json->depth)
		new_line(json);
	if (key) {
		put_string(json, key, strlen(key));
		fputs(": ", json->out);
	}
	json->follows = true;
}

/* Opens an object or an array. */
static void open_bracket(struct json *json, const char *key, char bracket)
{
	begin_value(json, key);
	putc(bracket, json->out);
	json->depth++;
	json->follows = false;
}

/* Closes an object or an array; an empty one stays on its line. */
static void close_bracket(struct json *json, char bracket)
{
	json->depth--;
	if (json->follows)
		new_line(json);
	putc(bracket, json->out);
	if (!json->depth)
		putc('\n', json->out);
	json->follows = true;
}

/* Opens an object. */
void json_open_object(struct json *json, const char *key)
{
	open_bracket(json, key, '{');
}

/* Closes the object that was opened last. */
void json_close_object(struct json *json)
{
	close_bracket(json, '}');
}

/* Opens an array. */
void json_open_array(struct json *json, const char *key)
{
	open_bracket(json, key, '[');
}

/* Closes the array that was opened last. */
void json_close_array(struct json *json)
{
	close_bracket(json, ']');
}

/* Writes that something is not known. */
void json_null(struct json *json, const char *key)
{
	begin_value(json, key);
	fputs("null", json->out);
}

/* Writes a number. */
void json_number(struct json *json, const char *key, unsigned long long number)
{
	begin_value(json, key);
	fprintf(json->out, "%llu", number);
}

/* Writes a number that may be negative. */
void json_signed(struct json *json, const char *key, long long number)
{
	begin_value(json, key);
	fprintf(json->out, "%lld", number);
}

/* Writes true or false. */
void json_bool(struct json *json, const char *key, bool value)
{
	begin_value(json, key);
	fputs(value ? "true" : "false", json->out);
}

/* Writes a number that is there as text, in the form that JSON has for it. */
void json_decimal(struct json *json, const char *key, const char *text,
		  size_t length)
{
	begin_value(json, key);
	fwrite(text, 1, length, json->out);
}

/* Writes a string of any bytes. */
void json_bytes(struct json *json, const char *key, const char *text,
		size_t length)
{
	begin_value(json, key);
	put_string(json, text, length);
}

/* Writes a string, or null for none. */
void json_text(struct json *json, const char *key, const char *text)
{
	if (text)
		json_bytes(json, key, text, strlen(text));
	else
		json_null(json, key);
}
