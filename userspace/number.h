/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_NUMBER_H
#define READER_NUMBER_H

#include <stdbool.h>

#define NUMBER_FOREVER	0ull
/* Longest duration, in seconds: 1000 days. */
#define NUMBER_SECONDS_MAX	86400000ull

bool number_parse(const char *text, unsigned long long *number);
bool number_parse_cpus(const char *text);
bool number_parse_duration(const char *text, unsigned long long *seconds);

#endif /* READER_NUMBER_H */
