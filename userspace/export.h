/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_EXPORT_H
#define READER_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "snapshot.h"
#include "table.h"

/* A verdict can be as long as the kernel has room for. */
#define EXPORT_VALUE_LEN	400

/**
 * struct export - what is exported, and where to
 * @out: where to
 * @snap: the snapshot, verified
 * @table: row i is that of cell i
 * @stage: the one stage that is wanted; NULL for all, or the usual one
 * @buckets: the buckets are wanted as well, where that is a choice
 * @setting: the setting of a trial that these are the numbers of, or NULL
 * @next: those of the next one, or NULL
 */
struct export {
	FILE *out;
	const struct snapshot *snap;
	struct table table;
	const char *stage;
	bool buckets;
	const char *setting;
	const struct export *next;
};

/* The formats; they return an exit code. */
int export_cyclictest(const struct export *export);
int export_rt_tests(const struct export *export);
int export_csv(const struct export *export);
int export_json(const struct export *export);
int export_prometheus(const struct export *export);

/* What several of them need. */
bool export_wants(const struct export *export, size_t row);
bool export_condition(const struct export *export, const char *key,
		      char value[EXPORT_VALUE_LEN]);
void export_notes(const struct export *export);

#endif /* READER_EXPORT_H */
