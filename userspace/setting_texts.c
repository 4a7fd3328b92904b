// SPDX-License-Identifier: GPL-2.0
/* The settings of a run, one like the other, as texts. */
#include <stdio.h>
#include <string.h>

#include "cpus.h"
#include "setting_texts.h"

/* Writes the period. */
static void write_period(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	snprintf(to, SETTING_TEXT_LEN, "%u", snap->run.period_us);
}

/* Writes the phase. */
static void write_phase(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	strcpy(to, snap->run.flags & IRQSCOPE_RUN_RANDOM ? "random" : "fixed");
}

/* Writes the names of the stages. */
void setting_write_stages(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	struct irqscope_stage_name stage;
	size_t i, length = 0;

	strcpy(to, "none");
	for (i = 0; i < snapshot_stages(snap); i++) {
		snapshot_get_stage(snap, i, &stage);
		if (length + sizeof(stage) >= SETTING_TEXT_LEN)
			return;
		length += (size_t)sprintf(to + length, "%s%s", i ? " " : "", stage.name);
	}
}

/* Writes the width of the buckets. */
static void write_bucket(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	snprintf(to, SETTING_TEXT_LEN, "%u", snap->law.bucket_ns);
}

/* Writes how long the warm-up is. */
static void write_warmup(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	snprintf(to, SETTING_TEXT_LEN, "%u", snap->run.warmup_ms);
}

/* Writes the priority of the thread. */
static void write_priority(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	snprintf(to, SETTING_TEXT_LEN, "%u", snap->run.thread_priority);
}

/* Writes the CPU latency that is held. */
static void write_hold_idle(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	snprintf(to, SETTING_TEXT_LEN, "%d", snap->run.hold_idle_us);
}

/* Writes the list of the CPUs that were measured. */
static void write_cpus(char to[SETTING_TEXT_LEN], const struct snapshot *snap)
{
	struct irqscope_cpu_state cpu;
	char list[CPUS_TEXT_LEN];
	struct cpus cpus = { 0 };
	size_t i;

	for (i = 0; i < snapshot_cpus(snap); i++) {
		snapshot_get_cpu(snap, i, &cpu);
		cpus_add(&cpus, cpu.cpu);
	}
	strcpy(to, cpus_text(list, &cpus));
}

const struct setting_text setting_texts[SETTING_TEXTS] = {
	{ "period_us", true, write_period },
	{ "phase", true, write_phase },
	{ "stages", true, setting_write_stages },
	{ "bucket_ns", false, write_bucket },
	{ "warmup_ms", false, write_warmup },
	{ "thread_priority", false, write_priority },
	{ "hold_idle_us", false, write_hold_idle },
	{ "cpus_measured", false, write_cpus },
};

/* Tells whether there is a setting of that name. */
bool setting_text_is(struct piece key)
{
	size_t i;

	for (i = 0; i < SETTING_TEXTS; i++)
		if (piece_is(key, setting_texts[i].key))
			return true;
	return false;
}

/* Tells how long a run lasted, warm-up included; 0 without a run. */
unsigned long long setting_duration_ns(const struct snapshot *snap)
{
	return snap->run.generation ? snapshot_end_ns(snap) - snap->run.start_ns : 0;
}
