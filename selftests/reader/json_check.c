// SPDX-License-Identifier: GPL-2.0
/* Refuses whatever RFC 8259 does not allow, and finds the values of the rest. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "json_check.h"

#define MOST_DEPTH	16

static const char *at;
static const char *wrong;
static char path[4096];
static json_visit visit_value;
static jmp_buf failed;

/* Ends the check with what is wrong; @at is where. */
static __attribute__((noreturn)) void fail(const char *what)
{
	wrong = what;
	longjmp(failed, 1);
}

/* Steps over blanks. */
static void skip_blanks(void)
{
	at += strspn(at, " \t\r\n");
}

/* Steps over a character that has to be there. */
static void expect(char character)
{
	if (*at != character)
		fail("another character is expected");
	at++;
}

/* Steps over digits, one at least. */
static void skip_digits(void)
{
	size_t count = strspn(at, "0123456789");

	if (!count)
		fail("a digit is missing");
	at += count;
}

/* Steps over a number. */
static void skip_number(void)
{
	if (*at == '-')
		at++;
	if (*at == '0')
		at++;
	else
		skip_digits();
	if (*at == '.') {
		at++;
		skip_digits();
	}
	if (*at == 'e' || *at == 'E') {
		at++;
		if (*at == '+' || *at == '-')
			at++;
		skip_digits();
	}
}

/* Steps over what follows a backslash. */
static void skip_escape(void)
{
	if (*at == 'u') {
		at++;
		if (strspn(at, "0123456789abcdefABCDEF") < 4)
			fail("an escape needs four digits");
		at += 4;
	} else if (*at && strchr("\"\\/bfnrt", *at)) {
		at++;
	} else {
		fail("an unknown escape");
	}
}

/* Steps over a string; only ASCII that disturbs no terminal may be in it. */
static void skip_string(void)
{
	expect('"');
	while (*at != '"') {
		if (*at < ' ' || *at > '~')
			fail("not a character that may stand here");
		if (*at++ == '\\')
			skip_escape();
	}
	at++;
}

/* Steps over a value that has no parts, and shows it. */
static void skip_scalar(void)
{
	static const char *const words[] = { "null", "true", "false" };
	const char *start = at;
	size_t i;

	if (*at == '"') {
		skip_string();
	} else {
		for (i = 0; i < 3; i++)
			if (!strncmp(at, words[i], strlen(words[i])))
				break;
		if (i < 3)
			at += strlen(words[i]);
		else
			skip_number();
	}
	if (visit_value)
		visit_value(path, start, (size_t)(at - start));
}

static void skip_value(int depth);

/* Steps over a member of an object, or an element of an array. */
static void skip_part(int depth, bool object, unsigned int index)
{
	const size_t length = strlen(path);
	const char *key;

	if (object) {
		key = at + 1;
		skip_string();
		snprintf(path + length, sizeof(path) - length, ".%.*s",
			 (int)(at - 1 - key), key);
		skip_blanks();
		expect(':');
	} else {
		snprintf(path + length, sizeof(path) - length, "[%u]", index);
	}
	skip_value(depth + 1);
	path[length] = '\0';
}

/* Steps over an object or an array. */
static void skip_parts(int depth, bool object)
{
	const char end = object ? '}' : ']';
	unsigned int index = 0;

	if (depth == MOST_DEPTH)
		fail("too deep");
	at++;
	skip_blanks();
	while (*at != end) {
		if (index) {
			expect(',');
			skip_blanks();
		}
		skip_part(depth, object, index++);
		skip_blanks();
	}
	at++;
}

/* Steps over any value, and blanks around it. */
static void skip_value(int depth)
{
	skip_blanks();
	if (*at == '{' || *at == '[')
		skip_parts(depth, *at == '{');
	else
		skip_scalar();
	skip_blanks();
}

/* Checks a text, which has to be one value. */
const char *json_check(const char *text, size_t size, json_visit visit, size_t *byte)
{
	at = text;
	wrong = NULL;
	path[0] = '\0';
	visit_value = visit;
	if (!setjmp(failed)) {
		skip_value(0);
		if (at != text + size)
			fail("something follows");
	}
	*byte = (size_t)(at - text);
	return wrong;
}
