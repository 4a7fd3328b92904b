/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SETTING_TEXTS_H
#define READER_SETTING_TEXTS_H

#include "snapshot.h"

#define SETTING_TEXT_LEN	160

/**
 * struct setting_text - a setting of a run, as text
 * @key: its name, as in the conditions
 * @decisive: runs that differ in it are not of the same thing
 * @write: writes its value
 */
struct setting_text {
	const char *key;
	bool decisive;
	void (*write)(char to[SETTING_TEXT_LEN], const struct snapshot *snap);
};

#define SETTING_TEXTS	8

extern const struct setting_text setting_texts[SETTING_TEXTS];

/* Writes the names of the stages, as many as there is room for. */
void setting_write_stages(char to[SETTING_TEXT_LEN], const struct snapshot *snap);
bool setting_text_is(struct piece key);
unsigned long long setting_duration_ns(const struct snapshot *snap);

#endif /* READER_SETTING_TEXTS_H */
