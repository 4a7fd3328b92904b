/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_OUTLIER_FIELDS_H
#define READER_OUTLIER_FIELDS_H

#include "outliers.h"

/*
 * Each takes what stands behind the key of a line. They return NULL, or what is
 * wrong with it, for people.
 */
const char *outlier_take_head(struct outlier *outlier, struct piece value);
const char *outlier_take_task(struct outlier *outlier, struct piece value);
const char *outlier_take_since(struct outlier *outlier, struct piece value);
const char *outlier_take_frame(struct outlier_frame *frame, struct piece value);

#endif /* READER_OUTLIER_FIELDS_H */
