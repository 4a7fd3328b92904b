// SPDX-License-Identifier: GPL-2.0
/* The sections of a snapshot that are text. */
#include "snapshot.h"

/* Gets a section that is a text; false if there is none. */
bool snapshot_get_text(const struct snapshot *snap, enum irqscope_section_type type,
		       struct piece *text)
{
	const struct snapshot_section *section = &snap->section[type];

	/* Text has no reason for gaps between its characters. */
	if (!section->data || section->entry_size != 1)
		return false;
	*text = (struct piece){ (const char *)section->data, section->entry_count };
	return true;
}

/* Gets the value of a "key: value" line of a section of text; false without. */
bool snapshot_get_value(const struct snapshot *snap, enum irqscope_section_type type,
			const char *key, struct piece *value)
{
	struct piece text;

	if (!snapshot_get_text(snap, type, &text))
		return false;
	while (text.length) {
		*value = piece_line(&text);
		if (piece_skip(value, key) && piece_skip(value, ": ") && value->length)
			return true;
	}
	return false;
}

/* Gets the value of a line of the conditions; false without. */
bool snapshot_get_condition(const struct snapshot *snap, const char *key,
			    struct piece *value)
{
	return snapshot_get_value(snap, IRQSCOPE_SECTION_CONDITIONS, key, value);
}
