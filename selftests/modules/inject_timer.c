// SPDX-License-Identifier: GPL-2.0
/*
 * Delays each expiry of one timer, whoever it belongs to, by the same time: the
 * kernel passes a tracepoint just before it calls back, and there we wait. So every
 * sample of a tool that measures with that timer has the same truth.
 *
 * A tool's timer is known by its period: it expires a whole number of periods after
 * it has last expired, and that twice, as others may by chance.
 */
#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/processor.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "inject.h"

/* A CPU that does nothing else has few timers. */
#define TIMERS	8

/*
 * A timer, when it was due when it expired last, and how often in a row it was a whole
 * number of periods after the time before.
 */
struct timer_seen {
	const struct hrtimer *timer;
	u64 expiry_ns;
	unsigned int repeated;
};

/* Touched on one CPU only, with interrupts off, as long as the probe is there. */
static struct {
	unsigned int cpu;
	unsigned int left;
	u64 delay_ns;
	u32 period_ns;
	struct injected *injected;
	struct completion done;
	struct timer_seen seen[TIMERS];
	unsigned int oldest;
} delaying;

/* Remember when a timer has expired. Does it keep to the period? */
static bool is_periodic(const struct hrtimer *timer, u64 expiry_ns)
{
	struct timer_seen *seen;
	u64 since_ns;
	u32 rest_ns;

	for (seen = delaying.seen; seen < delaying.seen + TIMERS; seen++)
		if (seen->timer == timer)
			break;
	if (seen == delaying.seen + TIMERS) {
		seen = &delaying.seen[delaying.oldest++ % TIMERS];
		seen->timer = timer;
		seen->expiry_ns = expiry_ns;
		seen->repeated = 0;
		return false;
	}
	since_ns = expiry_ns - seen->expiry_ns;
	seen->expiry_ns = expiry_ns;
	div_u64_rem(since_ns, delaying.period_ns, &rest_ns);
	if (!since_ns || rest_ns) {
		seen->repeated = 0;
		return false;
	}
	return ++seen->repeated > 1;
}

/* Wait until a time has come; returns it, or what it is by now. */
static u64 wait_until(u64 until_ns)
{
	u64 now_ns;

	while ((now_ns = ktime_get_ns()) < until_ns)
		cpu_relax();
	return now_ns;
}

/* A timer is about to be called back; in hard interrupt context. */
static void timer_expires(void *unused, struct hrtimer *timer, void *unused_too)
{
	u64 expiry_ns;

	if (smp_processor_id() != delaying.cpu || !delaying.left)
		return;
	expiry_ns = ktime_to_ns(hrtimer_get_expires(timer));
	if (!is_periodic(timer, expiry_ns))
		return;
	injected_add(delaying.injected, wait_until(expiry_ns + delaying.delay_ns) - expiry_ns);
	if (!--delaying.left)
		complete(&delaying.done);
}

/* Find the tracepoint among all of them. */
static void find_tracepoint(struct tracepoint *tracepoint, void *found)
{
	if (!strcmp(tracepoint->name, "hrtimer_expire_entry"))
		*(struct tracepoint **)found = tracepoint;
}

/**
 * inject_timer() - delay the expiries of a timer
 * @cpu: CPU it is on
 * @delay_ns: how long after its expiry it shall be called back
 * @period_ns: its period
 * @count: how many expiries
 * @injected: is told of each; how long after the expiry it was in fact
 *
 * Context: process; one at a time.
 * Return: 0; -EINTR if a signal has put an end to it; -EOPNOTSUPP if the kernel has no
 * such tracepoint, or another error of its.
 */
int inject_timer(unsigned int cpu, u64 delay_ns, u32 period_ns, unsigned int count,
		 struct injected *injected)
{
	struct tracepoint *tracepoint = NULL;
	int ret;

	for_each_kernel_tracepoint(find_tracepoint, &tracepoint);
	if (!tracepoint)
		return -EOPNOTSUPP;
	memset(&delaying, 0, sizeof(delaying));
	delaying.cpu = cpu;
	delaying.left = count;
	delaying.delay_ns = delay_ns;
	delaying.period_ns = period_ns;
	delaying.injected = injected;
	init_completion(&delaying.done);

	ret = tracepoint_probe_register(tracepoint, timer_expires, NULL);
	if (ret)
		return ret;
	ret = wait_for_completion_interruptible(&delaying.done);
	tracepoint_probe_unregister(tracepoint, timer_expires, NULL);
	tracepoint_synchronize_unregister();
	return ret ? -EINTR : 0;
}
