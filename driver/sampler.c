// SPDX-License-Identifier: GPL-2.0
/*
 * The sampler: on each measured CPU a hard hrtimer, and behind it the stages
 * that follow the same event.
 *
 * The timer callback sets the next expiry itself, so nothing that happens to a
 * later stage can stop the sampling.
 *
 * Everything a CPU works with is touched on that CPU only: in the callback, or
 * with interrupts off.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuhotplug.h>
#include <linux/hrtimer.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/prandom.h>
#include <linux/printk.h>
#include <linux/random.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "alarm.h"
#include "compat.h"
#include "recorder.h"
#include "recorder_write.h"
#include "sampler.h"
#include "stages.h"
#include "watch.h"

/**
 * struct sampler_cpu - what a measured CPU works with
 * @alarm: fires for its events
 * @grid_ns: start of the period that the next event lies in; the same without
 *	phase=random
 * @record_from_ns: events that expire earlier belong to the warm-up, to the time in
 *	which a trial settles, or to what was recorded before that
 * @before_from_ns: events that expire from then on
 * @before_end_ns: and before then were recorded
 * @before_epoch: with that epoch
 * @period_ns: sampling period
 * @cpu: this CPU
 * @random: move each event within its period
 * @armed: the timer is in use
 * @stages: the stages that follow, or NULL
 * @rnd: state of the generator for @random
 */
struct sampler_cpu {
	struct irqscope_alarm alarm;
	u64 grid_ns;
	u64 record_from_ns;
	u64 before_from_ns;
	u64 before_end_ns;
	u32 before_epoch;
	u32 period_ns;
	unsigned int cpu;
	bool random;
	bool armed;
	struct irqscope_stages *stages;
	struct rnd_state rnd;
};

static DEFINE_PER_CPU(struct sampler_cpu, sampler_cpus);

/* Changed by start and stop under cpus_read_lock(), which keeps hotplug out. */
static struct {
	bool running;
	bool paused;
	u32 thread_priority;
	struct cpumask cpus;		/* asked for */
	struct cpumask measured;	/* armed at least once */
} sampler;

static enum cpuhp_state sampler_hotplug;
/* What is to be done when an outlier has ended the run. */
static struct work_struct *sampler_on_halt;

/* A uniform random number below @limit, without a division. */
static u32 random_below(struct rnd_state *rnd, u32 limit)
{
	return ((u64)prandom_u32_state(rnd) * limit) >> 32;
}

/* Choose the event within the period at grid_ns, later than @now_ns. */
static void choose_event(struct sampler_cpu *c, u64 now_ns)
{
	u64 *event_ns = &c->alarm.event_ns;
	u32 gone_ns;

	*event_ns = c->grid_ns;
	if (!c->random)
		return;
	*event_ns += random_below(&c->rnd, c->period_ns);
	if (likely(*event_ns > now_ns))
		return;
	/* The period has begun: what is left of it will do. */
	gone_ns = now_ns - c->grid_ns;
	*event_ns = now_ns + 1 + random_below(&c->rnd, c->period_ns - gone_ns - 1);
}

/* Go to the next period that is not over yet, and count those that are. */
static void next_event(struct sampler_cpu *c, u32 epoch, u64 now_ns)
{
	u64 last_ns, missed;

	c->grid_ns += c->period_ns;
	last_ns = c->random ? c->grid_ns + c->period_ns - 1 : c->grid_ns;
	if (unlikely(last_ns <= now_ns)) {
		missed = div_u64(now_ns - last_ns, c->period_ns) + 1;
		c->grid_ns += missed * c->period_ns;
		irqscope_record_missed(epoch, missed);
	}
	choose_event(c, now_ns);
}

/* The epoch of an event that expired before recording began, or began again. */
static u32 epoch_before(const struct sampler_cpu *c)
{
	if (c->alarm.event_ns < c->before_from_ns || c->alarm.event_ns >= c->before_end_ns)
		return 0;
	return c->before_epoch;
}

