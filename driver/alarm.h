/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The timer of a measured CPU. It fires for the next event and, where a stage has a
 * threshold, for the moment at which the stage reaches it. One timer for both: to
 * move it, once the stage has run, is less work for the CPU that is measured than to
 * start and to cancel a second one in each sample.
 */
#ifndef IRQSCOPE_ALARM_H
#define IRQSCOPE_ALARM_H

#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/minmax.h>

#include "compat.h"

/* There is no next event, or no deadline: a timer set for that does not fire. */
#define ALARM_NEVER	((u64)KTIME_MAX)

/**
 * struct irqscope_alarm - the timer of a CPU: touched on that CPU, interrupts off
 * @timer: the timer
 * @event_ns: when the next event is due, CLOCK_MONOTONIC, or ALARM_NEVER
 * @deadline_ns: when a stage reaches its threshold, or ALARM_NEVER
 */
struct irqscope_alarm {
	struct hrtimer timer;
	u64 event_ns;
	u64 deadline_ns;
};

/* Does the timer fire for the event? It says so itself, for the clock may go back. */
static inline bool alarm_is_event(const struct irqscope_alarm *alarm)
{
	return (u64)ktime_to_ns(hrtimer_get_expires(&alarm->timer)) == alarm->event_ns;
}

/* When the timer is to fire next. */
static inline u64 alarm_next_ns(const struct irqscope_alarm *alarm)
{
	return min(alarm->event_ns, alarm->deadline_ns);
}

/* Set the timer for what comes next. */
static inline void alarm_set(struct irqscope_alarm *alarm)
{
	hrtimer_start(&alarm->timer, alarm_next_ns(alarm), IRQSCOPE_TIMER_MODE);
}

/* No stage is watched any more: set the timer for the next event, if it is not. */
static inline void alarm_drop_deadline(struct irqscope_alarm *alarm)
{
	const bool is_set = alarm->event_ns <= alarm->deadline_ns;

	alarm->deadline_ns = ALARM_NEVER;
	if (!is_set)
		hrtimer_start(&alarm->timer, alarm->event_ns, IRQSCOPE_TIMER_MODE);
}

#endif /* IRQSCOPE_ALARM_H */
