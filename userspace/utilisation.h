/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_UTILISATION_H
#define READER_UTILISATION_H

#include <stdio.h>

#include "piece.h"

/*
 * Writes a line "cpu0: busy 15.8 user 12.3 ...", in percent, for each CPU that
 * two texts of /proc/stat have.
 */
void utilisation_write(FILE *out, struct piece begin, struct piece end);

#endif /* READER_UTILISATION_H */
