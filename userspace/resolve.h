/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_RESOLVE_H
#define READER_RESOLVE_H

#include "outliers.h"
#include "symbols.h"

/* Both look up what has an address but no symbol. */
int resolve_kernel(struct outliers *outliers, const struct symbols *symbols);
void resolve_modules(struct outliers *outliers, struct piece modules);

#endif /* READER_RESOLVE_H */
