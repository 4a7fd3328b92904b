// SPDX-License-Identifier: GPL-2.0
/* The settings as text: one table entry, one way to parse and show each. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <irqscope_hist.h>

#include "compat.h"
#include "settings.h"

const char *const irqscope_stage_names[IRQSCOPE_STAGES] = {
	[IRQSCOPE_IRQ]		= "irq",
	[IRQSCOPE_SOFTIRQ]	= "softirq",
	[IRQSCOPE_THREAD]	= "thread",
	[IRQSCOPE_WORK]		= "work",
	[IRQSCOPE_USER]		= "user",
	[IRQSCOPE_MEM]		= "mem",
};

/* How much of a bad value goes to the log. */
#define SHOWN_LEN	64

/**
 * irqscope_complain() - log a value that was refused
 * @name: what it was for
 * @text: the value
 * @allowed: what values are allowed
 */
void irqscope_complain(const char *name, const char *text, const char *allowed)
{
	size_t len = strcspn(text, "\n");

	pr_err("%s: \"%*pE%s\" is not %s\n", name, (int)min_t(size_t, len, SHOWN_LEN),
	       text, len > SHOWN_LEN ? "..." : "", allowed);
}

/**
 * irqscope_parse_number() - read a decimal number within bounds
 * @text: the text, a newline at its end is ignored
 * @min: least value
 * @max: greatest value
 * @value: filled in on success only
 *
 * Return: 0 or -EINVAL.
 */
int irqscope_parse_number(const char *text, s32 min, s32 max, s32 *value)
{
	s32 number;

	if (kstrtos32(text, 10, &number) || number < min || number > max)
		return -EINVAL;
	*value = number;
	return 0;
}

/* All numbers are 32 bits wide, and none is large enough for its sign to matter. */
static s32 *number_of(const struct irqscope_setting *setting,
		      struct irqscope_config *config)
{
	return (void *)config + setting->offset;
}

static int parse_number(const struct irqscope_setting *setting, const char *text,
			struct irqscope_config *config)
{
	return irqscope_parse_number(text, setting->min, setting->max,
				     number_of(setting, config));
}

static int show_number(const struct irqscope_setting *setting,
		       const struct irqscope_config *config, char *page)
{
	return sysfs_emit(page, "%d\n",
			  *number_of(setting, (struct irqscope_config *)config));
}

static int parse_bucket(const struct irqscope_setting *setting, const char *text,
			struct irqscope_config *config)
{
	s32 bucket_ns;

	if (irqscope_parse_number(text, setting->min, setting->max, &bucket_ns) ||
	    !irqscope_hist_valid(bucket_ns))
		return -EINVAL;
	config->bucket_ns = bucket_ns;
	return 0;
}

static int parse_priority(const struct irqscope_setting *setting, const char *text,
			  struct irqscope_config *config)
{
	s32 priority;

	if (irqscope_parse_number(text, setting->min, setting->max, &priority))
		return -EINVAL;
	if (!IRQSCOPE_ANY_PRIORITY && priority != 50 && priority != 1)
		return -EOPNOTSUPP;
	config->thread_priority = priority;
	return 0;
}

static int parse_phase(const struct irqscope_setting *setting, const char *text,
		       struct irqscope_config *config)
{
	if (!sysfs_streq(text, "fixed") && !sysfs_streq(text, "random"))
		return -EINVAL;
	config->phase_random = sysfs_streq(text, "random");
	return 0;
}

static int show_phase(const struct irqscope_setting *setting,
		      const struct irqscope_config *config, char *page)
{
	return sysfs_emit(page, "%s\n", config->phase_random ? "random" : "fixed");
}

static int parse_cpus(const struct irqscope_setting *setting, const char *text,
		      struct irqscope_config *config)
{
	cpumask_var_t cpus;
	int ret = 0;

