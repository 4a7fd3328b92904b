// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the store of numbers. A histogram takes longer to copy than a short
 * period lasts, so a reader copies again just those buckets that were touched
 * meanwhile, which each cell remembers, until nothing has changed.
 */
#include <linux/smp.h>
#include <linux/string.h>

#include "recorder_bank.h"

/* A reader that is preempted again and again at last copies on the CPU. */
#define COPY_TRIES	16

/* Where a cell is copied from and to. */
struct cell_copy {
	const struct recorder_cell *cell;
	struct irqscope_counters *counters;
	u64 *buckets;
};

/* Find a bank of the store, or NULL. */
static const struct recorder_bank *bank_find(unsigned int cpu, enum irqscope_bank bank)
{
	lockdep_assert_held(&irqscope_recorder_lock);
	return per_cpu(irqscope_recorder_banks, cpu).bank[bank];
}

/* Find a cell of the store, or NULL. */
static const struct recorder_cell *cell_find(unsigned int cpu, enum irqscope_bank which,
					     enum irqscope_stage stage)
{
	const struct recorder_bank *bank = bank_find(cpu, which);

	return bank ? bank->cell[stage] : NULL;
}

/* Copy the counters; the caller sees to it that they are of one moment. */
static void copy_counters(const struct cell_copy *copy)
{
	const struct recorder_cell *cell = copy->cell;
	struct irqscope_counters *to = copy->counters;

	to->count = cell->totals.count;
	to->sum_ns = cell->totals.sum_ns;
	to->min_ns = cell->totals.min_ns;
	to->max_ns = cell->totals.max_ns;
	to->max_time_ns = cell->max_time_ns;
	to->early = cell->totals.early;
	to->early_max_ns = cell->totals.early_max_ns;
	to->busy = cell->busy;
}

/* Copy the counters of one moment. */
static void read_counters(const struct cell_copy *copy)
{
	unsigned int sequence;

	do {
		sequence = read_seqcount_begin(&copy->cell->seq);
		copy_counters(copy);
	} while (read_seqcount_retry(&copy->cell->seq, sequence));
}

/*
 * Bring a copy of the buckets, begun at sequence @first, up to one moment by
 * copying again the buckets touched since. False: too many were.
 */
static bool copy_catch_up(const struct cell_copy *copy, unsigned int first)
{
	const struct recorder_cell *cell = copy->cell;
	unsigned int now, sequence;
	u16 bucket;

	do {
		now = read_seqcount_begin(&cell->seq);
		if ((now - first) / 2 > RECENT)
			return false;
		for (sequence = first; sequence != now; sequence += 2) {
			bucket = cell->recent[recorder_slot(sequence)];
			if (bucket < IRQSCOPE_HIST_LENGTH)
				copy->buckets[bucket] = cell->buckets[bucket];
		}
		copy_counters(copy);
	} while (read_seqcount_retry(&cell->seq, now));
	return true;
}

/* Copy a whole cell on the CPU that writes to it. */
static void copy_here(void *info)
{
	const struct cell_copy *copy = info;

	memcpy(copy->buckets, copy->cell->buckets, sizeof(copy->cell->buckets));
	copy_counters(copy);
}

/* Copy a whole cell, without stopping its writer if at all possible. */
static void copy_cell(unsigned int cpu, struct cell_copy *copy)
{
	unsigned int first, tries = 0;

	for (;;) {
		first = read_seqcount_begin(&copy->cell->seq);
		/* A race is meant: copy_catch_up() mends what it has spoilt. */
		data_race(memcpy(copy->buckets, copy->cell->buckets,
				 sizeof(copy->cell->buckets)));
		if (copy_catch_up(copy, first))
			return;
		/* A CPU that is offline does not write: the next try succeeds. */
		if (++tries >= COPY_TRIES &&
		    !smp_call_function_single(cpu, copy_here, copy, 1))
			return;
	}
}

/**
 * irqscope_recorder_read_bank() - read a cell of a bank
 * @cpu: CPU
 * @bank: bank
 * @stage: stage
 * @counters: filled in
 * @buckets: filled in with IRQSCOPE_HIST_LENGTH counters; NULL: not wanted
 *
 * All of it is from one moment. The writer is neither stopped nor slowed,
 * unless the reader is preempted so often that it cannot finish otherwise.
 *
 * Context: process.
 * Return: 0; -ENOENT if the store has no such CPU, bank or stage.
 */
int irqscope_recorder_read_bank(unsigned int cpu, enum irqscope_bank bank,
				enum irqscope_stage stage,
				struct irqscope_counters *counters, u64 *buckets)
{
	struct cell_copy copy = { .counters = counters, .buckets = buckets };
	int ret = -ENOENT;

	mutex_lock(&irqscope_recorder_lock);
	copy.cell = cell_find(cpu, bank, stage);
	if (copy.cell) {
		if (buckets)
			copy_cell(cpu, &copy);
		else
			read_counters(&copy);
		/* The least latency is kept as infinite until there is one. */
		if (!counters->count)
			counters->min_ns = 0;
		ret = 0;
	}
	mutex_unlock(&irqscope_recorder_lock);
	return ret;
}

/**
 * irqscope_recorder_read() - read a cell of the bank that every run has
 * @cpu: CPU
 * @stage: stage
 * @counters: filled in
 * @buckets: filled in with IRQSCOPE_HIST_LENGTH counters; NULL: not wanted
 *
 * Context: process.
 * Return: 0; -ENOENT if the store has no such CPU or stage.
 */
int irqscope_recorder_read(unsigned int cpu, enum irqscope_stage stage,
			   struct irqscope_counters *counters, u64 *buckets)
{
	return irqscope_recorder_read_bank(cpu, IRQSCOPE_BANK_A, stage, counters, buckets);
}

/**
 * irqscope_recorder_read_bank_missed() - read how many periods a CPU missed
 * @cpu: CPU
 * @bank: bank that they were counted in
 * @missed: filled in
 *
 * Context: process.
 * Return: 0; -ENOENT if the store has no such CPU or bank.
 */
int irqscope_recorder_read_bank_missed(unsigned int cpu, enum irqscope_bank bank,
				       u64 *missed)
{
	const struct recorder_cell *cell;
	unsigned int sequence;
	int ret = -ENOENT;

	mutex_lock(&irqscope_recorder_lock);
	cell = cell_find(cpu, bank, IRQSCOPE_IRQ);
	if (cell) {
		do {
			sequence = read_seqcount_begin(&cell->seq);
			*missed = bank_find(cpu, bank)->missed;
		} while (read_seqcount_retry(&cell->seq, sequence));
		ret = 0;
	}
	mutex_unlock(&irqscope_recorder_lock);
	return ret;
}

/**
 * irqscope_recorder_read_missed() - the same of the bank that every run has
 * @cpu: CPU
 * @missed: filled in
 *
 * Context: process.
 * Return: 0; -ENOENT if the store has no such CPU.
 */
int irqscope_recorder_read_missed(unsigned int cpu, u64 *missed)
{
	return irqscope_recorder_read_bank_missed(cpu, IRQSCOPE_BANK_A, missed);
}
