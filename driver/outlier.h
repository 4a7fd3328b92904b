/* SPDX-License-Identifier: GPL-2.0 */
/* Outliers: a record for each sample beyond its threshold. */
#ifndef IRQSCOPE_OUTLIER_H
#define IRQSCOPE_OUTLIER_H

#include <linux/cpumask.h>
#include <linux/types.h>

#include "config.h"
#include "culprit.h"

/* Records that a CPU keeps, beside the worst of each stage. */
#define IRQSCOPE_OUTLIERS	64u

/**
 * enum irqscope_caught - how the culprit was found
 * @IRQSCOPE_CAUGHT_NOT: it was not
 * @IRQSCOPE_CAUGHT_LATE: by the late interrupt, that is where interrupts came
 *	back on
 * @IRQSCOPE_CAUGHT_ACT: in the act, while the stage had not run by its threshold
 */
enum irqscope_caught {
	IRQSCOPE_CAUGHT_NOT,
	IRQSCOPE_CAUGHT_LATE,
	IRQSCOPE_CAUGHT_ACT,
};

/**
 * struct irqscope_outlier - a sample beyond its threshold
 * @number: counts the outliers of its CPU from 1; 0 is no record
 * @seq: number of the event on its CPU
 * @t_ns: when the sample was taken, CLOCK_MONOTONIC
 * @late: stage that was late
 * @known: mask of the stages of which the latency is known
 * @latency_ns: latency of each stage for the same event
 * @caught: how @culprit was found
 * @culprit: who held the CPU
 */
struct irqscope_outlier {
	u64 number;
	u64 seq;
	u64 t_ns;
	enum irqscope_stage late;
	u32 known;
	s64 latency_ns[IRQSCOPE_LATENCIES];
	enum irqscope_caught caught;
	struct irqscope_culprit culprit;
};

/**
 * struct irqscope_lost - the outliers of a CPU that have no record any more
 * @made: how many outliers there were
 * @kept: of how many there is a record
 */
struct irqscope_lost {
	u64 made;
	u64 kept;
};

/* Writers: on the measured CPU, interrupts off. */
void irqscope_outlier_add(const struct irqscope_outlier *outlier, u32 epoch);
void irqscope_outlier_complete(u64 seq, enum irqscope_stage stage, s64 latency_ns);

/* Owners, in process context, CPU hotplug held off. */
int irqscope_outliers_open(const struct cpumask *cpus, u32 epoch);
void irqscope_outliers_clear(u32 epoch);
void irqscope_outliers_close(void);

/* Readers, in process context, the run held by irqscope_run_lock(). */
unsigned int irqscope_outliers_read(unsigned int cpu, struct irqscope_outlier *to,
				    struct irqscope_lost *lost);

#endif /* IRQSCOPE_OUTLIER_H */
