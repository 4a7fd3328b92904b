/* SPDX-License-Identifier: GPL-2.0 */
/* What takes longer to find out about the clock: cost, frequency, drift. */
#ifndef IRQSCOPE_CLOCK_PROBE_H
#define IRQSCOPE_CLOCK_PROBE_H

#include <linux/types.h>

/**
 * struct irqscope_clock_rate - the clock over some time
 * @changes: the kernel's count of changes of the clocksource at that time
 * @frequency_hz: how fast its counter counts by the kernel's reckoning; 0 if
 *	nothing was found out, for the clocksource changed again and again
 * @compared: the architecture's counter was there to compare with, so that:
 * @drift_ppb: how much faster than that it is, in parts per 10^9
 * @error_ppb: by how much that may be wrong
 */
struct irqscope_clock_rate {
	u8 changes;
	u64 frequency_hz;
	bool compared;
	s64 drift_ppb;
	u64 error_ppb;
};

/**
 * struct irqscope_clock_cost - what reading the time costs on one CPU
 * @known: the CPU got to it
 * @min_ns: cost of a read in the quickest batch of reads
 * @median_ns: in the median batch
 * @max_ns: in the slowest batch, with whatever interrupted it
 */
struct irqscope_clock_cost {
	bool known;
	u32 min_ns;
	u32 median_ns;
	u32 max_ns;
};

void irqscope_clock_probe_rate(struct irqscope_clock_rate *rate);
void irqscope_clock_probe_costs(struct irqscope_clock_cost *costs);
void irqscope_clock_probe_init(void);
void irqscope_clock_probe_exit(void);

#endif /* IRQSCOPE_CLOCK_PROBE_H */
