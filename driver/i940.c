// SPDX-License-Identifier: GPL-2.0
/*
 * Erratum i940 of DRA7 and AM57xx (SPRZ429): in a typical clock configuration,
 * the architected counter fails to wrap after 388 days. Kernels with the
 * workaround keep off it, and off the timer, unless the devicetree has the timer
 * as available.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/of.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "counter.h"
#include "i940.h"

#define SECONDS_PER_DAY		86400
#define DAYS_TO_FAILURE		388
#define OVERLAY			"am57xx-arch-timer.dtbo"

/*
 * Days since the counter was zero: a warm restart may leave it running, so the
 * kernel's own age is the least.
 */
static u64 counter_days(void)
{
	u64 days = div_u64(ktime_get_boottime_seconds(), SECONDS_PER_DAY);
	u64 hz = irqscope_counter_hz();

	if (hz)
		days = max(days, div64_u64(irqscope_counter_read(), hz * SECONDS_PER_DAY));
	return days;
}

/* The rule by which the kernel chooses its timer on these SoCs. */
static bool timer_available(void)
{
	struct device_node *timer;
	bool available;

	timer = of_find_compatible_node(NULL, NULL, "arm,armv7-timer");
	available = timer && of_device_is_available(timer);
	of_node_put(timer);
	return available;
}

/**
 * irqscope_i940_print() - say what the erratum means for this machine
 * @clock: the clock now
 * @buf: where to; "no" if this is another SoC, "absent" without devicetree
 * @size: bytes there
 *
 * Context: process.
 */
void irqscope_i940_print(const struct irqscope_clock *clock, char *buf, size_t size)
{
	u64 days;

	if (!IS_ENABLED(CONFIG_OF)) {
		strscpy(buf, "absent", size);
	} else if (!of_machine_is_compatible("ti,dra7")) {
		strscpy(buf, "no", size);
	} else if (!timer_available()) {
		snprintf(buf, size,
			 "workaround in force: the kernel keeps off the architected counter, time comes from %s in steps of %u ns; the overlay %s, applied by the bootloader, brings the counter back, at the price of a restart within %u days",
			 clock->name, clock->resolution_ns, OVERLAY, DAYS_TO_FAILURE);
	} else {
		days = min_t(u64, counter_days(), DAYS_TO_FAILURE);
		snprintf(buf, size,
			 "architected counter in use: restart within %u days from now, it fails to wrap %u days after power-up; without the overlay %s the kernel keeps off it",
			 DAYS_TO_FAILURE - (unsigned int)days, DAYS_TO_FAILURE, OVERLAY);
	}
}
