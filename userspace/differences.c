// SPDX-License-Identifier: GPL-2.0
/* What two captures differ in, beside their latencies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "differences.h"
#include "message.h"
#include "text.h"

#define LIST_AT_ONCE	16
#define NOT_KNOWN	"not known"

/* Adds a difference whose values are still to be filled in; NULL without memory. */
static struct difference *add(struct differences *differences, const char *key, bool decisive)
{
	struct difference *list = differences->list;

	if (differences->count % LIST_AT_ONCE == 0) {
		list = realloc(list, (differences->count + LIST_AT_ONCE) * sizeof(*list));
		if (!list) {
			differences->failed = true;
			return NULL;
		}
		differences->list = list;
	}
	list += differences->count++;
	text_clean(list->key, sizeof(list->key), key, strlen(key));
	list->decisive = decisive;
	return list;
}

/* Adds a difference if two texts are not the same. */
void differences_add(struct differences *differences, const char *key, const char *one,
		     const char *other, bool decisive)
{
	struct difference *difference;

	if (!strcmp(one, other))
		return;
	difference = add(differences, key, decisive);
	if (!difference)
		return;
	text_clean(difference->value[0], DIFFERENCES_VALUE_LEN, one, strlen(one));
	text_clean(difference->value[1], DIFFERENCES_VALUE_LEN, other, strlen(other));
}

/* Copies a value, or says that it is not known. */
static void copy_value(char to[DIFFERENCES_VALUE_LEN], bool known, struct piece value)
{
	if (known)
		text_clean(to, DIFFERENCES_VALUE_LEN, value.at, value.length);
	else
		strcpy(to, NOT_KNOWN);
}

/* Adds a difference if a line of a section of text does not say the same in both. */
void differences_add_value(struct differences *differences, enum irqscope_section_type type,
			   const char *key, const struct snapshot *one,
			   const struct snapshot *other, bool decisive)
{
	struct piece value = { 0 }, other_value = { 0 };
	const bool known = snapshot_get_value(one, type, key, &value);
	const bool other_known = snapshot_get_value(other, type, key, &other_value);
	struct difference *difference;

	if (known == other_known && (!known || piece_equal(value, other_value)))
		return;
	difference = add(differences, key, decisive);
	if (!difference)
		return;
	copy_value(difference->value[0], known, value);
	copy_value(difference->value[1], other_known, other_value);
}

/* Finds all differences; differences_free() has to follow in any case. */
int differences_find(struct differences *differences, const struct snapshot *one,
		     const struct snapshot *other)
{
	*differences = (struct differences){ 0 };
	differences_of_settings(differences, one, other);
	differences_of_conditions(differences, one, other);
	differences_of_load(differences, one, other);
	return differences->failed ? complain("no memory for the differences") : EXIT_FINE;
}

/* Tells whether any of them is decisive. */
bool differences_decisive(const struct differences *differences)
{
	size_t i;

	for (i = 0; i < differences->count; i++)
		if (differences->list[i].decisive)
			return true;
	return false;
}

/* Gives back what they occupy. */
void differences_free(struct differences *differences)
{
	free(differences->list);
	*differences = (struct differences){ 0 };
}
