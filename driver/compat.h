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
#include <linux/version.h>
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

#ifndef HAVE_HK_TYPE
#define HK_TYPE_DOMAIN	HK_FLAG_DOMAIN
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
