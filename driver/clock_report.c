// SPDX-License-Identifier: GPL-2.0
/* All that there is to say about the clock, as "key: value" lines. */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "clock.h"
#include "clock_probe.h"
#include "clock_report.h"
#include "counter.h"
#include "i940.h"
#include "sysfs_text.h"
#include "text.h"

#define CLOCKEVENT_FILE	"/sys/devices/system/clockevents/clockevent%u/current_device"
/* Room for all the lines but those of each CPU, and for those. */
#define REPORT_SIZE	2048
#define CPU_SIZE	160

/*
 * How many bits the counter of a class has: the kernel does not tell. The
 * architecture promises 56 for ARM's; the kernel uses 32 of a HPET.
 */
static const struct {
	const char *class;
	unsigned int bits;
} counter_bits[] = {
	{ "arch-counter",	56 },
	{ "tsc",		64 },
	{ "32k-counter",	32 },
	{ "pm-timer",		24 },
	{ "gp-timer",		32 },
	{ "hpet",		32 },
};

/* When the counter begins anew, if its class tells. */
static void add_wrap(struct irqscope_text *text, const struct irqscope_clock *clock)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(counter_bits); i++)
		if (!strcmp(clock->class, counter_bits[i].class) && clock->frequency_hz) {
			irqscope_text_add(text, "wrap_s: %llu (by class)\n",
					  div64_u64(GENMASK_ULL(counter_bits[i].bits - 1, 0),
						    clock->frequency_hz));
			return;
		}
	irqscope_text_add(text, "wrap_s: unknown\n");
}

/* What the clock is and how it was seen to go on. */
static void add_clock(struct irqscope_text *text, const struct irqscope_clock *clock)
{
	irqscope_text_add(text, "name: %s\n", clock->name);
	irqscope_text_add(text, "class: %s", clock->class);
	if (clock->named_class)
		irqscope_text_add(text, " (the name stands for %s)", clock->named_class);
	irqscope_text_add(text, "\nid: %s\n", clock->id);
	irqscope_text_add(text, "bracket: %s\n", clock->bracket);
	if (clock->frequency_hz)
		irqscope_text_add(text, "frequency_hz: %llu\n", clock->frequency_hz);
	else
		irqscope_text_add(text, "frequency_hz: unknown\n");
	if (clock->resolution_ns != U32_MAX)
		irqscope_text_add(text, "resolution_observed_ns: %u\n", clock->resolution_ns);
	else
		irqscope_text_add(text, "resolution_observed_ns: unknown\n");
	irqscope_text_add(text, "equal_reads_ppm: %u\n", clock->equal_reads_ppm);
	irqscope_text_add(text, "backsteps: %u\n", clock->backsteps);
	irqscope_text_add(text, "resolution_claimed_ns: %u\n", ktime_get_resolution_ns());
}

/* What reading it costs, CPU by CPU. */
static void add_costs(struct irqscope_text *text, const struct irqscope_clock_cost *costs)
{
	unsigned int cpu;

	for_each_online_cpu(cpu)
		if (costs[cpu].known)
			irqscope_text_add(text, "read_ns[cpu%u]: %u %u %u\n", cpu,
					  costs[cpu].min_ns, costs[cpu].median_ns,
					  costs[cpu].max_ns);
		else
			irqscope_text_add(text,
					  "read_ns[cpu%u]: unknown (the CPU did not get to it)\n",
					  cpu);
}

/* A number of parts in 10^9, in parts per million. */
static void add_ppm(struct irqscope_text *text, s64 ppb)
{
	u32 rest;
	u64 ppm = div_u64_rem(abs(ppb), 1000, &rest);

	irqscope_text_add(text, "%s%llu.%03u", ppb < 0 ? "-" : "", ppm, rest);
}

