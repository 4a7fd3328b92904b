/* SPDX-License-Identifier: GPL-2.0 */
#ifndef JSON_CHECK_H
#define JSON_CHECK_H

#include <stddef.h>

/**
 * typedef json_visit - what json_check() calls for each value without parts
 * @path: where it is, like .application.read_ns.min
 * @text: the value as it stands, strings with their quotes
 * @length: characters of it
 */
typedef void (*json_visit)(const char *path, const char *text, size_t length);

/* Returns NULL, or what is wrong, and at which byte. A NUL must follow @text. */
const char *json_check(const char *text, size_t size, json_visit visit, size_t *byte);

#endif /* JSON_CHECK_H */
