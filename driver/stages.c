// SPDX-License-Identifier: GPL-2.0
/*
 * The stages that run after the interrupt.
 *
 * A stage takes an event over by a latch: only an idle stage does, and what
 * finds it busy is counted.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/smpboot.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "compat.h"
#include "mem.h"
#include "recorder.h"
#include "recorder_write.h"
#include "stages.h"
#include "user.h"
#include "watch.h"

static DEFINE_PER_CPU(struct irqscope_stages, stages_cpus);
static DEFINE_PER_CPU(struct task_struct *, stages_tasks);
static struct workqueue_struct *stages_workqueue;

/*
 * Is the tasklet still queued for an event that was given up? Where its CPU has been
 * offline since, it is queued on another.
 */
static __always_inline bool is_left_over(const struct irqscope_stages *s,
					 enum irqscope_stage stage)
{
	return stage == IRQSCOPE_SOFTIRQ && test_bit(TASKLET_STATE_SCHED, &s->tasklet.state);
}

/* Hand the event to a stage, unless it still has an earlier one. */
static __always_inline bool post(struct irqscope_stages *s, enum irqscope_stage stage,
				 bool armed, u64 expiry_ns, u32 epoch)
{
	struct stage_event *event = &s->event[stage];

	if (unlikely(event->pending || is_left_over(s, stage))) {
		irqscope_record_busy(stage, epoch);
		return false;
	}
	event->expiry_ns = expiry_ns;
	event->epoch = epoch;
	if (armed)
		irqscope_watch_post(s, stage);
	WRITE_ONCE(event->pending, true);
	return true;
}

/*
 * Hand the event to the thread. Where it reads memory behind its sample, it is busy
 * until it has done that, and what it does not take, mem does not get.
 */
static __always_inline bool post_thread(struct irqscope_stages *s, bool mem, bool armed,
					u64 expiry_ns, u32 epoch)
{
	if (mem && s->event[IRQSCOPE_MEM].pending)
		irqscope_record_busy(IRQSCOPE_THREAD, epoch);
	else if (post(s, IRQSCOPE_THREAD, armed, expiry_ns, epoch))
		return true;
	if (mem)
		irqscope_record_busy(IRQSCOPE_MEM, epoch);
	return false;
}

/* Hand the event to all stages of a mask. */
static __always_inline void send(struct irqscope_stages *s, u32 follow, bool armed,
				 u64 expiry_ns, u32 epoch, u64 now_ns)
{
	if (armed)
		irqscope_watch_event(s, expiry_ns, epoch, now_ns);
	if (follow & BIT(IRQSCOPE_SOFTIRQ) &&
	    post(s, IRQSCOPE_SOFTIRQ, armed, expiry_ns, epoch))
		tasklet_schedule(&s->tasklet);
	if (follow & BIT(IRQSCOPE_THREAD) &&
	    post_thread(s, follow & BIT(IRQSCOPE_MEM), armed, expiry_ns, epoch))
		wake_up_process(s->task);
	if (follow & BIT(IRQSCOPE_WORK) &&
	    post(s, IRQSCOPE_WORK, armed, expiry_ns, epoch))
		queue_work_on(s->cpu, stages_workqueue, &s->work);
	if (follow & BIT(IRQSCOPE_USER))
		irqscope_user_post(s, armed, expiry_ns, epoch);
	if (armed)
		irqscope_taken_count(&s->taken);
}

/* Apart, so that their registers are not saved where they are not called. */
static noinline void send_watched(struct irqscope_stages *s, u64 expiry_ns, u32 epoch, u64 now_ns)
{
	send(s, BIT(IRQSCOPE_THREAD), true, expiry_ns, epoch, now_ns);
}

static noinline void send_all(struct irqscope_stages *s, u64 expiry_ns, u32 epoch, u64 now_ns)
{
	send(s, s->follow, s->armed, expiry_ns, epoch, now_ns);
}

/**
 * irqscope_stages_event() - send an event through the stages
 * @s: stages of this CPU
 * @expiry_ns: when it was due
 * @epoch: epoch that it belongs to
 * @now_ns: when the interrupt took it
 *
 * Context: on the measured CPU, in hard interrupt context.
 */
