/* SPDX-License-Identifier: GPL-2.0 */
/* The store of numbers: one cell for each CPU and stage. */
#ifndef IRQSCOPE_RECORDER_H
#define IRQSCOPE_RECORDER_H

#include <linux/cpumask.h>
#include <linux/types.h>
#include <uapi/irqscope.h>

#include "config.h"

/*
 * Writers: on the CPU they write for, with interrupts off.
 *
 * An event is given the epoch of the store at its expiry and hands it to each
 * of its stages. A stage that completes after the store was cleared holds an
 * outdated epoch, and its sample is dropped like the rest of its event.
 * Epoch 0 never records: it marks the events of the warm-up.
 */
u32 irqscope_record_epoch(void);
void irqscope_record(enum irqscope_stage stage, u32 epoch, s64 latency_ns,
		     u64 now_ns);
void irqscope_record_busy(enum irqscope_stage stage, u32 epoch);
void irqscope_record_missed(u32 epoch, u64 periods);

/* Owners, in process context, with CPU hotplug held off. */
int irqscope_recorder_open(const struct cpumask *cpus, u32 stages, u32 bucket_ns);
int irqscope_recorder_clear(void);
u32 irqscope_recorder_epoch(void);
void irqscope_recorder_close(void);

/* Readers, in process context, any number of them at any time. */
int irqscope_recorder_read(unsigned int cpu, enum irqscope_stage stage,
			   struct irqscope_counters *counters, u64 *buckets);
int irqscope_recorder_read_missed(unsigned int cpu, u64 *missed);

#endif /* IRQSCOPE_RECORDER_H */
