/* SPDX-License-Identifier: GPL-2.0 */
/* The stage mem: the time that the thread takes to read a working set. */
#ifndef IRQSCOPE_MEM_H
#define IRQSCOPE_MEM_H

#include <linux/cpumask.h>
#include <linux/types.h>

struct irqscope_stages;

/* The thread, interrupts off. */
void irqscope_mem_run(struct irqscope_stages *s, u32 epoch);

/* Owners, in process context, CPU hotplug held off, nothing sampling. */
int irqscope_mem_open(const struct cpumask *cpus, u32 mem_kib);
void irqscope_mem_close(void);

#endif /* IRQSCOPE_MEM_H */
