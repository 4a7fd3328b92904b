/* SPDX-License-Identifier: GPL-2.0 */
/* Snapshots: everything there is to show, copied at one go. */
#ifndef IRQSCOPE_SNAPSHOT_H
#define IRQSCOPE_SNAPSHOT_H

#include <linux/types.h>
#include <uapi/irqscope.h>

#include "clock.h"
#include "config.h"

#define IRQSCOPE_ALL_STAGES	(BIT(IRQSCOPE_STAGES) - 1)

/**
 * struct irqscope_snapshot - a snapshot and the places in it
 * @data: the snapshot as include/uapi/irqscope.h describes it
 * @size: bytes of it
 * @run: the run
 * @law: law of the buckets
 * @stages: names of the stages
 * @stage_count: number of stages
 * @cpus: measured CPUs
 * @cpu_count: number of CPUs
 * @cells: counters, cpu_count times stage_count
 * @buckets: histograms
 * @conditions: text
 * @conditions_len: length of the text
 * @outliers: text
 * @outliers_len: length of the text
 * @clock: what the run is measured by
 * @trial: the trial of the run, if @trial_count is 1
 * @trial_count: 1, or 0 without a trial
 * @trial_cpus: the CPUs in its setting b
 * @trial_cells: counters of its setting b, as many as @cells
 * @trial_buckets: histograms of its setting b
 */
struct irqscope_snapshot {
	void *data;
	size_t size;
	struct irqscope_run *run;
	struct irqscope_law *law;
	struct irqscope_stage_name *stages;
	unsigned int stage_count;
	struct irqscope_cpu_state *cpus;
	unsigned int cpu_count;
	struct irqscope_cell *cells;
	u64 *buckets;
	char *conditions;
	unsigned int conditions_len;
	char *outliers;
	size_t outliers_len;
	struct irqscope_run_clock clock;
	struct irqscope_trial *trial;
	unsigned int trial_count;
	struct irqscope_cpu_state *trial_cpus;
	struct irqscope_cell *trial_cells;
	u64 *trial_buckets;
};

struct irqscope_snapshot *irqscope_snapshot_take(u32 stages, bool outliers);
void irqscope_snapshot_free(struct irqscope_snapshot *snapshot);

#endif /* IRQSCOPE_SNAPSHOT_H */
