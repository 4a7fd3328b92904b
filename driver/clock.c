// SPDX-License-Identifier: GPL-2.0
/*
 * Which clock the kernel tells time by, and in which steps.
 *
 * No kernel tells a module its clocksource, and it can change at any time, so
 * nothing is remembered but what a run started with.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "clock.h"

#define CLOCKSOURCE_FILE \
	"/sys/devices/system/clocksource/clocksource0/current_clocksource"

/* Enough steps to see the smallest, and an end for a clock without any. */
#define LOOK_STEPS	32
#define LOOK_READS	100000

static DEFINE_MUTEX(clock_lock);
static char clock_at_start[IRQSCOPE_CLOCK_NAME_LEN];

static const struct {
	const char *name;
	const char *class;
} clock_classes[] = {
	{ "arch_sys_counter",	"arch-counter" },
	{ "tsc",		"tsc" },
	{ "tsc-early",		"tsc" },
	{ "32k_counter",	"32k-counter" },
	{ "dmtimer",		"gp-timer" },
	{ "arm,sp804",		"gp-timer" },
	{ "hpet",		"hpet" },
	{ "acpi_pm",		"pm-timer" },
	{ "kvm-clock",		"kvm-clock" },
};

/* Is this the name of a clocksource? Before the first run it is empty. */
static bool is_known(const char *name)
{
	return name[0] && strcmp(name, "unknown");
}

/* Ask sysfs for the clocksource; "unknown" where there is no sysfs to ask. */
static void clock_read_name(char *name)
{
	struct file *file;
	loff_t pos = 0;
	ssize_t len;

	strscpy(name, "unknown", IRQSCOPE_CLOCK_NAME_LEN);
	file = filp_open(CLOCKSOURCE_FILE, O_RDONLY, 0);
	if (IS_ERR(file))
		return;
	len = kernel_read(file, name, IRQSCOPE_CLOCK_NAME_LEN - 1, &pos);
	if (len > 0) {
		name[len] = '\0';
		strim(name);
	} else {
		strscpy(name, "unknown", IRQSCOPE_CLOCK_NAME_LEN);
	}
	filp_close(file, NULL);
}

/* Read the time over and over: does it stand still, and how far does it step? */
static void clock_watch(struct irqscope_clock *clock)
{
	u64 last = ktime_get_ns(), now, smallest = U32_MAX;
	unsigned int reads, steps = 0;
	bool stands_still = false;

	for (reads = 0; reads < LOOK_READS && steps < LOOK_STEPS; reads++) {
		now = ktime_get_ns();
		if (now == last) {
			stands_still = true;
			continue;
		}
		smallest = min(smallest, now - last);
		last = now;
		steps++;
	}
	/*
	 * Where time goes on between any two reads, the smallest step is how
	 * long a read takes, and the kernel's own word must do.
	 */
	if (!stands_still)
		smallest = min_t(u64, smallest, max_t(u32, ktime_get_resolution_ns(), 1));
	clock->resolution_ns = smallest;
}

/**
 * irqscope_clock_look() - look at the clock as it is now
 * @clock: filled in
 *
 * Context: process; takes some microseconds, on a clock that hardly moves a
 * few milliseconds.
 */
void irqscope_clock_look(struct irqscope_clock *clock)
{
	unsigned int i;

	clock_read_name(clock->name);
	clock->class = "unknown";
	for (i = 0; i < ARRAY_SIZE(clock_classes); i++)
		if (!strcmp(clock->name, clock_classes[i].name))
			clock->class = clock_classes[i].class;
	clock_watch(clock);
}

/**
 * irqscope_clock_run_starts() - remember the clock that a run starts with
 *
 * Context: process.
 */
void irqscope_clock_run_starts(void)
{
	mutex_lock(&clock_lock);
	clock_read_name(clock_at_start);
	mutex_unlock(&clock_lock);
}

/**
 * irqscope_clock_changed() - tell whether the clock is another since the start
 * @clock: the clock now
 *
 * Return: true if the last run started with another clocksource.
 */
bool irqscope_clock_changed(const struct irqscope_clock *clock)
{
	bool changed;

	mutex_lock(&clock_lock);
	changed = is_known(clock_at_start) && is_known(clock->name) &&
		  strcmp(clock_at_start, clock->name);
	mutex_unlock(&clock_lock);
	return changed;
}

/**
 * irqscope_clock_coarse() - tell whether the clock is too coarse to measure by
 * @clock: the clock
 * @bucket_ns: width of the linear buckets
 *
 * Return: true if its steps are longer than a bucket is wide.
 */
bool irqscope_clock_coarse(const struct irqscope_clock *clock, u32 bucket_ns)
{
	return clock->resolution_ns > bucket_ns;
}
