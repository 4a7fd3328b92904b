// SPDX-License-Identifier: GPL-2.0
/*
 * The store of numbers: counters and a histogram for each CPU and stage.
 *
 * A bank holds the cells of one CPU. Only that CPU writes to it, with
 * interrupts off, so a write is a few plain stores inside a sequence counter.
 * Readers copy a cell without ever stopping the writer: a histogram takes
 * longer to copy than a short period lasts, so each cell remembers which
 * buckets it touched last, and a reader copies just those again until nothing
 * has changed meanwhile.
 *
 * Clearing never writes to a bank in use: each CPU is given a fresh one.
 */
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seqlock.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/vmalloc.h>

#include <irqscope_hist.h>

#include "recorder.h"

/* One cache line of bucket numbers; a power of two. */
#define RECENT		32u

/* A reader that is preempted again and again at last copies on the CPU. */
#define COPY_TRIES	16

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

static DEFINE_PER_CPU(struct recorder_bank *, recorder_bank);

/* Guards the banks against being replaced while a reader copies from one. */
static DEFINE_MUTEX(store_lock);
static struct cpumask store_cpus;
static u32 store_stages;
static u32 store_bucket_ns;
static u32 store_epoch;

/*
 * The position in the ring follows from the sequence, which goes up by one when
 * a change begins and by one when it ends.
 */
static unsigned int recent_slot(unsigned int sequence)
{
	return sequence / 2 % RECENT;
}

/* Begin a change of a cell. */
static __always_inline void cell_begin(struct recorder_cell *cell)
{
	raw_write_seqcount_begin(&cell->seq);
}

/* End a change of a cell that has touched one bucket, or IRQSCOPE_HIST_NONE. */
static __always_inline void cell_end(struct recorder_cell *cell, u16 bucket)
{
	cell->recent[recent_slot(cell->seq.sequence)] = bucket;
	raw_write_seqcount_end(&cell->seq);
}

/**
 * irqscope_record_epoch() - the epoch that an event of this moment belongs to
 *
 * Context: on the measured CPU, interrupts off.
 * Return: epoch, never 0.
 */
u32 irqscope_record_epoch(void)
{
	return __this_cpu_read(recorder_bank)->epoch;
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
void irqscope_record(enum irqscope_stage stage, u32 epoch, s64 latency_ns,
		     u64 now_ns)
{
	struct recorder_bank *bank = __this_cpu_read(recorder_bank);
	struct recorder_cell *cell = bank->cell[stage];
	unsigned int bucket;

	if (unlikely(epoch != bank->epoch))
		return;

	cell_begin(cell);
	/* ">=" so that a first sample of 0 ns has its time, too. */
	if (latency_ns >= (s64)cell->totals.max_ns)
		cell->max_time_ns = now_ns;
	bucket = irqscope_hist_add(&bank->law, &cell->totals, cell->buckets,
				   latency_ns);
	cell_end(cell, bucket);
}

/**
 * irqscope_record_busy() - count a sample that a stage could not take
 * @stage: stage of this CPU, still busy with an earlier sample
 * @epoch: epoch of the event
 *
 * Context: on the measured CPU, interrupts off.
 */
void irqscope_record_busy(enum irqscope_stage stage, u32 epoch)
{
	struct recorder_bank *bank = __this_cpu_read(recorder_bank);
	struct recorder_cell *cell = bank->cell[stage];

	if (epoch != bank->epoch)
		return;
	cell_begin(cell);
	cell->busy++;
	cell_end(cell, IRQSCOPE_HIST_NONE);
}

/**
 * irqscope_record_missed() - count periods that passed without a sample
 * @epoch: epoch of the event that was found so late
 * @periods: how many
 *
 * Context: on the measured CPU, interrupts off.
 */
void irqscope_record_missed(u32 epoch, u64 periods)
{
	struct recorder_bank *bank = __this_cpu_read(recorder_bank);
	struct recorder_cell *cell = bank->cell[IRQSCOPE_IRQ];

	if (epoch != bank->epoch)
		return;
	cell_begin(cell);
	bank->missed += periods;
	cell_end(cell, IRQSCOPE_HIST_NONE);
}

/* Allocate the bank of one CPU, on its memory node. */
static struct recorder_bank *bank_alloc(unsigned int cpu, u32 stages,
					u32 bucket_ns, u32 epoch)
{
	struct recorder_cell *cell;
	struct recorder_bank *bank;
	unsigned int stage;

	/*
	 * vzalloc: whole pages without rounding up to a power of two, and no
	 * need for contiguous memory on a board that has been up for weeks.
	 */
	bank = vzalloc_node(struct_size(bank, cells, hweight32(stages)),
			    cpu_to_node(cpu));
	if (!bank)
		return NULL;

	bank->epoch = epoch;
	irqscope_hist_law_init(&bank->law, bucket_ns);
	cell = bank->cells;
	for (stage = 0; stage < IRQSCOPE_STAGES; stage++) {
		if (!(stages & BIT(stage)))
			continue;
		seqcount_init(&cell->seq);
		irqscope_hist_totals_init(&cell->totals);
		bank->cell[stage] = cell++;
	}
	return bank;
}

/* Put a bank in place on the CPU that writes to it. */
static void bank_install_here(void *bank)
{
	__this_cpu_write(recorder_bank, bank);
}

/* Put a bank in place and return the one before; hotplug is held off. */
static struct recorder_bank *bank_install(unsigned int cpu,
					  struct recorder_bank *bank)
{
	struct recorder_bank *old = per_cpu(recorder_bank, cpu);

	/* A CPU that is offline has no writer and needs no interrupt. */
	if (smp_call_function_single(cpu, bank_install_here, bank, 1))
		per_cpu(recorder_bank, cpu) = bank;
	return old;
}

/* Replace every bank by a fresh one; on failure nothing has changed. */
static int store_replace(const struct cpumask *cpus, u32 stages, u32 bucket_ns)
{
	struct recorder_bank **banks;
	unsigned int cpu;
	int ret = 0;

	lockdep_assert_held(&store_lock);
	banks = kcalloc(nr_cpu_ids, sizeof(*banks), GFP_KERNEL);
	if (!banks)
		return -ENOMEM;

	/* 0 is the epoch of the warm-up. */
	if (!++store_epoch)
		store_epoch = 1;
	for_each_cpu(cpu, cpus) {
		banks[cpu] = bank_alloc(cpu, stages, bucket_ns, store_epoch);
		if (!banks[cpu]) {
			ret = -ENOMEM;
			goto out;
		}
	}
	for_each_possible_cpu(cpu)
		if (banks[cpu] || per_cpu(recorder_bank, cpu))
			banks[cpu] = bank_install(cpu, banks[cpu]);
out:
	/* What is left over: the old banks, or the new ones on failure. */
	for_each_possible_cpu(cpu)
		vfree(banks[cpu]);
	kfree(banks);
	return ret;
}

/**
 * irqscope_recorder_open() - make an empty store for a new run
 * @cpus: CPUs that will write
 * @stages: mask of the stages that will write; irq is always among them
 * @bucket_ns: width of the linear buckets
 *
 * Context: process, cpus_read_lock() held, nothing sampling.
 * Return: 0; -ENOMEM, and the old store is untouched.
 */
int irqscope_recorder_open(const struct cpumask *cpus, u32 stages, u32 bucket_ns)
{
	int ret;

	stages |= BIT(IRQSCOPE_IRQ);
	mutex_lock(&store_lock);
	ret = store_replace(cpus, stages, bucket_ns);
	if (!ret) {
		cpumask_copy(&store_cpus, cpus);
		store_stages = stages;
		store_bucket_ns = bucket_ns;
	}
	mutex_unlock(&store_lock);
	return ret;
}

/**
 * irqscope_recorder_clear() - empty the store, while sampling or not
 *
 * Context: process, cpus_read_lock() held.
 * Return: 0; -ENOMEM, and nothing was cleared.
 */
int irqscope_recorder_clear(void)
{
	int ret;

	mutex_lock(&store_lock);
	ret = store_replace(&store_cpus, store_stages, store_bucket_ns);
	mutex_unlock(&store_lock);
	return ret;
}

/**
 * irqscope_recorder_epoch() - the epoch that the store has been given last
 *
 * Context: process, behind an open or clear that has not failed.
 * Return: epoch, never 0.
 */
u32 irqscope_recorder_epoch(void)
{
	return store_epoch;
}

/**
 * irqscope_recorder_close() - free the store
 *
 * Context: process, nothing sampling, no readers.
 */
void irqscope_recorder_close(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		vfree(per_cpu(recorder_bank, cpu));
		per_cpu(recorder_bank, cpu) = NULL;
	}
	cpumask_clear(&store_cpus);
}

