/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_OUTLIERS_PRINT_H
#define READER_OUTLIERS_PRINT_H

#include "json.h"
#include "outliers.h"

/* How many records are wanted if all are. */
#define OUTLIERS_ALL	((size_t)-1)

/* @note is what one has to know besides, or NULL. */
void outliers_print_text(const struct outliers *outliers, size_t limit, const char *note);
void outliers_put_json(struct json *json, const struct outliers *outliers, size_t limit);
void outliers_print_json(const struct outliers *outliers, size_t limit);

#endif /* READER_OUTLIERS_PRINT_H */
