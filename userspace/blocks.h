/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_BLOCKS_H
#define READER_BLOCKS_H

#include "snapshot.h"

/* No part of a run lasts longer, with room for many of them in 64 bits: a year. */
#define BLOCKS_LENGTH_MAX	31622400000000000ull

int blocks_length(const struct snapshot *snap, unsigned long long *length_ns);
bool blocks_whole(const struct irqscope_block *block, unsigned long long length_ns);
unsigned long long blocks_ratio(unsigned long long longer_ns, unsigned long long shorter_ns);

#endif /* READER_BLOCKS_H */
