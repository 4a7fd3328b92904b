// SPDX-License-Identifier: GPL-2.0
/*
 * irqscope_inject: makes delays of a known length, for tests of what measures
 * them.
 *
 *   echo "irqs_off cpu=1 us=300 count=40" > /sys/module/irqscope_inject/parameters/inject
 *
 * returns when the thread irqscope_inject has done it on that CPU. The other
 * parameters then tell how long the sections really were.
 *
 *   echo "timer cpu=1 us=300 count=40 period_us=997" > .../inject
 *
 * delays the expiries of a tool's timer that has this period, and returns after as
 * many of them, or when it gets a signal.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/sched/task.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "fake_clock.h"
#include "inject.h"

#define US_MAX		1000000
#define COUNT_MAX	1000000
#define GAP_US_MIN	50
#define GAP_US_MAX	10000000
#define GAP_US_DEFAULT	2000
#define PERIOD_US_MIN	50
#define PERIOD_US_MAX	1000000

/* What one write asks for. */
struct injection {
	u64 (*section)(u64 length_ns);
	unsigned int cpu;
	unsigned int us;
	unsigned int count;
	unsigned int gap_us;
	unsigned int period_us;
	struct completion done;
};

static struct injected injected;
module_param_named(longest_ns, injected.longest_ns, ullong, 0444);
MODULE_PARM_DESC(longest_ns, "longest section of the last injection, in ns");
module_param_named(shortest_ns, injected.shortest_ns, ullong, 0444);
MODULE_PARM_DESC(shortest_ns, "shortest section of the last injection, in ns");
module_param_named(sections, injected.count, uint, 0444);
MODULE_PARM_DESC(sections, "sections made by the last injection");

/* How often to turn before the time is looked at. */
#define TURNS	64

/*
 * Stay here for a time; returns how long it was. Most of it is spent in the caller
 * itself, which is what shall be found there.
 */
static __always_inline u64 spin(u64 length_ns)
{
	u64 start = ktime_get_ns(), now;
	unsigned int i;

	do {
		for (i = 0; i < TURNS; i++)
			cpu_relax();
		now = ktime_get_ns();
	} while (now - start < length_ns);
	return now - start;
}

/* The names of these functions are what a culprit is expected to be called. */
static noinline u64 irqscope_inject_irqs_off(u64 length_ns)
{
	unsigned long flags;
	u64 took;

	local_irq_save(flags);
	took = spin(length_ns);
	local_irq_restore(flags);
	return took;
}

static noinline u64 irqscope_inject_preempt_off(u64 length_ns)
{
	u64 took;

	preempt_disable();
	took = spin(length_ns);
	preempt_enable();
	return took;
}

/* A section that does not run in the thread, and the thread that waits for it. */
struct deferred_section {
	struct tasklet_struct tasklet;
	struct work_struct work;
	struct completion done;
	u64 length_ns;
	u64 took_ns;
};

static struct deferred_section deferred;

static noinline void irqscope_inject_softirq(struct tasklet_struct *unused)
{
	deferred.took_ns = spin(deferred.length_ns);
	complete(&deferred.done);
}

static noinline void irqscope_inject_work(struct work_struct *unused)
{
	deferred.took_ns = spin(deferred.length_ns);
	complete(&deferred.done);
}

static u64 run_softirq(u64 length_ns)
{
	deferred.length_ns = length_ns;
	tasklet_setup(&deferred.tasklet, irqscope_inject_softirq);
	init_completion(&deferred.done);
	tasklet_schedule(&deferred.tasklet);
	wait_for_completion(&deferred.done);
	tasklet_kill(&deferred.tasklet);
	return deferred.took_ns;
}

static u64 run_work(u64 length_ns)
{
	deferred.length_ns = length_ns;
	INIT_WORK(&deferred.work, irqscope_inject_work);
	init_completion(&deferred.done);
	schedule_work_on(raw_smp_processor_id(), &deferred.work);
	wait_for_completion(&deferred.done);
	flush_work(&deferred.work);
	return deferred.took_ns;
}

static const struct {
	const char *name;
	u64 (*section)(u64 length_ns);
} kinds[] = {
	{ "irqs_off",		irqscope_inject_irqs_off },
	{ "preempt_off",	irqscope_inject_preempt_off },
	{ "softirq",		run_softirq },
	{ "work",		run_work },
};

