/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_COMPARE_H
#define READER_COMPARE_H

#include "comparison.h"

#define COMPARE_TEXT_LEN	512

extern const char *const compare_verdicts[VERDICTS];

/* Tells whether there is a verdict on any cell. */
bool compare_judged(const struct comparison *comparison);
size_t compare_count(const struct comparison *comparison, enum verdict verdict);
const char *compare_sentence(char to[COMPARE_TEXT_LEN], const struct comparison *comparison);
int compare_print(const struct comparison *comparison);
void compare_print_json(const struct comparison *comparisons, size_t count,
			unsigned long long seed);

#endif /* READER_COMPARE_H */
