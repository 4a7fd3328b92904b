// SPDX-License-Identifier: GPL-2.0
/* Reads /proc/modules: "name size references users state address". */
#include "modules.h"

/* Takes a line apart; false if it is none, or hides where the module lies. */
static bool take_line(struct piece line, struct module *module, unsigned long long *size)
{
	const struct piece name = piece_word(&line);

	if (!name.length || !piece_number(piece_word(&line), size))
		return false;
	piece_word(&line);
	piece_word(&line);
	piece_word(&line);
	module->name = name;
	return piece_hex(piece_word(&line), &module->address) && module->address;
}

/*
 * Finds the module that an address lies in. The size is that of all parts of a
 * module, which newer kernels lay apart: of several that fit, the one that begins
 * next to the address is it.
 */
bool modules_find(struct piece text, unsigned long long address, struct module *found)
{
	unsigned long long size;
	struct module module;
	bool any = false;

	while (text.length) {
		if (!take_line(piece_line(&text), &module, &size) ||
		    address < module.address || address - module.address >= size)
			continue;
		if (any && module.address <= found->address)
			continue;
		*found = module;
		any = true;
	}
	return any;
}
