// SPDX-License-Identifier: GPL-2.0
/* Numbers, lists of CPUs and durations as people write them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

/* Reads the digits at *text and steps over them; no sign, no blanks. */
static bool take_number(const char **text, unsigned long long *number)
{
	char *end;

	/* strtoull() would take " -1" and make it huge. */
	if (**text < '0' || **text > '9')
		return false;
	errno = 0;
	*number = strtoull(*text, &end, 10);
	*text = end;
	return !errno;
}

/* Reads a decimal number that is all of the text. */
bool number_parse(const char *text, unsigned long long *number)
{
	return take_number(&text, number) && !*text;
}

/* Tells whether a text is a list of CPUs like 0-2,5. */
bool number_parse_cpus(const char *text)
{
	unsigned long long first, last;

	for (;; text++) {
		if (!take_number(&text, &first))
			return false;
		last = first;
		if (*text == '-') {
			text++;
			if (!take_number(&text, &last))
				return false;
		}
		if (last < first)
			return false;
		if (*text != ',')
			return !*text;
	}
}

/* Tells how many seconds a unit stands for, 0 if it is none. */
static unsigned long long unit_seconds(const char *unit)
{
	if (!*unit || !strcmp(unit, "s"))
		return 1;
	if (!strcmp(unit, "m"))
		return 60;
	if (!strcmp(unit, "h"))
		return 60 * 60;
	if (!strcmp(unit, "d"))
		return 24 * 60 * 60;
	return 0;
}

/* Reads a duration like 10, 10s, 5m, 2h or 1d; 0 and "forever" have no end. */
bool number_parse_duration(const char *text, unsigned long long *seconds)
{
	unsigned long long number, unit;

	if (!strcmp(text, "forever")) {
		*seconds = NUMBER_FOREVER;
		return true;
	}
	if (!take_number(&text, &number))
		return false;
	unit = unit_seconds(text);
	if (!unit || number > NUMBER_SECONDS_MAX / unit)
		return false;
	*seconds = number * unit;
	return true;
}
