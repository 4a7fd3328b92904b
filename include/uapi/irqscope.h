/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The irqscope snapshot: what /sys/kernel/debug/irqscope/snapshot returns and
 * what a capture file holds; and what user/cpu<N> returns there, at the end.
 *
 * A snapshot is one struct irqscope_header, then header.section_count entries
 * of struct irqscope_section at header.header_size, then the sections' data.
 * A section is found by its type and read at its offset; its entries lie
 * entry_size bytes apart. Each type of enum irqscope_section_type is there
 * once, with no entries if there is nothing to tell. Within one major version,
 * entries only grow at the end, and new section types appear: step by
 * entry_size, read as much as you know, skip types that you do not know.
 *
 * Integers are in the byte order of the machine that wrote them, which
 * header.byte_order reveals. Every structure is free of padding and every
 * offset is a multiple of 8. Times are CLOCK_MONOTONIC unless the name says
 * real (CLOCK_REALTIME); all are in ns.
 */
#ifndef _UAPI_IRQSCOPE_H
#define _UAPI_IRQSCOPE_H

#include <linux/types.h>

#define IRQSCOPE_MAGIC		"IRQSCOPE"
#define IRQSCOPE_BYTE_ORDER	0x01020304u
#define IRQSCOPE_VERSION_MAJOR	1
#define IRQSCOPE_VERSION_MINOR	3

/**
 * struct irqscope_header - the first bytes of a snapshot
 * @magic: IRQSCOPE_MAGIC without the terminating zero
 * @byte_order: IRQSCOPE_BYTE_ORDER as the writer stores it
 * @version_major: refuse a snapshot whose major version you do not know
 * @version_minor: grows with compatible additions
 * @header_size: bytes of this header, where the section table begins
 * @section_count: entries in the section table
 * @section_size: bytes of one entry of the section table
 * @reserved: 0
 * @total_size: bytes of the whole snapshot
 */
struct irqscope_header {
	__u8 magic[8];
	__u32 byte_order;
	__u16 version_major;
	__u16 version_minor;
	__u32 header_size;
	__u32 section_count;
	__u32 section_size;
	__u32 reserved;
	__u64 total_size;
};

/**
 * enum irqscope_section_type - what a section holds
 * @IRQSCOPE_SECTION_RUN: one struct irqscope_run
 * @IRQSCOPE_SECTION_LAW: one struct irqscope_law
 * @IRQSCOPE_SECTION_STAGE: a struct irqscope_stage_name for each stage shown
 * @IRQSCOPE_SECTION_CPU: a struct irqscope_cpu_state for each measured CPU,
 *	in rising order
 * @IRQSCOPE_SECTION_CELL: a struct irqscope_cell for each CPU and stage, by
 *	CPU, then by stage
 * @IRQSCOPE_SECTION_BUCKETS: the histograms, __u64 counters
 * @IRQSCOPE_SECTION_CONDITIONS: text, "key: value" lines; entry_size is 1
 * @IRQSCOPE_SECTION_OUTLIERS: text, as in the file outliers; entry_size is 1
 * @IRQSCOPE_SECTION_MODULES: text, /proc/modules at that time, for the addresses
 *	in the one before; entry_size is 1; the kernel does not write it
 * @IRQSCOPE_SECTION_LOAD: text, "key: value" lines: what ran beside the
 *	measurement, and how busy each CPU was; entry_size is 1; the kernel does
 *	not write it
 * @IRQSCOPE_SECTION_BLOCKS: a struct irqscope_block for each part of the run, CPU
 *	and stage, by end_ns, then as the cells; the kernel does not write it. In
 *	the sum of several captures each run begins where the one before ends,
 *	the first where it was; there is a shorter part at the end of each
 * @IRQSCOPE_SECTION_TRIAL: one struct irqscope_trial if the run has a trial. All
 *	that is in the sections above is of its setting a then
 * @IRQSCOPE_SECTION_TRIAL_CPU: as IRQSCOPE_SECTION_CPU, of its setting b
 * @IRQSCOPE_SECTION_TRIAL_CELL: as IRQSCOPE_SECTION_CELL, of its setting b; the
 *	histograms are in IRQSCOPE_SECTION_TRIAL_BUCKETS
 * @IRQSCOPE_SECTION_TRIAL_BUCKETS: as IRQSCOPE_SECTION_BUCKETS, of its setting b
 * @IRQSCOPE_SECTION_TRIAL_BLOCKS: a struct irqscope_trial_block for each part of the
 *	trial, CPU and stage, in the order of time, then as the cells; the kernel
 *	does not write it
 */
