// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit suite of the recorder: what it counts, what it drops, and what a reader
 * sees while another CPU writes. The recorder's own text is part of this module,
 * so the suite has a store to itself, whatever irqscope does.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/kthread.h>
#include <linux/prandom.h>

#include "../../driver/recorder.c"
#include "../../driver/recorder_read.c"

#define BUCKET_NS	250
#define ALL_STAGES	(BIT(IRQSCOPE_STAGES) - 1)
#define SAMPLES		20000u
#define READS		300u

static struct irqscope_counters counters;
static u64 buckets[IRQSCOPE_HIST_LENGTH];
static u64 expected[IRQSCOPE_HIST_LENGTH];

/* Read a cell into the two above. */
static void read_cell(struct kunit *test, unsigned int cpu, enum irqscope_stage stage)
{
	KUNIT_ASSERT_EQ(test, 0, irqscope_recorder_read(cpu, stage, &counters, buckets));
}

/* Open a store for all CPUs that are online. */
static void open_store(struct kunit *test, u32 stages)
{
	int ret;

	cpus_read_lock();
	ret = irqscope_recorder_open(cpu_online_mask, stages, BUCKET_NS);
	cpus_read_unlock();
	KUNIT_ASSERT_EQ(test, 0, ret);
}

/* Empty it. */
static void clear_store(struct kunit *test)
{
	int ret;

	cpus_read_lock();
	ret = irqscope_recorder_clear();
	cpus_read_unlock();
	KUNIT_ASSERT_EQ(test, 0, ret);
}

/* Record as a measured CPU does it: here, with interrupts off. */
static unsigned int record(enum irqscope_stage stage, s64 latency_ns, u64 now_ns)
{
	unsigned long flags;
	unsigned int cpu;

	local_irq_save(flags);
	cpu = smp_processor_id();
	irqscope_record(stage, irqscope_record_epoch(), latency_ns, now_ns);
	local_irq_restore(flags);
	return cpu;
}

/* A latency of each part of the range: body, tail, beyond. */
static u64 random_latency(struct rnd_state *state)
{
	const u64 body_ns = IRQSCOPE_HIST_BODY * BUCKET_NS;
	const u64 random = (u64)prandom_u32_state(state) << 32 | prandom_u32_state(state);

	switch (random % 8) {
	case 0:
		return (random >> 8) % (body_ns << (IRQSCOPE_HIST_OCTAVES + 1));
	case 1:
		return body_ns + (random >> 8) % body_ns;
	default:
		return (random >> 8) % body_ns;
	}
}

/* Where the law has a latency, by division. */
static unsigned int bucket_of(u64 ns)
{
	const u64 body_ns = IRQSCOPE_HIST_BODY * BUCKET_NS;
	unsigned int octave;

	if (ns < body_ns)
		return div_u64(ns, BUCKET_NS);
	for (octave = 0; octave < IRQSCOPE_HIST_OCTAVES; octave++)
		if (ns < body_ns << (octave + 1))
			return IRQSCOPE_HIST_BODY + octave * IRQSCOPE_HIST_OCTAVE +
			       div64_u64(ns - (body_ns << octave),
					 (body_ns / IRQSCOPE_HIST_OCTAVE) << octave);
	return IRQSCOPE_HIST_BEYOND;
}

/* Every figure of many samples, against plain arithmetic. */
static void counts_samples(struct kunit *test)
{
	u64 sum = 0, min = U64_MAX, max = 0, max_time = 0, ns;
	struct rnd_state state;
	unsigned int i, cpu;

	open_store(test, ALL_STAGES);
	prandom_seed_state(&state, 42);
	memset(expected, 0, sizeof(expected));
	migrate_disable();
	cpu = smp_processor_id();
	for (i = 0; i < SAMPLES; i++) {
		ns = random_latency(&state);
		record(IRQSCOPE_THREAD, ns, 1000 + i);
		expected[bucket_of(ns)]++;
		sum += ns;
		min = min(min, ns);
		if (ns >= max) {
			max = ns;
			max_time = 1000 + i;
		}
	}
	migrate_enable();
	read_cell(test, cpu, IRQSCOPE_THREAD);
	KUNIT_EXPECT_EQ(test, SAMPLES, counters.count);
	KUNIT_EXPECT_EQ(test, sum, counters.sum_ns);
	KUNIT_EXPECT_EQ(test, min, counters.min_ns);
	KUNIT_EXPECT_EQ(test, max, counters.max_ns);
	KUNIT_EXPECT_EQ(test, max_time, counters.max_time_ns);
	KUNIT_EXPECT_EQ(test, 0, counters.early);
	KUNIT_EXPECT_EQ(test, 0, memcmp(buckets, expected, sizeof(buckets)));
	/* no other cell of this CPU has any of it */
	read_cell(test, cpu, IRQSCOPE_IRQ);
	KUNIT_EXPECT_EQ(test, 0, counters.count);
	KUNIT_EXPECT_EQ(test, 0, counters.min_ns);
}

