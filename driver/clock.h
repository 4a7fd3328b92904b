/* SPDX-License-Identifier: GPL-2.0 */
/* Which clock the kernel tells time by, and in which steps. */
#ifndef IRQSCOPE_CLOCK_H
#define IRQSCOPE_CLOCK_H

#include <linux/types.h>

#define IRQSCOPE_CLOCK_NAME_LEN		32
#define IRQSCOPE_CLOCK_TEXT_LEN		384

/**
 * struct irqscope_clock - what a look at the clock has shown
 * @name: name of the clocksource, "unknown" where sysfs does not tell
 * @class: kind of hardware, by observation where one can observe
 * @named_class: kind of hardware that the name stands for, if it is another
 *	one; else NULL
 * @id: how the kernel identifies the clocksource, "absent" if it does not
 * @bracket: whether its count lies between two reads of the architecture's
 *	counter: "yes", "no", or "absent" without such a counter
 * @frequency_hz: how fast it counts, 0 if it was not seen to count
 * @resolution_ns: steps in which time goes on, U32_MAX if it was not seen to
 * @equal_reads_ppm: how many of successive reads gave the time of the one before
 * @backsteps: how many gave an earlier one
 * @changes: the kernel's count of changes from one clocksource to another
 */
struct irqscope_clock {
	char name[IRQSCOPE_CLOCK_NAME_LEN];
	const char *class;
	const char *named_class;
	const char *id;
	const char *bracket;
	u64 frequency_hz;
	u32 resolution_ns;
	u32 equal_reads_ppm;
	u32 backsteps;
	u8 changes;
};

/**
 * struct irqscope_run_clock - what a run is measured by
 * @clock: the clock now, or at the end of the run if it has ended
 * @coarsest: the clock with the longest steps that was seen during the run
 * @changed: there was more than one
 */
struct irqscope_run_clock {
	struct irqscope_clock clock;
	struct irqscope_clock coarsest;
	bool changed;
};

u64 irqscope_clock_hz(u64 cycles, u64 ns);
void irqscope_clock_look(struct irqscope_clock *clock);
bool irqscope_clock_coarse(const struct irqscope_clock *clock, u32 bucket_ns);
bool irqscope_clock_verdict(const struct irqscope_clock *clock, u32 bucket_ns,
			    char *buf, size_t size);

void irqscope_clock_run_starts(void);
void irqscope_clock_run_stops(void);
void irqscope_clock_of_run(struct irqscope_run_clock *run);
bool irqscope_clock_history(const struct irqscope_run_clock *run, u32 bucket_ns,
			    char *buf, size_t size);

#endif /* IRQSCOPE_CLOCK_H */
