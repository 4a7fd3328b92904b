/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PROGRESS_H
#define READER_PROGRESS_H

#include <stdbool.h>

/**
 * struct progress - the line on stderr that tells how a run goes
 * @root: the root
 * @quiet: there is no such line
 * @tty: it is refreshed in place
 * @shown: something stands on it
 * @due_ms: when it is to be written next
 */
struct progress {
	const char *root;
	bool quiet;
	bool tty;
	bool shown;
	unsigned long long due_ms;
};

void progress_begin(struct progress *progress, const char *root, bool quiet,
		    unsigned long long now_ms);
void progress_show(struct progress *progress, unsigned long long now_ms,
		   unsigned long long start_ms, unsigned long long end_ms);
void progress_end(struct progress *progress);

#endif /* READER_PROGRESS_H */