/* An early sample is in no figure but its own two. */
static void counts_early_apart(struct kunit *test)
{
	unsigned int cpu;

	open_store(test, ALL_STAGES);
	migrate_disable();
	record(IRQSCOPE_IRQ, -700, 1);
	record(IRQSCOPE_IRQ, -3000, 2);
	record(IRQSCOPE_IRQ, -1, 3);
	cpu = record(IRQSCOPE_IRQ, 0, 4);
	migrate_enable();
	read_cell(test, cpu, IRQSCOPE_IRQ);
	KUNIT_EXPECT_EQ(test, 3, counters.early);
	KUNIT_EXPECT_EQ(test, 3000, counters.early_max_ns);
	KUNIT_EXPECT_EQ(test, 1, counters.count);
	KUNIT_EXPECT_EQ(test, 0, counters.sum_ns);
	KUNIT_EXPECT_EQ(test, 0, counters.max_ns);
	KUNIT_EXPECT_EQ(test, 4, counters.max_time_ns);
	KUNIT_EXPECT_EQ(test, 1, buckets[0]);
}

/* Busy and missed add up, and are no samples. */
static void counts_busy_and_missed(struct kunit *test)
{
	unsigned long flags;
	unsigned int cpu;
	u64 missed;

	open_store(test, ALL_STAGES);
	local_irq_save(flags);
	cpu = smp_processor_id();
	irqscope_record_busy(IRQSCOPE_WORK, irqscope_record_epoch());
	irqscope_record_busy(IRQSCOPE_WORK, irqscope_record_epoch());
	irqscope_record_missed(irqscope_record_epoch(), 3);
	irqscope_record_missed(irqscope_record_epoch(), 1ull << 40);
	local_irq_restore(flags);
	read_cell(test, cpu, IRQSCOPE_WORK);
	KUNIT_EXPECT_EQ(test, 2, counters.busy);
	KUNIT_EXPECT_EQ(test, 0, counters.count);
	KUNIT_EXPECT_EQ(test, 0, irqscope_recorder_read_missed(cpu, &missed));
	KUNIT_EXPECT_EQ(test, 3 + (1ull << 40), missed);
}

/* What belongs to an event from before a clear, or to the warm-up, is dropped. */
static void drops_other_epochs(struct kunit *test)
{
	unsigned long flags;
	unsigned int cpu;
	u64 missed;
	u32 before;

	open_store(test, ALL_STAGES);
	migrate_disable();
	cpu = record(IRQSCOPE_THREAD, 1000, 1);
	before = irqscope_record_epoch();
	migrate_enable();
	clear_store(test);

	local_irq_save(flags);
	cpu = smp_processor_id();
	irqscope_record(IRQSCOPE_THREAD, before, 2000, 2);
	irqscope_record_busy(IRQSCOPE_THREAD, before);
	irqscope_record_missed(before, 1);
	irqscope_record(IRQSCOPE_THREAD, 0, 3000, 3);
	local_irq_restore(flags);
	read_cell(test, cpu, IRQSCOPE_THREAD);
	KUNIT_EXPECT_EQ(test, 0, counters.count);
	KUNIT_EXPECT_EQ(test, 0, counters.busy);
	KUNIT_EXPECT_EQ(test, 0, counters.max_time_ns);
	KUNIT_EXPECT_EQ(test, 0, irqscope_recorder_read_missed(cpu, &missed));
	KUNIT_EXPECT_EQ(test, 0, missed);
}

