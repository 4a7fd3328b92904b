/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_DIFFERENCES_H
#define READER_DIFFERENCES_H

#include "snapshot.h"

#define DIFFERENCES_KEY_LEN	40
#define DIFFERENCES_VALUE_LEN	160

/**
 * struct difference - what two captures differ in; texts are clean, long ones are cut
 * @key: its name
 * @value: that of the one and of the other
 * @decisive: with it, no latency can be laid at the door of anything else
 */
struct difference {
	char key[DIFFERENCES_KEY_LEN];
	char value[2][DIFFERENCES_VALUE_LEN];
	bool decisive;
};

/**
 * struct differences - all of them
 * @list: allocated; NULL without any
 * @count: how many
 * @failed: there was no memory for all of them
 */
struct differences {
	struct difference *list;
	size_t count;
	bool failed;
};

int differences_find(struct differences *differences, const struct snapshot *one,
		     const struct snapshot *other);
bool differences_decisive(const struct differences *differences);
void differences_free(struct differences *differences);

/* These add what differs of one kind. */
void differences_add(struct differences *differences, const char *key, const char *one,
		     const char *other, bool decisive);
void differences_add_value(struct differences *differences, enum irqscope_section_type type,
			   const char *key, const struct snapshot *one,
			   const struct snapshot *other, bool decisive);
void differences_of_settings(struct differences *differences, const struct snapshot *one,
			     const struct snapshot *other);
void differences_of_conditions(struct differences *differences, const struct snapshot *one,
			       const struct snapshot *other);
void differences_of_load(struct differences *differences, const struct snapshot *one,
			 const struct snapshot *other);

#endif /* READER_DIFFERENCES_H */
