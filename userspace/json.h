/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_JSON_H
#define READER_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * struct json - a JSON text that is being written
 * @out: where to
 * @depth: how many objects and arrays are open
 * @follows: something stands before, at this depth
 */
struct json {
	FILE *out;
	unsigned int depth;
	bool follows;
};

/* @key is NULL for what has none: elements of arrays, and the whole. */
void json_open_object(struct json *json, const char *key);
void json_close_object(struct json *json);
void json_open_array(struct json *json, const char *key);
void json_close_array(struct json *json);
void json_null(struct json *json, const char *key);
void json_number(struct json *json, const char *key, unsigned long long number);
void json_signed(struct json *json, const char *key, long long number);
void json_bool(struct json *json, const char *key, bool value);
void json_decimal(struct json *json, const char *key, const char *text,
		  size_t length);
void json_bytes(struct json *json, const char *key, const char *text,
		size_t length);
void json_text(struct json *json, const char *key, const char *text);

#endif /* READER_JSON_H */