/* Of both banks, one is written: the one that was in use when the event expired. */
static void late_event_finds_its_bank(struct kunit *test)
{
	unsigned long flags;
	unsigned int cpu;
	u32 a, b;
	int ret;

	open_store(test, ALL_STAGES);
	cpus_read_lock();
	ret = irqscope_recorder_split();
	cpus_read_unlock();
	KUNIT_ASSERT_EQ(test, 0, ret);
	migrate_disable();
	cpu = smp_processor_id();
	a = irqscope_record_epoch();
	cpus_read_lock();
	irqscope_recorder_use(IRQSCOPE_BANK_B);
	cpus_read_unlock();
	b = irqscope_record_epoch();
	local_irq_save(flags);
	irqscope_record(IRQSCOPE_THREAD, a, 1000, 1);
	irqscope_record(IRQSCOPE_THREAD, b, 2000, 2);
	irqscope_record(IRQSCOPE_THREAD, b, 3000, 3);
	irqscope_record_busy(IRQSCOPE_THREAD, a);
	irqscope_record(IRQSCOPE_THREAD, a + 1, 9000, 4);
	irqscope_record(IRQSCOPE_THREAD, 0, 9000, 5);
	irqscope_record(IRQSCOPE_THREAD, IRQSCOPE_EPOCH_B, 9000, 6);
	local_irq_restore(flags);
	migrate_enable();

	KUNIT_EXPECT_EQ(test, a | IRQSCOPE_EPOCH_B, b);
	read_cell(test, cpu, IRQSCOPE_THREAD);
	KUNIT_EXPECT_EQ(test, 1, counters.count);
	KUNIT_EXPECT_EQ(test, 1, counters.busy);
	KUNIT_EXPECT_EQ(test, 1000, counters.max_ns);
	ret = irqscope_recorder_read_bank(cpu, IRQSCOPE_BANK_B, IRQSCOPE_THREAD, &counters,
					  buckets);
	KUNIT_ASSERT_EQ(test, 0, ret);
	KUNIT_EXPECT_EQ(test, 2, counters.count);
	KUNIT_EXPECT_EQ(test, 0, counters.busy);
	KUNIT_EXPECT_EQ(test, 3000, counters.max_ns);

	/* A new run has no second bank. */
	open_store(test, ALL_STAGES);
	KUNIT_EXPECT_EQ(test, -ENOENT,
			irqscope_recorder_read_bank(cpu, IRQSCOPE_BANK_B, IRQSCOPE_THREAD,
						    &counters, NULL));
}

/* The epoch of the warm-up is never given to a store, not even by wrapping. */
static void epoch_is_never_zero(struct kunit *test)
{
	open_store(test, ALL_STAGES);
	store_epoch = U32_MAX;
	clear_store(test);
	KUNIT_EXPECT_EQ(test, 1, irqscope_recorder_epoch());
}

/* There is no such cell: another CPU, another stage, another store. */
static void has_only_its_cells(struct kunit *test)
{
	const unsigned int cpu = cpumask_first(cpu_online_mask);
	u64 missed;
	int ret;

	cpus_read_lock();
	ret = irqscope_recorder_open(cpumask_of(cpu), BIT(IRQSCOPE_THREAD), BUCKET_NS);
	cpus_read_unlock();
	KUNIT_ASSERT_EQ(test, 0, ret);
	KUNIT_EXPECT_EQ(test, 0, irqscope_recorder_read(cpu, IRQSCOPE_THREAD, &counters, NULL));
	/* irq is always among the stages */
	KUNIT_EXPECT_EQ(test, 0, irqscope_recorder_read(cpu, IRQSCOPE_IRQ, &counters, buckets));
	KUNIT_EXPECT_EQ(test, -ENOENT,
			irqscope_recorder_read(cpu, IRQSCOPE_WORK, &counters, NULL));
	if (num_possible_cpus() > 1) {
		const unsigned int other = cpumask_next(cpu, cpu_possible_mask);

		KUNIT_EXPECT_EQ(test, -ENOENT,
				irqscope_recorder_read(other, IRQSCOPE_IRQ, &counters, NULL));
		KUNIT_EXPECT_EQ(test, -ENOENT, irqscope_recorder_read_missed(other, &missed));
	}
	irqscope_recorder_close();
	KUNIT_EXPECT_EQ(test, -ENOENT,
			irqscope_recorder_read(cpu, IRQSCOPE_IRQ, &counters, NULL));
}

