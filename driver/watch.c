// SPDX-License-Identifier: GPL-2.0
/*
 * The watch over the thresholds. A late interrupt is known when it comes, and
 * with it where interrupts came back on. What holds up a stage that runs later
 * would be gone by the time the stage runs: so the timer, set for the moment at which
 * the stage reaches its threshold, looks who has the CPU then. A stage that runs in
 * time sets the timer for the next event, and one that does not completes the record.
 */
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "compat.h"
#include "recorder.h"
#include "recorder_write.h"
#include "stages.h"
#include "watch.h"

/* An outlier has ended the run: no CPU takes another sample. */
bool irqscope_stages_halt;

/**
 * irqscope_watch_deadline() - see which stages have not run by their thresholds
 * @s: stages of this CPU
 * @now_ns: now
 *
 * The alarm is to be set afterwards.
 *
 * Context: hard interrupt.
 */
void irqscope_watch_deadline(struct irqscope_stages *s, u64 now_ns)
{
	struct irqscope_culprit *caught = NULL;
	u64 next_ns = ALARM_NEVER;
	unsigned int stage;

	for (stage = IRQSCOPE_IRQ + 1; stage < IRQSCOPE_LATENCIES; stage++) {
		struct stage_event *event = &s->event[stage];
		const u64 deadline_ns = event->expiry_ns + s->threshold_ns[stage];

		if (!(s->watched & BIT(stage)))
			continue;
		if (event->pending && deadline_ns > now_ns) {
			next_ns = min(next_ns, deadline_ns);
			continue;
		}
		s->watched &= ~BIT(stage);
		/* Somebody else may have taken the event from the stage. */
		if (!event->pending)
			continue;
		if (caught)
			s->culprit[stage] = *caught;
		else
			irqscope_culprit_capture(&s->culprit[stage], &s->taken);
		caught = &s->culprit[stage];
		event->caught = IRQSCOPE_CAUGHT_ACT;
	}
	s->alarm->deadline_ns = next_ns;
}

/* Keep a record of an event that was late at a stage, finished or not. */
static void record_outlier(struct irqscope_stages *s, enum irqscope_stage late,
			   const struct stage_event *event, u64 now_ns, bool finished)
{
	struct irqscope_outlier outlier = {
		.seq = event->seq, .t_ns = now_ns, .late = late, .caught = event->caught,
		.known = BIT(IRQSCOPE_IRQ), .latency_ns = { [IRQSCOPE_IRQ] = event->irq_ns },
	};
	unsigned int stage;

	/*
	 * The warm-up, and what came before a reset, leave no trace; what belongs to
	 * the other bank of a trial does.
	 */
	if ((event->epoch ^ irqscope_record_epoch()) & ~IRQSCOPE_EPOCH_B)
		return;
	for (stage = IRQSCOPE_IRQ + 1; stage < IRQSCOPE_LATENCIES; stage++) {
		if (s->event[stage].pending && s->event[stage].seq == event->seq)
			s->event[stage].recorded = true;
		if (s->done_seq[stage] != event->seq)
			continue;
		outlier.latency_ns[stage] = s->done_ns[stage];
		outlier.known |= BIT(stage);
	}
	if (finished)
		outlier.known |= BIT(late);
	if (event->caught != IRQSCOPE_CAUGHT_NOT)
		outlier.culprit = s->culprit[late];
	irqscope_outlier_add(&outlier, event->epoch & ~IRQSCOPE_EPOCH_B);
	if (s->stop)
		WRITE_ONCE(irqscope_stages_halt, true);
}

/**
 * irqscope_watch_late() - the interrupt itself has reached a threshold
 * @s: stages of this CPU, with the event as the present one
 * @now_ns: when the interrupt took it
 *
 * Context: hard interrupt.
 */
void irqscope_watch_late(struct irqscope_stages *s, u64 now_ns)
{
	struct stage_event *event = &s->event[IRQSCOPE_IRQ];

	irqscope_culprit_capture(&s->culprit[IRQSCOPE_IRQ], &s->taken);
	event->caught = IRQSCOPE_CAUGHT_LATE;
	if (event->irq_ns > s->threshold_ns[IRQSCOPE_IRQ]) {
		record_outlier(s, IRQSCOPE_IRQ, event, now_ns, true);
		event->recorded = true;
	}
}

/**
 * irqscope_watch_arrived_late() - a stage took an event that was late there or before
 * @s: stages of this CPU
 * @stage: stage that has taken its event
 * @now_ns: when it did
 *
 * Context: interrupts off.
 */
void irqscope_watch_arrived_late(struct irqscope_stages *s, enum irqscope_stage stage, u64 now_ns)
{
	const struct stage_event *event = &s->event[stage];

	if (event->recorded)
		irqscope_outlier_complete(event->seq, stage, s->done_ns[stage]);
	if (s->done_ns[stage] > s->threshold_ns[stage])
		record_outlier(s, stage, event, now_ns, true);
}

/**
 * irqscope_watch_given_up() - keep a record of what a stage has not taken
 * @s: stages of this CPU
 * @stage: stage that is not waited for any longer
 *
 * Context: interrupts off.
 */
void irqscope_watch_given_up(struct irqscope_stages *s, enum irqscope_stage stage)
{
	const struct stage_event *event = &s->event[stage];

	if (event->caught != IRQSCOPE_CAUGHT_NOT)
		record_outlier(s, stage, event, ktime_get(), false);
}

/**
 * irqscope_watch_prepare() - take over the thresholds of a run
 * @s: stages of a CPU that does not sample
 * @config: settings of the run
 * @alarm: timer of the CPU, set for nothing
 *
 * Context: process.
 */
void irqscope_watch_prepare(struct irqscope_stages *s, const struct irqscope_config *config,
			    struct irqscope_alarm *alarm)
{
	unsigned int stage;

	s->alarm = alarm;
	alarm->deadline_ns = ALARM_NEVER;
	s->stop = config->stop_on_outlier;
	s->least_ns = NO_THRESHOLD;
	s->watched = 0;
	memset(s->done_seq, 0, sizeof(s->done_seq));
	memset(&s->event[IRQSCOPE_IRQ], 0, sizeof(s->event[IRQSCOPE_IRQ]));
	for (stage = 0; stage < IRQSCOPE_LATENCIES; stage++) {
		s64 threshold_ns = NO_THRESHOLD;

		/* Without thresholds nobody says so, and one that is given up is looked at. */
		s->event[stage].caught = IRQSCOPE_CAUGHT_NOT;
		if (config->stages & BIT(stage) && config->threshold_us[stage])
			threshold_ns = (s64)config->threshold_us[stage] * NSEC_PER_USEC;
		s->threshold_ns[stage] = threshold_ns;
		s->least_ns = min(s->least_ns, threshold_ns);
	}
	s->armed = s->least_ns != NO_THRESHOLD;
	WRITE_ONCE(irqscope_stages_halt, false);
}
