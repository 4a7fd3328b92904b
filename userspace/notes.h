/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_NOTES_H
#define READER_NOTES_H

#include "snapshot.h"

void notes_print(const struct snapshot *snap);
void notes_print_warnings(const struct snapshot *snap);
void notes_print_trial(const struct snapshot *snap);
void notes_print_load(const struct snapshot *snap);
void notes_print_sysfs(const char *root);

#endif /* READER_NOTES_H */
