/* SPDX-License-Identifier: GPL-2.0 */
/* Timers and threads: they produce the samples. */
#ifndef IRQSCOPE_SAMPLER_H
#define IRQSCOPE_SAMPLER_H

#include <linux/cpumask.h>
#include <linux/workqueue.h>

#include "config.h"

int irqscope_sampler_init(struct work_struct *on_halt);
void irqscope_sampler_exit(void);

int irqscope_sampler_start(const struct irqscope_config *config,
			   const struct cpumask *cpus, u64 start_ns);
void irqscope_sampler_stop(void);
void irqscope_sampler_pause(bool pause);
void irqscope_sampler_hold(void);
void irqscope_sampler_record(u64 from_ns);
void irqscope_sampler_forget(void);

bool irqscope_sampler_measured(unsigned int cpu);
bool irqscope_sampler_armed(unsigned int cpu);

#endif /* IRQSCOPE_SAMPLER_H */
