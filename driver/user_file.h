/* SPDX-License-Identifier: GPL-2.0 */
/* The file user/cpu<N>. */
#ifndef IRQSCOPE_USER_FILE_H
#define IRQSCOPE_USER_FILE_H

#include <linux/fs.h>

/* The private data of the inode is the number of the CPU. */
extern const struct file_operations irqscope_user_fops;

#endif /* IRQSCOPE_USER_FILE_H */
