/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SAVE_H
#define READER_SAVE_H

#include "source.h"

/**
 * struct save - a file that is being written
 * @path: what it will be called, links followed; allocated
 * @temporary: what it is called until it is complete; allocated, NULL if it
 *	is written in place
 * @fd: the open file
 */
struct save {
	char *path;
	char *temporary;
	int fd;
};

int save_begin(struct save *save, const char *path);
int save_finish(struct save *save, const struct bytes *bytes);
void save_cancel(struct save *save);
/* Writes a whole file that is never half there or, for NULL, stdout. */
int save_bytes(const struct bytes *bytes, const char *path);

/* Writes all bytes; returns 0, or -1 and errno. */
int save_write_all(int fd, const struct bytes *bytes);

int save_system(const char *root, const char *dir);

#endif /* READER_SAVE_H */
