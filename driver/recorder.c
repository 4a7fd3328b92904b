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
 *
 * For a trial each CPU has a second bank. An event belongs to the bank that was in
 * use at its expiry, and its epoch leads there, however late a stage of it is.
 */
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/vmalloc.h>

#include "recorder_bank.h"
#include "recorder_write.h"

DEFINE_PER_CPU(struct recorder_banks, irqscope_recorder_banks);
DEFINE_PER_CPU(struct recorder_bank *, irqscope_recorder_bank);

/* Guards the banks against being replaced while a reader copies from one. */
DEFINE_MUTEX(irqscope_recorder_lock);
static struct cpumask store_cpus;
static u32 store_stages;
static u32 store_bucket_ns;
static u32 store_epoch;
/* How many banks each CPU has, and which of them is in use. */
static unsigned int store_banks = 1;
static enum irqscope_bank store_used;

/*
 * The bank of an event that is not of the one in use: of the other, or NULL if the
 * store has moved on. Apart, so that what is usual does not pay for it.
 */
static noinline struct recorder_bank *bank_before(u32 epoch)
{
	const struct recorder_banks *banks = this_cpu_ptr(&irqscope_recorder_banks);
	struct recorder_bank *bank =
		banks->bank[epoch & IRQSCOPE_EPOCH_B ? IRQSCOPE_BANK_B : IRQSCOPE_BANK_A];

	return bank && bank->epoch == epoch ? bank : NULL;
}

/* The bank of an event, or NULL if the store has moved on. */
static struct recorder_bank *bank_of(u32 epoch)
{
	struct recorder_bank *bank = __this_cpu_read(irqscope_recorder_bank);

	return likely(epoch == bank->epoch) ? bank : bank_before(epoch);
}

/**
 * irqscope_record_before() - record a sample that is not of the bank in use
 * @stage: stage of this CPU
 * @epoch: epoch of the event; the sample is dropped if the store has moved on
 * @latency_ns: time since the expiry; negative if taken before it
 * @now_ns: when the sample was taken, CLOCK_MONOTONIC
 *
 * Context: on the measured CPU, interrupts off.
 */
