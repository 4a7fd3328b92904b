// SPDX-License-Identifier: GPL-2.0
/* What the kernel says in sysfs and nowhere else. */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/lockdep.h>
#include <linux/magic.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "sysfs_text.h"

/*
 * Nobody else has the open file, so nobody waits for its lock; only a lock checker
 * that takes it for that of any other file sees a circle when a file in sysfs is
 * written and that makes the module read another.
 */
static void tell_lock_apart(struct file *file)
{
	static struct lock_class_key key;

	lockdep_set_class(&((struct seq_file *)file->private_data)->lock, &key);
}

/**
 * irqscope_sysfs_text() - read the one line of a file in sysfs
 * @path: the file
 * @buf: where to; IRQSCOPE_SYSFS_UNKNOWN if there is no such file, or no sysfs, or
 *	the caller is a task that dies
 * @size: bytes there, one of them for the end of the text
 *
 * Context: process, with nothing locked that a file in sysfs may wait for.
 */
void irqscope_sysfs_text(const char *path, char *buf, size_t size)
{
	struct file *file;
	loff_t pos = 0;
	ssize_t len;

	strscpy(buf, IRQSCOPE_SYSFS_UNKNOWN, size);
	/* A task that dies closes its files when it has no directory any more. */
	if (!current->fs)
		return;
	/* The caller may live in a tree of its own, with a pipe in this place. */
	file = filp_open(path, O_RDONLY | O_NONBLOCK, 0);
	if (IS_ERR(file))
		return;
	if (file_inode(file)->i_sb->s_magic != SYSFS_MAGIC || !S_ISREG(file_inode(file)->i_mode))
		goto close;
	tell_lock_apart(file);
	len = kernel_read(file, buf, size - 1, &pos);
	if (len > 0) {
		buf[len] = '\0';
		strim(buf);
	}
	/* What failed may have left a part. */
	if (len <= 0 || !*buf)
		strscpy(buf, IRQSCOPE_SYSFS_UNKNOWN, size);
close:
	filp_close(file, NULL);
}
