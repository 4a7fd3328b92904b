/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_LOAD_TEXT_H
#define READER_LOAD_TEXT_H

#include "snapshot.h"

/**
 * struct load_share - how much of its time a CPU spent in one way
 * @name: in which
 * @tenths: tenths of a percent
 */
struct load_share {
	struct piece name;
	unsigned long long tenths;
};

/* Takes the next line of a CPU off the text; false if there is none. */
bool load_text_cpu(struct piece *text, unsigned long long *cpu, struct piece *shares);
/* Takes the next share off the rest of such a line; false if there is none. */
bool load_text_share(struct piece *shares, struct load_share *share);

#endif /* READER_LOAD_TEXT_H */
