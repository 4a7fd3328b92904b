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

	putchar('\n');
	for (i = 0; i < json->depth; i++)
		fputs("  ", stdout);
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
static void put_character(unsigned int character)
{
	if (character == '"' || character == '\\')
		printf("\\%c", character);
	else if (character >= ' ' && character <= '~')
		putchar(character);
	else if (character < 0x10000)
		printf("\\u%04x", character);
	else
		printf("\\u%04x\\u%04x", 0xd7c0 + (character >> 10),
		       0xdc00 + (character & 0x3ff));
}

/* Writes a string. */
static void put_string(const char *text, size_t length)
{
	unsigned int character;
	size_t taken;

	putchar('"');
	for (; length; text += taken, length -= taken) {
		taken = take_character((const unsigned char *)text, length, &character);
		put_character(character);
	}
	putchar('"');
}

/* Writes what stands before a value. */
static void begin_value(struct json *json, const char *key)
{
	if (json->follows)
		putchar(',');
	if (json->depth)
		new_line(json);
	if (key) {
		put_string(key, strlen(key));
		fputs(": ", stdout);
	}
	json->follows = true;
}

/* Opens an object or an array. */
static void open_bracket(struct json *json, const char *key, char bracket)
{
	begin_value(json, key);
	putchar(bracket);
	json->depth++;
	json->follows = false;
}

/* Closes an object or an array; an empty one stays on its line. */
static void close_bracket(struct json *json, char bracket)
{
	json->depth--;
	if (json->follows)
		new_line(json);
	putchar(bracket);
	if (!json->depth)
		putchar('\n');
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
	fputs("null", stdout);
}

/* Writes a number. */
void json_number(struct json *json, const char *key, unsigned long long number)
{
	begin_value(json, key);
	printf("%llu", number);
}

/* Writes a number that is there as text, in the form that JSON has for it. */
void json_decimal(struct json *json, const char *key, const char *text,
		  size_t length)
{
	begin_value(json, key);
	fwrite(text, 1, length, stdout);
}

/* Writes a string of any bytes. */
void json_bytes(struct json *json, const char *key, const char *text,
		size_t length)
{
	begin_value(json, key);
	put_string(text, length);
}

/* Writes a string, or null for none. */
void json_text(struct json *json, const char *key, const char *text)
{
	if (text)
		json_bytes(json, key, text, strlen(text));
	else
		json_null(json, key);
}
