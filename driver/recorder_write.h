/* SPDX-License-Identifier: GPL-2.0 */
/* What is done in each sample to record it, here so that it becomes part of its callers. */
#ifndef IRQSCOPE_RECORDER_WRITE_H
#define IRQSCOPE_RECORDER_WRITE_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/seqlock.h>
#include <linux/types.h>

#include <irqscope_hist.h>

#include "recorder.h"
#include "recorder_bank.h"

/* The bank in use: what each sample needs, and nothing beside it. */
DECLARE_PER_CPU(struct recorder_bank *, irqscope_recorder_bank);

/* Begin a change of a cell. */
static __always_inline void recorder_begin(struct recorder_cell *cell)
{
	raw_write_seqcount_begin(&cell->seq);
}

/* End a change of a cell that has touched one bucket, or IRQSCOPE_HIST_NONE. */
static __always_inline void recorder_end(struct recorder_cell *cell, u16 bucket)
{
	cell->recent[recorder_slot(cell->seq.sequence)] = bucket;
	raw_write_seqcount_end(&cell->seq);
}

/* Add a sample to the numbers of a bank. */
static __always_inline void recorder_add(struct recorder_bank *bank, enum irqscope_stage stage,
					 s64 latency_ns, u64 now_ns)
{
	struct recorder_cell *cell = bank->cell[stage];
	unsigned int bucket;

	recorder_begin(cell);
	/* ">=" so that a first sample of 0 ns has its time, too. */
	if (latency_ns >= (s64)cell->totals.max_ns)
		cell->max_time_ns = now_ns;
	bucket = irqscope_hist_add(&bank->law, &cell->totals, cell->buckets, latency_ns);
	recorder_end(cell, bucket);
}

/**
 * irqscope_record_epoch() - the epoch that an event of this moment belongs to
 *
 * Context: on the measured CPU, interrupts off.
 * Return: epoch, never 0.
 */
static __always_inline u32 irqscope_record_epoch(void)
{
	return __this_cpu_read(irqscope_recorder_bank)->epoch;
}

/**
 * irqscope_record() - record one sample
 * @stage: stage of this CPU
 * @epoch: epoch of the event; the sample is dropped if the store has moved on
 * @latency_ns: time since the expiry; negative if taken before it
 * @now_ns: when the sample was taken, CLOCK_MONOTONIC
 *
 * Context: on the measured CPU, interrupts off.
 */
static __always_inline void irqscope_record(enum irqscope_stage stage, u32 epoch,
					    s64 latency_ns, u64 now_ns)
{
	struct recorder_bank *bank = __this_cpu_read(irqscope_recorder_bank);

	if (unlikely(epoch != bank->epoch))
		irqscope_record_before(stage, epoch, latency_ns, now_ns);
	else
		recorder_add(bank, stage, latency_ns, now_ns);
}

#endif /* IRQSCOPE_RECORDER_WRITE_H */