/* The thread: make the sections, with a pause before each. */
static int inject_thread(void *data)
{
	struct injection *in = data;
	unsigned int i;

	for (i = 0; i < in->count; i++) {
		usleep_range(in->gap_us, in->gap_us + in->gap_us / 4);
		injected_add(&injected, in->section((u64)in->us * NSEC_PER_USEC));
	}
	complete(&in->done);
	return 0;
}

/* Are the figures of a request in their ranges? Complains about what is not. */
static int check_ranges(const struct injection *in)
{
	if (in->cpu >= nr_cpu_ids || !cpu_online(in->cpu) || !in->us ||
	    in->us > US_MAX || !in->count || in->count > COUNT_MAX ||
	    in->gap_us < GAP_US_MIN || in->gap_us > GAP_US_MAX) {
		pr_err("cpu must be online, us 1 to %u, count 1 to %u, gap_us %u to %u\n",
		       US_MAX, COUNT_MAX, GAP_US_MIN, GAP_US_MAX);
		return -EINVAL;
	}
	if (in->period_us < PERIOD_US_MIN || in->period_us > PERIOD_US_MAX ||
	    (!in->section && in->us >= in->period_us)) {
		pr_err("period_us must be %u to %u, and more than us\n",
		       PERIOD_US_MIN, PERIOD_US_MAX);
		return -EINVAL;
	}
	return 0;
}

/* Read a request; complains about what is wrong with it. */
static int parse(const char *text, struct injection *in)
{
	char kind[16];
	size_t i;

	in->count = 1;
	in->gap_us = GAP_US_DEFAULT;
	in->period_us = PERIOD_US_MIN;
	in->section = NULL;
	if (sscanf(text, "timer cpu=%u us=%u count=%u period_us=%u", &in->cpu, &in->us,
		   &in->count, &in->period_us) == 4)
		return check_ranges(in);
	if (sscanf(text, "%15s cpu=%u us=%u count=%u gap_us=%u", kind, &in->cpu, &in->us,
		   &in->count, &in->gap_us) < 3) {
		pr_err("expected: KIND cpu=N us=N [count=N [gap_us=N]]\n");
		return -EINVAL;
	}
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kind, kinds[i].name))
			in->section = kinds[i].section;
	if (!in->section) {
		pr_err("\"%s\" is not irqs_off, preempt_off, softirq or work; or timer with count and period_us\n",
		       kind);
		return -EINVAL;
	}
	return check_ranges(in);
}

/* Make sections in a thread of their CPU. */
static int inject_sections(struct injection *in)
{
	struct task_struct *task;

	init_completion(&in->done);
	task = kthread_create(inject_thread, in, "irqscope_inject");
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, in->cpu);

	injected_clear(&injected);
	/* kthread_stop() waits until it has returned; its code may go after that. */
	get_task_struct(task);
	wake_up_process(task);
	wait_for_completion(&in->done);
	kthread_stop(task);
	put_task_struct(task);
	return 0;
}

static int inject_set(const char *text, const struct kernel_param *param)
{
	struct injection in;
	int ret;

	ret = parse(text, &in);
	if (ret)
		return ret;
	if (in.section)
		return inject_sections(&in);
	injected_clear(&injected);
	return inject_timer(in.cpu, (u64)in.us * NSEC_PER_USEC, in.period_us * NSEC_PER_USEC,
			    in.count, &injected);
}

static const struct kernel_param_ops inject_ops = {
	.set = inject_set,
};

module_param_cb(inject, &inject_ops, NULL, 0200);
MODULE_PARM_DESC(inject, "KIND cpu=N us=N [count=N [gap_us=N]]; KIND is irqs_off, preempt_off, softirq or work; or timer cpu=N us=N count=N period_us=N");

static int __init inject_init(void)
{
	return 0;
}

static void __exit inject_exit(void)
{
	inject_watch_exit();
	fake_clock_exit();
}

module_init(inject_init);
module_exit(inject_exit);

MODULE_DESCRIPTION("Delays of known length for tests");
MODULE_LICENSE("GPL");
MODULE_INFO(test, "Y");
