/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SNAPSHOT_OPEN_H
#define READER_SNAPSHOT_OPEN_H

#include "snapshot.h"
#include "source.h"

/* bytes_free() has to follow in any case; @snap lives in @bytes. */
int snapshot_open(struct snapshot *snap, struct bytes *bytes, const char *root,
		  const char *path);

#endif /* READER_SNAPSHOT_OPEN_H */