void irqscope_record_before(enum irqscope_stage stage, u32 epoch, s64 latency_ns, u64 now_ns)
{
	struct recorder_bank *bank = bank_before(epoch);

	if (bank)
		recorder_add(bank, stage, latency_ns, now_ns);
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
	struct recorder_bank *bank = bank_of(epoch);
	struct recorder_cell *cell;

	if (!bank)
		return;
	cell = bank->cell[stage];
	recorder_begin(cell);
	cell->busy++;
	recorder_end(cell, IRQSCOPE_HIST_NONE);
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
	struct recorder_bank *bank = bank_of(epoch);
	struct recorder_cell *cell;

	if (!bank)
		return;
	cell = bank->cell[IRQSCOPE_IRQ];
	recorder_begin(cell);
	bank->missed += periods;
	recorder_end(cell, IRQSCOPE_HIST_NONE);
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

/* Put banks in place on the CPU that writes to them. */
static void banks_install_here(void *info)
{
	const struct recorder_banks *banks = info;

	*this_cpu_ptr(&irqscope_recorder_banks) = *banks;
	__this_cpu_write(irqscope_recorder_bank, banks->bank[banks->used]);
}

/* Put banks in place; hotplug is held off. */
static void banks_install(unsigned int cpu, struct recorder_banks *banks)
{
	/* A CPU that is offline has no writer and needs no interrupt. */
	if (!smp_call_function_single(cpu, banks_install_here, banks, 1))
		return;
	per_cpu(irqscope_recorder_banks, cpu) = *banks;
	per_cpu(irqscope_recorder_bank, cpu) = banks->bank[banks->used];
}

/* Free the banks of a CPU that are not in use. */
static void banks_free(const struct recorder_banks *banks)
{
	unsigned int bank;

	for (bank = 0; bank < IRQSCOPE_BANKS; bank++)
		vfree(banks->bank[bank]);
}

/* Allocate the banks of a CPU, @count of them; -ENOMEM, and some are there. */
static int banks_alloc(struct recorder_banks *banks, unsigned int cpu, u32 stages,
		       u32 bucket_ns, unsigned int count)
{
	unsigned int bank;

	for (bank = 0; bank < count; bank++) {
		banks->bank[bank] = bank_alloc(cpu, stages, bucket_ns, store_epoch |
					       (bank == IRQSCOPE_BANK_B ? IRQSCOPE_EPOCH_B : 0));
		if (!banks->bank[bank])
			return -ENOMEM;
	}
	return 0;
}

/* Replace every bank by a fresh one; on failure nothing has changed. */
static int store_replace(const struct cpumask *cpus, u32 stages, u32 bucket_ns,
			 unsigned int count)
{
	struct recorder_banks *banks, old;
	unsigned int cpu;
	int ret = 0;

	lockdep_assert_held(&irqscope_recorder_lock);
	banks = kcalloc(nr_cpu_ids, sizeof(*banks), GFP_KERNEL);
	if (!banks)
		return -ENOMEM;

	/* 0 is the epoch of the warm-up. */
	store_epoch = (store_epoch + 1) & ~IRQSCOPE_EPOCH_B;
	if (!store_epoch)
		store_epoch = 1;
	for_each_cpu(cpu, cpus) {
		banks[cpu].used = store_used;
		ret = banks_alloc(&banks[cpu], cpu, stages, bucket_ns, count);
		if (ret)
			goto out;
	}
	for_each_possible_cpu(cpu) {
		old = per_cpu(irqscope_recorder_banks, cpu);
		if (!banks[cpu].bank[IRQSCOPE_BANK_A] && !old.bank[IRQSCOPE_BANK_A])
			continue;
		banks_install(cpu, &banks[cpu]);
		banks[cpu] = old;
	}
out:
	/* What is left over: the old banks, or the new ones on failure. */
	for_each_possible_cpu(cpu)
		banks_free(&banks[cpu]);
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
	const enum irqscope_bank used = store_used;
	int ret;

	stages |= BIT(IRQSCOPE_IRQ);
	mutex_lock(&irqscope_recorder_lock);
	store_used = IRQSCOPE_BANK_A;
	ret = store_replace(cpus, stages, bucket_ns, 1);
	if (!ret) {
		cpumask_copy(&store_cpus, cpus);
		store_stages = stages;
		store_bucket_ns = bucket_ns;
		store_banks = 1;
	} else {
		store_used = used;
	}
	mutex_unlock(&irqscope_recorder_lock);
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

	mutex_lock(&irqscope_recorder_lock);
	ret = store_replace(&store_cpus, store_stages, store_bucket_ns, store_banks);
	mutex_unlock(&irqscope_recorder_lock);
	return ret;
}

/**
 * irqscope_recorder_split() - give each CPU a second bank, and empty the store
 *
 * Bank a is in use then. The second one stays until the store is opened again.
 *
 * Context: process, cpus_read_lock() held, the store open.
 * Return: 0; -ENOMEM, and nothing has changed.
 */
int irqscope_recorder_split(void)
{
	const enum irqscope_bank used = store_used;
	int ret;

	mutex_lock(&irqscope_recorder_lock);
	store_used = IRQSCOPE_BANK_A;
	ret = store_replace(&store_cpus, store_stages, store_bucket_ns, IRQSCOPE_BANKS);
	if (!ret)
		store_banks = IRQSCOPE_BANKS;
	else
		store_used = used;
	mutex_unlock(&irqscope_recorder_lock);
	return ret;
}

/**
 * irqscope_recorder_use() - choose the bank that new events belong to
 * @bank: bank
 *
 * Context: process, cpus_read_lock() held, behind irqscope_recorder_split().
 */
void irqscope_recorder_use(enum irqscope_bank bank)
{
	struct recorder_banks banks;
	unsigned int cpu;

	mutex_lock(&irqscope_recorder_lock);
	store_used = bank;
	for_each_cpu(cpu, &store_cpus) {
		banks = per_cpu(irqscope_recorder_banks, cpu);
		banks.used = bank;
		banks_install(cpu, &banks);
	}
	mutex_unlock(&irqscope_recorder_lock);
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
		banks_free(&per_cpu(irqscope_recorder_banks, cpu));
		per_cpu(irqscope_recorder_banks, cpu) = (struct recorder_banks){};
		per_cpu(irqscope_recorder_bank, cpu) = NULL;
	}
	cpumask_clear(&store_cpus);
}
