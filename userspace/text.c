// SPDX-License-Identifier: GPL-2.0
/* Text as it may be printed for people. */
#include <stdio.h>

#include "text.h"

/* Copies text without what could disturb a terminal. */
void text_clean(char *to, size_t size, const char *from, size_t length)
{
	size_t i;

	for (i = 0; i < length && i + 1 < size; i++)
		to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
	to[i] = '\0';
}

/* Writes a duration in the unit in which it is read with ease; returns it. */
const char *text_duration(char to[TEXT_DURATION_LEN], unsigned long long ns)
{
	if (ns < 10000)
		snprintf(to, TEXT_DURATION_LEN, "%llu ns", ns);
	else if (ns < 10000000)
		snprintf(to, TEXT_DURATION_LEN, "%llu.%llu us", ns / 1000,
			 ns / 100 % 10);
	else
		snprintf(to, TEXT_DURATION_LEN, "%llu.%llu ms", ns / 1000000,
			 ns / 100000 % 10);
	return to;
}
