/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_OUTLIERS_H
#define READER_OUTLIERS_H

#include <stdbool.h>
#include <stddef.h>

#include "piece.h"

/* More stages than the kernel has. */
#define OUTLIER_STAGES	8

/**
 * struct outlier_latency - when a stage took the sample
 * @stage: name of the stage
 * @known: it did; if not, and it is the late one, it never came to that
 * @ns: how late; less than 0 if early
 */
struct outlier_latency {
	struct piece stage;
	bool known;
	long long ns;
};

/**
 * struct outlier_task - the task that had the CPU
 * @comm: its name, as the kernel escapes it
 * @pid: its number
 * @policy: its scheduling policy
 * @prio: its priority, or its nice value where the policy has those
 * @mode: "kernel", "user" or "idle"
 * @preempt: how often preemption was disabled, -1 if that is not known
 * @softirq: "yes" in a softirq or with softirqs disabled, "no", or empty
 */
struct outlier_task {
	struct piece comm;
	long long pid;
	struct piece policy;
	long long prio;
	struct piece mode;
	long long preempt;
	struct piece softirq;
};

/**
 * struct outlier_frame - a place in the code
 * @has_address: the address is known
 * @address: the address
 * @symbol: name of the function; empty if it is not known
 * @module: name of the module; empty if it is none or not known
 * @has_offset: the offset is known
 * @offset: how far from the symbol, or from the module's beginning without one
 * @size: size of the function, 0 if it is not known
 * @maybe: it counts only if it lies in another function than the first frame
 * @omitted: it does not
 */
struct outlier_frame {
	bool has_address;
	unsigned long long address;
	struct piece symbol;
	struct piece module;
	bool has_offset;
	unsigned long long offset;
	unsigned long long size;
	bool maybe;
	bool omitted;
};

/**
 * struct outlier - a sample beyond its threshold
 * @line: where its record begins
 * @cpu: the CPU
 * @seq: number of the event on that CPU
 * @t_ns: when the late stage took it, CLOCK_MONOTONIC
 * @late: index of the late stage among the latencies
 * @latency: latencies of the stages
 * @latency_count: how many
 * @has_task: the task is known
 * @task: the task
 * @has_since: the counts that follow are known
 * @irqs: interrupts since the last sample
 * @softirqs: softirqs since the last sample
 * @cause: what the frames are
 * @no_callers: the kernel could not read the callers
 * @first_frame: index of the first frame; the callers follow
 * @frame_count: how many
 * @is_max: it is the sample of the max of its CPU and stage
 */
struct outlier {
	size_t line;
	unsigned long long cpu;
	unsigned long long seq;
	unsigned long long t_ns;
	size_t late;
	struct outlier_latency latency[OUTLIER_STAGES];
	size_t latency_count;
	bool has_task;
	struct outlier_task task;
	bool has_since;
	unsigned long long irqs;
	unsigned long long softirqs;
	struct piece cause;
	bool no_callers;
	size_t first_frame;
	size_t frame_count;
	bool is_max;
};

/**
 * struct outliers - the outliers of a run
 * @name: where they come from, for messages
 * @lost: outliers without a record
 * @anchor: symbol whose address is known; empty without
 * @has_anchor: its address is not hidden
 * @anchor_address: its address
 * @max_known: is_max means something
 * @record: the records, oldest first until they are sorted; allocated
 * @count: how many
 * @frame: all frames; allocated
 * @frame_count: how many
 */
struct outliers {
	const char *name;
	unsigned long long lost;
	struct piece anchor;
	bool has_anchor;
	unsigned long long anchor_address;
	bool max_known;
	struct outlier *record;
	size_t count;
	struct outlier_frame *frame;
	size_t frame_count;
};

/* The text must outlive what is parsed from it. */
int outliers_parse(struct outliers *outliers, struct piece text, const char *name,
		   size_t byte);
void outliers_free(struct outliers *outliers);
bool outliers_have_addresses(struct piece text);

enum outliers_order {
	OUTLIERS_NEWEST,
	OUTLIERS_WORST,
};

void outliers_sort(struct outliers *outliers, enum outliers_order order);

#endif /* READER_OUTLIERS_H */
