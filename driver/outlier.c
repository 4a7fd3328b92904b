// SPDX-License-Identifier: GPL-2.0
/*
 * The store of outliers: for each CPU a ring, in which a new record takes the
 * place of the oldest, and beside it the worst record of each stage.
 *
 * Only the CPU itself writes, with interrupts off. A reader copies record by
 * record and never stops it; what is overwritten meanwhile counts as lost.
 */
#include <linux/percpu.h>
#include <linux/seqlock.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <linux/vmalloc.h>

#include "outlier.h"

struct outlier_slot {
	seqcount_t seq;
	struct irqscope_outlier record;
};

struct outlier_store {
	seqcount_t seq;		/* guards made: 64 bits take two stores on 32-bit CPUs */
	u64 made;
	u32 epoch;		/* of the numbers that the records belong to */
	struct outlier_slot ring[IRQSCOPE_OUTLIERS];
	struct outlier_slot worst[IRQSCOPE_LATENCIES];
};

static DEFINE_PER_CPU(struct outlier_store *, outlier_store);

static void slot_write(struct outlier_slot *slot, const struct irqscope_outlier *record)
{
	raw_write_seqcount_begin(&slot->seq);
	slot->record = *record;
	raw_write_seqcount_end(&slot->seq);
}

/* Copy a record of one moment; false if there is none. */
static bool slot_read(const struct outlier_slot *slot, struct irqscope_outlier *to)
{
	unsigned int sequence;

	do {
		sequence = read_seqcount_begin(&slot->seq);
		/* A race is meant: what it has spoilt is copied again. */
		data_race(*to = slot->record);
	} while (read_seqcount_retry(&slot->seq, sequence));
	return to->number;
}

/* Is this as late as the worst so far? The latest of equals is kept, as for max. */
static bool is_worst(const struct irqscope_outlier *worst, const struct irqscope_outlier *now)
{
	const u32 stage = BIT(now->late);

	if (!worst->number)
		return true;
	/* A sample that never came to its end has no latency. */
	if (!(now->known & stage))
		return !(worst->known & stage);
	return !(worst->known & stage) ||
	       now->latency_ns[now->late] >= worst->latency_ns[now->late];
}

static void set_made(struct outlier_store *store, u64 made)
{
	raw_write_seqcount_begin(&store->seq);
	store->made = made;
	raw_write_seqcount_end(&store->seq);
}

static u64 read_made(const struct outlier_store *store)
{
	unsigned int sequence;
	u64 made;

	do {
		sequence = read_seqcount_begin(&store->seq);
		/* As above. */
		made = data_race(store->made);
	} while (read_seqcount_retry(&store->seq, sequence));
	return made;
}

/* Forget all records but those of an epoch. */
static void store_begin(struct outlier_store *store, u32 epoch)
{
	static const struct irqscope_outlier none;
	unsigned int i;

	if (store->epoch == epoch)
		return;
	store->epoch = epoch;
	for (i = 0; i < IRQSCOPE_OUTLIERS; i++)
		slot_write(&store->ring[i], &none);
	for (i = 0; i < IRQSCOPE_LATENCIES; i++)
		slot_write(&store->worst[i], &none);
	set_made(store, 0);
}

/**
 * irqscope_outlier_add() - keep a record
 * @outlier: the record; its number is given here
 * @epoch: epoch of the event, that is the present one
 *
 * Context: on the measured CPU, interrupts off.
 */
void irqscope_outlier_add(const struct irqscope_outlier *outlier, u32 epoch)
{
	struct outlier_store *store = __this_cpu_read(outlier_store);
	struct outlier_slot *worst = &store->worst[outlier->late];
	struct irqscope_outlier *record;
	struct outlier_slot *slot;

	/* The numbers have been cleared, and these records are about to be. */
	store_begin(store, epoch);
	slot = &store->ring[store->made % IRQSCOPE_OUTLIERS];
	record = &slot->record;
	raw_write_seqcount_begin(&slot->seq);
	*record = *outlier;
	record->number = store->made + 1;
	raw_write_seqcount_end(&slot->seq);
	if (is_worst(&worst->record, record))
		slot_write(worst, record);
	/* Readers take what has a number up to this. */
	set_made(store, store->made + 1);
}

/* Add what another stage of the same event has found. */
static void slot_complete(struct outlier_slot *slot, u64 seq, enum irqscope_stage stage,
			  s64 latency_ns)
{
	if (!slot->record.number || slot->record.seq != seq)
		return;
	raw_write_seqcount_begin(&slot->seq);
	slot->record.latency_ns[stage] = latency_ns;
	slot->record.known |= BIT(stage);
	raw_write_seqcount_end(&slot->seq);
}

