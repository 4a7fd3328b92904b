// SPDX-License-Identifier: GPL-2.0
/* Reads a System.map: lines as nm prints them, "ffff800080012345 T symbol". */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "symbols.h"

#define AT_ONCE		16384
/* Digits of an address: 32 or 64 bits. */
#define SHORT_ADDRESS	8
#define LONG_ADDRESS	16

/* Takes a line without an address: the symbol is defined elsewhere. */
static bool is_undefined(struct piece line)
{
	while (piece_skip(&line, " "))
		;
	return line.length > 2 && strchr("Uwv", line.at[0]) && line.at[1] == ' ';
}

/* Takes a line apart; false if it does not look as nm prints it. */
static bool take_line(struct piece line, char *type, struct symbol *symbol)
{
	struct piece address = piece_word(&line), kind = piece_word(&line);

	if ((address.length != SHORT_ADDRESS && address.length != LONG_ADDRESS) ||
	    piece_begins(address, "0x") || !piece_hex(address, &symbol->address) ||
	    kind.length != 1 || !line.length)
		return false;
	*type = kind.at[0];
	/* Behind a tab there is a module, where somebody saved /proc/kallsyms. */
	symbol->name = piece_until(&line, '\t');
	return *type > ' ' && *type <= '~' && symbol->name.length;
}

/* Tells whether a symbol marks where functions end and data begin. */
static bool is_end(struct piece name)
{
	return piece_is(name, "_etext") || piece_is(name, "_einittext");
}

/* Tells what to prefer of symbols at one address: global functions, then plain names. */
static unsigned int rank_of(char type, struct piece name)
{
	static const char types[] = "TWtw";
	unsigned int underscores = 0;

	if (is_end(name))
		return UINT_MAX;
	while (piece_skip(&name, "_"))
		underscores++;
	return (unsigned int)(strchr(types, type) - types) << 8 |
	       (underscores < 0xff ? underscores : 0xff);
}

/* Tells whether a symbol is a function; arm marks the kind of code with $ ones. */
static bool is_function(char type, struct piece name)
{
	return strchr("TtWw", type) && !piece_begins(name, "$") &&
	       !piece_begins(name, ".L");
}

/* Keeps a function. */
static int add_symbol(struct symbols *symbols, const struct symbol *symbol)
{
	struct symbol *array = symbols->symbol;

	if (symbols->count % AT_ONCE == 0) {
		array = realloc(array, (symbols->count + AT_ONCE) * sizeof(*array));
		if (!array)
			return complain("no memory for the symbols of %s", symbols->path);
		symbols->symbol = array;
	}
	array[symbols->count++] = *symbol;
	return EXIT_FINE;
}

/* Reads all lines. */
static int read_lines(struct symbols *symbols)
{
	struct piece rest = { (const char *)symbols->bytes.data, symbols->bytes.size };
	struct piece line;
	struct symbol symbol;
	int error = EXIT_FINE;
	size_t number = 0;
	char type;

	while (rest.length && !error) {
		number++;
		line = piece_line(&rest);
		if (is_undefined(line))
			continue;
		if (!take_line(line, &type, &symbol))
			return complain("%s: line %zu is not \"address type symbol\", as in a System.map",
					symbols->path, number);
		if (!is_function(type, symbol.name) && !is_end(symbol.name))
			continue;
		symbol.rank = rank_of(type, symbol.name);
		error = add_symbol(symbols, &symbol);
	}
	return error;
}

/* Sorts by address; of several at one, what stood first in the file stays so. */
static int compare(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (x->name.at > y->name.at) - (x->name.at < y->name.at);
}

/* Finds a function by its name. */
const struct symbol *symbols_find(const struct symbols *symbols, struct piece name)
{
	size_t i;

	for (i = 0; i < symbols->count; i++)
		if (symbols->symbol[i].name.length == name.length &&
		    !memcmp(symbols->symbol[i].name.at, name.at, name.length))
			return &symbols->symbol[i];
	return NULL;
}

/* Finds the function that an address lies in. */
const struct symbol *symbols_at(const struct symbols *symbols,
				unsigned long long address)
{
	const struct symbol *symbol = symbols->symbol;
	size_t low = 0, high = symbols->count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (symbol[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	/* Nothing tells where the last one ends. */
	if (!low || low == symbols->count)
		return NULL;
	/* Of several at one address, the first is the one to be named. */
	for (low--; low && symbol[low - 1].address == symbol[low].address; low--)
		;
	return is_end(symbol[low].name) ? NULL : &symbol[low];
}

/* Tells how large a function is, as far as one can tell: up to the next. */
unsigned long long symbols_size(const struct symbols *symbols,
				const struct symbol *symbol)
{
	const struct symbol *end = symbols->symbol + symbols->count, *next;

	for (next = symbol; next < end; next++)
		if (next->address != symbol->address)
			return next->address - symbol->address;
	return 0;
}

/* Reads a System.map. */
int symbols_read(struct symbols *symbols, const char *path)
{
	int error;

	*symbols = (struct symbols){ .path = path };
	error = source_read_file("", path, &symbols->bytes);
	if (error)
		return complain("%s: %s", path, strerror(-error));
	error = read_lines(symbols);
	if (!error && !symbols->count)
		error = complain("%s: it has no functions: not a System.map", path);
	if (!error)
		qsort(symbols->symbol, symbols->count, sizeof(*symbols->symbol), compare);
	return error;
}

/* Gives back what the symbols occupy. */
void symbols_free(struct symbols *symbols)
{
	bytes_free(&symbols->bytes);
	free(symbols->symbol);
	*symbols = (struct symbols){ 0 };
}
