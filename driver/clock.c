// SPDX-License-Identifier: GPL-2.0
/*
 * Which clock the kernel tells time by, and in which steps.
 *
 * No kernel tells a module its clocksource, and it can change at any time. So
 * it is observed anew at each look; nothing is remembered but what a run was
 * measured by.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/gcd.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "clock.h"
#include "compat.h"
#include "counter.h"
#include "sysfs_text.h"
#include "text.h"

#define CLOCKSOURCE_FILE \
	"/sys/devices/system/clocksource/clocksource0/current_clocksource"

/* Enough steps to see the smallest, and an end for a clock without any. */
#define LOOK_STEPS	64
#define LOOK_READS	20000
/* How often a look is repeated if the clocksource changes under it. */
#define LOOK_TRIES	3

static DEFINE_MUTEX(clock_lock);
static struct irqscope_run_clock clock_run;
static bool clock_run_goes_on;
static bool clock_run_was;

/* The kind of hardware behind a name; can its count be told by looking at it? */
static const struct {
	const char *name;
	const char *class;
	bool observable;
} clock_names[] = {
	{ "arch_sys_counter",	"arch-counter",	true },
	{ "tsc",		"tsc",		true },
	{ "tsc-early",		"tsc",		true },
	{ "32k_counter",	"32k-counter",	true },
	{ "acpi_pm",		"pm-timer",	true },
	{ "dmtimer",		"gp-timer",	false },
	{ "arm,sp804",		"gp-timer",	false },
	{ "hpet",		"hpet",		false },
	{ "kvm-clock",		"kvm-clock",	false },
};

/* Clocks that are known by how fast they count, to one part in @parts. */
static const struct {
	const char *class;
	u32 hz;
	u32 parts;
} clock_rates[] = {
	{ "32k-counter",	32768,		100 },
	{ "pm-timer",		3579545,	1000 },
};

/* Does the count always lie between two reads of the architecture's counter? */
struct bracket {
	bool holds;
	u64 before;
};

static void bracket_open(struct bracket *bracket)
{
	if (irqscope_counter_exists())
		bracket->before = irqscope_counter_read();
}

static void bracket_close(struct bracket *bracket, u64 cycles)
{
	if (irqscope_counter_exists() &&
	    (cycles < bracket->before || cycles > irqscope_counter_read()))
		bracket->holds = false;
}

/**
 * irqscope_clock_hz() - how fast a counter counts
 * @cycles: what it has counted
 * @ns: in this time, not 0
 *
 * Return: the frequency in Hz, rounded.
 */
u64 irqscope_clock_hz(u64 cycles, u64 ns)
{
	return (mul_u64_u64_div_u64(cycles, 2 * NSEC_PER_SEC, ns) + 1) / 2;
}

/* Read the time over and over, as the samples do: does it stand still? */
static void watch_time(struct irqscope_clock *clock)
{
	unsigned int reads, steps = 0, equal = 0;
	u64 last = ktime_get_ns(), now;

	clock->backsteps = 0;
	for (reads = 0; reads < LOOK_READS && steps < LOOK_STEPS; reads++) {
		now = ktime_get_ns();
		if (now == last)
			equal++;
		else if (now < last)
			clock->backsteps++;
		else
			steps++;
		last = now;
	}
	clock->equal_reads_ppm = div_u64((u64)equal * 1000000, reads);
}

/*
 * Watch the counter behind the time: a step of time is what all differences of
 * its count are multiples of. (The smallest step of time would be how long a
 * read takes, where time goes on between any two reads.) Where it does not, it is
 * the least difference: steps need not be even.
 */
