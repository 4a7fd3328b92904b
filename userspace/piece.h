/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PIECE_H
#define READER_PIECE_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct piece - a piece of a text; its bytes may be any, and none ends it
 * @at: where it begins
 * @length: how long it is
 */
struct piece {
	const char *at;
	size_t length;
};

bool piece_is(struct piece piece, const char *text);
bool piece_equal(struct piece one, struct piece other);
bool piece_begins(struct piece piece, const char *text);
/* These take something off the front; the rest stays. */
bool piece_skip(struct piece *piece, const char *text);
struct piece piece_take(struct piece *piece, size_t length);
struct piece piece_until(struct piece *piece, char end);
struct piece piece_line(struct piece *piece);
struct piece piece_word(struct piece *piece);
/* These want a number that is all of the piece. */
bool piece_number(struct piece piece, unsigned long long *number);
bool piece_signed(struct piece piece, long long *number);
bool piece_hex(struct piece piece, unsigned long long *number);

#endif /* READER_PIECE_H */
