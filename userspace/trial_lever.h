/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_TRIAL_LEVER_H
#define READER_TRIAL_LEVER_H

#include "trial.h"

#define LEVER_FILE	SOURCE_DEBUGFS "/trial"

/**
 * struct lever - what switches between the settings
 * @root: the root
 * @fd: the kernel's file, or -1
 * @command: commands that make the settings, or NULL
 * @used: one of the commands was run
 */
struct lever {
	const char *root;
	int fd;
	const char *const *command;
	bool used;
};

/* lever_end() has to follow in any case. All say what went wrong. */
int lever_begin(struct lever *lever, const char *root, const struct trial_request *request);
/* Records nothing until the next switch. */
int lever_hold(struct lever *lever);
int lever_switch(struct lever *lever, unsigned int setting);
/* Leaves the machine as it is promised: setting a, or QoS as it is wanted. */
int lever_end(struct lever *lever);

#endif /* READER_TRIAL_LEVER_H */
