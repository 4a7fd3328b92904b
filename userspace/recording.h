/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_RECORDING_H
#define READER_RECORDING_H

#include "load.h"
#include "parts.h"

/**
 * struct recording - what is noted while a run goes on
 * @root: the root
 * @began: the warm-up is over
 * @wants_parts: the parts of the run are wanted
 * @more: lines for the text about the load, or NULL
 * @parts: the parts
 * @stat_begin: /proc/stat at the end of the warm-up
 * @stat_end: /proc/stat at the end of the run
 */
struct recording {
	const char *root;
	bool began;
	bool wants_parts;
	char *more;
	struct parts parts;
	struct bytes stat_begin;
	struct bytes stat_end;
};

void recording_init(struct recording *recording, const char *root, bool wants_parts);
/* To be called when the warm-up ends, and then once in a second. */
void recording_second(struct recording *recording);
void recording_end(struct recording *recording);
/* Adds what was noted to a snapshot, which @snap is; it is of no use then. */
int recording_append(struct recording *recording, struct bytes *bytes,
		     const struct snapshot *snap, const struct load *load,
		     unsigned long long start_ms);
void recording_free(struct recording *recording);

#endif /* READER_RECORDING_H */
