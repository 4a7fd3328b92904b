/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_CHANCE_H
#define READER_CHANCE_H

#include <stdint.h>

/**
 * struct chance - a sequence of numbers that look random and are the same everywhere
 * @state: where it stands; any value begins one
 */
struct chance {
	uint64_t state;
};

uint32_t chance_below(struct chance *chance, uint32_t bound);

#endif /* READER_CHANCE_H */
