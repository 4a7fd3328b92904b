// SPDX-License-Identifier: GPL-2.0
/* Under which conditions the numbers were taken, as "key: value" lines. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/tick.h>
#include <linux/utsname.h>

#include "compat.h"
#include "conditions.h"
#include "qos/qos.h"
#include "sampler.h"
#include "settings.h"
#include "text.h"

/* What a kernel may lack. */
static const struct {
	const char *key;
	bool present;
} kernel_features[] = {
	{ "cpuidle",	IS_ENABLED(CONFIG_CPU_IDLE) },
	{ "cpufreq",	IS_ENABLED(CONFIG_CPU_FREQ) },
	{ "hotplug",	IS_ENABLED(CONFIG_HOTPLUG_CPU) },
	{ "kallsyms",	IS_ENABLED(CONFIG_KALLSYMS) },
	{ "stacktrace",	IS_ENABLED(CONFIG_STACKTRACE) },
	{ "of",		IS_ENABLED(CONFIG_OF) },
	{ "debugfs",	IS_ENABLED(CONFIG_DEBUG_FS) },
};

static const char *preempt_model(void)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return "rt";
	if (IS_ENABLED(CONFIG_PREEMPT_DYNAMIC))
		return "dynamic";
	if (IS_ENABLED(CONFIG_PREEMPT))
		return "full";
	if (IS_ENABLED(CONFIG_PREEMPT_LAZY))
		return "lazy";
	if (IS_ENABLED(CONFIG_PREEMPT_VOLUNTARY))
		return "voluntary";
	return "none";
}

static bool cpu_isolated(unsigned int cpu)
{
	return !housekeeping_test_cpu(cpu, HK_TYPE_DOMAIN);
}

static bool cpu_tickless(unsigned int cpu)
{
	return tick_nohz_full_cpu(cpu);
}

/* The most that the tick is stopped for; nohz=off cannot be seen from here. */
static const char *tick_mode(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		if (cpu_tickless(cpu))
			return "nohz_full";
	return IS_ENABLED(CONFIG_NO_HZ_COMMON) ? "nohz_idle" : "periodic";
}

/* One line with the CPUs for which @has holds, or a word for none. */
static void add_cpus(struct irqscope_text *text, const char *key, struct cpumask *scratch,
		     bool (*has)(unsigned int cpu))
{
	unsigned int cpu;

	cpumask_clear(scratch);
	for_each_possible_cpu(cpu)
		if (has(cpu))
			cpumask_set_cpu(cpu, scratch);
	if (cpumask_empty(scratch))
		irqscope_text_add(text, "%s: none\n", key);
	else
		irqscope_text_add(text, "%s: %*pbl\n", key, cpumask_pr_args(scratch));
}

/* The kernel as it was built and booted. */
static void add_kernel(struct irqscope_text *text, struct cpumask *scratch)
{
	irqscope_text_add(text, "kernel: %s %s\n", init_utsname()->release,
			  init_utsname()->version);
	irqscope_text_add(text, "arch: %s\n", init_utsname()->machine);
	irqscope_text_add(text, "preempt: %s\n", preempt_model());
	irqscope_text_add(text, "hz: %d\n", HZ);
	irqscope_text_add(text, "tick_mode: %s\n", tick_mode());
	if (IS_ENABLED(CONFIG_CPU_ISOLATION))
		add_cpus(text, "isolated", scratch, cpu_isolated);
	else
		irqscope_text_add(text, "isolated: absent\n");
	if (IS_ENABLED(CONFIG_NO_HZ_FULL))
		add_cpus(text, "nohz_full", scratch, cpu_tickless);
	else
		irqscope_text_add(text, "nohz_full: absent\n");
	irqscope_text_add(text, "highres: %s\n", hrtimer_resolution == 1 ? "yes" : "no");
}

