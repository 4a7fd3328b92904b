/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_MERGE_H
#define READER_MERGE_H

#include "snapshot.h"

/**
 * struct merge_input - a capture that is to be added
 * @bytes: its bytes
 * @snap: what they say
 * @shift_ns: what makes its times those of the sum: each run begins where the one
 *	before ends; may wrap
 * @block_ns: how long its blocks are; 0 if there are none
 */
struct merge_input {
	struct bytes bytes;
	struct snapshot snap;
	unsigned long long shift_ns;
	unsigned long long block_ns;
};

/**
 * struct merge - captures, and their sum
 * @input: the captures
 * @inputs: how many
 * @run: one run as long as all together
 * @stage: all stages, by name
 * @stages: how many
 * @cpu: all CPUs
 * @cpus: how many
 * @cell: all cells
 * @cells: how many
 * @bucket: their histograms
 * @block: all blocks
 * @blocks: how many
 * @conditions: what holds for all
 * @load: the same for the load; without data if no capture has any
 */
struct merge {
	struct merge_input *input;
	size_t inputs;
	struct irqscope_run run;
	struct irqscope_stage_name *stage;
	size_t stages;
	struct irqscope_cpu_state *cpu;
	size_t cpus;
	struct irqscope_cell *cell;
	size_t cells;
	__u64 *bucket;
	struct irqscope_block *block;
	size_t blocks;
	struct bytes conditions;
	struct bytes load;
};

int merge_allowed(const struct merge *merge, bool force);
/* The rest wants those above it done. */
int merge_runs(struct merge *merge);
int merge_stages(struct merge *merge);
__u32 merge_stage(const struct merge *merge, const struct snapshot *snap, __u32 stage);
int merge_cpus(struct merge *merge);
int merge_cells(struct merge *merge);
int merge_blocks(struct merge *merge);
int merge_texts(struct merge *merge);

#endif /* READER_MERGE_H */
