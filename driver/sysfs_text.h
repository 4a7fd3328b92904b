/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel says in sysfs and nowhere else. */
#ifndef IRQSCOPE_SYSFS_TEXT_H
#define IRQSCOPE_SYSFS_TEXT_H

#include <linux/types.h>

/* What stands for a text that is not to be had. */
#define IRQSCOPE_SYSFS_UNKNOWN	"unknown"

void irqscope_sysfs_text(const char *path, char *buf, size_t size);

#endif /* IRQSCOPE_SYSFS_TEXT_H */
