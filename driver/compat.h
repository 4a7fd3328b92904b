/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one place that knows kernel versions. The code is written for the newest
 * kernel; what older ones lack is made up for here.
 */
#ifndef IRQSCOPE_COMPAT_H
#define IRQSCOPE_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>
#include <linux/timekeeping.h>
#include <linux/version.h>
#include <linux/workqueue.h>
#include <uapi/linux/sched/types.h>

#ifndef HAVE_HRTIMER_SETUP
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

/* HARD: otherwise PREEMPT_RT would run callbacks in a softirq thread. */
#define IRQSCOPE_TIMER_MODE	HRTIMER_MODE_ABS_PINNED_HARD

/* The older ones bind to CPUs what is not told to be unbound. */
#ifdef HAVE_WQ_PERCPU
#define IRQSCOPE_WQ_PERCPU	WQ_PERCPU
#else
#define IRQSCOPE_WQ_PERCPU	0
#endif

#if defined(CONFIG_ARM64) && !defined(ptrauth_strip_kernel_insn_pac)
#include <asm/pointer_auth.h>
#define ptrauth_strip_kernel_insn_pac(_address)	ptrauth_strip_insn_pac(_address)
#endif

#ifndef HAVE_HK_TYPE
#define HK_TYPE_DOMAIN	HK_FLAG_DOMAIN
#endif

/**
 * struct irqscope_shot - the clocksource at one moment
 * @cycles: what its counter said
 * @raw_ns: raw monotonic time at that count
 * @id: how the kernel identifies it, "absent" where it does not
 * @changes: the kernel's count of changes from one clocksource to another
 */
struct irqscope_shot {
	u64 cycles;
	u64 raw_ns;
	const char *id;
	u8 changes;
};

#ifndef HAVE_CS_ID
static inline const char *irqscope_shot_id(const struct system_time_snapshot *unused)
{
	return "absent";
}

#else
static inline const char *irqscope_shot_id(const struct system_time_snapshot *snapshot)
{
	switch (snapshot->cs_id) {
	case CSID_GENERIC:
		return "generic";
	case CSID_ARM_ARCH_COUNTER:
		return "arm-arch-counter";
#ifdef HAVE_CSID_X86
	case CSID_X86_TSC_EARLY:
	case CSID_X86_TSC:
		return "x86-tsc";
	case CSID_X86_KVM_CLK:
		return "x86-kvm-clock";
#endif
	default:
		return "other";
	}
}
#endif

#ifdef HAVE_SNAPSHOT_ID
static inline void irqscope_shot_take(struct irqscope_shot *shot)
{
	struct system_time_snapshot snapshot = {};

	ktime_get_snapshot_id(CLOCK_MONOTONIC_RAW, &snapshot);
	shot->cycles = snapshot.cycles;
	shot->raw_ns = ktime_to_ns(snapshot.monoraw);
	shot->id = irqscope_shot_id(&snapshot);
	shot->changes = snapshot.cs_was_changed_seq;
}

#else
static inline void irqscope_shot_take(struct irqscope_shot *shot)
{
	struct system_time_snapshot snapshot;

	ktime_get_snapshot(&snapshot);
	shot->cycles = snapshot.cycles;
	shot->raw_ns = ktime_to_ns(snapshot.raw);
	shot->id = irqscope_shot_id(&snapshot);
	shot->changes = snapshot.cs_was_changed_seq;
}
#endif

/*
 * Before 5.15 the kernel declares sched_setattr_nocheck() without exporting
 * it. What it does export sets a kthread to SCHED_FIFO 50 or 1.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 15, 0)
#define IRQSCOPE_ANY_PRIORITY		true
#define IRQSCOPE_DEFAULT_PRIORITY	95
static inline int irqscope_set_fifo(struct task_struct *task, u32 priority)
{
	struct sched_attr attr = {
		.size = sizeof(attr),
		.sched_policy = SCHED_FIFO,
		.sched_priority = priority,
	};

	return sched_setattr_nocheck(task, &attr);
}

#else
#define IRQSCOPE_ANY_PRIORITY		false
#define IRQSCOPE_DEFAULT_PRIORITY	50
static inline int irqscope_set_fifo(struct task_struct *task, u32 priority)
{
	if (priority == 1)
		sched_set_fifo_low(task);
	else
		sched_set_fifo(task);
	return 0;
}
#endif

#endif /* IRQSCOPE_COMPAT_H */
