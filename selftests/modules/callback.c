// SPDX-License-Identifier: GPL-2.0
/*
 * How long the callbacks of hrtimers with one function take, on all CPUs: the kernel
 * passes a tracepoint before and one behind each. Where time is counted in
 * instructions, that is what one costs, and that of the probes, always the same.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/tracepoint.h>

static ulong function;
module_param(function, ulong, 0444);
MODULE_PARM_DESC(function, "address of the function");

/* When one began; touched on its CPU only, in hard interrupt context. */
static DEFINE_PER_CPU(u64, callback_began_ns);

/* How many took so many ns; the last: as many or more. */
#define TOOK_NS_MAX	4096
static atomic_t callback_took[TOOK_NS_MAX + 1];

static struct tracepoint *entry, *leave;

static void callback_begins(void *unused, struct hrtimer *timer, void *unused_too)
{
	if ((ulong)ACCESS_PRIVATE(timer, function) == function)
		this_cpu_write(callback_began_ns, ktime_get_ns());
}

static void callback_ends(void *unused, struct hrtimer *timer)
{
	const u64 now_ns = ktime_get_ns();
	const u64 began_ns = this_cpu_read(callback_began_ns);

	if (!began_ns)
		return;
	atomic_inc(&callback_took[min_t(u64, now_ns - began_ns, TOOK_NS_MAX)]);
	this_cpu_write(callback_began_ns, 0);
}

/*
 * The mean over all CPUs, in ps, of all but the longest hundredth: an emulator whose
 * CPUs share one clock lets others run in the middle of some.
 */
static int mean_ps_get(char *text, const struct kernel_param *param)
{
	u64 total_ns = 0, count = 0, left, here;
	unsigned int ns;

	for (ns = 0; ns <= TOOK_NS_MAX; ns++)
		count += atomic_read(&callback_took[ns]);
	count -= div_u64(count, 100);
	for (ns = 0, left = count; left && ns <= TOOK_NS_MAX; ns++, left -= here) {
		here = min_t(u64, left, atomic_read(&callback_took[ns]));
		total_ns += here * ns;
	}
	return sysfs_emit(text, "%llu\n", count ? div64_u64(total_ns * 1000, count) : 0);
}

static const struct kernel_param_ops mean_ps_ops = { .get = mean_ps_get };
module_param_cb(mean_ps, &mean_ps_ops, NULL, 0444);
MODULE_PARM_DESC(mean_ps, "how long one took, in ps");

static void find_tracepoint(struct tracepoint *tracepoint, void *unused)
{
	if (!strcmp(tracepoint->name, "hrtimer_expire_entry"))
		entry = tracepoint;
	else if (!strcmp(tracepoint->name, "hrtimer_expire_exit"))
		leave = tracepoint;
}

static int __init callback_init(void)
{
	int ret;

	for_each_kernel_tracepoint(find_tracepoint, NULL);
	if (!entry || !leave)
		return -EOPNOTSUPP;
	ret = tracepoint_probe_register(leave, callback_ends, NULL);
	if (ret)
		return ret;
	ret = tracepoint_probe_register(entry, callback_begins, NULL);
	if (ret) {
		tracepoint_probe_unregister(leave, callback_ends, NULL);
		tracepoint_synchronize_unregister();
	}
	return ret;
}

static void __exit callback_exit(void)
{
	tracepoint_probe_unregister(entry, callback_begins, NULL);
	tracepoint_probe_unregister(leave, callback_ends, NULL);
	tracepoint_synchronize_unregister();
}

module_init(callback_init);
module_exit(callback_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("How long the callbacks of hrtimers take");
