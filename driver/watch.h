/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a CPU works with in its stages: touched on that CPU only, with interrupts
 * off. And the watch over their thresholds.
 */
#ifndef IRQSCOPE_WATCH_H
#define IRQSCOPE_WATCH_H

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/limits.h>
#include <linux/workqueue.h>

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
 * @watch_end: one more than the last stage after the interrupt that has one, or 0
 * @stop: the first outlier ends the run
 * @least_ns: the least threshold
 * @threshold_ns: threshold of each stage, or NO_THRESHOLD
 * @event: what each stage is to take; that of irq is the present one
 * @tasklet: the softirq
 * @task: the thread
 * @work: the work
 * @reader: what the user task and the interrupt tell each other
 * @watch_timer: fires when a stage has not run by its threshold
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
	unsigned int watch_end;
	s64 least_ns;
	s64 threshold_ns[IRQSCOPE_LATENCIES];
	struct stage_event event[IRQSCOPE_STAGES];
	struct tasklet_struct tasklet;
	struct task_struct *task;
	struct work_struct work;
	struct stage_reader reader;
	struct hrtimer watch_timer;
	struct irqscope_taken taken;
	u64 done_seq[IRQSCOPE_LATENCIES];
	s64 done_ns[IRQSCOPE_LATENCIES];
	struct irqscope_culprit culprit[IRQSCOPE_LATENCIES];
};

void irqscope_watch_prepare(struct irqscope_stages *s, const struct irqscope_config *config);
void irqscope_watch_stop(struct irqscope_stages *s);

/* On the measured CPU, interrupts off. */
void irqscope_watch_event(struct irqscope_stages *s, u64 expiry_ns, u32 epoch, u64 now_ns);
void irqscope_watch_post(struct irqscope_stages *s, enum irqscope_stage stage);
void irqscope_watch_posted(struct irqscope_stages *s);
void irqscope_watch_arrived(struct irqscope_stages *s, enum irqscope_stage stage, u64 now_ns);
void irqscope_watch_given_up(struct irqscope_stages *s, enum irqscope_stage stage);

#endif /* IRQSCOPE_WATCH_H */