void irqscope_stages_event(struct irqscope_stages *s, u64 expiry_ns, u32 epoch, u64 now_ns)
{
	/* What is usual shall not pay for what is not. */
	if (likely(s->alone == BIT(IRQSCOPE_THREAD)))
		send(s, BIT(IRQSCOPE_THREAD), false, expiry_ns, epoch, now_ns);
	else if (likely(s->follow == BIT(IRQSCOPE_THREAD)))
		send_watched(s, expiry_ns, epoch, now_ns);
	else if (s->alone == BIT(IRQSCOPE_USER))
		send(s, BIT(IRQSCOPE_USER), false, expiry_ns, epoch, now_ns);
	else
		send_all(s, expiry_ns, epoch, now_ns);
}

/* What comes behind a sample that has been recorded, in runs with more than that. */
static __always_inline void go_on(struct irqscope_stages *s, enum irqscope_stage stage, u64 now_ns)
{
	if (s->armed)
		irqscope_watch_arrived(s, stage, now_ns);
	if (stage == IRQSCOPE_THREAD && s->follow & BIT(IRQSCOPE_MEM))
		irqscope_mem_run(s, s->event[stage].epoch);
}

/* Record the event that a stage was started for, if there is one. */
static __always_inline void take(struct irqscope_stages *s, enum irqscope_stage stage)
{
	struct stage_event *event = &s->event[stage];
	u64 now_ns;

	/* No stage runs with interrupts off. */
	local_irq_disable();
	if (event->pending) {
		now_ns = ktime_get();
		irqscope_record(stage, event->epoch, now_ns - event->expiry_ns, now_ns);
		WRITE_ONCE(event->pending, false);
		if (unlikely(s->more))
			go_on(s, stage, now_ns);
	}
	local_irq_enable();
}

static void softirq_run(struct tasklet_struct *tasklet)
{
	struct irqscope_stages *s = container_of(tasklet, struct irqscope_stages, tasklet);

	/* Left over from before its CPU went offline: its event was given up. */
	if (likely(s->cpu == smp_processor_id()))
		take(s, IRQSCOPE_SOFTIRQ);
}

static void work_run(struct work_struct *work)
{
	take(container_of(work, struct irqscope_stages, work), IRQSCOPE_WORK);
}

static int thread_should_run(unsigned int cpu)
{
	return READ_ONCE(per_cpu(stages_cpus, cpu).event[IRQSCOPE_THREAD].pending);
}

/*
 * The thread. As long as its CPU samples it waits here and not in its caller, which
 * takes longer between the wake-up and this function, and which parks and stops it.
 */
