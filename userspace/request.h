/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_REQUEST_H
#define READER_REQUEST_H

#include <stdbool.h>

#include "gate.h"
#include "load.h"
#include "settings.h"

/**
 * struct request - what the command line asks for
 * @settings: the settings to be changed
 * @seconds: how long to record, NUMBER_FOREVER without end
 * @save: file for the snapshot, or NULL
 * @load: what is to run beside the measurement; all NULL for nothing
 * @gate: the limits for what was measured
 * @quiet: no progress
 */
struct request {
	struct settings settings;
	unsigned long long seconds;
	const char *save;
	struct load_profile load;
	struct gate gate;
	bool quiet;
};

int request_take(struct request *request, int argc, char **argv);

#endif /* READER_REQUEST_H */
