/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SNAPSHOT_WRITE_H
#define READER_SNAPSHOT_WRITE_H

#include <irqscope.h>

#include "source.h"

/**
 * struct snapshot_part - a section that is to be written
 * @type: its type
 * @entry_size: size of an entry, 1 for text
 * @count: how many entries
 * @entries: they themselves
 */
struct snapshot_part {
	enum irqscope_section_type type;
	size_t entry_size;
	size_t count;
	const void *entries;
};

/* Puts sections together; @bytes is allocated. */
int snapshot_write(struct bytes *bytes, const struct snapshot_part *parts, size_t count);

#endif /* READER_SNAPSHOT_WRITE_H */
