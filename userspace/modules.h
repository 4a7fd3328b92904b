/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_MODULES_H
#define READER_MODULES_H

#include <stdbool.h>

#include "piece.h"

/**
 * struct module - a module and where it lies
 * @name: its name
 * @address: where it begins
 */
struct module {
	struct piece name;
	unsigned long long address;
};

bool modules_find(struct piece text, unsigned long long address, struct module *module);

#endif /* READER_MODULES_H */
