// SPDX-License-Identifier: GPL-2.0
/* The conditions and the load of captures that are added: what is the same in all. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "merge.h"
#include "message.h"

#define KEY_LEN		64
#define MERGED		"merged"

/* Tells whether a line has the same value in all captures. */
static bool same_in_all(const struct merge *merge, enum irqscope_section_type type,
			const char *key)
{
	struct piece value, other;
	size_t i;

	for (i = 0; i < merge->inputs; i++) {
		if (!snapshot_get_value(&merge->input[i].snap, type, key, &other))
			return false;
		if (i && !piece_equal(value, other))
			return false;
		value = other;
	}
	return true;
}

/* Tells whether one of the first captures has a line already. */
static bool in_first(const struct merge *merge, size_t count, enum irqscope_section_type type,
		     const char *key)
{
	struct piece value;
	size_t i;

	for (i = 0; i < count; i++)
		if (snapshot_get_value(&merge->input[i].snap, type, key, &value))
			return true;
	return false;
}

/* Takes the key off a line; false if it has none that can be kept. */
static bool take_key(struct piece *line, char key[KEY_LEN])
{
	const struct piece name = piece_until(line, ':');

	if (!name.length || name.length >= KEY_LEN || !piece_skip(line, " ") ||
	    memchr(name.at, '\0', name.length))
		return false;
	memcpy(key, name.at, name.length);
	key[name.length] = '\0';
	return strcmp(key, MERGED);
}

/* Writes the lines of a capture that none before it has. */
static void put_lines(FILE *out, const struct merge *merge, size_t index,
		      enum irqscope_section_type type)
{
	struct piece text = { 0 }, line;
	char key[KEY_LEN];

	snapshot_get_text(&merge->input[index].snap, type, &text);
	while (text.length) {
		line = piece_line(&text);
		if (!take_key(&line, key) || in_first(merge, index, type, key))
			continue;
		fprintf(out, "%s: ", key);
		if (same_in_all(merge, type, key))
			fwrite(line.at, 1, line.length, out);
		else
			fputs("various", out);
		putc('\n', out);
	}
}

/* Tells how many captures the sum is of; one may be a sum itself. */
static unsigned long long count_merged(const struct merge *merge)
{
	unsigned long long number, sum = 0;
	struct piece value;
	size_t i;

	for (i = 0; i < merge->inputs; i++) {
		if (!snapshot_get_condition(&merge->input[i].snap, MERGED, &value) ||
		    !piece_number(value, &number) || number > UINT_MAX)
			number = 1;
		sum += number;
	}
	return sum;
}

/* Writes a section of text. */
static int put_text(const struct merge *merge, enum irqscope_section_type type,
		    struct bytes *bytes)
{
	char *text = NULL;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);
	int lost;

	if (!out)
		return complain("no memory for the conditions");
	for (i = 0; i < merge->inputs; i++)
		put_lines(out, merge, i, type);
	if (type == IRQSCOPE_SECTION_CONDITIONS)
		fprintf(out, MERGED ": %llu\n", count_merged(merge));
	lost = ferror(out);
	if (fclose(out))
		lost = 1;
	*bytes = (struct bytes){ (unsigned char *)text, size };
	return lost ? complain("no memory for the conditions") : EXIT_FINE;
}

/* Writes what is the same in all captures, and of the rest that it is not. */
int merge_texts(struct merge *merge)
{
	const int error = put_text(merge, IRQSCOPE_SECTION_CONDITIONS, &merge->conditions);

	return error ? error : put_text(merge, IRQSCOPE_SECTION_LOAD, &merge->load);
}
