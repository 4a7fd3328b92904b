/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SYMBOLS_H
#define READER_SYMBOLS_H

#include <stdbool.h>

#include "source.h"
#include "piece.h"

/**
 * struct symbol - a function
 * @address: where it begins
 * @rank: which of several at one address is named: the least
 * @name: its name
 */
struct symbol {
	unsigned long long address;
	unsigned int rank;
	struct piece name;
};

/**
 * struct symbols - the functions of a System.map
 * @path: the file, for messages
 * @bytes: what it held
 * @symbol: the functions, addresses rise and occur once; allocated
 * @count: how many
 */
struct symbols {
	const char *path;
	struct bytes bytes;
	struct symbol *symbol;
	size_t count;
};

/* symbols_free() has to follow in any case. */
int symbols_read(struct symbols *symbols, const char *path);
void symbols_free(struct symbols *symbols);

/* They return NULL if there is none. */
const struct symbol *symbols_find(const struct symbols *symbols, struct piece name);
const struct symbol *symbols_at(const struct symbols *symbols,
				unsigned long long address);
unsigned long long symbols_size(const struct symbols *symbols,
				const struct symbol *symbol);

#endif /* READER_SYMBOLS_H */