static void thread_run(unsigned int cpu)
{
	struct irqscope_stages *s = per_cpu_ptr(&stages_cpus, cpu);

	for (;;) {
		take(s, IRQSCOPE_THREAD);
		set_current_state(TASK_INTERRUPTIBLE);
		if (READ_ONCE(s->event[IRQSCOPE_THREAD].pending) || !READ_ONCE(s->thread_waits))
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
}

static struct smp_hotplug_thread stages_threads = {
	.store			= &stages_tasks,
	.thread_should_run	= thread_should_run,
	.thread_fn		= thread_run,
	.thread_comm		= "irqscope/%u",
};

/* A stage of this CPU that still has an event, or IRQSCOPE_STAGES. */
static unsigned int pending_stage(const struct irqscope_stages *s)
{
	unsigned int stage;

	for (stage = IRQSCOPE_IRQ + 1; stage < IRQSCOPE_STAGES; stage++)
		if (READ_ONCE(s->event[stage].pending))
			break;
	return stage;
}

/* Count the events that stages have not taken as ones that found them busy. */
static void give_up_here(void *info)
{
	struct irqscope_stages *s = info;
	unsigned int stage;

	while ((stage = pending_stage(s)) < IRQSCOPE_STAGES) {
		struct stage_event *event = &s->event[stage];

		if (stage == IRQSCOPE_USER) {
			irqscope_user_give_up(s);
			continue;
		}
		if (stage == IRQSCOPE_THREAD && s->follow & BIT(IRQSCOPE_MEM))
			irqscope_record_busy(IRQSCOPE_MEM, event->epoch);
		irqscope_record_busy(stage, event->epoch);
		WRITE_ONCE(event->pending, false);
		irqscope_watch_given_up(s, stage);
	}
}

/**
 * irqscope_stages_wait() - wait until the stages have taken their last event
 * @cpu: CPU whose timer is stopped
 * @deadline_ns: until then, CLOCK_MONOTONIC
 *
 * Context: process, CPU hotplug held off or @cpu going offline.
 */
void irqscope_stages_wait(unsigned int cpu, u64 deadline_ns)
{
	struct irqscope_stages *s = per_cpu_ptr(&stages_cpus, cpu);
	unsigned int stage;

	while ((stage = pending_stage(s)) < IRQSCOPE_STAGES) {
		usleep_range(100, 200);
		if (ktime_get_ns() < deadline_ns)
			continue;
		/* A task of higher priority may run for ever. */
		pr_warn("cpu %u: the %s does not get to run; its last sample is counted as busy\n",
			cpu, irqscope_stage_names[stage]);
		smp_call_function_single(cpu, give_up_here, s, 1);
	}
	irqscope_user_stop(s);
	WRITE_ONCE(s->thread_waits, false);
	if (s->task)
		wake_up_process(s->task);
}

/**
 * irqscope_stages_of() - the stages of a CPU
 * @cpu: any that is possible
 *
 * Return: the stages.
 */
struct irqscope_stages *irqscope_stages_of(unsigned int cpu)
{
	return per_cpu_ptr(&stages_cpus, cpu);
}

/**
 * irqscope_stages_prepare() - make the stages of a CPU ready for a run
 * @cpu: CPU, not sampling
 * @config: settings of the run
 * @alarm: timer of the CPU
 *
 * Context: process.
 * Return: the stages; NULL if the run has neither stages nor thresholds to see to.
 */
struct irqscope_stages *irqscope_stages_prepare(unsigned int cpu,
						const struct irqscope_config *config,
						struct irqscope_alarm *alarm)
{
	struct irqscope_stages *s = per_cpu_ptr(&stages_cpus, cpu);

	s->follow = irqscope_stages_recorded(config->stages) & ~BIT(IRQSCOPE_IRQ);
	irqscope_watch_prepare(s, config, alarm);
	s->more = s->armed || s->follow & BIT(IRQSCOPE_MEM);
	s->alone = hweight32(s->follow) == 1 && !s->armed ? s->follow : 0;
	return s->follow || s->armed ? s : NULL;
}

/**
 * irqscope_stages_start() - have the stages of a CPU ready to run
 * @cpu: CPU that is online
 * @thread_priority: SCHED_FIFO priority of the thread
 *
 * Context: process.
 * Return: 0 or a negative error.
 */
int irqscope_stages_start(unsigned int cpu, u32 thread_priority)
{
	struct irqscope_stages *s = per_cpu_ptr(&stages_cpus, cpu);
	int ret;

	if (s->follow & BIT(IRQSCOPE_THREAD)) {
		s->task = per_cpu(stages_tasks, cpu);
		ret = irqscope_set_fifo(s->task, thread_priority);
		if (ret) {
			pr_err("cpu %u: no SCHED_FIFO priority %u for the thread: error %d\n",
			       cpu, thread_priority, ret);
			return ret;
		}
		WRITE_ONCE(s->thread_waits, true);
	}
	if (s->follow & BIT(IRQSCOPE_USER))
		irqscope_user_start(s);
	return 0;
}

/**
 * irqscope_stages_init() - make what the stages run on
 *
 * Context: process.
 * Return: 0 or a negative error.
 */
int __init irqscope_stages_init(void)
{
	unsigned int cpu;
	int ret;

	/* Of ordinary priority and bound to CPUs: what most drivers use. */
	stages_workqueue = alloc_workqueue(IRQSCOPE_NAME, IRQSCOPE_WQ_PERCPU, 0);
	if (!stages_workqueue)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		struct irqscope_stages *s = per_cpu_ptr(&stages_cpus, cpu);

		s->cpu = cpu;
		tasklet_setup(&s->tasklet, softirq_run);
		INIT_WORK(&s->work, work_run);
	}
	ret = smpboot_register_percpu_thread(&stages_threads);
	if (ret)
		destroy_workqueue(stages_workqueue);
	return ret;
}

/**
 * irqscope_stages_exit() - undo irqscope_stages_init()
 *
 * Context: process, nothing sampling.
 */
void irqscope_stages_exit(void)
{
	unsigned int cpu;

	smpboot_unregister_percpu_thread(&stages_threads);
	for_each_possible_cpu(cpu)
		tasklet_kill(&per_cpu(stages_cpus, cpu).tasklet);
	destroy_workqueue(stages_workqueue);
}
