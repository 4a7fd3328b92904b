// SPDX-License-Identifier: GPL-2.0
/*
 * The stage user: an event on its way to a task in user space. The task has it when
 * it comes back for the next one: so it has been in user space, and what the way
 * out and in costs is in the latency.
 *
 * The interrupt gives an event away only if the task waits for one. Either side may
 * be on its way out of the waiting: they agree by who changes the state.
 */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/smp.h>
#include <linux/swait.h>
#include <linux/timekeeping.h>

#include "recorder.h"
#include "user.h"
#include "watch.h"

/**
 * irqscope_user_post() - hand an event to the task, if it waits for one
 * @s: stages of this CPU
 * @armed: a stage has a threshold
 * @expiry_ns: when the event was due
 * @epoch: epoch that it belongs to
 *
 * Context: hard interrupt.
 */
void irqscope_user_post(struct irqscope_stages *s, bool armed, u64 expiry_ns, u32 epoch)
{
	struct stage_event *present = &s->event[IRQSCOPE_IRQ];
	struct stage_event *event = &s->event[IRQSCOPE_USER];
	struct stage_reader *reader = &s->reader;

	/* With thresholds somebody else counts the events. */
	if (!armed)
		present->seq++;
	if (READ_ONCE(reader->state) != READER_WAITS)
		goto busy;
	event->expiry_ns = expiry_ns;
	event->epoch = epoch;
	event->seq = present->seq;
	if (armed)
		irqscope_watch_post(s, IRQSCOPE_USER);
	if (cmpxchg(&reader->state, READER_WAITS, READER_HAS) != READER_WAITS)
		goto busy;
	WRITE_ONCE(event->pending, true);
	swake_up_one(&reader->queue);
	return;
busy:
	irqscope_record_busy(IRQSCOPE_USER, epoch);
}

/* Record the event that the task had, if it had one. */
static void take(struct irqscope_stages *s)
{
	struct stage_event *event = &s->event[IRQSCOPE_USER];
	u64 now_ns;

	if (!event->pending)
		return;
	now_ns = ktime_get();
	irqscope_record(IRQSCOPE_USER, event->epoch, now_ns - event->expiry_ns, now_ns);
	WRITE_ONCE(event->pending, false);
	if (s->armed)
		irqscope_watch_arrived(s, IRQSCOPE_USER, now_ns);
}

/**
 * irqscope_user_give_up() - count the event that the task has as one that found it busy
 * @s: stages of this CPU
 *
 * Context: interrupts off.
 */
void irqscope_user_give_up(struct irqscope_stages *s)
{
	struct stage_event *event = &s->event[IRQSCOPE_USER];

	if (!event->pending)
		return;
	irqscope_record_busy(IRQSCOPE_USER, event->epoch);
	WRITE_ONCE(event->pending, false);
	WRITE_ONCE(s->reader.state, READER_AWAY);
	irqscope_watch_given_up(s, IRQSCOPE_USER);
}

static void give_up_here(void *info)
{
	irqscope_user_give_up(info);
}

/**
 * irqscope_user_leave() - give up what the task has been given: it does not come back
 * @s: stages of any CPU
 *
 * Context: process.
 */
void irqscope_user_leave(struct irqscope_stages *s)
{
	/* A CPU that is offline has given up its events before. */
	smp_call_function_single(s->cpu, give_up_here, s, 1);
}

/**
 * irqscope_user_enter() - take the time of the last event, be ready for the next
 * @s: stages of a CPU
 * @wait: the task may sleep
 *
 * Context: the task that reads.
 * Return: 0, for irqscope_user_wait(); -ESHUTDOWN if the CPU does not sample; -EPERM
 *	if the task is not bound to it; -EAGAIN if it would have to wait.
 */
int irqscope_user_enter(struct irqscope_stages *s, bool wait)
{
	bool here;
	int ret = 0;

	local_irq_disable();
	here = smp_processor_id() == s->cpu && current->nr_cpus_allowed == 1;
	if (here)
		take(s);
	if (!READ_ONCE(s->reader.open))
		ret = -ESHUTDOWN;
	else if (!here)
		/* Before it samples no more, the kernel sends all tasks elsewhere. */
		ret = cpu_active(s->cpu) ? -EPERM : -ESHUTDOWN;
	else if (!wait)
		ret = -EAGAIN;
	WRITE_ONCE(s->reader.state, ret ? READER_AWAY : READER_WAITS);
	local_irq_enable();
	return ret;
}

/*
 * Sleep until the task waits no more. What the kernel has for that would queue it again
 * before it looks, which would be in each sample.
 */
static int sleep_on(struct stage_reader *reader)
{
	DECLARE_SWAITQUEUE(wait);
	int ret = 0;

	do {
		prepare_to_swait_exclusive(&reader->queue, &wait, TASK_INTERRUPTIBLE);
		if (READ_ONCE(reader->state) != READER_WAITS || !READ_ONCE(reader->open))
			break;
		if (signal_pending(current)) {
			ret = -ERESTARTSYS;
			break;
		}
		schedule();
	} while (READ_ONCE(reader->state) == READER_WAITS);
	finish_swait(&reader->queue, &wait);
	return ret;
}

/**
 * irqscope_user_wait() - wait for an event
 * @s: stages of a CPU
 * @sample: filled in on success
 *
 * Context: the task that reads, behind an irqscope_user_enter() that gave 0.
 * Return: 0; -ERESTARTSYS on a signal; -ESHUTDOWN when the CPU samples no more.
 */
int irqscope_user_wait(struct irqscope_stages *s, struct irqscope_user_sample *sample)
{
	struct stage_reader *reader = &s->reader;
	const int ret = sleep_on(reader);

	if (cmpxchg(&reader->state, READER_WAITS, READER_AWAY) != READER_HAS)
		return ret ? ret : -ESHUTDOWN;
	/* Against the cmpxchg() that gave the event away: this one orders nothing. */
	smp_rmb();
	sample->expiry_ns = s->event[IRQSCOPE_USER].expiry_ns;
	sample->seq = s->event[IRQSCOPE_USER].seq;
	return 0;
}

/**
 * irqscope_user_start() - let the task wait for events
 * @s: stages of a CPU that is about to sample
 *
 * Context: process.
 */
void irqscope_user_start(struct irqscope_stages *s)
{
	WRITE_ONCE(s->reader.open, true);
}

/**
 * irqscope_user_stop() - have the task return: there are no more events
 * @s: stages of a CPU that samples no more, and has no event left
 *
 * Its read ends even if the next run begins before it gets to see that.
 *
 * Context: process.
 */
void irqscope_user_stop(struct irqscope_stages *s)
{
	WRITE_ONCE(s->reader.open, false);
	cmpxchg(&s->reader.state, READER_WAITS, READER_AWAY);
	swake_up_one(&s->reader.queue);
}

/**
 * irqscope_user_init() - make what the task waits on
 * @s: stages of a CPU
 *
 * Context: process.
 */
void irqscope_user_init(struct irqscope_stages *s)
{
	init_swait_queue_head(&s->reader.queue);
}
