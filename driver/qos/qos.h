/* SPDX-License-Identifier: GPL-2.0 */
/* QoS of DDR and interconnect, for the rest of the module. */
#ifndef IRQSCOPE_QOS_H
#define IRQSCOPE_QOS_H

#include <linux/errno.h>
#include <linux/kconfig.h>
#include <linux/types.h>

/**
 * struct irqscope_qos_counts - in which states the fields are
 * @applied: fields that hold what was wanted
 * @drifted: fields that somebody else has changed since
 * @restored: fields that were put back when their device was unbound
 */
struct irqscope_qos_counts {
	unsigned int applied;
	unsigned int drifted;
	unsigned int restored;
};

#if IS_ENABLED(CONFIG_OF)
int irqscope_qos_init(void);
void irqscope_qos_exit(void);
void irqscope_qos_count(struct irqscope_qos_counts *counts);
char *irqscope_qos_table(size_t *len);
unsigned int irqscope_qos_trial_fields(void);
int irqscope_qos_trial_set(bool found);
#else
static inline int irqscope_qos_init(void)
{
	return 0;
}

static inline void irqscope_qos_exit(void)
{
}

static inline void irqscope_qos_count(struct irqscope_qos_counts *counts)
{
	*counts = (struct irqscope_qos_counts){ 0 };
}

static inline char *irqscope_qos_table(size_t *len)
{
	return NULL;
}

static inline unsigned int irqscope_qos_trial_fields(void)
{
	return 0;
}

static inline int irqscope_qos_trial_set(bool found)
{
	return 0;
}
#endif

#endif /* IRQSCOPE_QOS_H */