enum irqscope_section_type {
	IRQSCOPE_SECTION_RUN = 1,
	IRQSCOPE_SECTION_LAW = 2,
	IRQSCOPE_SECTION_STAGE = 3,
	IRQSCOPE_SECTION_CPU = 4,
	IRQSCOPE_SECTION_CELL = 5,
	IRQSCOPE_SECTION_BUCKETS = 6,
	IRQSCOPE_SECTION_CONDITIONS = 7,
	IRQSCOPE_SECTION_OUTLIERS = 8,
	IRQSCOPE_SECTION_MODULES = 9,
	IRQSCOPE_SECTION_LOAD = 10,
	IRQSCOPE_SECTION_BLOCKS = 11,
	IRQSCOPE_SECTION_TRIAL = 12,
	IRQSCOPE_SECTION_TRIAL_CPU = 13,
	IRQSCOPE_SECTION_TRIAL_CELL = 14,
	IRQSCOPE_SECTION_TRIAL_BUCKETS = 15,
	IRQSCOPE_SECTION_TRIAL_BLOCKS = 16,
};

/**
 * struct irqscope_section - one entry of the section table
 * @type: enum irqscope_section_type
 * @entry_size: bytes from one entry to the next
 * @entry_count: number of entries, 0 for an empty section
 * @offset: where the data begins, in bytes from the start of the snapshot
 */
struct irqscope_section {
	__u32 type;
	__u32 entry_size;
	__u64 entry_count;
	__u64 offset;
};

#define IRQSCOPE_RUN_RUNNING	0x1u	/* samples were being taken */
#define IRQSCOPE_RUN_RANDOM	0x2u	/* phase=random */

/**
 * struct irqscope_run - which run the numbers come from
 * @generation: counts the runs since the module was loaded; 0 before the first
 * @start_ns: when the run started; 0 before the first
 * @start_real_ns: the same moment in CLOCK_REALTIME
 * @stop_ns: when it stopped; 0 while it runs
 * @taken_ns: when this snapshot was taken
 * @taken_real_ns: the same moment in CLOCK_REALTIME
 * @flags: IRQSCOPE_RUN_RUNNING, IRQSCOPE_RUN_RANDOM
 * @period_us: sampling period of each CPU
 * @warmup_ms: samples of that first part of the run are not in the numbers
 * @thread_priority: SCHED_FIFO priority of the stage thread
 * @hold_idle_us: CPU latency QoS held while running, -1 for none
 * @reserved: 0
 */
struct irqscope_run {
	__u64 generation;
	__u64 start_ns;
	__u64 start_real_ns;
	__u64 stop_ns;
	__u64 taken_ns;
	__u64 taken_real_ns;
	__u32 flags;
	__u32 period_us;
	__u32 warmup_ms;
	__u32 thread_priority;
	__s32 hold_idle_us;
	__u32 reserved;
};

/**
 * struct irqscope_law - how latencies are counted in buckets
 * @bucket_ns: width of a bucket of the linear body
 * @body_buckets: buckets in the body: bucket i counts the latencies from
 *	i * bucket_ns up to, and without, (i + 1) * bucket_ns
 * @octave_buckets: buckets in each octave of the tail
 * @octaves: octaves in the tail; with body_ns = body_buckets * bucket_ns and
 *	w = body_ns / octave_buckets, bucket body_buckets + k * octave_buckets + j
 *	counts from (body_ns + j * w) << k up to (body_ns + (j + 1) * w) << k
 * @bucket_count: body_buckets + octaves * octave_buckets; each histogram has
 *	one counter more, for latencies beyond the last bucket
 * @reserved: 0
 */
struct irqscope_law {
	__u32 bucket_ns;
	__u32 body_buckets;
	__u32 octave_buckets;
	__u32 octaves;
	__u32 bucket_count;
	__u32 reserved;
};

#define IRQSCOPE_STAGE_NAME_LEN	16

/**
 * struct irqscope_stage_name - a stage that cells refer to
 * @name: "irq", "thread" and so on, padded with zeros, at least one of them
 */
struct irqscope_stage_name {
	char name[IRQSCOPE_STAGE_NAME_LEN];
};

#define IRQSCOPE_CPU_SAMPLING	0x1u	/* its timer was armed */

/**
 * struct irqscope_cpu_state - a measured CPU
 * @cpu: number of the CPU
 * @flags: IRQSCOPE_CPU_SAMPLING
 * @missed: periods that had already passed when the timer was set again
 */
struct irqscope_cpu_state {
	__u32 cpu;
	__u32 flags;
	__u64 missed;
};

