/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SETTINGS_H
#define READER_SETTINGS_H

#include <getopt.h>

/*
 * What a run can be told, in the order in which it is written. The CPUs come
 * last: "all" reads back as a list, and put back it would not follow what goes
 * on line later.
 */
enum setting {
	SETTING_PERIOD,
	SETTING_STAGES,
	SETTING_THRESHOLD,
	SETTING_STOP,
	SETTING_PRIORITY,
	SETTING_PHASE,
	SETTING_WARMUP,
	SETTING_BUCKET,
	SETTING_MEM,
	SETTING_CPUS,
	SETTING_COUNT,
};

/**
 * struct settings - what the command line asks for
 * @value: text to be written, NULL for what stays as it is
 */
struct settings {
	const char *value[SETTING_COUNT];
};

/**
 * struct settings_undo - what the kernel had before
 * @value: allocated text, NULL for what was not written
 */
struct settings_undo {
	char *value[SETTING_COUNT];
};

void settings_list(struct option options[SETTING_COUNT]);
int settings_take(struct settings *settings, enum setting setting,
		  const char *text);
int settings_apply(const char *root, const struct settings *settings,
		   struct settings_undo *undo);
void settings_revert(const char *root, struct settings_undo *undo);
void settings_keep(struct settings_undo *undo);

#endif /* READER_SETTINGS_H */