/**
 * irqscope_outlier_complete() - add the latency of one more stage to the records
 * @seq: number of the event
 * @stage: the stage, which was not late itself or has its own record
 * @latency_ns: its latency
 *
 * Context: on the measured CPU, interrupts off.
 */
void irqscope_outlier_complete(u64 seq, enum irqscope_stage stage, s64 latency_ns)
{
	struct outlier_store *store = __this_cpu_read(outlier_store);
	unsigned int i;

	for (i = 0; i < IRQSCOPE_OUTLIERS; i++)
		slot_complete(&store->ring[i], seq, stage, latency_ns);
	for (i = 0; i < IRQSCOPE_LATENCIES; i++)
		slot_complete(&store->worst[i], seq, stage, latency_ns);
}

static struct outlier_store *store_alloc(unsigned int cpu, u32 epoch)
{
	struct outlier_store *store = vzalloc_node(sizeof(*store), cpu_to_node(cpu));
	unsigned int i;

	if (!store)
		return NULL;
	store->epoch = epoch;
	seqcount_init(&store->seq);
	for (i = 0; i < IRQSCOPE_OUTLIERS; i++)
		seqcount_init(&store->ring[i].seq);
	for (i = 0; i < IRQSCOPE_LATENCIES; i++)
		seqcount_init(&store->worst[i].seq);
	return store;
}

/**
 * irqscope_outliers_open() - make an empty store for a new run
 * @cpus: CPUs that will write, none if the run has no threshold
 * @epoch: epoch of the numbers of the run
 *
 * Context: process, nothing sampling, no readers.
 * Return: 0; -ENOMEM, and there is no store.
 */
int irqscope_outliers_open(const struct cpumask *cpus, u32 epoch)
{
	unsigned int cpu;

	irqscope_outliers_close();
	for_each_cpu(cpu, cpus) {
		per_cpu(outlier_store, cpu) = store_alloc(cpu, epoch);
		if (!per_cpu(outlier_store, cpu)) {
			irqscope_outliers_close();
			return -ENOMEM;
		}
	}
	return 0;
}

/* What is to be cleared, and which records may stay. */
struct clearing {
	struct outlier_store *store;
	u32 epoch;
};

static void clear_here(void *info)
{
	struct clearing *clearing = info;

	store_begin(clearing->store, clearing->epoch);
}

/**
 * irqscope_outliers_clear() - forget what is older than the numbers
 * @epoch: epoch of the numbers, which have been cleared before; records of it stay
 *
 * Context: process, cpus_read_lock() held, no readers.
 */
void irqscope_outliers_clear(u32 epoch)
{
	struct clearing clearing = { .epoch = epoch };
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		clearing.store = per_cpu(outlier_store, cpu);
		/* A CPU that is offline does not write. */
		if (clearing.store &&
		    smp_call_function_single(cpu, clear_here, &clearing, 1))
			clear_here(&clearing);
	}
}

/**
 * irqscope_outliers_close() - free the store
 *
 * Context: process, nothing sampling, no readers.
 */
void irqscope_outliers_close(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		vfree(per_cpu(outlier_store, cpu));
		per_cpu(outlier_store, cpu) = NULL;
	}
}

/* Is this record among those already copied? */
static bool is_copied(const struct irqscope_outlier *copied, unsigned int count, u64 number)
{
	while (count--)
		if (copied[count].number == number)
			return true;
	return false;
}

/**
 * irqscope_outliers_read() - copy the records of a CPU
 * @cpu: CPU
 * @to: room for IRQSCOPE_OUTLIERS + IRQSCOPE_LATENCIES records
 * @lost: filled in: what belongs to the moment of the copy
 *
 * Context: process.
 * Return: number of records, in no order.
 */
unsigned int irqscope_outliers_read(unsigned int cpu, struct irqscope_outlier *to,
				    struct irqscope_lost *lost)
{
	struct outlier_store *store = per_cpu(outlier_store, cpu);
	unsigned int i, count = 0;

	lost->made = store ? read_made(store) : 0;
	lost->kept = 0;
	if (!lost->made)
		return 0;
	for (i = 0; i < IRQSCOPE_OUTLIERS; i++)
		count += slot_read(&store->ring[i], &to[count]) &&
			 to[count].number <= lost->made;
	for (i = 0; i < IRQSCOPE_LATENCIES; i++)
		count += slot_read(&store->worst[i], &to[count]) &&
			 to[count].number <= lost->made &&
			 !is_copied(to, count, to[count].number);
	lost->kept = count;
	return count;
}
