// SPDX-License-Identifier: GPL-2.0
/*
 * What takes longer to find out about the clock: cost, frequency, drift.
 *
 * Nothing here keeps interrupts or the scheduler off: it must not disturb what
 * is measured at the same time. So single figures can be wrong, and of several
 * the one that was disturbed least is taken.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sort.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "clock.h"
#include "clock_probe.h"
#include "compat.h"
#include "counter.h"

#define RATE_MS		50
#define RATE_TRIES	3
/* More time than this is not compared; the products stay within 64 bits. */
#define COMPARE_S	4
/* How many steps of the clock are compared, and reads to find one. */
#define MARKS		8
#define MARK_READS	5000

#define BATCHES		15
#define BATCH_READS_MIN	8
#define BATCH_READS_MAX	65536
/* A batch lasts so many steps of what it is timed by. */
#define BATCH_STEPS	32
/* All CPUs must get to it in this time. */
#define COSTS_MS	300

/* A step of the clock, and when it was by the architecture's counter. */
struct mark {
	struct irqscope_shot shot;
	u64 counter;
	u64 width;
};

/* The next step of the clock; false if there is none. */
static bool mark_next(struct mark *mark)
{
	const bool compare = irqscope_counter_exists();
	struct irqscope_shot last;
	unsigned int reads;
	u64 before = 0, after = 0;

	irqscope_shot_take(&last);
	for (reads = 0; reads < MARK_READS; reads++) {
		before = after;
		if (compare)
			after = irqscope_counter_read();
		irqscope_shot_take(&mark->shot);
		/* The first round has no "before". */
		if (reads && mark->shot.cycles != last.cycles)
			break;
		last = mark->shot;
	}
	if (compare)
		after = irqscope_counter_read();
	mark->width = after - before;
	mark->counter = before + mark->width / 2;
	/* Where it is that counter, the step is known exactly. */
	if (compare && mark->shot.cycles >= before && mark->shot.cycles <= after) {
		mark->counter = mark->shot.cycles;
		mark->width = 1;
	}
	return reads < MARK_READS;
}

/* The one of several steps that is known best. */
static bool mark_take(struct mark *best)
{
	struct mark mark;
	bool found = false;
	unsigned int i;

	for (i = 0; i < MARKS; i++) {
		if (!mark_next(&mark))
			continue;
		if (!found || mark.width < best->width)
			*best = mark;
		found = true;
	}
	return found;
}

/* Compare what passed between two marks by the clock and by the counter. */
static void compare(struct irqscope_clock_rate *rate, const struct mark *from,
		    const struct mark *to)
{
	const u64 hz = irqscope_counter_hz();
	const u64 ticks = to->counter - from->counter;
	u64 clock_ns = to->shot.raw_ns - from->shot.raw_ns, counter_ns, error_ns;

	/*
	 * Counters of two CPUs need not agree, and one can be behind the other:
	 * that is no time that could be compared, and would overflow below.
	 */
	if (!hz || ticks > hz * COMPARE_S || clock_ns > (u64)COMPARE_S * NSEC_PER_SEC)
		return;
	counter_ns = mul_u64_u64_div_u64(ticks, NSEC_PER_SEC, hz);
	rate->compared = counter_ns;
	if (!rate->compared)
		return;
	rate->drift_ppb = div64_s64((s64)(clock_ns - counter_ns) * NSEC_PER_SEC,
				    counter_ns);
	/* Each mark is known to half its width, and times are whole ns. */
	error_ns = mul_u64_u64_div_u64(from->width + to->width, NSEC_PER_SEC, 2 * hz) + 2;
	rate->error_ppb = mul_u64_u64_div_u64(error_ns, NSEC_PER_SEC, counter_ns);
}

/**
 * irqscope_clock_probe_rate() - see how fast the clock goes
 * @rate: filled in
 *
 * Context: process; sleeps for 50 ms, rarely for up to 150 ms.
 */
void irqscope_clock_probe_rate(struct irqscope_clock_rate *rate)
{
	struct mark from, to;
	unsigned int tries;

	*rate = (struct irqscope_clock_rate){};
	for (tries = 0; tries < RATE_TRIES; tries++) {
		if (!mark_take(&from))
			return;
		msleep(RATE_MS);
		if (!mark_take(&to))
			return;
		/* Neither wrapped nor another clock meanwhile. */
		if (to.shot.cycles <= from.shot.cycles ||
		    to.shot.changes != from.shot.changes)
			continue;
		rate->changes = to.shot.changes;
		rate->frequency_hz = irqscope_clock_hz(to.shot.cycles - from.shot.cycles,
						       to.shot.raw_ns - from.shot.raw_ns);
		compare(rate, &from, &to);
		return;
	}
}

/* The best there is to time reads of the clock by. */
static u64 stopwatch_ns(void)
{
	const u64 hz = irqscope_counter_hz();

	if (hz)
		return mul_u64_u64_div_u64(irqscope_counter_read(), NSEC_PER_SEC, hz);
	return ktime_get_ns();
}

