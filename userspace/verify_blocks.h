/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_VERIFY_BLOCKS_H
#define READER_VERIFY_BLOCKS_H

#include "snapshot.h"

/* The cells have been verified. */
int verify_blocks(const struct snapshot *snap);

#endif /* READER_VERIFY_BLOCKS_H */
