// SPDX-License-Identifier: GPL-2.0
/* What the kernel says in sysfs and nowhere else. */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/string.h>

#include "sysfs_text.h"

/**
 * irqscope_sysfs_text() - read the one line of a file in sysfs
 * @path: the file
 * @buf: where to; "unknown" if there is no such file, or no sysfs
 * @size: bytes there, one of them for the end of the text
 *
 * Context: process, with nothing locked that a file in sysfs may wait for.
 */
void irqscope_sysfs_text(const char *path, char *buf, size_t size)
{
	struct file *file = filp_open(path, O_RDONLY, 0);
	loff_t pos = 0;
	ssize_t len;

	strscpy(buf, "unknown", size);
	if (IS_ERR(file))
		return;
	len = kernel_read(file, buf, size - 1, &pos);
	if (len > 0) {
		buf[len] = '\0';
		strim(buf);
	}
	/* What failed may have left a part. */
	if (len <= 0 || !*buf)
		strscpy(buf, "unknown", size);
	filp_close(file, NULL);
}
