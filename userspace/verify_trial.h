/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_VERIFY_TRIAL_H
#define READER_VERIFY_TRIAL_H

#include "snapshot.h"

/* Both settings must have the same cells, and blocks must belong to them. */
int verify_trial(const struct snapshot *snap,
		 int (*verify_cells)(const struct snapshot *snap));

#endif /* READER_VERIFY_TRIAL_H */