/*
 * A copy that falls behind by as many changes as the ring holds is mended; by one
 * more it cannot be, and says so.
 */
static void copy_knows_its_limit(struct kunit *test)
{
	struct cell_copy copy = { .counters = &counters, .buckets = buckets };
	unsigned int first, i, cpu;
	unsigned int changes;

	for (changes = 1; changes <= RECENT + 1; changes++) {
		open_store(test, ALL_STAGES);
		migrate_disable();
		cpu = record(IRQSCOPE_IRQ, 100, 1);
		mutex_lock(&irqscope_recorder_lock);
		copy.cell = cell_find(cpu, IRQSCOPE_BANK_A, IRQSCOPE_IRQ);
		first = read_seqcount_begin(&copy.cell->seq);
		memcpy(buckets, copy.cell->buckets, sizeof(buckets));
		mutex_unlock(&irqscope_recorder_lock);
		for (i = 1; i <= changes; i++)
			record(IRQSCOPE_IRQ, i * BUCKET_NS, 1 + i);
		KUNIT_EXPECT_EQ(test, changes <= RECENT, copy_catch_up(&copy, first));
		migrate_enable();
		if (changes > RECENT)
			break;
		KUNIT_EXPECT_EQ(test, changes + 1, counters.count);
		for (i = 0; i <= changes; i++)
			KUNIT_EXPECT_EQ(test, 1, buckets[i]);
	}
}

/* Writes on another CPU without a pause until it is told to stop. */
static int write_always(void *unused)
{
	u64 i = 0;

	while (!kthread_should_stop()) {
		record(IRQSCOPE_THREAD, i % (IRQSCOPE_HIST_BODY * BUCKET_NS), i);
		if (!(++i % 1024))
			cond_resched();
	}
	return 0;
}

/* Whatever a reader gets from a CPU that writes is of one moment. */
static void reads_one_moment(struct kunit *test)
{
	const unsigned int cpu = cpumask_last(cpu_online_mask);
	struct task_struct *writer;
	unsigned int i, bucket, torn = 0;
	u64 sum, before = 0;

	open_store(test, ALL_STAGES);
	writer = kthread_create(write_always, NULL, "recorder_kunit");
	KUNIT_ASSERT_FALSE(test, IS_ERR(writer));
	kthread_bind(writer, cpu);
	wake_up_process(writer);
	for (i = 0; i < READS; i++) {
		if (irqscope_recorder_read(cpu, IRQSCOPE_THREAD, &counters, buckets))
			break;
		for (bucket = 0, sum = 0; bucket < IRQSCOPE_HIST_LENGTH; bucket++)
			sum += buckets[bucket];
		/* the writer counts up, so the last sample is the time of the max or later */
		if (sum != counters.count || counters.count < before)
			torn++;
		before = counters.count;
		cond_resched();
	}
	kthread_stop(writer);
	KUNIT_EXPECT_EQ(test, READS, i);
	KUNIT_EXPECT_EQ(test, 0, torn);
	KUNIT_EXPECT_GT(test, before, 0);
}

static void recorder_exit(struct kunit *test)
{
	irqscope_recorder_close();
}

static struct kunit_case recorder_cases[] = {
	KUNIT_CASE(counts_samples),
	KUNIT_CASE(counts_early_apart),
	KUNIT_CASE(counts_busy_and_missed),
	KUNIT_CASE(drops_other_epochs),
	KUNIT_CASE(late_event_finds_its_bank),
	KUNIT_CASE(epoch_is_never_zero),
	KUNIT_CASE(has_only_its_cells),
	KUNIT_CASE(copy_knows_its_limit),
	KUNIT_CASE(reads_one_moment),
	{}
};

static struct kunit_suite recorder_suite = {
	.name = "irqscope_recorder",
	.exit = recorder_exit,
	.test_cases = recorder_cases,
};

kunit_test_suite(recorder_suite);

MODULE_DESCRIPTION("KUnit suite of the recorder of irqscope");
MODULE_LICENSE("GPL");
