// SPDX-License-Identifier: GPL-2.0
/* Pieces of a text: taken apart where they stand, without a copy. */
#include <limits.h>
#include <string.h>

#include "number.h"
#include "piece.h"

/* Room for the longest number of 64 bits. */
#define NUMBER_LEN	24
/* Digits of an address of 64 bits. */
#define HEX_DIGITS	16

/* Tells whether a piece says this and nothing else. */
bool piece_is(struct piece piece, const char *text)
{
	return piece.length == strlen(text) && !memcmp(piece.at, text, piece.length);
}

/* Tells whether two pieces say the same. */
bool piece_equal(struct piece one, struct piece other)
{
	return one.length == other.length &&
	       (!one.length || !memcmp(one.at, other.at, one.length));
}

/* Tells whether a piece begins with this. */
bool piece_begins(struct piece piece, const char *text)
{
	return piece.length >= strlen(text) && !memcmp(piece.at, text, strlen(text));
}

/* Steps over a text at the front if it is there. */
bool piece_skip(struct piece *piece, const char *text)
{
	if (!piece_begins(*piece, text))
		return false;
	piece_take(piece, strlen(text));
	return true;
}

/* Takes so many bytes, or all if there are fewer. */
struct piece piece_take(struct piece *piece, size_t length)
{
	struct piece taken = *piece;

	if (taken.length > length)
		taken.length = length;
	/* What is nowhere, a NULL, must not be moved, not even by nothing. */
	if (!taken.length)
		return taken;
	piece->at += taken.length;
	piece->length -= taken.length;
	return taken;
}

/* Takes what comes before a character, and steps over that. */
struct piece piece_until(struct piece *piece, char end)
{
	const char *found = piece->length ? memchr(piece->at, end, piece->length) : NULL;
	const struct piece taken =
		piece_take(piece, found ? (size_t)(found - piece->at) : piece->length);

	piece_take(piece, 1);
	return taken;
}

/* Takes a line. */
struct piece piece_line(struct piece *piece)
{
	return piece_until(piece, '\n');
}

/* Takes the text up to a blank. */
struct piece piece_word(struct piece *piece)
{
	return piece_until(piece, ' ');
}

/* Reads a decimal number. */
bool piece_number(struct piece piece, unsigned long long *number)
{
	char copy[NUMBER_LEN];

	/* What is too long, or has a NUL in it, is no number. */
	if (!piece.length || piece.length >= sizeof(copy) ||
	    memchr(piece.at, '\0', piece.length))
		return false;
	memcpy(copy, piece.at, piece.length);
	copy[piece.length] = '\0';
	return number_parse(copy, number);
}

/* Reads a decimal number that may be negative. */
bool piece_signed(struct piece piece, long long *number)
{
	const bool negative = piece_skip(&piece, "-");
	unsigned long long size;

	if (!piece_number(piece, &size) || size > LLONG_MAX)
		return false;
	*number = negative ? -(long long)size : (long long)size;
	return true;
}

/* Reads a hexadecimal number as addresses have it, with or without 0x. */
bool piece_hex(struct piece piece, unsigned long long *number)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;
	char character;

	piece_skip(&piece, "0x");
	if (!piece.length || piece.length > HEX_DIGITS)
		return false;
	for (*number = 0; piece.length; piece_take(&piece, 1)) {
		character = *piece.at;
		if (character >= 'A' && character <= 'F')
			character += 'a' - 'A';
		digit = memchr(digits, character, HEX_DIGITS);
		if (!digit)
			return false;
		*number = *number << 4 | (unsigned int)(digit - digits);
	}
	return true;
}
