// SPDX-License-Identifier: GPL-2.0
/*
 * The watch over the thresholds. A late interrupt is known when it comes, and
 * with it where interrupts came back on. What holds up a stage that runs later
 * would be gone by the time the stage runs: so a second timer, set for the moment
 * at which the stage reaches its threshold, looks who has the CPU then. The stage
 * cancels it when it runs in time, and completes the record when it does not.
 */
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "compat.h"
#include "recorder.h"
#include "stages.h"
#include "watch.h"

/* An outlier has ended the run: no CPU takes another sample. */
bool irqscope_stages_halt;

/* Does this stage wait for an event, with its culprit not known yet? */
static bool is_watched(const struct irqscope_stages *s, unsigned int stage)
{
	const struct stage_event *event = &s->event[stage];

	return event->pending && event->caught == IRQSCOPE_CAUGHT_NOT &&
	       s->threshold_ns[stage] != NO_THRESHOLD;
}

/* When the next stage reaches its threshold; U64_MAX if there is none. */
static u64 next_deadline(const struct irqscope_stages *s)
{
	u64 deadline_ns = U64_MAX;
	unsigned int stage;

	for (stage = IRQSCOPE_IRQ + 1; stage < s->watch_end; stage++)
		if (is_watched(s, stage))
			deadline_ns = min_t(u64, deadline_ns, s->event[stage].expiry_ns +
					    s->threshold_ns[stage]);
	return deadline_ns;
}

/* A stage has not run by its threshold: who has the CPU? */
static enum hrtimer_restart watch_fires(struct hrtimer *timer)
{
	struct irqscope_stages *s = container_of(timer, struct irqscope_stages, watch_timer);
	struct irqscope_culprit *caught = NULL;
	const u64 now_ns = ktime_get();
	unsigned int stage;
	u64 deadline_ns;

	for (stage = IRQSCOPE_IRQ + 1; stage < s->watch_end; stage++) {
		if (!is_watched(s, stage) ||
		    s->event[stage].expiry_ns + s->threshold_ns[stage] > now_ns)
			continue;
		if (caught)
			s->culprit[stage] = *caught;
		else
			irqscope_culprit_capture(&s->culprit[stage], &s->taken);
		caught = &s->culprit[stage];
		s->event[stage].caught = IRQSCOPE_CAUGHT_ACT;
	}
	deadline_ns = next_deadline(s);
	if (deadline_ns == U64_MAX)
		return HRTIMER_NORESTART;
	hrtimer_set_expires(timer, deadline_ns);
	return HRTIMER_RESTART;
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
 * irqscope_watch_event() - see whether an event is late already
 * @s: stages of this CPU
 * @expiry_ns: when the event was due
 * @epoch: epoch that it belongs to
 * @now_ns: when the interrupt took it
 *
 * Context: hard interrupt.
 */
void irqscope_watch_event(struct irqscope_stages *s, u64 expiry_ns, u32 epoch, u64 now_ns)
{
	struct stage_event *event = &s->event[IRQSCOPE_IRQ];

	event->expiry_ns = expiry_ns;
	event->epoch = epoch;
	event->seq++;
	event->irq_ns = now_ns - expiry_ns;
	event->caught = IRQSCOPE_CAUGHT_NOT;
	event->recorded = false;
	if (likely(event->irq_ns <= s->least_ns))
		return;
	irqscope_culprit_capture(&s->culprit[IRQSCOPE_IRQ], &s->taken);
	event->caught = IRQSCOPE_CAUGHT_LATE;
	if (event->irq_ns > s->threshold_ns[IRQSCOPE_IRQ]) {
		record_outlier(s, IRQSCOPE_IRQ, event, now_ns, true);
		event->recorded = true;
	}
}

/**
 * irqscope_watch_post() - watch an event on its way to a stage
 * @s: stages of this CPU
 * @stage: idle stage that is given the present event
 *
 * Context: hard interrupt.
 */
void irqscope_watch_post(struct irqscope_stages *s, enum irqscope_stage stage)
{
	const struct stage_event *present = &s->event[IRQSCOPE_IRQ];
	struct stage_event *event = &s->event[stage];

	event->seq = present->seq;
	event->irq_ns = present->irq_ns;
	event->recorded = present->recorded;
	event->caught = IRQSCOPE_CAUGHT_NOT;
	/* It is late already: whoever held up the interrupt holds up the stage. */
	if (unlikely(present->irq_ns > s->threshold_ns[stage])) {
		event->caught = IRQSCOPE_CAUGHT_LATE;
		s->culprit[stage] = s->culprit[IRQSCOPE_IRQ];
	}
}

/**
 * irqscope_watch_posted() - watch the stages that have been given an event
 * @s: stages of this CPU
 *
 * Context: hard interrupt.
 */
void irqscope_watch_posted(struct irqscope_stages *s)
{
	const u64 deadline_ns = s->watch_end ? next_deadline(s) : U64_MAX;

	if (deadline_ns != U64_MAX)
		hrtimer_start(&s->watch_timer, deadline_ns, IRQSCOPE_TIMER_MODE);
	irqscope_taken_count(&s->taken);
}

/**
 * irqscope_watch_arrived() - see whether an event was late at a stage
 * @s: stages of this CPU
 * @stage: stage that has taken its event
 * @now_ns: when it did
 *
 * Context: interrupts off.
 */
void irqscope_watch_arrived(struct irqscope_stages *s, enum irqscope_stage stage, u64 now_ns)
{
	const struct stage_event *event = &s->event[stage];
	const s64 latency_ns = now_ns - event->expiry_ns;

	s->done_seq[stage] = event->seq;
	s->done_ns[stage] = latency_ns;
	if (unlikely(event->recorded))
		irqscope_outlier_complete(event->seq, stage, latency_ns);
	if (unlikely(latency_ns > s->threshold_ns[stage]))
		record_outlier(s, stage, event, now_ns, true);
	if (s->watch_end && next_deadline(s) == U64_MAX)
		hrtimer_try_to_cancel(&s->watch_timer);
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
 * irqscope_watch_stop() - watch no more
 * @s: stages of a CPU that have no event left
 *
 * Context: process.
 */
void irqscope_watch_stop(struct irqscope_stages *s)
{
	hrtimer_cancel(&s->watch_timer);
}

/**
 * irqscope_watch_prepare() - take over the thresholds of a run
 * @s: stages of a CPU that does not sample
 * @config: settings of the run
 *
 * Context: process.
 */
void irqscope_watch_prepare(struct irqscope_stages *s, const struct irqscope_config *config)
{
	unsigned int stage;

	hrtimer_setup(&s->watch_timer, watch_fires, CLOCK_MONOTONIC, IRQSCOPE_TIMER_MODE);
	s->stop = config->stop_on_outlier;
	s->least_ns = NO_THRESHOLD;
	s->watch_end = 0;
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
		if (stage != IRQSCOPE_IRQ && threshold_ns != NO_THRESHOLD)
			s->watch_end = stage + 1;
	}
	s->armed = s->least_ns != NO_THRESHOLD;
	WRITE_ONCE(irqscope_stages_halt, false);
}
