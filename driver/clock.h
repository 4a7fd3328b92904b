/* SPDX-License-Identifier: GPL-2.0 */
/* Which clock the kernel tells time by. */
#ifndef IRQSCOPE_CLOCK_H
#define IRQSCOPE_CLOCK_H

#include <linux/types.h>

#define IRQSCOPE_CLOCK_NAME_LEN	32

/**
 * struct irqscope_clock - what a look at the clock has shown
 * @name: name of the clocksource, "unknown" where sysfs does not tell
 * @class: kind of hardware behind that name
 * @resolution_ns: steps in which time goes on
 */
struct irqscope_clock {
	char name[IRQSCOPE_CLOCK_NAME_LEN];
	const char *class;
	u32 resolution_ns;
};

void irqscope_clock_look(struct irqscope_clock *clock);
void irqscope_clock_run_starts(void);
bool irqscope_clock_changed(const struct irqscope_clock *clock);
bool irqscope_clock_coarse(const struct irqscope_clock *clock, u32 bucket_ns);

#endif /* IRQSCOPE_CLOCK_H */
