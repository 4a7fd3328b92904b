/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a CPU works with in its stages: touched on that CPU only, with interrupts
 * off. And the watch over their thresholds.
 */
#ifndef IRQSCOPE_WATCH_H
#define IRQSCOPE_WATCH_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/interrupt.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/workqueue.h>

#include "alarm.h"
#include "config.h"
#include "culprit.h"
#include "outlier.h"

/* A latency that no sample has: where there is no threshold. */
#define NO_THRESHOLD	S64_MAX

/**
 * struct stage_event - an event on its way through a stage
 * @expiry_ns: when it was due
 * @epoch: epoch of the store at that time
 * @pending: the stage has not run yet
 * @seq: its number on this CPU; this and the rest only if a stage has a threshold
 * @irq_ns: its latency in the interrupt
 * @recorded: there is an outlier record of it
 * @caught: how a culprit was found
 */
struct stage_event {
	u64 expiry_ns;
	u32 epoch;
	bool pending;
	bool recorded;
	u64 seq;
	s64 irq_ns;
	enum irqscope_caught caught;
};

/**
 * enum stage_reader_state - where the user task of a CPU is
 * @READER_AWAY: not in a read, or on its way out of one without an event, for a
 *	signal or because the CPU samples no more
 * @READER_WAITS: in a read, waiting for an event
 * @READER_HAS: it has been given one, and has not come back for the next
 */
enum stage_reader_state {
	READER_AWAY,
	READER_WAITS,
	READER_HAS,
};

/**
 * struct stage_reader - what the user task and the interrupt tell each other
 * @task: the one that waits, or was given the last event
 * @state: enum stage_reader_state; whoever changes it from READER_WAITS owns it
 * @open: events come
 */
struct stage_reader {
	struct task_struct *task;
	int state;
	bool open;
};

/**
 * struct irqscope_stages - the stages of a CPU
 * @cpu: the CPU
 * @follow: mask of the stages that run
 * @alone: that, if it is a single stage and there is no threshold, or 0
 * @armed: a stage has a threshold
 * @more: a stage that takes its event has more to do than to record it
 * @watched: mask of the stages that wait for an event, with their culprits not known yet
 * @stop: the first outlier ends the run
 * @least_ns: the least threshold
 * @threshold_ns: threshold of each stage, or NO_THRESHOLD
 * @event: what each stage is to take; that of irq is the present one
 * @tasklet: the softirq
 * @task: the thread, once it has been used
 * @thread_waits: it is to wait for events
 * @work: the work
 * @reader: what the user task and the interrupt tell each other
 * @alarm: fires when a stage has not run by its threshold, too
 * @taken: what the CPU had taken at the last event
 * @done_seq: number of the last event of each stage
 * @done_ns: and its latency
 * @culprit: who was caught while the stage had not run
 */
struct irqscope_stages {
	unsigned int cpu;
	u32 follow;
	u32 alone;
	bool armed;
	bool more;
	bool stop;
	u32 watched;
	s64 least_ns;
	s64 threshold_ns[IRQSCOPE_LATENCIES];
	struct stage_event event[IRQSCOPE_STAGES];
	struct tasklet_struct tasklet;
	struct task_struct *task;
	bool thread_waits;
	struct work_struct work;
	struct stage_reader reader;
	struct irqscope_alarm *alarm;
	struct irqscope_taken taken;
	u64 done_seq[IRQSCOPE_LATENCIES];
	s64 done_ns[IRQSCOPE_LATENCIES];
	struct irqscope_culprit culprit[IRQSCOPE_LATENCIES];
};

/* In process context. */
void irqscope_watch_prepare(struct irqscope_stages *s, const struct irqscope_config *config,
			    struct irqscope_alarm *alarm);

/* On the measured CPU, interrupts off. */
void irqscope_watch_deadline(struct irqscope_stages *s, u64 now_ns);
void irqscope_watch_late(struct irqscope_stages *s, u64 now_ns);
void irqscope_watch_arrived_late(struct irqscope_stages *s, enum irqscope_stage stage, u64 now_ns);
void irqscope_watch_given_up(struct irqscope_stages *s, enum irqscope_stage stage);

/* What is done in each sample is here, so that it becomes part of its callers. */

/**
 * irqscope_watch_event() - see whether an event is late already
 * @s: stages of this CPU
 * @expiry_ns: when the event was due
 * @epoch: epoch that it belongs to
 * @now_ns: when the interrupt took it
 *
 * Context: hard interrupt.
 */
static __always_inline void irqscope_watch_event(struct irqscope_stages *s, u64 expiry_ns,
						 u32 epoch, u64 now_ns)
{
	struct stage_event *event = &s->event[IRQSCOPE_IRQ];

	/* The timer was too late for that as well. */
	if (unlikely(s->alarm->deadline_ns <= now_ns))
		irqscope_watch_deadline(s, now_ns);
	event->epoch = epoch;
	event->seq++;
	event->irq_ns = now_ns - expiry_ns;
	event->caught = IRQSCOPE_CAUGHT_NOT;
	event->recorded = false;
	if (unlikely(event->irq_ns > s->least_ns))
		irqscope_watch_late(s, now_ns);
}

/**
 * irqscope_watch_post() - watch an event on its way to a stage
 * @s: stages of this CPU
 * @stage: idle stage that is given the present event
 *
 * Context: hard interrupt.
 */
static __always_inline void irqscope_watch_post(struct irqscope_stages *s,
						enum irqscope_stage stage)
{
	const struct stage_event *present = &s->event[IRQSCOPE_IRQ];
	struct stage_event *event = &s->event[stage];

	event->seq = present->seq;
	event->irq_ns = present->irq_ns;
	event->recorded = present->recorded;
	event->caught = IRQSCOPE_CAUGHT_NOT;
	if (unlikely(present->irq_ns > s->threshold_ns[stage])) {
		/* It is late already: whoever held up the interrupt holds up the stage. */
		event->caught = IRQSCOPE_CAUGHT_LATE;
		s->culprit[stage] = s->culprit[IRQSCOPE_IRQ];
	} else if (s->threshold_ns[stage] != NO_THRESHOLD) {
		s->watched |= BIT(stage);
		s->alarm->deadline_ns = min_t(u64, s->alarm->deadline_ns,
					      event->expiry_ns + s->threshold_ns[stage]);
	}
}

/**
 * irqscope_watch_arrived() - see whether an event was late at a stage
 * @s: stages of this CPU
 * @stage: stage that has taken its event
 * @now_ns: when it did
 *
 * Context: interrupts off.
 */
static __always_inline void irqscope_watch_arrived(struct irqscope_stages *s,
						   enum irqscope_stage stage, u64 now_ns)
{
	const struct stage_event *event = &s->event[stage];
	const s64 latency_ns = now_ns - event->expiry_ns;

	s->done_seq[stage] = event->seq;
	s->done_ns[stage] = latency_ns;
	if (unlikely(event->recorded || latency_ns > s->threshold_ns[stage]))
		irqscope_watch_arrived_late(s, stage, now_ns);
	s->watched &= ~BIT(stage);
	/* As long as there are others, the timer may fire once too often. */
	if (!s->watched)
		alarm_drop_deadline(s->alarm);
}

#endif /* IRQSCOPE_WATCH_H */
