/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_CAPTURE_H
#define READER_CAPTURE_H

#include "snapshot.h"
#include "source.h"

int capture_complete(struct bytes *bytes, const struct snapshot *snap, const char *root);
int capture_append(struct bytes *bytes, enum irqscope_section_type type,
		   size_t entry_size, const struct bytes *entries);

#endif /* READER_CAPTURE_H */
