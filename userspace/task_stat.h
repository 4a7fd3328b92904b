/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_TASK_STAT_H
#define READER_TASK_STAT_H

#include "piece.h"

/**
 * struct task_stat - what /proc/<pid>/stat says of how a task is scheduled
 * @comm: its name, no longer than the kernel has them
 * @kernel: it is a thread of the kernel
 * @priority: its real-time priority
 * @policy: its policy, as the kernel numbers them
 */
struct task_stat {
	struct piece comm;
	bool kernel;
	unsigned long long priority;
	unsigned long long policy;
};

bool task_stat_parse(struct task_stat *task, struct piece text);
bool task_stat_realtime(const struct task_stat *task);
bool task_stat_outranks(const struct task_stat *task, unsigned long long priority);
const char *task_stat_policy(const struct task_stat *task);

#endif /* READER_TASK_STAT_H */
