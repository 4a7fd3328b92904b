/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SOURCE_H
#define READER_SOURCE_H

#include <stddef.h>

#define SOURCE_SYSFS	"/sys/devices/platform/irqscope"
#define SOURCE_DEBUGFS	"/sys/kernel/debug/irqscope"
#define SOURCE_SNAPSHOT	SOURCE_DEBUGFS "/snapshot"
#define SOURCE_OUTLIERS	SOURCE_DEBUGFS "/outliers"
#define SOURCE_CLOCK	SOURCE_DEBUGFS "/clock"
#define SOURCE_CLOCKSOURCE	"/sys/devices/system/clocksource/clocksource0"
#define SOURCE_CLOCKEVENTS	"/sys/devices/system/clockevents"
#define SOURCE_MODULES	"/proc/modules"

/* No value in sysfs is longer than a page. */
#define SOURCE_VALUE_LEN	4096

/**
 * struct bytes - what a file held
 * @data: allocated; NULL while there is nothing
 * @size: number of bytes
 */
struct bytes {
	unsigned char *data;
	size_t size;
};

void bytes_free(struct bytes *bytes);

/* These return 0 or a negative errno and print nothing. */
int source_read(const char *root, const char *name, char *value, size_t size);
int source_read_number(const char *root, const char *name,
		       unsigned long long *number);
int source_write(const char *root, const char *name, const char *value);
/* Returns a descriptor whose close() ends the lock, or -1 for none. */
int source_lock(const char *root, const char *name);
int source_read_file(const char *root, const char *path, struct bytes *bytes);
int source_read_open(int fd, struct bytes *bytes);
int source_read_path(const char *root, const char *path, char *value, size_t size);
int source_read_kernel_release(const char *root, char *value, size_t size);

/* These say what went wrong and return an exit code. */
int source_require_module(const char *root);
int source_read_snapshot(const char *root, struct bytes *bytes, int *missing);

#endif /* READER_SOURCE_H */
