// SPDX-License-Identifier: GPL-2.0
/*
 * Who was interrupted. In a hard interrupt the registers of the interrupted
 * code are at hand, and the stack below the interrupt's own is that of the code
 * and its callers. This needs no tracer.
 */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/smp.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <asm/irq_regs.h>

#include "compat.h"
#include "culprit.h"

/* Room for the frames of the interrupt before those that are wanted. */
#define TRACE_LENGTH	(IRQSCOPE_FRAMES + 32)

#if defined(CONFIG_STACKTRACE)
/* Each CPU has its own: only hard interrupts use it, and they do not nest. */
static DEFINE_PER_CPU(unsigned long [TRACE_LENGTH], culprit_trace);

/* The callers of the interrupted code, from a walk that begins here. */
static unsigned int find_callers(struct pt_regs *regs, unsigned long *frames)
{
	unsigned long *trace = this_cpu_ptr(culprit_trace);
	const unsigned int length = stack_trace_save(trace, TRACE_LENGTH, 0);
	const unsigned long pc = instruction_pointer(regs);
	unsigned int first, count;

	for (first = 0; first < length && trace[first] != pc; first++)
		;
	if (first == length)
		return 0;
	count = min_t(unsigned int, length - first - 1, IRQSCOPE_FRAMES - 1);
	memcpy(frames, trace + first + 1, count * sizeof(*frames));
	return count;
}

#elif defined(CONFIG_ARM64)
/*
 * Every arm64 kernel keeps a chain of frame records: the caller's frame and the
 * return address. As long as it stays within the task's stack, and rises, it can
 * be followed.
 */
static unsigned int find_callers(struct pt_regs *regs, unsigned long *frames)
{
	const unsigned long stack = (unsigned long)task_stack_page(current);
	unsigned long frame = regs->regs[29], last = stack;
	unsigned int count = 0;

	while (count < IRQSCOPE_FRAMES - 1 && frame > last && !(frame & 7) &&
	       frame <= stack + THREAD_SIZE - 2 * sizeof(frame)) {
		const unsigned long *record = (const unsigned long *)frame;

		frames[count] = ptrauth_strip_kernel_insn_pac(record[1]);
		if (!frames[count])
			break;
		count++;
		last = frame;
		frame = record[0];
	}
	return count;
}

#else
/* Nothing here says how to read a stack safely. */
static unsigned int find_callers(struct pt_regs *regs, unsigned long *frames)
{
	return 0;
}
#endif

#if defined(CONFIG_ARM64)
static unsigned long link_register(const struct pt_regs *regs)
{
	return ptrauth_strip_kernel_insn_pac(regs->regs[30]);
}

#elif defined(CONFIG_ARM)
static unsigned long link_register(const struct pt_regs *regs)
{
	return regs->ARM_lr & ~1UL;
}

#else
/* The return address is on the stack. */
static unsigned long link_register(const struct pt_regs *regs)
{
	return 0;
}
#endif

/* Softirqs of all kinds that were taken between two counts. */
static u32 softirqs_between(const struct irqscope_taken *since, const struct irqscope_taken *now)
{
	unsigned int i;
	u32 softirqs = 0;

	for (i = 0; i < NR_SOFTIRQS; i++)
		softirqs += now->softirqs[i] - since->softirqs[i];
	return softirqs;
}

/* What the CPU was doing; a softirq may run in the idle task, too. */
static enum irqscope_mode mode_of(struct pt_regs *regs, bool softirq)
{
	if (user_mode(regs))
		return IRQSCOPE_MODE_USER;
	return is_idle_task(current) && !softirq ? IRQSCOPE_MODE_IDLE :
						   IRQSCOPE_MODE_KERNEL;
}

/**
 * irqscope_culprit_capture() - note who was interrupted
 * @culprit: filled in
 * @since: what the CPU had taken at the last sample
 *
 * Context: hard interrupt.
 */
void irqscope_culprit_capture(struct irqscope_culprit *culprit,
			      const struct irqscope_taken *since)
{
	const unsigned int count = preempt_count() - HARDIRQ_OFFSET;
	struct task_struct *task = current;
	struct pt_regs *regs = get_irq_regs();
	struct irqscope_taken now;

	irqscope_taken_count(&now);
	culprit->irqs = now.irqs - since->irqs;
	culprit->softirqs = softirqs_between(since, &now);
	memcpy(culprit->comm, task->comm, sizeof(culprit->comm));
	culprit->comm[sizeof(culprit->comm) - 1] = '\0';
	culprit->pid = task->pid;
	culprit->policy = task->policy;
	culprit->prio = task->rt_priority ? (s32)task->rt_priority : task_nice(task);
	culprit->preempt = IS_ENABLED(CONFIG_PREEMPT_COUNT) ?
			   (s32)(count & PREEMPT_MASK) >> PREEMPT_SHIFT : -1;
	culprit->softirq = count & SOFTIRQ_MASK;
	culprit->mode = regs ? mode_of(regs, culprit->softirq) : IRQSCOPE_MODE_KERNEL;
	culprit->frame_count = 0;
	culprit->link = 0;
	if (!regs || culprit->mode == IRQSCOPE_MODE_USER)
		return;
	culprit->frames[0] = instruction_pointer(regs);
	culprit->frame_count = 1 + find_callers(regs, culprit->frames + 1);
	culprit->link = link_register(regs);
	if (culprit->frame_count > 1 && culprit->frames[1] == culprit->link)
		culprit->link = 0;
}