/**
 * struct irqscope_counters - what is kept of the samples beside the histogram
 * @count: samples in the histogram, its beyond counter included
 * @sum_ns: sum of their latencies
 * @min_ns: the least latency, 0 if count is 0
 * @max_ns: the greatest latency, 0 if count is 0
 * @max_time_ns: when the sample of max_ns was recorded
 * @early: samples taken before their expiry; they are in no other figure
 * @early_max_ns: how early the earliest of them was
 * @busy: samples that the stage could not take, for it still had an earlier one
 */
struct irqscope_counters {
	__u64 count;
	__u64 sum_ns;
	__u64 min_ns;
	__u64 max_ns;
	__u64 max_time_ns;
	__u64 early;
	__u64 early_max_ns;
	__u64 busy;
};

/**
 * struct irqscope_cell - one CPU and stage
 * @cpu: number of the CPU
 * @stage: index into the entries of IRQSCOPE_SECTION_STAGE
 * @first_bucket: index of the histogram's first counter in
 *	IRQSCOPE_SECTION_BUCKETS; law.bucket_count + 1 counters follow
 * @counters: the rest; all of one cell is from one moment
 */
struct irqscope_cell {
	__u32 cpu;
	__u32 stage;
	__u64 first_bucket;
	struct irqscope_counters counters;
};

/**
 * struct irqscope_block - one CPU and stage in one part of the run
 * @end_ns: when the snapshot was taken that ends the part, or when the run
 *	stopped
 * @length_ns: time since the end of the part before, or since that of the
 *	warm-up; parts of one run are equally long, 1 s or a power of two of
 *	them, within what the reader was late, but for the last; where a
 *	snapshot could not be read, parts are missing
 * @cpu: number of the CPU
 * @stage: index into the entries of IRQSCOPE_SECTION_STAGE
 * @count: samples that were counted in that part
 * @max_ns: the greatest of them, 0 if count is 0; exact if it was the greatest
 *	of the run so far, else the greatest that its bucket can hold, but not
 *	above the greatest of the run so far
 */
struct irqscope_block {
	__u64 end_ns;
	__u64 length_ns;
	__u32 cpu;
	__u32 stage;
	__u64 count;
	__u64 max_ns;
};

/**
 * struct irqscope_user_sample - what a read of user/cpu<N> in debugfs returns
 * @expiry_ns: when the event was due
 * @seq: number of the event on its CPU, from 1 on at the start of a run; those that
 *	are left out found the reader busy
 *
 * It is no part of a snapshot. Its latency is taken when the same task reads again.
 */
struct irqscope_user_sample {
	__u64 expiry_ns;
	__u64 seq;
};

#define IRQSCOPE_TRIAL_QOS	0x1u	/* a: QoS as found, b: as wanted */
#define IRQSCOPE_TRIAL_FAILED	0x2u	/* a register did not hold its value */
#define IRQSCOPE_TRIAL_AT_B	0x4u	/* setting b was in force */

/**
 * struct irqscope_trial - the same run under two settings in turns
 * @open_ns: when the trial began, with all numbers at 0
 * @end_ns: when it ended; 0 while it goes on. What the run has recorded after that
 *	is among the numbers of setting a
 * @recorded_ns: how long settings a and b were recorded, without the time in which
 *	they settled
 * @switches: how often settings a and b were chosen
 * @flags: IRQSCOPE_TRIAL_QOS, IRQSCOPE_TRIAL_FAILED, IRQSCOPE_TRIAL_AT_B
 * @settle_ms: so long after each switch nothing is recorded
 */
struct irqscope_trial {
	__u64 open_ns;
	__u64 end_ns;
	__u64 recorded_ns[2];
	__u32 switches[2];
	__u32 flags;
	__u32 settle_ms;
};

/**
 * struct irqscope_trial_block - one CPU and stage in one part of a trial
 * @end_ns: when the snapshot was taken that ends the part
 * @length_ns: how long it was recorded
 * @pair: which pair of parts it is of, from 0 on; a pair has one under each setting
 * @setting: 0 for a, 1 for b
 * @cpu: number of the CPU
 * @stage: index into the entries of IRQSCOPE_SECTION_STAGE
 * @count: samples that were counted in that part
 * @max_ns: the greatest of them, as in struct irqscope_block
 */
struct irqscope_trial_block {
	__u64 end_ns;
	__u64 length_ns;
	__u32 pair;
	__u32 setting;
	__u32 cpu;
	__u32 stage;
	__u64 count;
	__u64 max_ns;
};

#endif /* _UAPI_IRQSCOPE_H */
