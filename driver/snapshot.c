// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots. Every file that shows numbers is written from one, so what is
 * shown belongs together, and a reader who is slow holds up nobody.
 */
#include <linux/build_bug.h>
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/vmalloc.h>

#include <irqscope_hist.h>

#include "conditions.h"
#include "control.h"
#include "outlier_report.h"
#include "recorder.h"
#include "sampler.h"
#include "snapshot.h"
#include "trial.h"

#define SECTIONS	12

/* One section, and where its place in the snapshot is to be kept. */
struct section_plan {
	enum irqscope_section_type type;
	u32 entry_size;
	u64 entry_count;
	void **place;
};

/* How many CPUs took part in the run; hotplug is held off. */
static unsigned int count_cpus(void)
{
	unsigned int cpu, count = 0;

	for_each_possible_cpu(cpu)
		count += irqscope_sampler_measured(cpu);
	return count;
}

/* Lay out the sections, get the memory for all, write header and table. */
static int snapshot_lay_out(struct irqscope_snapshot *s)
{
	const u32 cells = s->cpu_count * s->stage_count;
	const u32 b_cells = s->trial_count * cells;
	const struct section_plan plans[SECTIONS] = {
		{ IRQSCOPE_SECTION_RUN, sizeof(*s->run), 1, (void **)&s->run },
		{ IRQSCOPE_SECTION_LAW, sizeof(*s->law), 1, (void **)&s->law },
		{ IRQSCOPE_SECTION_STAGE, sizeof(*s->stages), s->stage_count,
		  (void **)&s->stages },
		{ IRQSCOPE_SECTION_CPU, sizeof(*s->cpus), s->cpu_count, (void **)&s->cpus },
		{ IRQSCOPE_SECTION_CELL, sizeof(*s->cells), cells, (void **)&s->cells },
		{ IRQSCOPE_SECTION_BUCKETS, sizeof(u64), (u64)cells * IRQSCOPE_HIST_LENGTH,
		  (void **)&s->buckets },
		{ IRQSCOPE_SECTION_CONDITIONS, 1, s->conditions_len,
		  (void **)&s->conditions },
		{ IRQSCOPE_SECTION_OUTLIERS, 1, s->outliers_len, (void **)&s->outliers },
		{ IRQSCOPE_SECTION_TRIAL, sizeof(*s->trial), s->trial_count,
		  (void **)&s->trial },
		{ IRQSCOPE_SECTION_TRIAL_CPU, sizeof(*s->trial_cpus),
		  s->trial_count * s->cpu_count, (void **)&s->trial_cpus },
		{ IRQSCOPE_SECTION_TRIAL_CELL, sizeof(*s->trial_cells), b_cells,
		  (void **)&s->trial_cells },
		{ IRQSCOPE_SECTION_TRIAL_BUCKETS, sizeof(u64),
		  (u64)b_cells * IRQSCOPE_HIST_LENGTH, (void **)&s->trial_buckets },
	};
	struct irqscope_header *header;
	struct irqscope_section *table;
	u64 offsets[SECTIONS], size;
	unsigned int i;

	size = sizeof(*header) + SECTIONS * sizeof(*table);
	for (i = 0; i < SECTIONS; i++) {
		offsets[i] = size;
		size += ALIGN(plans[i].entry_size * plans[i].entry_count, 8);
	}
	/* Many open files shall fail, not have somebody else killed. */
	s->data = __vmalloc(size, GFP_KERNEL_ACCOUNT | __GFP_ZERO |
				  __GFP_RETRY_MAYFAIL | __GFP_NOWARN);
	if (!s->data)
		return -ENOMEM;
	s->size = size;

	header = s->data;
	memcpy(header->magic, IRQSCOPE_MAGIC, sizeof(header->magic));
	header->byte_order = IRQSCOPE_BYTE_ORDER;
	header->version_major = IRQSCOPE_VERSION_MAJOR;
	header->version_minor = IRQSCOPE_VERSION_MINOR;
	header->header_size = sizeof(*header);
	header->section_count = SECTIONS;
	header->section_size = sizeof(*table);
	header->total_size = size;

	table = s->data + sizeof(*header);
	for (i = 0; i < SECTIONS; i++) {
		table[i].type = plans[i].type;
		table[i].entry_size = plans[i].entry_size;
		table[i].entry_count = plans[i].entry_count;
		table[i].offset = offsets[i];
		*plans[i].place = s->data + offsets[i];
	}
	return 0;
}

static void fill_run(struct irqscope_run *to, const struct irqscope_run_info *run)
{
	to->generation = run->generation;
	to->start_ns = run->start_ns;
	to->start_real_ns = run->start_real_ns;
	to->stop_ns = run->stop_ns;
	to->flags = (run->running ? IRQSCOPE_RUN_RUNNING : 0) |
		    (run->config.phase_random ? IRQSCOPE_RUN_RANDOM : 0);
	to->period_us = run->config.period_us;
	to->warmup_ms = run->config.warmup_ms;
	to->thread_priority = run->config.thread_priority;
	to->hold_idle_us = run->config.hold_idle_us;
}

static void fill_law(struct irqscope_law *to, u32 bucket_ns)
{
	to->bucket_ns = bucket_ns;
	to->body_buckets = IRQSCOPE_HIST_BODY;
	to->octave_buckets = IRQSCOPE_HIST_OCTAVE;
	to->octaves = IRQSCOPE_HIST_OCTAVES;
	to->bucket_count = IRQSCOPE_HIST_BUCKETS;
}

