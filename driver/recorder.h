/* SPDX-License-Identifier: GPL-2.0 */
/* The store of numbers: one cell for each CPU and stage. */
#ifndef IRQSCOPE_RECORDER_H
#define IRQSCOPE_RECORDER_H

#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/types.h>
#include <uapi/irqscope.h>

#include "config.h"

/**
 * enum irqscope_bank - where the numbers of a trial go
 * @IRQSCOPE_BANK_A: those of setting a, and of every run without a trial
 * @IRQSCOPE_BANK_B: those of setting b
 * @IRQSCOPE_BANKS: number of banks
 */
enum irqscope_bank {
	IRQSCOPE_BANK_A,
	IRQSCOPE_BANK_B,
	IRQSCOPE_BANKS,
};

/* Set in the epochs of bank b; the rest of both is the same. */
#define IRQSCOPE_EPOCH_B	BIT(31)

/*
 * Writers: on the CPU they write for, with interrupts off.
 *
 * An event is given the epoch of the store at its expiry and hands it to each
 * of its stages. A stage that completes after the store was cleared holds an
 * outdated epoch, and its sample is dropped like the rest of its event.
 * Epoch 0 never records: it marks the events of the warm-up, and of the time in
 * which a trial settles. What each sample does is in recorder_write.h.
 */
void irqscope_record_before(enum irqscope_stage stage, u32 epoch, s64 latency_ns, u64 now_ns);
void irqscope_record_busy(enum irqscope_stage stage, u32 epoch);
void irqscope_record_missed(u32 epoch, u64 periods);

/* Owners, in process context, with CPU hotplug held off. */
int irqscope_recorder_open(const struct cpumask *cpus, u32 stages, u32 bucket_ns);
int irqscope_recorder_clear(void);
int irqscope_recorder_split(void);
void irqscope_recorder_use(enum irqscope_bank bank);
u32 irqscope_recorder_epoch(void);
void irqscope_recorder_close(void);

/* Readers, in process context, any number of them at any time. */
int irqscope_recorder_read(unsigned int cpu, enum irqscope_stage stage,
			   struct irqscope_counters *counters, u64 *buckets);
int irqscope_recorder_read_missed(unsigned int cpu, u64 *missed);
int irqscope_recorder_read_bank(unsigned int cpu, enum irqscope_bank bank,
				enum irqscope_stage stage,
				struct irqscope_counters *counters, u64 *buckets);
int irqscope_recorder_read_bank_missed(unsigned int cpu, enum irqscope_bank bank,
				       u64 *missed);

#endif /* IRQSCOPE_RECORDER_H */
