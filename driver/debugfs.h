/* SPDX-License-Identifier: GPL-2.0 */
/* The files in debugfs. */
#ifndef IRQSCOPE_DEBUGFS_H
#define IRQSCOPE_DEBUGFS_H

void irqscope_debugfs_init(void);
void irqscope_debugfs_exit(void);

#endif /* IRQSCOPE_DEBUGFS_H */