static void watch_counter(struct irqscope_clock *clock)
{
	struct bracket bracket = { .holds = true };
	unsigned int reads, steps = 0;
	u64 cycles = 0, raw_ns = 0;
	unsigned long common = 0, least = ULONG_MAX;
	bool stood = false;
	struct irqscope_shot last, now;

	irqscope_shot_take(&last);
	clock->changes = last.changes;
	clock->id = last.id;
	for (reads = 0; reads < LOOK_READS && steps < LOOK_STEPS; reads++) {
		bracket_open(&bracket);
		irqscope_shot_take(&now);
		/*
		 * The counts of two clocks have nothing to do with each other:
		 * their difference can be so large that a division overflows.
		 */
		if (now.changes != clock->changes)
			break;
		bracket_close(&bracket, now.cycles);
		if (now.cycles == last.cycles) {
			stood = true;
			continue;
		}
		steps++;
		/* A counter that has wrapped tells nothing this time. */
		if (now.cycles > last.cycles && now.cycles - last.cycles <= ULONG_MAX) {
			common = gcd(common, now.cycles - last.cycles);
			least = min_t(u64, least, now.cycles - last.cycles);
			cycles += now.cycles - last.cycles;
			raw_ns += now.raw_ns - last.raw_ns;
		}
		last = now;
	}

	clock->bracket = "absent";
	if (irqscope_counter_exists())
		clock->bracket = bracket.holds && steps ? "yes" : "no";
	clock->frequency_hz = 0;
	clock->resolution_ns = U32_MAX;
	if (!common || !raw_ns)
		return;
	clock->frequency_hz = irqscope_clock_hz(cycles, raw_ns);
	clock->resolution_ns = mul_u64_u64_div_u64(stood ? least : common, raw_ns,
						   cycles);
	/* Time is told in ns, however fast the counter is. */
	clock->resolution_ns = max(clock->resolution_ns, 1u);
}

/* The class that can be told without the name, or NULL. */
static const char *observed_class(const struct irqscope_clock *clock)
{
	unsigned int i;

	if (!strcmp(clock->id, "x86-kvm-clock"))
		return "kvm-clock";
	if (!strcmp(clock->id, "arm-arch-counter"))
		return "arch-counter";
	if (!strcmp(clock->id, "x86-tsc"))
		return "tsc";
	if (!strcmp(clock->bracket, "yes"))
		return IRQSCOPE_COUNTER_CLASS;
	for (i = 0; i < ARRAY_SIZE(clock_rates); i++) {
		const u32 hz = clock_rates[i].hz;

		if (abs((s64)(clock->frequency_hz - hz)) <= hz / clock_rates[i].parts)
			return clock_rates[i].class;
	}
	return NULL;
}

/* Decide the class; where name and observation disagree, keep both. */
static void classify(struct irqscope_clock *clock)
{
	const char *observed = observed_class(clock), *named = NULL;
	bool observable = false;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(clock_names); i++)
		if (!strcmp(clock->name, clock_names[i].name)) {
			named = clock_names[i].class;
			observable = clock_names[i].observable;
		}
	/* It would have been observed, if it were what it is called. */
	if (!observed && observable)
		observed = "unknown";
	clock->class = observed ?: named ?: "unknown";
	clock->named_class = named && strcmp(named, clock->class) ? named : NULL;
}

/**
 * irqscope_clock_look() - look at the clock as it is now
 * @clock: filled in
 *
 * Context: process; may sleep. Takes some 10 us, on a clock of 32768 Hz 4 ms.
 */
