/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_TABLE_FILL_H
#define READER_TABLE_FILL_H

#include "snapshot.h"
#include "table.h"

/* Row i is that of cell i; the snapshot has been verified. */
int table_fill(struct table *table, const struct snapshot *snap);

#endif /* READER_TABLE_FILL_H */
