/* SPDX-License-Identifier: GPL-2.0 */
/* What a run is: the settings, and the names they share. */
#ifndef IRQSCOPE_CONFIG_H
#define IRQSCOPE_CONFIG_H

#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/types.h>

/**
 * enum irqscope_stage - where the latency of an event is taken
 * @IRQSCOPE_IRQ: in the hrtimer callback, in hard interrupt context
 * @IRQSCOPE_SOFTIRQ: in a tasklet that the callback schedules
 * @IRQSCOPE_THREAD: in a SCHED_FIFO kthread that the callback wakes
 * @IRQSCOPE_WORK: in a work item that the callback queues on the bound,
 *	ordinary workers of its CPU
 * @IRQSCOPE_USER: in a task that reads user/cpu<N> in debugfs, when it comes
 *	back for the next event
 * @IRQSCOPE_LATENCIES: number of stages whose figures are latencies, counted from
 *	the moment when the event was due
 * @IRQSCOPE_MEM: the time that the thread takes to read a working set, after its
 *	own sample; has no threshold
 * @IRQSCOPE_STAGES: number of stages
 */
enum irqscope_stage {
	IRQSCOPE_IRQ,
	IRQSCOPE_SOFTIRQ,
	IRQSCOPE_THREAD,
	IRQSCOPE_WORK,
	IRQSCOPE_USER,
	IRQSCOPE_LATENCIES,
	IRQSCOPE_MEM = IRQSCOPE_LATENCIES,
	IRQSCOPE_STAGES,
};

extern const char *const irqscope_stage_names[IRQSCOPE_STAGES];

/**
 * struct irqscope_config - the settings of a run
 * @cpus: CPUs to measure; meaningless with @all_cpus
 * @all_cpus: measure the CPUs that are online when the run starts
 * @stages: mask of BIT(enum irqscope_stage): the stages that are shown
 * @period_us: sampling period, 50 to 1000000
 * @phase_random: move each expiry by a random amount within its period
 * @thread_priority: SCHED_FIFO priority of the thread, 1 to 99
 * @warmup_ms: first part of the run that is not recorded, 0 to 60000
 * @threshold_us: for each stage, the latency beyond which a sample is an outlier,
 *	to 10000000; 0 for none, and always for mem
 * @stop_on_outlier: end the run at the first outlier
 * @hold_idle_us: CPU latency QoS held while running, -1 for none, to 1000000
 * @bucket_ns: width of the linear buckets, a divisor of 1000 from 50 to 1000
 * @mem_kib: what the stage mem reads, in KiB, 1 to 4096
 * @trial_settle_ms: after each switch of a trial that is not recorded, 0 to 10000
 */
struct irqscope_config {
	struct cpumask cpus;
	bool all_cpus;
	u32 stages;
	u32 period_us;
	bool phase_random;
	u32 thread_priority;
	u32 warmup_ms;
	u32 threshold_us[IRQSCOPE_STAGES];
	u32 stop_on_outlier;
	s32 hold_idle_us;
	u32 bucket_ns;
	u32 mem_kib;
	u32 trial_settle_ms;
};

/**
 * irqscope_stages_recorded() - the stages that are recorded for those that are shown
 * @shown: mask of the stages chosen
 *
 * The interrupt comes first whatever is chosen, and mem comes behind the thread.
 *
 * Return: mask of the stages.
 */
static inline u32 irqscope_stages_recorded(u32 shown)
{
	return shown | BIT(IRQSCOPE_IRQ) |
	       (shown & BIT(IRQSCOPE_MEM) ? BIT(IRQSCOPE_THREAD) : 0);
}

/* Name of the platform device, of its directory in sysfs and in debugfs. */
#define IRQSCOPE_NAME	"irqscope"

#endif /* IRQSCOPE_CONFIG_H */
