// SPDX-License-Identifier: GPL-2.0
/*
 * Delays that depend on a register, as if it were one that changes latency:
 *
 *   echo "cpu=1 address=0x45d20500 mask=0x7000 wanted=0x6000 us=100 else_us=300" \
 *	> /sys/module/irqscope_inject/parameters/watch
 *
 * keeps interrupts off on that CPU again and again, for 100 us while the masked word
 * is the wanted one and for 300 us while it is not, until "off" is written or another
 * request comes. jitter_us=N makes each section longer by a random time below N.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "inject.h"

#define US_MAX		10000
#define GAP_US_MIN	500
#define GAP_US_MAX	1000000
#define GAP_US_DEFAULT	2000

/* What one write asks for. */
struct watch {
	unsigned int cpu;
	unsigned long long address;
	unsigned int mask;
	unsigned int wanted;
	unsigned int us;
	unsigned int else_us;
	unsigned int jitter_us;
	unsigned int gap_us;
};

static DEFINE_MUTEX(watch_lock);
static struct watch watch;
static struct task_struct *watch_task;
static void __iomem *watch_word;

/*
 * Keep interrupts off for a time. Without cpu_relax(): where instructions are counted,
 * each of those ends a CPU's turn, which takes a thousand times as long as others.
 */
static void watch_irqs_off(u64 length_ns)
{
	unsigned long flags;
	u64 start;

	local_irq_save(flags);
	start = ktime_get_ns();
	while (ktime_get_ns() - start < length_ns)
		barrier();
	local_irq_restore(flags);
}

/* The thread: make the sections, with a pause before each. */
static int watch_thread(void *unused)
{
	struct rnd_state rnd;
	u32 us;

	/* The same delays each time. */
	prandom_seed_state(&rnd, 1);
	while (!kthread_should_stop()) {
		usleep_range(watch.gap_us, watch.gap_us + watch.gap_us / 4);
		us = (readl(watch_word) & watch.mask) == watch.wanted ? watch.us : watch.else_us;
		if (watch.jitter_us)
			us += prandom_u32_state(&rnd) % watch.jitter_us;
		watch_irqs_off((u64)us * NSEC_PER_USEC);
	}
	return 0;
}

static void watch_stop(void)
{
	if (!watch_task)
		return;
	kthread_stop(watch_task);
	iounmap(watch_word);
	watch_task = NULL;
}

static int watch_start(void)
{
	struct task_struct *task;

	watch_word = ioremap(watch.address, 4);
	if (!watch_word)
		return -ENOMEM;
	task = kthread_create(watch_thread, NULL, "irqscope_watch");
	if (IS_ERR(task)) {
		iounmap(watch_word);
		return PTR_ERR(task);
	}
	kthread_bind(task, watch.cpu);
	watch_task = task;
	wake_up_process(task);
	return 0;
}

/* Read a request; complains about what is wrong with it. */
static int parse(const char *text, struct watch *to)
{
	int fields;

	*to = (struct watch){ .gap_us = GAP_US_DEFAULT };
	fields = sscanf(text,
			"cpu=%u address=%llx mask=%x wanted=%x us=%u else_us=%u jitter_us=%u gap_us=%u",
			&to->cpu, &to->address, &to->mask, &to->wanted, &to->us,
			&to->else_us, &to->jitter_us, &to->gap_us);
	if (fields < 6) {
		pr_err("watch: expected: cpu=N address=X mask=X wanted=X us=N else_us=N [jitter_us=N [gap_us=N]]\n");
		return -EINVAL;
	}
	if (to->cpu >= nr_cpu_ids || !cpu_online(to->cpu) || to->us > US_MAX ||
	    to->else_us > US_MAX || to->jitter_us > US_MAX || to->address % 4 ||
	    to->gap_us < GAP_US_MIN || to->gap_us > GAP_US_MAX) {
		pr_err("watch: cpu must be online, times to %u us, gap_us %u to %u\n",
		       US_MAX, GAP_US_MIN, GAP_US_MAX);
		return -EINVAL;
	}
	return 0;
}

static int watch_set(const char *text, const struct kernel_param *param)
{
	struct watch wanted;
	int ret = 0;

	if (!sysfs_streq(text, "off")) {
		ret = parse(text, &wanted);
		if (ret)
			return ret;
	}
	mutex_lock(&watch_lock);
	watch_stop();
	if (!sysfs_streq(text, "off")) {
		watch = wanted;
		ret = watch_start();
	}
	mutex_unlock(&watch_lock);
	return ret;
}

static const struct kernel_param_ops watch_ops = {
	.set = watch_set,
};

module_param_cb(watch, &watch_ops, NULL, 0200);
MODULE_PARM_DESC(watch, "off, or cpu=N address=X mask=X wanted=X us=N else_us=N [jitter_us=N [gap_us=N]]");

void inject_watch_exit(void)
{
	watch_stop();
}
