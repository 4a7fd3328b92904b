// SPDX-License-Identifier: GPL-2.0
/*
 * The stage user: an event on its way to a task in user space. The task has it when
 * it comes back for the next one, or says that it has it: so it has been in user
 * space, and what the way out and in costs is in the latency.
 *
 * The interrupt gives an event away only if the task waits for one. Either side may
 * be on its way out of the waiting: they agree by who changes the state.
 *
 * It is woken without a queue, whose lock and list would be in each sample. Who takes
 * the state from READER_WAITS has seen the task in its read; the task may end at once,
 * but what it is made of stays as long as RCU is held, and so do interrupts that are
 * off. If it is woken from something else by then, it looks again, as all tasks must.
 */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include "recorder.h"
#include "recorder_write.h"
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
	wake_up_process(reader->task);
	return;
busy:
	irqscope_record_busy(IRQSCOPE_USER, epoch);
}

/* Is the task where its CPU is, and cannot be moved? */
static bool is_here(const struct irqscope_stages *s)
{
	return smp_processor_id() == s->cpu && current->nr_cpus_allowed == 1;
}

/* Record the event that the task had, if it had one. */
static void take(struct irqscope_stages *s, u64 now_ns)
{
	struct stage_event *event = &s->event[IRQSCOPE_USER];

	/* One who shares the file may come while the task is on its way out of a read. */
	if (!is_here(s) || !event->pending || s->reader.task != current)
		return;
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
 * irqscope_user_arrive() - take the time of the last event
 * @s: stages of a CPU
 *
 * The first thing that a task does in its call: what comes before is in the sample.
 *
 * Context: any task.
 */
void irqscope_user_arrive(struct irqscope_stages *s)
{
	u64 now_ns;

	local_irq_disable();
	now_ns = ktime_get();
	take(s, now_ns);
	local_irq_enable();
}

/**
 * irqscope_user_enter() - be ready for the next event
 * @s: stages of a CPU
 * @wait: the task may sleep
 *
 * Context: the task that reads, behind irqscope_user_arrive().
 * Return: 0, for irqscope_user_wait(); -ESHUTDOWN if the CPU does not sample; -EPERM
 *	if the task is not bound to it; -EAGAIN if it would have to wait.
 */
int irqscope_user_enter(struct irqscope_stages *s, bool wait)
{
	struct stage_reader *reader = &s->reader;
	int ret = 0;
	bool here;

	local_irq_disable();
	here = is_here(s);
	if (!READ_ONCE(reader->open))
		ret = -ESHUTDOWN;
	else if (!here)
		/* Before it samples no more, the kernel sends all tasks elsewhere. */
		ret = cpu_active(s->cpu) ? -EPERM : -ESHUTDOWN;
	else if (!wait)
		ret = -EAGAIN;
	/* Of another task that shares the file, and has not come back. */
	if (here)
		irqscope_user_give_up(s);
	if (!ret)
		reader->task = current;
	/* Who sees that it waits sees which task that is. */
	smp_store_release(&reader->state, ret ? READER_AWAY : READER_WAITS);
	local_irq_enable();
	return ret;
}

/* Sleep until the task waits no more. */
static int sleep_on(struct stage_reader *reader)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (READ_ONCE(reader->state) != READER_WAITS || !READ_ONCE(reader->open))
			break;
		if (signal_pending(current)) {
			__set_current_state(TASK_RUNNING);
			return -ERESTARTSYS;
		}
		schedule();
		/* Awake: to look here first saves what the next round would cost. */
		if (READ_ONCE(reader->state) != READER_WAITS)
			return 0;
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/* Copy an event out; in each sample, so without the calls of copy_to_user(). */
static int copy_out(struct irqscope_user_sample __user *to, const struct stage_event *event)
{
	if (!user_access_begin(to, sizeof(*to)))
		return -EFAULT;
	unsafe_put_user(event->expiry_ns, &to->expiry_ns, fault);
	unsafe_put_user(event->seq, &to->seq, fault);
	user_access_end();
	return 0;
fault:
	user_access_end();
	return -EFAULT;
}

/**
 * irqscope_user_wait() - wait for an event
 * @s: stages of a CPU
 * @to: filled in on success
 *
 * Context: the task that reads, behind an irqscope_user_enter() that gave 0.
 * Return: 0; -ERESTARTSYS on a signal; -ESHUTDOWN when the CPU samples no more;
 *	-EFAULT if the task has an event, and no memory there.
 */
int irqscope_user_wait(struct irqscope_stages *s, struct irqscope_user_sample __user *to)
{
	struct stage_reader *reader = &s->reader;
	const int ret = sleep_on(reader);

	if (READ_ONCE(reader->state) != READER_HAS &&
	    cmpxchg(&reader->state, READER_WAITS, READER_AWAY) != READER_HAS)
		return ret ? ret : -ESHUTDOWN;
	/* Against the cmpxchg() that gave the event away: nothing here orders. */
	smp_rmb();
	return copy_out(to, &s->event[IRQSCOPE_USER]);
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
	struct stage_reader *reader = &s->reader;

	WRITE_ONCE(reader->open, false);
	/* Either this sees that the task waits, or the task sees that it need not. */
	smp_mb();
	rcu_read_lock();
	if (cmpxchg(&reader->state, READER_WAITS, READER_AWAY) == READER_WAITS)
		wake_up_process(reader->task);
	rcu_read_unlock();
}