void irqscope_clock_look(struct irqscope_clock *clock)
{
	struct irqscope_shot shot;
	unsigned int tries = 0;

	do {
		watch_counter(clock);
		irqscope_sysfs_text(CLOCKSOURCE_FILE, clock->name, sizeof(clock->name));
		watch_time(clock);
		irqscope_shot_take(&shot);
	} while (shot.changes != clock->changes && ++tries < LOOK_TRIES);
	classify(clock);
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

/**
 * irqscope_clock_verdict() - say whether latencies can be measured by a clock
 * @clock: the clock
 * @bucket_ns: width of the linear buckets
 * @buf: where to say it
 * @size: bytes there, IRQSCOPE_CLOCK_TEXT_LEN will do
 *
 * Return: true if they can; @buf is "ok" then.
 */
bool irqscope_clock_verdict(const struct irqscope_clock *clock, u32 bucket_ns,
			    char *buf, size_t size)
{
	const unsigned int tick_ns = hrtimer_resolution;
	struct irqscope_text text = { .buf = buf, .size = size };

	if (clock->resolution_ns == U32_MAX)
		irqscope_text_add(&text,
				  "; coarse: %s was not seen to move, and nothing is measured by it",
				  clock->name);
	else if (irqscope_clock_coarse(clock, bucket_ns))
		irqscope_text_add(&text,
				  "; coarse: %s moves in steps of %u ns, wider than a bucket of %u ns, and what is finer is not measured",
				  clock->name, clock->resolution_ns, bucket_ns);
	if (clock->backsteps)
		irqscope_text_add(&text,
				  "; goes back: %s gave an earlier time than before in %u reads",
				  clock->name, clock->backsteps);
	if (tick_ns > 1)
		irqscope_text_add(&text,
				  "; no high-resolution timers: every expiry waits for a tick, up to %u us, and these are not interrupt latencies",
				  (unsigned int)(tick_ns / NSEC_PER_USEC));
	if (!text.len) {
		strscpy(buf, "ok", size);
		return true;
	}
	/* Without the separator before the first. */
	memmove(buf, buf + 2, text.len - 1);
	return false;
}

static bool name_known(const struct irqscope_clock *clock)
{
	return strcmp(clock->name, IRQSCOPE_SYSFS_UNKNOWN);
}

/* Take what the clock is now into the account of the run; clock_lock is held. */
static void run_sees(const struct irqscope_clock *clock)
{
	struct irqscope_run_clock *run = &clock_run;
	const bool changed = run->clock.changes != clock->changes;

	/* Who looks from where there is no sysfs sees no name: no change. */
	if (changed || (name_known(&run->clock) && name_known(clock) &&
			strcmp(run->clock.name, clock->name)))
		run->changed = true;
	if (clock->resolution_ns > run->coarsest.resolution_ns)
		run->coarsest = *clock;
	/* A name that is known already is not forgotten for that. */
	if (changed || name_known(clock) || !name_known(&run->clock))
		run->clock = *clock;
}

/**
 * irqscope_clock_run_starts() - remember the clock that a run starts with
 *
 * Context: process; may sleep.
 */
void irqscope_clock_run_starts(void)
{
	mutex_lock(&clock_lock);
	irqscope_clock_look(&clock_run.clock);
	clock_run.coarsest = clock_run.clock;
	clock_run.changed = false;
	clock_run_goes_on = true;
	clock_run_was = true;
	mutex_unlock(&clock_lock);
}

/**
 * irqscope_clock_run_stops() - remember the clock that a run ended with
 *
 * Context: process; may sleep.
 */
void irqscope_clock_run_stops(void)
{
	struct irqscope_clock now;

	mutex_lock(&clock_lock);
	irqscope_clock_look(&now);
	run_sees(&now);
	clock_run_goes_on = false;
	mutex_unlock(&clock_lock);
}

/**
 * irqscope_clock_of_run() - tell by what the current or last run is measured
 * @run: filled in; before the first run, with the clock now
 *
 * A run that has ended keeps its clock, whatever the kernel has changed to.
 *
 * Context: process; may sleep.
 */
void irqscope_clock_of_run(struct irqscope_run_clock *run)
{
	struct irqscope_clock now;

	mutex_lock(&clock_lock);
	if (clock_run_goes_on || !clock_run_was) {
		irqscope_clock_look(&now);
		if (!clock_run_was)
			clock_run.clock = now;
		run_sees(&now);
	}
	*run = clock_run;
	mutex_unlock(&clock_lock);
}

/**
 * irqscope_clock_history() - say by what else a run was measured than at its end
 * @run: the clocks of the run
 * @bucket_ns: width of the linear buckets
 * @buf: where to say it
 * @size: bytes there, IRQSCOPE_CLOCK_TEXT_LEN will do
 *
 * Return: false if it was always the same clock; @buf is empty then.
 */
bool irqscope_clock_history(const struct irqscope_run_clock *run, u32 bucket_ns,
			    char *buf, size_t size)
{
	int len;

	*buf = '\0';
	if (!run->changed)
		return false;
	len = scnprintf(buf, size, "the clocksource has changed during the run, to %s",
			run->clock.name);
	if (!irqscope_clock_coarse(&run->coarsest, bucket_ns) ||
	    irqscope_clock_coarse(&run->clock, bucket_ns))
		return true;
	if (run->coarsest.resolution_ns == U32_MAX)
		scnprintf(buf + len, size - len,
			  "; part of it was measured by %s, which was not seen to move",
			  run->coarsest.name);
	else
		scnprintf(buf + len, size - len,
			  "; part of it was measured by %s in steps of %u ns",
			  run->coarsest.name, run->coarsest.resolution_ns);
	return true;
}
