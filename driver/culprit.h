/* SPDX-License-Identifier: GPL-2.0 */
/* Who was interrupted: the task, and the code with its callers. */
#ifndef IRQSCOPE_CULPRIT_H
#define IRQSCOPE_CULPRIT_H

#include <linux/sched.h>
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
 * @softirqs: softirqs
 */
struct irqscope_taken {
	unsigned int irqs;
	unsigned int softirqs;
};

void irqscope_taken_count(struct irqscope_taken *taken);
void irqscope_culprit_capture(struct irqscope_culprit *culprit,
			      const struct irqscope_taken *since);

#endif /* IRQSCOPE_CULPRIT_H */
