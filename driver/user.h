/* SPDX-License-Identifier: GPL-2.0 */
/* The stage user: a task in user space that reads one event after the other. */
#ifndef IRQSCOPE_USER_H
#define IRQSCOPE_USER_H

#include <linux/types.h>
#include <uapi/irqscope.h>

struct irqscope_stages;

/* On the measured CPU, interrupts off. */
void irqscope_user_post(struct irqscope_stages *s, bool armed, u64 expiry_ns, u32 epoch);
void irqscope_user_give_up(struct irqscope_stages *s);

/* Owners, in process context. */
void irqscope_user_start(struct irqscope_stages *s);
void irqscope_user_stop(struct irqscope_stages *s);

/* The one task that reads. */
void irqscope_user_arrive(struct irqscope_stages *s);
int irqscope_user_enter(struct irqscope_stages *s, bool wait);
int irqscope_user_wait(struct irqscope_stages *s, struct irqscope_user_sample __user *to);
void irqscope_user_leave(struct irqscope_stages *s);

#endif /* IRQSCOPE_USER_H */
