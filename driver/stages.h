/* SPDX-License-Identifier: GPL-2.0 */
/* The stages that run after the interrupt. */
#ifndef IRQSCOPE_STAGES_H
#define IRQSCOPE_STAGES_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "config.h"

struct irqscope_alarm;
struct irqscope_stages;

extern bool irqscope_stages_halt;

/**
 * irqscope_stages_halted() - tell whether an outlier has ended the run
 *
 * Context: any.
 * Return: true once there was an outlier in a run with stop_on_outlier.
 */
static inline bool irqscope_stages_halted(void)
{
	return READ_ONCE(irqscope_stages_halt);
}

struct irqscope_stages *irqscope_stages_of(unsigned int cpu);

/* On the measured CPU, in hard interrupt context. */
void irqscope_stages_event(struct irqscope_stages *s, u64 expiry_ns, u32 epoch, u64 now_ns);

struct irqscope_stages *irqscope_stages_prepare(unsigned int cpu,
						const struct irqscope_config *config,
						struct irqscope_alarm *alarm);
int irqscope_stages_start(unsigned int cpu, u32 thread_priority);
void irqscope_stages_wait(unsigned int cpu, u64 deadline_ns);

int irqscope_stages_init(void);
void irqscope_stages_exit(void);

#endif /* IRQSCOPE_STAGES_H */
