/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_OUTLIERS_MAX_H
#define READER_OUTLIERS_MAX_H

#include "outliers.h"
#include "snapshot.h"

void outliers_mark_maxima(struct outliers *outliers, const struct snapshot *snap);

#endif /* READER_OUTLIERS_MAX_H */