/* The shortest time that the stopwatch shows. */
static u64 stopwatch_step_ns(void)
{
	const u64 start = stopwatch_ns();
	unsigned int reads;
	u64 now = start;

	for (reads = 0; now == start && reads < BATCH_READS_MAX; reads++)
		now = stopwatch_ns();
	return now - start;
}

/* Read the time over and over; how long did it take? */
static u64 time_batch(unsigned int reads)
{
	const u64 start = stopwatch_ns();

	while (reads--)
		ktime_get();
	return stopwatch_ns() - start;
}

static int compare_u32(const void *a, const void *b)
{
	const u32 x = *(const u32 *)a, y = *(const u32 *)b;

	return x < y ? -1 : x > y;
}

/* Find out what reading the time costs on this CPU. */
static void measure_cost(struct irqscope_clock_cost *cost)
{
	const u64 enough_ns = BATCH_STEPS * stopwatch_step_ns();
	unsigned int reads = BATCH_READS_MIN, i;
	u32 ns[BATCHES];

	while (time_batch(reads) < enough_ns && reads < BATCH_READS_MAX)
		reads *= 2;
	for (i = 0; i < BATCHES; i++)
		ns[i] = min_t(u64, div_u64(time_batch(reads), reads), U32_MAX);
	sort(ns, BATCHES, sizeof(*ns), compare_u32, NULL);
	cost->min_ns = ns[0];
	cost->median_ns = ns[BATCHES / 2];
	cost->max_ns = ns[BATCHES - 1];
	cost->known = true;
}

/**
 * struct cost_work - the measuring on one CPU
 * @work: what measures
 * @done: it has measured
 * @asked: it was asked to, and has neither reported nor been called back
 * @cost: its result
 */
struct cost_work {
	struct delayed_work work;
	struct completion done;
	bool asked;
	struct irqscope_clock_cost cost;
};

/*
 * They outlive the report that asks: a real-time task that takes the CPU from
 * one that has begun may keep it for ever.
 */
static DEFINE_PER_CPU(struct cost_work, cost_works);
static DEFINE_MUTEX(cost_lock);

static void cost_work_run(struct work_struct *work)
{
	struct cost_work *w = container_of(to_delayed_work(work), struct cost_work, work);

	measure_cost(&w->cost);
	complete(&w->done);
}

/* Have the cost measured on a CPU, unless that has not ended from the last time. */
static void cost_ask(unsigned int cpu)
{
	struct cost_work *w = per_cpu_ptr(&cost_works, cpu);

	if (w->asked && !completion_done(&w->done))
		return;
	reinit_completion(&w->done);
	w->cost.known = false;
	w->asked = schedule_delayed_work_on(cpu, &w->work, 0);
}

/* Take the result, or call the work back if it has not begun when time is up. */
static void cost_take(unsigned int cpu, struct irqscope_clock_cost *cost, unsigned long end)
{
	struct cost_work *w = per_cpu_ptr(&cost_works, cpu);
	const unsigned long now = jiffies;

	if (!w->asked)
		return;
	if (wait_for_completion_timeout(&w->done, time_before(now, end) ? end - now : 0)) {
		*cost = w->cost;
		w->asked = false;
	} else if (cancel_delayed_work(&w->work)) {
		w->asked = false;
	}
}

/**
 * irqscope_clock_probe_costs() - find out what reading the time costs
 * @costs: one for each possible CPU; those of CPUs that are offline, or that a
 *	real-time task keeps for itself, stay unknown
 *
 * Context: process; sleeps until all CPUs have got to it, at most for 0.3 s and
 * as long as others are at it.
 */
void irqscope_clock_probe_costs(struct irqscope_clock_cost *costs)
{
	unsigned long end;
	unsigned int cpu;

	mutex_lock(&cost_lock);
	cpus_read_lock();
	end = jiffies + msecs_to_jiffies(COSTS_MS);
	for_each_online_cpu(cpu)
		cost_ask(cpu);
	for_each_online_cpu(cpu)
		cost_take(cpu, &costs[cpu], end);
	cpus_read_unlock();
	mutex_unlock(&cost_lock);
}

/**
 * irqscope_clock_probe_init() - get ready to measure
 */
void __init irqscope_clock_probe_init(void)
{
	struct cost_work *w;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		w = per_cpu_ptr(&cost_works, cpu);
		INIT_DELAYED_WORK(&w->work, cost_work_run);
		init_completion(&w->done);
	}
}

/**
 * irqscope_clock_probe_exit() - see to it that nothing measures any more
 *
 * Context: process. Waits for what has begun: its code is about to go.
 */
void irqscope_clock_probe_exit(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		cancel_delayed_work_sync(&per_cpu_ptr(&cost_works, cpu)->work);
}
