/* SPDX-License-Identifier: GPL-2.0 */
/* The results in sysfs, one value per file. */
#ifndef IRQSCOPE_STATS_H
#define IRQSCOPE_STATS_H

#include <linux/cpumask.h>
#include <linux/kobject.h>

int irqscope_stats_create(struct kobject *parent, const struct cpumask *cpus,
			  u32 stages);
void irqscope_stats_remove(void);

#endif /* IRQSCOPE_STATS_H */
