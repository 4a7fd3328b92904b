// SPDX-License-Identifier: GPL-2.0
/*
 * stats/cpu<N>/<stage>/: the results in sysfs, one value per file, for kernels
 * without debugfs and for scripts.
 *
 * A directory is told from another by its name alone, so the kernel's own
 * kobjects do, and nothing of this module has to outlive it.
 */
#include <linux/kobject.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "recorder.h"
#include "stats.h"

/* "stats", then one for each CPU, then one for each CPU and stage. */
static struct kobject **stats_kobjects;
static unsigned int stats_count;

/* Read the counters that the directory @kobj shows. */
static int stats_read(struct kobject *kobj, unsigned int *cpu,
		      struct irqscope_counters *counters)
{
	unsigned int stage;

	if (sscanf(kobject_name(kobj->parent), "cpu%u", cpu) != 1)
		return -ENOENT;
	for (stage = 0; stage < IRQSCOPE_STAGES; stage++)
		if (!strcmp(kobject_name(kobj), irqscope_stage_names[stage]))
			return irqscope_recorder_read(*cpu, stage, counters, NULL);
	return -ENOENT;
}

/* A file that shows @value, drawn from the counters @n of @cpu. */
#define STAT(_name, _value)						\
static ssize_t _name##_show(struct kobject *kobj,			\
			    struct kobj_attribute *attr, char *buf)	\
{									\
	struct irqscope_counters n;					\
	unsigned int cpu;						\
	int ret = stats_read(kobj, &cpu, &n);				\
									\
	return ret ? ret : sysfs_emit(buf, "%llu\n", (u64)(_value));	\
}									\
									\
static struct kobj_attribute _name##_attr = __ATTR_RO(_name)

STAT(count, n.count);
STAT(min_ns, n.min_ns);
STAT(mean_ns, n.count ? div64_u64(n.sum_ns, n.count) : 0);
STAT(max_ns, n.max_ns);
STAT(early, n.early);
STAT(busy, n.busy);

static ssize_t missed_show(struct kobject *kobj, struct kobj_attribute *attr,
			   char *buf)
{
	struct irqscope_counters n;
	unsigned int cpu;
	u64 missed;
	int ret = stats_read(kobj, &cpu, &n);

	if (!ret)
		ret = irqscope_recorder_read_missed(cpu, &missed);
	return ret ? ret : sysfs_emit(buf, "%llu\n", missed);
}

static struct kobj_attribute missed_attr = __ATTR_RO(missed);

static struct attribute *stats_attrs[] = {
	&count_attr.attr,
	&min_ns_attr.attr,
	&mean_ns_attr.attr,
	&max_ns_attr.attr,
	&early_attr.attr,
	&missed_attr.attr,
	&busy_attr.attr,
	NULL
};

static const struct attribute_group stats_group = {
	.attrs = stats_attrs,
};

/* Make one directory and remember it. */
static struct kobject *stats_directory(const char *name, struct kobject *parent)
{
	struct kobject *kobj = kobject_create_and_add(name, parent);

	if (kobj)
		stats_kobjects[stats_count++] = kobj;
	return kobj;
}

/* Make the directories of one CPU. */
static int stats_create_cpu(struct kobject *parent, unsigned int cpu, u32 stages)
{
	struct kobject *kobj;
	unsigned int stage;
	char name[16];
	int ret;

	snprintf(name, sizeof(name), "cpu%u", cpu);
	parent = stats_directory(name, parent);
	if (!parent)
		return -ENOMEM;
	for (stage = 0; stage < IRQSCOPE_STAGES; stage++) {
		if (!(stages & BIT(stage)))
			continue;
		kobj = stats_directory(irqscope_stage_names[stage], parent);
		if (!kobj)
			return -ENOMEM;
		ret = sysfs_create_group(kobj, &stats_group);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * irqscope_stats_create() - show the results of a run
 * @parent: where the directory stats is made
 * @cpus: CPUs of the run
 * @stages: mask of its stages
 *
 * Context: process; not from a file in the directory.
 * Return: 0; a negative error, and there is no directory.
 */
int irqscope_stats_create(struct kobject *parent, const struct cpumask *cpus,
			  u32 stages)
{
	struct kobject *root;
	unsigned int cpu;
	int ret = -ENOMEM;

	stats_kobjects = kcalloc(1 + cpumask_weight(cpus) * (1 + hweight32(stages)),
				 sizeof(*stats_kobjects), GFP_KERNEL);
	if (!stats_kobjects)
		return -ENOMEM;

	root = stats_directory("stats", parent);
	if (!root)
		goto remove;
	for_each_cpu(cpu, cpus) {
		ret = stats_create_cpu(root, cpu, stages);
		if (ret)
			goto remove;
	}
	return 0;
remove:
	irqscope_stats_remove();
	return ret;
}

/**
 * irqscope_stats_remove() - remove the directories, waiting for their readers
 *
 * Context: process; not from a file in the directory.
 */
void irqscope_stats_remove(void)
{
	/* Children before their parents. */
	while (stats_count) {
		struct kobject *kobj = stats_kobjects[--stats_count];

		kobject_del(kobj);
		kobject_put(kobj);
	}
	kfree(stats_kobjects);
	stats_kobjects = NULL;
}