	if (sysfs_streq(text, "all")) {
		config->all_cpus = true;
		return 0;
	}
	if (!alloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	if (cpulist_parse(text, cpus) || cpumask_empty(cpus) ||
	    !cpumask_subset(cpus, cpu_online_mask)) {
		ret = -EINVAL;
	} else {
		cpumask_copy(&config->cpus, cpus);
		config->all_cpus = false;
	}
	free_cpumask_var(cpus);
	return ret;
}

static int show_cpus(const struct irqscope_setting *setting,
		     const struct irqscope_config *config, char *page)
{
	return sysfs_emit(page, "%*pbl\n",
			  cpumask_pr_args(config->all_cpus ? cpu_online_mask :
							     &config->cpus));
}

/* The stage of a name, or IRQSCOPE_STAGES. */
static unsigned int stage_find(const char *name)
{
	unsigned int stage;

	for (stage = 0; stage < IRQSCOPE_STAGES; stage++)
		if (!strcmp(irqscope_stage_names[stage], name))
			break;
	return stage;
}

/* Give each word of a list with commas or blanks to @take; a wrong one ends it. */
static int parse_list(const char *text, void *to, int (*take)(char *word, void *to))
{
	char *copy, *rest, *word;
	int ret = 0;

	copy = kstrdup(text, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	rest = copy;
	while (!ret && (word = strsep(&rest, ", \t\n")))
		if (*word)
			ret = take(word, to);
	kfree(copy);
	return ret;
}

static int take_stage(char *word, void *to)
{
	const unsigned int stage = stage_find(word);
	u32 *stages = to;

	if (stage == IRQSCOPE_STAGES)
		return -EINVAL;
	*stages |= BIT(stage);
	return 0;
}

static int parse_stages(const struct irqscope_setting *setting, const char *text,
			struct irqscope_config *config)
{
	u32 stages = 0;
	int ret = parse_list(text, &stages, take_stage);

	if (!ret && !stages)
		ret = -EINVAL;
	/* What a user task reads is there. */
	if (!ret && stages & BIT(IRQSCOPE_USER) && !IS_ENABLED(CONFIG_DEBUG_FS))
		ret = -EOPNOTSUPP;
	if (!ret)
		config->stages = stages;
	return ret;
}

#define THRESHOLD_US_MAX	10000000

/* Thresholds as they are read from a list, and for which stages. */
struct threshold_list {
	u32 us[IRQSCOPE_STAGES];
	u32 stages;
};

static int take_threshold(char *word, void *to)
{
	struct threshold_list *list = to;
	char *number = word, *name = strsep(&number, ":");
	const unsigned int stage = stage_find(name);
	s32 us;

	/* What is no latency, or no stage at all, has none. */
	if (stage >= IRQSCOPE_LATENCIES || !number || list->stages & BIT(stage) ||
	    irqscope_parse_number(number, 0, THRESHOLD_US_MAX, &us))
		return -EINVAL;
	list->us[stage] = us;
	list->stages |= BIT(stage);
	return 0;
}

/* One number for all stages that can have one, or a list with one for each that has. */
static int parse_thresholds(const struct irqscope_setting *setting, const char *text,
			    struct irqscope_config *config)
{
	struct threshold_list list = {};
	unsigned int stage;
	s32 us;
	int ret;

	if (!irqscope_parse_number(text, 0, THRESHOLD_US_MAX, &us)) {
		for (stage = 0; stage < IRQSCOPE_LATENCIES; stage++)
			config->threshold_us[stage] = us;
		return 0;
	}
	ret = parse_list(text, &list, take_threshold);
	if (!ret && !list.stages)
		ret = -EINVAL;
	if (!ret)
		memcpy(config->threshold_us, list.us, sizeof(list.us));
	return ret;
}

/**
 * irqscope_stages_print() - print the names of stages with blanks between
 * @stages: mask of the stages
 * @buf: where to
 * @size: bytes there
 *
 * Return: number of characters.
 */
int irqscope_stages_print(u32 stages, char *buf, size_t size)
{
	unsigned int stage;
	int len = 0;

	for (stage = 0; stage < IRQSCOPE_STAGES; stage++)
		if (stages & BIT(stage))
			len += scnprintf(buf + len, size - len, "%s%s",
					 len ? " " : "", irqscope_stage_names[stage]);
	return len;
}

/**
 * irqscope_thresholds_print() - print thresholds as the setting takes them
 * @threshold_us: one for each stage
 * @buf: where to
 * @size: bytes there
 *
 * Return: number of characters.
 */
int irqscope_thresholds_print(const u32 *threshold_us, char *buf, size_t size)
{
	unsigned int stage;
	bool same = true;
	int len = 0;

	for (stage = 1; stage < IRQSCOPE_LATENCIES; stage++)
		same = same && threshold_us[stage] == threshold_us[0];
	if (same)
		return scnprintf(buf, size, "%u", threshold_us[0]);
	for (stage = 0; stage < IRQSCOPE_STAGES; stage++)
		if (threshold_us[stage])
			len += scnprintf(buf + len, size - len, "%s%s:%u", len ? " " : "",
					 irqscope_stage_names[stage], threshold_us[stage]);
	return len;
}

static int show_thresholds(const struct irqscope_setting *setting,
			   const struct irqscope_config *config, char *page)
{
	int len = irqscope_thresholds_print(config->threshold_us, page, PAGE_SIZE - 1);

	return len + sysfs_emit_at(page, len, "\n");
}

static int show_stages(const struct irqscope_setting *setting,
		       const struct irqscope_config *config, char *page)
{
	int len = irqscope_stages_print(config->stages, page, PAGE_SIZE - 1);

	return len + sysfs_emit_at(page, len, "\n");
}

#define NUMBER(_name, _min, _max, _allowed)				\
const struct irqscope_setting irqscope_setting_##_name = {		\
	.name = #_name, .allowed = _allowed,				\
	.parse = parse_number, .show = show_number,			\
	.min = _min, .max = _max,					\
	.offset = offsetof(struct irqscope_config, _name),		\
}

NUMBER(period_us, 50, 1000000, "a number from 50 to 1000000");
NUMBER(warmup_ms, 0, 60000, "a number from 0 to 60000");
NUMBER(stop_on_outlier, 0, 1, "0 or 1");
NUMBER(trial_settle_ms, 0, 10000, "a number from 0 to 10000");
NUMBER(hold_idle_us, -1, 1000000, "-1 for none or a number to 1000000");
NUMBER(mem_kib, 1, 4096, "a number from 1 to 4096");

const struct irqscope_setting irqscope_setting_cpus = {
	.name = "cpus", .allowed = "\"all\" or a list of CPUs that are online",
	.parse = parse_cpus, .show = show_cpus,
};

const struct irqscope_setting irqscope_setting_phase = {
	.name = "phase", .allowed = "\"fixed\" or \"random\"",
	.parse = parse_phase, .show = show_phase,
};

const struct irqscope_setting irqscope_setting_stages = {
	.name = "stages",
	.allowed = IS_ENABLED(CONFIG_DEBUG_FS) ?
		   "a list of: irq softirq thread work user mem" :
		   "a list of: irq softirq thread work mem (user needs debugfs, which this kernel lacks)",
	.parse = parse_stages, .show = show_stages,
};

const struct irqscope_setting irqscope_setting_threshold_us = {
	.name = "threshold_us",
	.allowed = "a number from 0 to 10000000, or a list like irq:50 thread:100 (mem: none)",
	.parse = parse_thresholds, .show = show_thresholds,
};

const struct irqscope_setting irqscope_setting_thread_priority = {
	.name = "thread_priority",
	.allowed = IRQSCOPE_ANY_PRIORITY ? "a number from 1 to 99" :
		   "1 or 50, the priorities that a module can set in this kernel",
	.parse = parse_priority, .show = show_number, .min = 1, .max = 99,
	.offset = offsetof(struct irqscope_config, thread_priority),
};

const struct irqscope_setting irqscope_setting_bucket_ns = {
	.name = "bucket_ns", .allowed = "a divisor of 1000 from 50 to 1000",
	.parse = parse_bucket, .show = show_number,
	.min = IRQSCOPE_HIST_BUCKET_NS_MIN, .max = IRQSCOPE_HIST_BUCKET_NS_MAX,
	.offset = offsetof(struct irqscope_config, bucket_ns),
};

/**
 * irqscope_setting_parse() - read a value and say what is wrong with it
 * @setting: which setting
 * @text: the value
 * @config: changed on success only
 *
 * Context: process.
 * Return: 0, -EINVAL, -EOPNOTSUPP or -ENOMEM.
 */
int irqscope_setting_parse(const struct irqscope_setting *setting,
			   const char *text, struct irqscope_config *config)
{
	int ret = setting->parse(setting, text, config);

	if (ret == -EINVAL || ret == -EOPNOTSUPP)
		irqscope_complain(setting->name, text, setting->allowed);
	return ret;
}