/* Where a cell is copied from and to. */
struct cell_copy {
	const struct recorder_cell *cell;
	struct irqscope_counters *counters;
	u64 *buckets;
};

/* Find a cell of the store, or NULL. */
static const struct recorder_cell *cell_find(unsigned int cpu,
					     enum irqscope_stage stage)
{
	const struct recorder_bank *bank = per_cpu(recorder_bank, cpu);

	lockdep_assert_held(&store_lock);
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
			bucket = cell->recent[recent_slot(sequence)];
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
 * irqscope_recorder_read() - read a cell
 * @cpu: CPU
 * @stage: stage
 * @counters: filled in
 * @buckets: filled in with IRQSCOPE_HIST_LENGTH counters; NULL: not wanted
 *
 * All of it is from one moment. The writer is neither stopped nor slowed,
 * unless the reader is preempted so often that it cannot finish otherwise.
 *
 * Context: process.
 * Return: 0; -ENOENT if the store has no such CPU or stage.
 */
int irqscope_recorder_read(unsigned int cpu, enum irqscope_stage stage,
			   struct irqscope_counters *counters, u64 *buckets)
{
	struct cell_copy copy = { .counters = counters, .buckets = buckets };
	int ret = -ENOENT;

	mutex_lock(&store_lock);
	copy.cell = cell_find(cpu, stage);
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
	mutex_unlock(&store_lock);
	return ret;
}

/**
 * irqscope_recorder_read_missed() - read how many periods a CPU missed
 * @cpu: CPU
 * @missed: filled in
 *
 * Context: process.
 * Return: 0; -ENOENT if the store has no such CPU.
 */
int irqscope_recorder_read_missed(unsigned int cpu, u64 *missed)
{
	const struct recorder_cell *cell;
	unsigned int sequence;
	int ret = -ENOENT;

	mutex_lock(&store_lock);
	cell = cell_find(cpu, IRQSCOPE_IRQ);
	if (cell) {
		do {
			sequence = read_seqcount_begin(&cell->seq);
			*missed = per_cpu(recorder_bank, cpu)->missed;
		} while (read_seqcount_retry(&cell->seq, sequence));
		ret = 0;
	}
	mutex_unlock(&store_lock);
	return ret;
}
