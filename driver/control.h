/* SPDX-License-Identifier: GPL-2.0 */
/* Runs: their settings, their start and their end. */
#ifndef IRQSCOPE_CONTROL_H
#define IRQSCOPE_CONTROL_H

#include <linux/workqueue.h>

#include "config.h"

/**
 * struct irqscope_run_info - a run, as far as it has come
 * @config: settings of the run; before the first, the default
 * @cpus: CPUs asked for
 * @running: it samples now
 * @generation: number of the run since load, 0 before the first
 * @start_ns: when it started, CLOCK_MONOTONIC
 * @start_real_ns: the same in CLOCK_REALTIME
 * @stop_ns: when it stopped; 0 while it runs
 */
struct irqscope_run_info {
	struct irqscope_config config;
	struct cpumask cpus;
	bool running;
	u64 generation;
	u64 start_ns;
	u64 start_real_ns;
	u64 stop_ns;
};

/**
 * struct irqscope_run_hooks - what others do when runs begin and end
 * @start: called before a run samples; may sleep
 * @stop: called after it has sampled, or could not start; may sleep
 * @clear: called after its numbers were cleared; may sleep
 */
struct irqscope_run_hooks {
	void (*start)(void);
	void (*stop)(void);
	void (*clear)(void);
};

extern struct work_struct irqscope_control_on_halt;

int irqscope_control_init(const struct irqscope_run_hooks *hooks);
void irqscope_control_exit(void);

const struct irqscope_run_info *irqscope_run_lock(void);
void irqscope_run_unlock(void);

#endif /* IRQSCOPE_CONTROL_H */