/* The event itself. */
static void sample(struct sampler_cpu *c, u64 now_ns)
{
	const u64 event_ns = c->alarm.event_ns;
	u32 epoch;

	if (likely(event_ns >= c->record_from_ns))
		epoch = irqscope_record_epoch();
	else
		epoch = epoch_before(c);
	irqscope_record(IRQSCOPE_IRQ, epoch, now_ns - event_ns, now_ns);
	if (c->stages)
		irqscope_stages_event(c->stages, event_ns, epoch, now_ns);
	next_event(c, epoch, now_ns);
}

/* The timer, in hard interrupt context. */
static enum hrtimer_restart sampler_timer(struct hrtimer *timer)
{
	struct sampler_cpu *c = container_of(timer, struct sampler_cpu, alarm.timer);
	u64 now_ns = ktime_get();

	/* Only hotplug moves a pinned timer, and it is stopped before that. */
	if (WARN_ON_ONCE(c->cpu != smp_processor_id()))
		return HRTIMER_NORESTART;
	if (unlikely(!alarm_is_event(&c->alarm))) {
		/* The deadline is over even where the clock has gone back since. */
		now_ns = max_t(u64, now_ns, ktime_to_ns(hrtimer_get_expires(timer)));
		irqscope_watch_deadline(c->stages, now_ns);
	} else if (unlikely(irqscope_stages_halted())) {
		c->alarm.event_ns = ALARM_NEVER;
		schedule_work(sampler_on_halt);
	} else {
		sample(c, now_ns);
	}
	hrtimer_set_expires(timer, alarm_next_ns(&c->alarm));
	return HRTIMER_RESTART;
}

/* Start the timer; runs on the measured CPU, which is what pins it. */
static void arm_here(void *info)
{
	struct sampler_cpu *c = info;
	u64 now_ns = ktime_get();
	u64 first_ns = now_ns + c->period_ns;

	/*
	 * Stay on the grid, a period ahead, so that the first expiry is not
	 * in the past already.
	 */
	if (c->grid_ns < first_ns)
		c->grid_ns += (div_u64(first_ns - c->grid_ns, c->period_ns) + 1) *
			      c->period_ns;
	choose_event(c, now_ns);
	if (c->stages)
		irqscope_taken_count(&c->stages->taken);
	alarm_set(&c->alarm);
}

/* No more events; a stage that still has one is watched. Runs on the measured CPU. */
static void disarm_here(void *info)
{
	struct sampler_cpu *c = info;

	c->alarm.event_ns = ALARM_NEVER;
	alarm_set(&c->alarm);
}

/* Set for nothing. Runs on the measured CPU: whoever took an event there is done with it. */
static void cancel_here(void *info)
{
	struct sampler_cpu *c = info;

	hrtimer_try_to_cancel(&c->alarm.timer);
}

/* How long a stop waits for the stages, in all. */
#define STOP_NS		NSEC_PER_SEC

/* End sampling on a CPU, online or not, and let its last event arrive. */
static void cpu_stop(unsigned int cpu, u64 deadline_ns)
{
	struct sampler_cpu *c = per_cpu_ptr(&sampler_cpus, cpu);

	if (!c->armed)
		return;
	smp_call_function_single(cpu, disarm_here, c, 1);
	irqscope_stages_wait(cpu, deadline_ns);
	/* A stage is not waited for to the end: it may be about to set the timer. */
	if (smp_call_function_single(cpu, cancel_here, c, 1))
		hrtimer_cancel(&c->alarm.timer);
	c->armed = false;
}

/* Begin or go on sampling on a CPU that is online. */
static int cpu_start(unsigned int cpu)
{
	struct sampler_cpu *c = per_cpu_ptr(&sampler_cpus, cpu);
	int ret;

	ret = irqscope_stages_start(cpu, sampler.thread_priority);
	if (ret)
		return ret;
	c->armed = true;
	ret = smp_call_function_single(cpu, arm_here, c, 1);
	if (ret)
		cpu_stop(cpu, 0);
	else
		cpumask_set_cpu(cpu, &sampler.measured);
	return ret;
}

