// SPDX-License-Identifier: GPL-2.0
/*
 * The stage mem: what it costs the thread to find its data. After its own sample it
 * reads a working set, one dependent load for each cache line in a random order,
 * and takes the time. What others have thrown out of the caches since the last
 * event has to come from memory again.
 */
#include <linux/kref.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/prandom.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/topology.h>
#include <linux/vmalloc.h>

#include <irqscope_walk.h>

#include "mem.h"
#include "recorder.h"
#include "recorder_write.h"
#include "watch.h"

/**
 * struct mem_set - the working set of a CPU
 * @users: the run that it was made for, and the thread while it walks: one that does
 *	not get to end its walk keeps its set, whatever runs begin meanwhile
 * @lines: its lines, in whole pages
 */
struct mem_set {
	struct kref users;
	struct irqscope_walk_line *lines;
};

/* Changed between runs, when no thread can begin a walk. */
static DEFINE_PER_CPU(struct mem_set *, mem_sets);

static void set_free(struct kref *users)
{
	struct mem_set *set = container_of(users, struct mem_set, users);

	vfree(set->lines);
	kfree(set);
}

/* Let go of a set, or of none. */
static void set_put(struct mem_set *set)
{
	if (set)
		kref_put(&set->users, set_free);
}

/* A uniform random number below @limit, without a division. */
static unsigned int random_below(void *state, unsigned int limit)
{
	return ((u64)prandom_u32_state(state) * limit) >> 32;
}

/* Allocate the set of one CPU, on its memory node. */
static struct mem_set *set_alloc(unsigned int cpu, u32 mem_kib)
{
	struct mem_set *set = kzalloc_node(sizeof(*set), GFP_KERNEL, cpu_to_node(cpu));
	const unsigned int count = irqscope_walk_lines(mem_kib);
	struct rnd_state rnd;

	if (!set)
		return NULL;
	kref_init(&set->users);
	set->lines = vzalloc_node(array_size(count, IRQSCOPE_WALK_LINE), cpu_to_node(cpu));
	if (!set->lines) {
		set_put(set);
		return NULL;
	}
	prandom_seed_state(&rnd, get_random_u64());
	irqscope_walk_build(set->lines, count, random_below, &rnd);
	return set;
}

/**
 * irqscope_mem_open() - make the working sets of a run, in place of those before
 * @cpus: CPUs that will read one; none if the run has no such stage
 * @mem_kib: size of each in KiB
 *
 * Return: 0; -ENOMEM, and there are none.
 */
int irqscope_mem_open(const struct cpumask *cpus, u32 mem_kib)
{
	unsigned int cpu;

	irqscope_mem_close();
	for_each_cpu(cpu, cpus) {
		per_cpu(mem_sets, cpu) = set_alloc(cpu, mem_kib);
		if (!per_cpu(mem_sets, cpu)) {
			irqscope_mem_close();
			return -ENOMEM;
		}
	}
	return 0;
}

/**
 * irqscope_mem_close() - free the working sets
 */
void irqscope_mem_close(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		set_put(per_cpu(mem_sets, cpu));
		per_cpu(mem_sets, cpu) = NULL;
	}
}

/**
 * irqscope_mem_run() - read the working set and record how long that took
 * @s: stages of this CPU, of which the thread has recorded its sample
 * @epoch: epoch of the event
 *
 * Whoever takes the CPU from the thread meanwhile takes its time, too: so it is for
 * every task that needs its data.
 *
 * Context: the thread, interrupts off; on while it reads.
 */
void irqscope_mem_run(struct irqscope_stages *s, u32 epoch)
{
	struct stage_event *event = &s->event[IRQSCOPE_MEM];
	struct mem_set *set = __this_cpu_read(mem_sets);
	u64 start_ns, now_ns;

	kref_get(&set->users);
	event->epoch = epoch;
	WRITE_ONCE(event->pending, true);
	local_irq_enable();

	start_ns = ktime_get();
	irqscope_walk(set->lines);
	local_irq_disable();
	now_ns = ktime_get();
	/* It may have taken so long that it was given up. */
	if (event->pending) {
		irqscope_record(IRQSCOPE_MEM, event->epoch, now_ns - start_ns, now_ns);
		WRITE_ONCE(event->pending, false);
	}
	/* The last one to let go frees, which cannot be done with interrupts off. */
	local_irq_enable();
	set_put(set);
	local_irq_disable();
}
