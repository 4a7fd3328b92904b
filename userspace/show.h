/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SHOW_H
#define READER_SHOW_H

#include "gate.h"
#include "source.h"

/* They return EXIT_LIMIT if what they have shown is beyond a limit. */
int show_snapshot(const struct bytes *bytes, const char *name, const struct gate *gate);
int show_sysfs(const char *root, const struct gate *gate);

#endif /* READER_SHOW_H */