/* A CPU has come online. */
static int sampler_cpu_online(unsigned int cpu)
{
	/* Not being measured is no reason to keep a CPU from coming online. */
	if (sampler.running && !sampler.paused &&
	    cpumask_test_cpu(cpu, &sampler.cpus) && cpu_start(cpu))
		pr_err("cpu %u: came online and could not be measured\n", cpu);
	return 0;
}

/* A CPU goes offline; its thread is parked after this. */
static int sampler_cpu_offline(unsigned int cpu)
{
	cpu_stop(cpu, ktime_get_ns() + STOP_NS);
	return 0;
}

/* Prepare a CPU for a run in which it takes the @index-th place of @count. */
static void cpu_prepare(unsigned int cpu, const struct irqscope_config *config,
			u64 start_ns, unsigned int index, unsigned int count)
{
	struct sampler_cpu *c = per_cpu_ptr(&sampler_cpus, cpu);

	c->cpu = cpu;
	c->period_ns = config->period_us * NSEC_PER_USEC;
	c->random = config->phase_random;
	c->stages = irqscope_stages_prepare(cpu, config, &c->alarm);
	c->record_from_ns = start_ns + (u64)config->warmup_ms * NSEC_PER_MSEC;
	c->before_end_ns = 0;
	/* CPUs take turns within the period, not all at once. */
	c->grid_ns = start_ns + div_u64((u64)c->period_ns * index, count);
	prandom_seed_state(&c->rnd, get_random_u64());
	hrtimer_setup(&c->alarm.timer, sampler_timer, CLOCK_MONOTONIC, IRQSCOPE_TIMER_MODE);
}

/* Start all CPUs that are asked for and online. */
static int start_online(void)
{
	unsigned int cpu;
	int ret;

	for_each_cpu_and(cpu, &sampler.cpus, cpu_online_mask) {
		ret = cpu_start(cpu);
		if (ret)
			return ret;
	}
	return 0;
}

/* Stop all CPUs, so that all of them have ended before any is waited for. */
static void stop_all(void)
{
	u64 deadline_ns = ktime_get_ns() + STOP_NS;
	unsigned int cpu;

	for_each_cpu(cpu, &sampler.cpus)
		if (per_cpu(sampler_cpus, cpu).armed)
			smp_call_function_single(cpu, disarm_here,
						 per_cpu_ptr(&sampler_cpus, cpu), 1);
	for_each_cpu(cpu, &sampler.cpus)
		cpu_stop(cpu, deadline_ns);
}

/**
 * irqscope_sampler_start() - sample
 * @config: the settings
 * @cpus: CPUs to measure; those offline join when they come online
 * @start_ns: start of the run, from which warm-up and grid are counted
 *
 * Context: process, cpus_read_lock() held, the store open for @cpus.
 * Return: 0; a negative error, and nothing samples.
 */
int irqscope_sampler_start(const struct irqscope_config *config,
			   const struct cpumask *cpus, u64 start_ns)
{
	unsigned int cpu, index = 0;
	int ret = 0;

	sampler.thread_priority = config->thread_priority;
	cpumask_copy(&sampler.cpus, cpus);
	cpumask_clear(&sampler.measured);
	for_each_cpu(cpu, cpus)
		cpu_prepare(cpu, config, start_ns, index++, cpumask_weight(cpus));

	sampler.running = true;
	if (!sampler.paused)
		ret = start_online();
	if (ret)
		irqscope_sampler_stop();
	return ret;
}

/**
 * irqscope_sampler_stop() - sample no more
 *
 * Returns when the last event has gone through all its stages. A stage that
 * does not get to run for a second is not waited for any longer.
 *
 * Context: process, cpus_read_lock() held.
 */
void irqscope_sampler_stop(void)
{
	stop_all();
	sampler.running = false;
}

