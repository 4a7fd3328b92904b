// SPDX-License-Identifier: GPL-2.0
/*
 * irqscope_floor: what any measuring by a timer of its own must cost. On each CPU
 * a hard hrtimer that does nothing but set itself again, as periodic timers do, and if
 * asked to also wakes a SCHED_FIFO thread that does nothing but sleep again.
 *
 * It does its work from load to unload.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "compat.h"

#define PERIOD_US_MIN	50
#define PERIOD_US_MAX	1000000

static unsigned int period_us = 1000;
module_param(period_us, uint, 0444);
MODULE_PARM_DESC(period_us, "period of the timers in us, 50 to 1000000");

static bool wake;
module_param(wake, bool, 0444);
MODULE_PARM_DESC(wake, "wake a SCHED_FIFO thread, too");

struct floor_cpu {
	struct hrtimer timer;
	struct task_struct *task;
	u64 period_ns;
	unsigned long samples;
	bool armed;
};

static DEFINE_PER_CPU(struct floor_cpu, floor_cpus);

static enum hrtimer_restart floor_timer(struct hrtimer *timer)
{
	struct floor_cpu *c = container_of(timer, struct floor_cpu, timer);

	c->samples++;
	if (c->task)
		wake_up_process(c->task);
	hrtimer_forward_now(timer, ns_to_ktime(c->period_ns));
	return HRTIMER_RESTART;
}

static int floor_thread(void *unused)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/* Start the timer; runs on its CPU, which is what pins it. */
static void arm_here(void *info)
{
	struct floor_cpu *c = info;

	hrtimer_start(&c->timer, ktime_add_ns(ktime_get(), c->period_ns), IRQSCOPE_TIMER_MODE);
}

/* Make the thread of a CPU. */
static int make_thread(struct floor_cpu *c, unsigned int cpu)
{
	struct task_struct *task;

	task = kthread_create(floor_thread, NULL, "irqscope_floor");
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, cpu);
	c->task = task;
	wake_up_process(task);
	return irqscope_set_fifo(task, IRQSCOPE_DEFAULT_PRIORITY);
}

static int start_cpu(unsigned int cpu)
{
	struct floor_cpu *c = per_cpu_ptr(&floor_cpus, cpu);
	int ret;

	c->period_ns = (u64)period_us * NSEC_PER_USEC;
	hrtimer_setup(&c->timer, floor_timer, CLOCK_MONOTONIC, IRQSCOPE_TIMER_MODE);
	ret = wake ? make_thread(c, cpu) : 0;
	if (ret)
		return ret;
	c->armed = true;
	return smp_call_function_single(cpu, arm_here, c, 1);
}

static void stop_all(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct floor_cpu *c = per_cpu_ptr(&floor_cpus, cpu);

		if (c->armed)
			hrtimer_cancel(&c->timer);
		if (c->task)
			kthread_stop(c->task);
	}
}

static int get_samples(char *buffer, const struct kernel_param *param)
{
	unsigned long samples = 0;
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		samples += READ_ONCE(per_cpu(floor_cpus, cpu).samples);
	return scnprintf(buffer, PAGE_SIZE, "%lu\n", samples);
}

static const struct kernel_param_ops samples_ops = {
	.get = get_samples,
};

module_param_cb(samples, &samples_ops, NULL, 0444);
MODULE_PARM_DESC(samples, "expiries so far, on all CPUs");

static int __init floor_init(void)
{
	unsigned int cpu;
	int ret = 0;

	if (period_us < PERIOD_US_MIN || period_us > PERIOD_US_MAX) {
		pr_err("period_us=%u: must be %u to %u\n", period_us, PERIOD_US_MIN,
		       PERIOD_US_MAX);
		return -EINVAL;
	}
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		ret = start_cpu(cpu);
		if (ret)
			break;
	}
	cpus_read_unlock();
	if (ret)
		stop_all();
	return ret;
}

static void __exit floor_exit(void)
{
	stop_all();
}

module_init(floor_init);
module_exit(floor_exit);

MODULE_DESCRIPTION("The least that a timer and a thread cost, for comparison");
MODULE_LICENSE("GPL");
MODULE_INFO(test, "Y");
