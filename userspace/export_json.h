/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_EXPORT_JSON_H
#define READER_EXPORT_JSON_H

#include "export.h"
#include "json.h"

void export_json_value(struct json *json, const char *key, const struct snapshot *snap,
		       const char *line);
/* Parts of export_json(). */
void export_json_cells_of(struct json *json, const struct export *export,
			  const struct snapshot *snap, const struct table *table);
int export_json_trial(struct json *json, const struct export *export);
void export_json_cells(struct json *json, const struct export *export);
void export_json_load(struct json *json, const struct export *export);
void export_json_blocks(struct json *json, const struct export *export);
int export_json_outliers(struct json *json, const struct export *export);

#endif /* READER_EXPORT_JSON_H */