/* The clock that the run is measured by, and what is wrong with it. */
static void add_clock(struct irqscope_text *text, const struct irqscope_run_clock *clock,
		      u32 bucket_ns)
{
	char buf[IRQSCOPE_CLOCK_TEXT_LEN];

	irqscope_text_add(text, "clocksource: %s\n", clock->clock.name);
	irqscope_text_add(text, "clock_class: %s\n", clock->clock.class);
	if (clock->clock.resolution_ns != U32_MAX)
		irqscope_text_add(text, "clock_resolution_ns: %u\n", clock->clock.resolution_ns);
	else
		irqscope_text_add(text, "clock_resolution_ns: unknown\n");
	irqscope_clock_verdict(&clock->clock, bucket_ns, buf, sizeof(buf));
	irqscope_text_add(text, "clock_verdict: %s\n", buf);
	if (irqscope_clock_history(clock, bucket_ns, buf, sizeof(buf)))
		irqscope_text_add(text, "clock_changed: yes (%s)\n", buf);
	else
		irqscope_text_add(text, "clock_changed: no\n");
}

/* The run. */
static void add_run(struct irqscope_text *text, const struct irqscope_run_info *run,
		    struct cpumask *scratch)
{
	const struct irqscope_config *config = &run->config;

	irqscope_text_add(text, "period_us: %u\n", config->period_us);
	irqscope_text_add(text, "phase: %s\n", config->phase_random ? "random" : "fixed");
	irqscope_text_add(text, "stages: ");
	text->len += irqscope_stages_print(config->stages, text->buf + text->len,
					   text->size - text->len);
	irqscope_text_add(text, "\n");
	if (run->generation)
		irqscope_text_add(text, "cpus_requested: %*pbl\n",
				  cpumask_pr_args(&run->cpus));
	else
		irqscope_text_add(text, "cpus_requested: none\n");
	add_cpus(text, "cpus_measured", scratch, irqscope_sampler_measured);
	irqscope_text_add(text, "thread_priority: %u\n", config->thread_priority);
	irqscope_text_add(text, "bucket_ns: %u\n", config->bucket_ns);
	irqscope_text_add(text, "warmup_ms: %u\n", config->warmup_ms);
	irqscope_text_add(text, "threshold_us: ");
	text->len += irqscope_thresholds_print(config->threshold_us, text->buf + text->len,
					       text->size - text->len);
	irqscope_text_add(text, "\n");
	irqscope_text_add(text, "mem_kib: %u\n", config->mem_kib);
}

/* The QoS fields that are set. */
static void add_qos(struct irqscope_text *text)
{
	struct irqscope_qos_counts counts;

	irqscope_qos_count(&counts);
	if (!IS_ENABLED(CONFIG_OF))
		irqscope_text_add(text, "qos: absent\n");
	else if (!counts.applied && !counts.drifted && !counts.restored)
		irqscope_text_add(text, "qos: none\n");
	else
		irqscope_text_add(text, "qos: applied %u drifted %u restored %u\n",
				  counts.applied, counts.drifted, counts.restored);
}

/**
 * irqscope_conditions_print() - print the conditions of a run
 * @buf: where to
 * @size: bytes there, IRQSCOPE_CONDITIONS_SIZE will do
 * @run: the run, held by irqscope_run_lock()
 * @clock: what the run is measured by
 *
 * Context: process.
 * Return: number of characters, or -ENOMEM.
 */
int irqscope_conditions_print(char *buf, size_t size,
			      const struct irqscope_run_info *run,
			      const struct irqscope_run_clock *clock)
{
	struct irqscope_text text = { .buf = buf, .size = size };
	cpumask_var_t scratch;
	unsigned int i;

	if (!alloc_cpumask_var(&scratch, GFP_KERNEL))
		return -ENOMEM;
	add_kernel(&text, scratch);
	add_clock(&text, clock, run->config.bucket_ns);
	add_run(&text, run, scratch);
	for (i = 0; i < ARRAY_SIZE(kernel_features); i++)
		irqscope_text_add(&text, "%s: %s\n", kernel_features[i].key,
				  kernel_features[i].present ? "yes" : "absent");
	irqscope_text_add(&text, "hold_idle_us: %d\n", run->config.hold_idle_us);
	add_qos(&text);
	free_cpumask_var(scratch);
	return text.len;
}

/**
 * irqscope_conditions_log() - say once what this kernel lacks
 *
 * On a kernel without debugfs the log is where it can be read.
 */
void irqscope_conditions_log(void)
{
	char buf[128];
	struct irqscope_text text = { .buf = buf, .size = sizeof(buf) };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kernel_features); i++)
		if (!kernel_features[i].present)
			irqscope_text_add(&text, " %s", kernel_features[i].key);
	pr_info("loaded; absent from this kernel:%s\n", text.len ? buf : " nothing");
}
