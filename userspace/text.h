/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_TEXT_H
#define READER_TEXT_H

#include <stddef.h>

/* Room for a duration of any length. */
#define TEXT_DURATION_LEN	32

void text_clean(char *to, size_t size, const char *from, size_t length);
const char *text_duration(char to[TEXT_DURATION_LEN], unsigned long long ns);

#endif /* READER_TEXT_H */
