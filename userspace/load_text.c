// SPDX-License-Identifier: GPL-2.0
/* Reads the lines "cpu0: busy 15.8 user 12.3 ..." of a capture. */
#include "load_text.h"

/* More than a CPU can do. */
#define PERCENT_MOST	1000

/* Takes the next line of a CPU off the text. */
bool load_text_cpu(struct piece *text, unsigned long long *cpu, struct piece *shares)
{
	while (text->length) {
		*shares = piece_line(text);
		if (piece_skip(shares, "cpu") && piece_number(piece_until(shares, ':'), cpu))
			return piece_skip(shares, " ");
	}
	return false;
}

/* Reads a number like 15.8. */
static bool parse_tenths(struct piece text, unsigned long long *tenths)
{
	const struct piece whole = piece_until(&text, '.');
	unsigned long long percent, rest;

	if (!piece_number(whole, &percent) || percent > PERCENT_MOST ||
	    text.length != 1 || !piece_number(text, &rest))
		return false;
	*tenths = percent * 10 + rest;
	return true;
}

/* Takes the next share off the rest of such a line. */
bool load_text_share(struct piece *shares, struct load_share *share)
{
	share->name = piece_word(shares);
	return share->name.length && parse_tenths(piece_word(shares), &share->tenths);
}
