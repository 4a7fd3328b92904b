/* SPDX-License-Identifier: GPL-2.0 */
/* Who was interrupted: the task, and the code with its callers. */
#ifndef IRQSCOPE_CULPRIT_H
#define IRQSCOPE_CULPRIT_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/interrupt.h>
#include <linux/kernel_stat.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/types.h>

#define IRQSCOPE_FRAMES		16

/**
 * enum irqscope_mode - what the CPU was doing
 * @IRQSCOPE_MODE_KERNEL: kernel code
 * @IRQSCOPE_MODE_USER: a program
 * @IRQSCOPE_MODE_IDLE: the idle loop
 */
enum irqscope_mode {
	IRQSCOPE_MODE_KERNEL,
	IRQSCOPE_MODE_USER,
	IRQSCOPE_MODE_IDLE,
};

/**
 * struct irqscope_culprit - who was interrupted
 * @comm: name of the task
 * @pid: its number
 * @policy: its scheduling policy
 * @prio: its SCHED_FIFO or SCHED_RR priority, else its nice value
 * @mode: what the CPU was doing
 * @preempt: how often preemption was disabled, -1 if this kernel does not count
 * @softirq: it was in a softirq, or had softirqs disabled
 * @irqs: interrupts on this CPU since the last sample
 * @softirqs: softirqs on this CPU since the last sample
 * @frame_count: number of @frames: none in a program
 * @link: link register, where there is one and it is not the second frame: a
 *	function that has no frame of its own at the moment returns there
 * @frames: where it was, and the callers from the inside out
 */
struct irqscope_culprit {
	char comm[TASK_COMM_LEN];
	pid_t pid;
	u32 policy;
	s32 prio;
	enum irqscope_mode mode;
	s32 preempt;
	bool softirq;
	u32 irqs;
	u32 softirqs;
	u32 frame_count;
	unsigned long link;
	unsigned long frames[IRQSCOPE_FRAMES];
};

/**
 * struct irqscope_taken - interrupts and softirqs that a CPU has taken
 * @irqs: interrupts
 * @softirqs: softirqs of each kind; they are added up only when somebody asks
 */
struct irqscope_taken {
	unsigned int irqs;
	unsigned int softirqs[NR_SOFTIRQS];
};

/**
 * irqscope_taken_count() - count what this CPU has taken so far
 * @taken: filled in
 *
 * Context: on the CPU in question, which is not to be left meanwhile.
 */
static __always_inline void irqscope_taken_count(struct irqscope_taken *taken)
{
	const struct kernel_stat *counts = this_cpu_ptr(&kstat);

	BUILD_BUG_ON(sizeof(taken->softirqs) != sizeof(counts->softirqs));
	memcpy(taken->softirqs, counts->softirqs, sizeof(taken->softirqs));
	taken->irqs = counts->irqs_sum;
}

void irqscope_culprit_capture(struct irqscope_culprit *culprit,
			      const struct irqscope_taken *since);

#endif /* IRQSCOPE_CULPRIT_H */
