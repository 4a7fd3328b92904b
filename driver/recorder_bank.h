/* SPDX-License-Identifier: GPL-2.0 */
/* What the store of numbers is made of, for those who write it and who read it. */
#ifndef IRQSCOPE_RECORDER_BANK_H
#define IRQSCOPE_RECORDER_BANK_H

#include <linux/cache.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seqlock.h>
#include <linux/types.h>

#include <irqscope_hist.h>

#include "recorder.h"

/* One cache line of bucket numbers; a power of two. */
#define RECENT		32u

struct recorder_cell {
	seqcount_t seq;
	struct irqscope_hist_totals totals;
	u64 max_time_ns;
	u64 busy;
	u16 recent[RECENT];
	u64 buckets[IRQSCOPE_HIST_LENGTH];
} ____cacheline_aligned;

struct recorder_bank {
	u32 epoch;
	struct irqscope_hist_law law;
	struct recorder_cell *cell[IRQSCOPE_STAGES];
	u64 missed;	/* guarded by the sequence counter of the irq cell */
	struct recorder_cell cells[];
};

/**
 * struct recorder_banks - the banks of a CPU
 * @bank: by enum irqscope_bank; NULL where there is none
 * @used: the one that new events belong to
 */
struct recorder_banks {
	struct recorder_bank *bank[IRQSCOPE_BANKS];
	enum irqscope_bank used;
};

DECLARE_PER_CPU(struct recorder_banks, irqscope_recorder_banks);

extern struct mutex irqscope_recorder_lock;

/*
 * The position in the ring follows from the sequence, which goes up by one when
 * a change begins and by one when it ends.
 */
static inline unsigned int recorder_slot(unsigned int sequence)
{
	return sequence / 2 % RECENT;
}

#endif /* IRQSCOPE_RECORDER_BANK_H */