/* The counter of the architecture, whether time is told by it or not. */
static void add_counter(struct irqscope_text *text, const struct irqscope_clock_rate *rate)
{
	const bool exists = irqscope_counter_exists();
	const u64 hz = irqscope_counter_hz();
	const u64 start = exists ? irqscope_counter_read() : 0;
	const char *state = "no";

	if (exists) {
		/* Longer than its steps, be they those of a counter of 32768 Hz. */
		usleep_range(100, 200);
		state = irqscope_counter_read() == start ? "stopped" : "yes";
	}
	irqscope_text_add(text, "arch_counter: %s\n", state);
	if (hz)
		irqscope_text_add(text, "arch_frequency_hz: %llu\n", hz);
	else
		irqscope_text_add(text, "arch_frequency_hz: unknown\n");
	irqscope_text_add(text, "drift_ppm: ");
	if (rate->compared) {
		add_ppm(text, rate->drift_ppb);
		irqscope_text_add(text, " (+-");
		add_ppm(text, rate->error_ppb);
		irqscope_text_add(text, ")\n");
	} else {
		irqscope_text_add(text, "unknown\n");
	}
}

/* What makes the timer interrupts of each CPU. */
static void add_clockevents(struct irqscope_text *text)
{
	char path[96], name[IRQSCOPE_CLOCK_NAME_LEN];
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		snprintf(path, sizeof(path), CLOCKEVENT_FILE, cpu);
		irqscope_sysfs_text(path, name, sizeof(name));
		/* Those of a dmtimer have no name. */
		irqscope_text_add(text, "clockevent[cpu%u]: %s\n", cpu,
				  strcmp(name, "(null)") ? name : "unnamed");
	}
}

/* What all this means. */
static void add_verdict(struct irqscope_text *text, const struct irqscope_clock *clock,
			u32 bucket_ns)
{
	struct irqscope_run_clock run;
	char buf[IRQSCOPE_CLOCK_TEXT_LEN];

	irqscope_i940_print(clock, buf, sizeof(buf));
	irqscope_text_add(text, "i940: %s\n", buf);
	irqscope_clock_of_run(&run);
	if (irqscope_clock_history(&run, bucket_ns, buf, sizeof(buf)))
		irqscope_text_add(text, "changed: yes (%s)\n", buf);
	else
		irqscope_text_add(text, "changed: no\n");
	irqscope_clock_verdict(clock, bucket_ns, buf, sizeof(buf));
	irqscope_text_add(text, "verdict: %s\n", buf);
}

/* All of it, into a text that has room for it. */
static int report(struct irqscope_text *text, u32 bucket_ns)
{
	const u64 start = ktime_get_ns();
	struct irqscope_clock_cost *costs;
	struct irqscope_clock_rate rate;
	struct irqscope_clock clock;

	costs = kcalloc(nr_cpu_ids, sizeof(*costs), GFP_KERNEL);
	if (!costs)
		return -ENOMEM;
	irqscope_clock_probe_costs(costs);
	irqscope_clock_probe_rate(&rate);
	irqscope_clock_look(&clock);
	/* The figures of another clock are none of this one. */
	if (rate.changes != clock.changes)
		rate = (struct irqscope_clock_rate){};
	if (rate.frequency_hz)
		clock.frequency_hz = rate.frequency_hz;
	add_clock(text, &clock);
	add_costs(text, costs);
	add_wrap(text, &clock);
	add_counter(text, &rate);
	add_clockevents(text);
	add_verdict(text, &clock, bucket_ns);
	irqscope_text_add(text, "took_ms: %llu\n",
			  div_u64(ktime_get_ns() - start, NSEC_PER_MSEC));
	kfree(costs);
	return 0;
}

/**
 * irqscope_clock_report() - find out all about the clock as it is now
 * @bucket_ns: width of the linear buckets, for the verdict
 * @len: number of characters
 *
 * Context: process; sleeps for some 60 ms, at most for 0.5 s. CPUs are neither
 * interrupted nor kept from their work.
 * Return: the text, for kvfree(); an error pointer.
 */
char *irqscope_clock_report(u32 bucket_ns, size_t *len)
{
	struct irqscope_text text = { .size = REPORT_SIZE + nr_cpu_ids * CPU_SIZE };
	int ret;

	text.buf = kvmalloc(text.size, GFP_KERNEL);
	if (!text.buf)
		return ERR_PTR(-ENOMEM);
	ret = report(&text, bucket_ns);
	if (ret) {
		kvfree(text.buf);
		return ERR_PTR(ret);
	}
	*len = text.len;
	return text.buf;
}