/**
 * irqscope_sampler_pause() - stand still while the system sleeps, or go on
 * @pause: stand still; else go on with the run, if there is one
 *
 * Context: process, cpus_read_lock() held.
 */
void irqscope_sampler_pause(bool pause)
{
	if (pause == sampler.paused)
		return;
	sampler.paused = pause;
	if (!sampler.running)
		return;
	if (pause)
		stop_all();
	else if (start_online())
		pr_err("not all CPUs are measured after the system has slept\n");
}

/* Do it on a CPU that samples, or for one that is offline. */
static void hold_here(void *info)
{
	struct sampler_cpu *c = info;

	c->before_from_ns = c->record_from_ns;
	c->before_end_ns = ktime_get();
	c->before_epoch = irqscope_record_epoch();
	c->record_from_ns = U64_MAX;
}

/**
 * irqscope_sampler_hold() - record no event that expires from now on
 *
 * Those that have expired are recorded still, however late they come.
 *
 * Context: process, cpus_read_lock() held, a run going on.
 */
void irqscope_sampler_hold(void)
{
	struct sampler_cpu *c;
	unsigned int cpu;

	for_each_cpu(cpu, &sampler.cpus) {
		c = per_cpu_ptr(&sampler_cpus, cpu);
		/* Without events there is nothing to be late; nor has it a timer. */
		if (smp_call_function_single(cpu, hold_here, c, 1)) {
			c->before_end_ns = 0;
			c->record_from_ns = U64_MAX;
		}
	}
}

static void record_from_here(void *info)
{
	this_cpu_ptr(&sampler_cpus)->record_from_ns = *(const u64 *)info;
}

/**
 * irqscope_sampler_record() - undo irqscope_sampler_hold()
 * @from_ns: events that expire from then on are recorded
 *
 * Context: process, cpus_read_lock() held, a run going on.
 */
void irqscope_sampler_record(u64 from_ns)
{
	unsigned int cpu;

	for_each_cpu(cpu, &sampler.cpus)
		if (smp_call_function_single(cpu, record_from_here, &from_ns, 1))
			per_cpu(sampler_cpus, cpu).record_from_ns = from_ns;
}

/**
 * irqscope_sampler_forget() - forget which CPUs the last run has measured
 *
 * Context: process, cpus_read_lock() held, nothing sampling.
 */
void irqscope_sampler_forget(void)
{
	cpumask_clear(&sampler.measured);
}

/**
 * irqscope_sampler_measured() - tell whether a CPU took part in the last run
 * @cpu: CPU
 *
 * Return: true if it sampled at any time of the run.
 */
bool irqscope_sampler_measured(unsigned int cpu)
{
	return cpumask_test_cpu(cpu, &sampler.measured);
}

/**
 * irqscope_sampler_armed() - tell whether a CPU is sampling now
 * @cpu: CPU
 *
 * Return: true if its timer is in use.
 */
bool irqscope_sampler_armed(unsigned int cpu)
{
	return READ_ONCE(per_cpu(sampler_cpus, cpu).armed) && !irqscope_stages_halted();
}

/**
 * irqscope_sampler_init() - make the stages, watch for hotplug
 * @on_halt: queued when an outlier has ended a run, to stop it
 *
 * Context: process.
 * Return: 0 or a negative error.
 */
int __init irqscope_sampler_init(struct work_struct *on_halt)
{
	int ret;

	sampler_on_halt = on_halt;
	ret = irqscope_stages_init();
	if (ret)
		return ret;
	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "irqscope:online",
					sampler_cpu_online, sampler_cpu_offline);
	if (ret < 0) {
		irqscope_stages_exit();
		return ret;
	}
	sampler_hotplug = ret;
	return 0;
}

/**
 * irqscope_sampler_exit() - undo irqscope_sampler_init()
 *
 * Context: process, nothing sampling.
 */
void irqscope_sampler_exit(void)
{
	cpuhp_remove_state_nocalls(sampler_hotplug);
	irqscope_stages_exit();
}
