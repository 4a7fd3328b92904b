/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SHOW_H
#define READER_SHOW_H

#include "source.h"

int show_snapshot(const struct bytes *bytes, const char *name);
int show_sysfs(const char *root);

#endif /* READER_SHOW_H */