static void fill_stages(struct irqscope_stage_name *to, u32 stages)
{
	unsigned int stage;

	for (stage = 0; stage < IRQSCOPE_STAGES; stage++)
		if (stages & BIT(stage))
			strscpy((to++)->name, irqscope_stage_names[stage],
				IRQSCOPE_STAGE_NAME_LEN);
}

/* Where the numbers of one setting go. */
struct cells_place {
	enum irqscope_bank bank;
	struct irqscope_cpu_state *state;
	struct irqscope_cell *cell;
	u64 *buckets;
};

/* Copy what was recorded under one setting. */
static int fill_cells(struct cells_place to, u32 stages)
{
	struct irqscope_cell *cell = to.cell;
	u64 *buckets = to.buckets;
	unsigned int cpu, stage, i;
	int ret;

	for_each_possible_cpu(cpu) {
		if (!irqscope_sampler_measured(cpu))
			continue;
		to.state->cpu = cpu;
		to.state->flags = irqscope_sampler_armed(cpu) ? IRQSCOPE_CPU_SAMPLING : 0;
		ret = irqscope_recorder_read_bank_missed(cpu, to.bank, &to.state->missed);
		if (ret)
			return ret;
		to.state++;
		for (stage = 0, i = 0; stage < IRQSCOPE_STAGES; stage++) {
			if (!(stages & BIT(stage)))
				continue;
			cell->cpu = cpu;
			cell->stage = i++;
			cell->first_bucket = buckets - to.buckets;
			ret = irqscope_recorder_read_bank(cpu, to.bank, stage,
							  &cell->counters, buckets);
			if (ret)
				return ret;
			cell++;
			buckets += IRQSCOPE_HIST_LENGTH;
		}
	}
	return 0;
}

/* Copy what was recorded. */
static int fill_banks(struct irqscope_snapshot *s, u32 stages)
{
	const struct cells_place a = {
		IRQSCOPE_BANK_A, s->cpus, s->cells, s->buckets,
	};
	const struct cells_place b = {
		IRQSCOPE_BANK_B, s->trial_cpus, s->trial_cells, s->trial_buckets,
	};
	int ret = fill_cells(a, stages);

	return ret || !s->trial_count ? ret : fill_cells(b, stages);
}

/* Fill in a snapshot of a run that is held still. */
static int snapshot_fill(struct irqscope_snapshot *s, u32 stages,
			 const struct irqscope_run_info *run, char *text,
			 const char *outliers)
{
	struct irqscope_trial trial;
	int ret;

	ret = irqscope_conditions_print(text, IRQSCOPE_CONDITIONS_SIZE, run, &s->clock);
	if (ret < 0)
		return ret;
	s->conditions_len = ret;
	stages &= run->config.stages;
	s->stage_count = hweight32(stages);
	s->cpu_count = count_cpus();
	s->trial_count = irqscope_trial_get(run, &trial);
	ret = snapshot_lay_out(s);
	if (ret)
		return ret;

	memcpy(s->conditions, text, s->conditions_len);
	if (s->outliers_len)
		memcpy(s->outliers, outliers, s->outliers_len);
	fill_run(s->run, run);
	fill_law(s->law, run->config.bucket_ns);
	fill_stages(s->stages, stages);
	if (s->trial_count)
		*s->trial = trial;
	ret = fill_banks(s, stages);
	/* Last: no sample in it is younger. */
	s->run->taken_ns = ktime_get_ns();
	s->run->taken_real_ns = ktime_get_real_ns();
	return ret;
}

/**
 * irqscope_snapshot_take() - take a snapshot
 * @stages: mask of the stages wanted; those that the run lacks are left out
 * @outliers: with the text of the outliers
 *
 * Context: process.
 * Return: the snapshot, for irqscope_snapshot_free(); an error pointer.
 */
struct irqscope_snapshot *irqscope_snapshot_take(u32 stages, bool outliers)
{
	const struct irqscope_run_info *run;
	struct irqscope_snapshot *s;
	char *text, *outliers_text = NULL;
	int ret = -ENOMEM;

	/* The structures are read by programs of either word size. */
	BUILD_BUG_ON(sizeof(struct irqscope_header) != 40);
	BUILD_BUG_ON(sizeof(struct irqscope_section) != 24);
	BUILD_BUG_ON(sizeof(struct irqscope_run) != 72);
	BUILD_BUG_ON(sizeof(struct irqscope_law) != 24);
	BUILD_BUG_ON(sizeof(struct irqscope_cpu_state) != 16);
	BUILD_BUG_ON(sizeof(struct irqscope_cell) != 80);
	BUILD_BUG_ON(sizeof(struct irqscope_trial) != 48);

	s = kzalloc(sizeof(*s), GFP_KERNEL);
	text = kmalloc(IRQSCOPE_CONDITIONS_SIZE, GFP_KERNEL);
	if (!s || !text)
		goto out;

	irqscope_clock_of_run(&s->clock);
	run = irqscope_run_lock();
	if (outliers)
		outliers_text = irqscope_outlier_report(&s->outliers_len);
	ret = PTR_ERR_OR_ZERO(outliers_text);
	if (!ret) {
		cpus_read_lock();
		ret = snapshot_fill(s, stages, run, text, outliers_text);
		cpus_read_unlock();
		kvfree(outliers_text);
	}
	irqscope_run_unlock();
out:
	kfree(text);
	if (!ret)
		return s;
	irqscope_snapshot_free(s);
	return ERR_PTR(ret);
}

/**
 * irqscope_snapshot_free() - free a snapshot
 * @s: the snapshot, or NULL
 */
void irqscope_snapshot_free(struct irqscope_snapshot *s)
{
	if (!s)
		return;
	vfree(s->data);
	kfree(s);
}
