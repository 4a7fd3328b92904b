// SPDX-License-Identifier: GPL-2.0
/*
 * Control: the platform device with its files, the module parameters of the
 * same names, and what they do: change settings, start, stop and clear runs.
 *
 * Locks, outermost first: control_lock, those of a file in sysfs that is read,
 * cpus_read_lock(), the recorder's own. So what shows a file of ours in sysfs must
 * not take control_lock, but config_lock, under which nothing else is taken.
 * The hotplug callbacks of the sampler take none of them: a run starts and
 * stops under cpus_read_lock() only, which keeps them out.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/pm_qos.h>
#include <linux/suspend.h>
#include <linux/timekeeping.h>

#include "compat.h"
#include "control.h"
#include "mem.h"
#include "outlier.h"
#include "recorder.h"
#include "sampler.h"
#include "settings.h"
#include "stages.h"
#include "stats.h"

static DEFINE_MUTEX(control_lock);
/* Guards control_config where control_lock is not held; writers hold both. */
static DEFINE_MUTEX(config_lock);
/* Settings of the next run; parameters may change them before init. */
static struct irqscope_config control_config = {
	.all_cpus	 = true,
	.stages		 = BIT(IRQSCOPE_IRQ) | BIT(IRQSCOPE_THREAD),
	.period_us	 = 1000,
	.thread_priority = IRQSCOPE_DEFAULT_PRIORITY,
	.warmup_ms	 = 1000,
	.hold_idle_us	 = -1,
	.bucket_ns	 = 250,
	.mem_kib	 = 32,
	.trial_settle_ms = 100,
};

static struct irqscope_run_info control_run;
static const struct irqscope_run_hooks *control_hooks;
static struct pm_qos_request control_hold_idle;
static struct platform_device *control_device;

/* Hold the CPUs' idle states as the run wants it; undone by release_idle(). */
static void hold_idle(const struct irqscope_config *config)
{
	if (config->hold_idle_us >= 0)
		cpu_latency_qos_add_request(&control_hold_idle,
					    config->hold_idle_us);
}

static void release_idle(const struct irqscope_config *config)
{
	if (config->hold_idle_us >= 0)
		cpu_latency_qos_remove_request(&control_hold_idle);
}

/* End the run, if there is one; its data stay. */
static void run_stop(void)
{
	struct irqscope_run_info *run = &control_run;

	lockdep_assert_held(&control_lock);
	if (!run->running)
		return;
	cpus_read_lock();
	irqscope_sampler_stop();
	cpus_read_unlock();
	release_idle(&run->config);
	run->stop_ns = ktime_get_ns();
	control_hooks->stop();
	run->running = false;
}

/* An outlier may have ended the run by itself: see to the rest of that. */
static void run_settle(void)
{
	if (irqscope_stages_halted())
		run_stop();
}

static void control_halt(struct work_struct *unused)
{
	mutex_lock(&control_lock);
	run_settle();
	mutex_unlock(&control_lock);
}

/* What the sampler has done when an outlier has ended the run. */
struct work_struct irqscope_control_on_halt =
	__WORK_INITIALIZER(irqscope_control_on_halt, control_halt);

/* Is there a stage that is recorded and has a threshold? */
static bool has_threshold(const struct irqscope_config *config)
{
	unsigned int stage;

	for (stage = 0; stage < IRQSCOPE_STAGES; stage++)
		if (config->stages & BIT(stage) && config->threshold_us[stage])
			return true;
	return false;
}

/* Make an empty store for the run, under cpus_read_lock(). */
static int open_stores(const struct irqscope_config *config, const struct cpumask *cpus)
{
	int ret = irqscope_recorder_open(cpus, irqscope_stages_recorded(config->stages),
					 config->bucket_ns);

	if (ret)
		return ret;
	ret = irqscope_outliers_open(has_threshold(config) ? cpus : cpu_none_mask,
				     irqscope_recorder_epoch());
	if (!ret)
		ret = irqscope_mem_open(config->stages & BIT(IRQSCOPE_MEM) ? cpus : cpu_none_mask,
					config->mem_kib);
	/* The numbers of the last run are gone, and with them its CPUs. */
	if (ret)
		irqscope_sampler_forget();
	return ret;
}

/* Begin a run with the current settings; the data of the last one go. */
static int run_start(void)
{
	struct irqscope_run_info *run = &control_run;
	int ret;

	lockdep_assert_held(&control_lock);
	run_settle();
	if (run->running) {
		pr_err("run: a run is going on; write 0 to end it\n");
		return -EBUSY;
	}

	/*
	 * The hooks may read sysfs, whose files take locks of their own: not
	 * within cpus_read_lock(), which is taken under some of those.
	 */
	control_hooks->start();
	cpus_read_lock();
	ret = open_stores(&control_config, control_config.all_cpus ? cpu_online_mask :
								     &control_config.cpus);
	if (ret)
		goto unlock;

	run->config = control_config;
	cpumask_copy(&run->cpus, control_config.all_cpus ? cpu_online_mask :
							   &control_config.cpus);
	irqscope_stats_remove();
	ret = irqscope_stats_create(&control_device->dev.kobj, &run->cpus,
				    run->config.stages);
	if (ret) {
		irqscope_sampler_forget();
		goto unlock;
	}

	hold_idle(&run->config);
	run->generation++;
	run->stop_ns = 0;
	run->start_real_ns = ktime_get_real_ns();
	run->start_ns = ktime_get_ns();
	ret = irqscope_sampler_start(&run->config, &run->cpus, run->start_ns);
	if (ret) {
		release_idle(&run->config);
		run->stop_ns = ktime_get_ns();
		goto unlock;
	}
	run->running = true;
unlock:
	cpus_read_unlock();
	if (ret) {
		control_hooks->stop();
		pr_err("run: could not start: error %d\n", ret);
	}
	return ret;
}

/* Clear the data, while running or not. */
static int run_clear(void)
{
	int ret;

	cpus_read_lock();
	ret = irqscope_recorder_clear();
	if (!ret)
		irqscope_outliers_clear(irqscope_recorder_epoch());
	cpus_read_unlock();
	if (!ret)
		control_hooks->clear();
	return ret;
}

/**
 * irqscope_run_lock() - hold the state of runs still
 *
 * Until irqscope_run_unlock() no run starts, stops or is cleared.
 *
 * Context: process.
 * Return: the current or last run.
 */
const struct irqscope_run_info *irqscope_run_lock(void)
{
	mutex_lock(&control_lock);
	run_settle();
	return &control_run;
}

/**
 * irqscope_run_unlock() - undo irqscope_run_lock()
 */
void irqscope_run_unlock(void)
{
	mutex_unlock(&control_lock);
}

/* What has a zero byte in it, or was cut into pages, is not what it seems. */
static bool is_text(const char *name, const char *buf, size_t count)
{
	if (strnlen(buf, count) == count && count < PAGE_SIZE)
		return true;
	irqscope_complain(name, buf, "text without zero bytes and shorter than a page");
	return false;
}

struct setting_attribute {
	struct device_attribute attr;
	const struct irqscope_setting *setting;
};

static const struct irqscope_setting *setting_of(struct device_attribute *attr)
{
	return container_of(attr, struct setting_attribute, attr)->setting;
}

static ssize_t setting_show(struct device *dev, struct device_attribute *attr,
			    char *buf)
{
	const struct irqscope_setting *setting = setting_of(attr);
	ssize_t len;

	mutex_lock(&config_lock);
	len = setting->show(setting, &control_config, buf);
	mutex_unlock(&config_lock);
	return len;
}

static ssize_t setting_store(struct device *dev, struct device_attribute *attr,
			     const char *buf, size_t count)
{
	const struct irqscope_setting *setting = setting_of(attr);
	int ret = -EINVAL;

	mutex_lock(&control_lock);
	run_settle();
	if (control_run.running) {
		pr_err("%s: not while a run is going on\n", setting->name);
		ret = -EBUSY;
	} else if (is_text(setting->name, buf, count)) {
		mutex_lock(&config_lock);
		ret = irqscope_setting_parse(setting, buf, &control_config);
		mutex_unlock(&config_lock);
	}
	mutex_unlock(&control_lock);
	return ret ? ret : count;
}

/* A parameter is parsed as the file is, before anything else is up. */
static int setting_param_set(const char *text, const struct kernel_param *param)
{
	return irqscope_setting_parse(param->arg, text, &control_config);
}

static const struct kernel_param_ops setting_param_ops = {
	.set = setting_param_set,
};

#define SETTING(_name)							\
static struct setting_attribute setting_##_name = {			\
	.attr = __ATTR(_name, 0644, setting_show, setting_store),	\
	.setting = &irqscope_setting_##_name,				\
};									\
module_param_cb(_name, &setting_param_ops,				\
		(void *)&irqscope_setting_##_name, 0)

SETTING(cpus);
MODULE_PARM_DESC(cpus, "list of CPUs to measure (default: all online)");
SETTING(period_us);
MODULE_PARM_DESC(period_us, "sampling period in us, 50 to 1000000 (default 1000)");
SETTING(phase);
MODULE_PARM_DESC(phase, "fixed or random expiry within the period (default fixed)");
SETTING(stages);
MODULE_PARM_DESC(stages, "stages to record: irq,softirq,thread,work,user,mem (default irq,thread)");
SETTING(thread_priority);
MODULE_PARM_DESC(thread_priority, "SCHED_FIFO priority of the stage thread, 1 to 99 (default 95; before Linux 5.15: 50)");
SETTING(warmup_ms);
MODULE_PARM_DESC(warmup_ms, "start of a run that is not recorded, in ms, 0 to 60000 (default 1000)");
SETTING(threshold_us);
MODULE_PARM_DESC(threshold_us, "latency beyond which a sample is an outlier, in us, to 10000000, or a list like irq:50,thread:100 (default 0: none)");
SETTING(stop_on_outlier);
MODULE_PARM_DESC(stop_on_outlier, "1: the first outlier ends the run (default 0)");
SETTING(hold_idle_us);
MODULE_PARM_DESC(hold_idle_us, "CPU latency QoS held while running, in us, to 1000000 (default -1: none)");
SETTING(bucket_ns);
MODULE_PARM_DESC(bucket_ns, "width of the linear buckets in ns, a divisor of 1000 from 50 to 1000 (default 250)");
SETTING(mem_kib);
MODULE_PARM_DESC(mem_kib, "what the stage mem reads, in KiB, 1 to 4096 (default 32)");
SETTING(trial_settle_ms);
MODULE_PARM_DESC(trial_settle_ms, "start of each block of a trial that is not recorded, in ms, 0 to 10000 (default 100)");

static int run_parse(const char *text, bool *on)
{
	s32 value;

	if (irqscope_parse_number(text, 0, 1, &value)) {
		irqscope_complain("run", text, "0 or 1");
		return -EINVAL;
	}
	*on = value;
	return 0;
}

static bool control_run_at_load;

static int run_param_set(const char *text, const struct kernel_param *param)
{
	return run_parse(text, &control_run_at_load);
}

static const struct kernel_param_ops run_param_ops = {
	.set = run_param_set,
};

module_param_cb(run, &run_param_ops, NULL, 0);
MODULE_PARM_DESC(run, "1: start a run at once (default 0)");

static ssize_t run_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%d\n", READ_ONCE(control_run.running) && !irqscope_stages_halted());
}

static ssize_t run_store(struct device *dev, struct device_attribute *attr,
			 const char *buf, size_t count)
{
	bool on;
	int ret;

	if (!is_text("run", buf, count))
		return -EINVAL;
	ret = run_parse(buf, &on);
	if (ret)
		return ret;
	mutex_lock(&control_lock);
	if (on)
		ret = run_start();
	else
		run_stop();
	mutex_unlock(&control_lock);
	return ret ? ret : count;
}
static DEVICE_ATTR_RW(run);

static ssize_t reset_store(struct device *dev, struct device_attribute *attr,
			   const char *buf, size_t count)
{
	s32 value;
	int ret;

	if (!is_text("reset", buf, count))
		return -EINVAL;
	if (irqscope_parse_number(buf, 1, 1, &value)) {
		irqscope_complain("reset", buf, "1");
		return -EINVAL;
	}
	mutex_lock(&control_lock);
	ret = run_clear();
	mutex_unlock(&control_lock);
	return ret ? ret : count;
}
static DEVICE_ATTR_WO(reset);

static struct attribute *control_attrs[] = {
	&dev_attr_run.attr,
	&dev_attr_reset.attr,
	&setting_cpus.attr.attr,
	&setting_period_us.attr.attr,
	&setting_phase.attr.attr,
	&setting_stages.attr.attr,
	&setting_thread_priority.attr.attr,
	&setting_warmup_ms.attr.attr,
	&setting_threshold_us.attr.attr,
	&setting_stop_on_outlier.attr.attr,
	&setting_hold_idle_us.attr.attr,
	&setting_bucket_ns.attr.attr,
	&setting_mem_kib.attr.attr,
	&setting_trial_settle_ms.attr.attr,
	NULL
};
ATTRIBUTE_GROUPS(control);

/* Make the platform device, with its files from the first moment on. */
static int device_create_with_files(void)
{
	int ret;

	control_device = platform_device_alloc(IRQSCOPE_NAME, PLATFORM_DEVID_NONE);
	if (!control_device)
		return -ENOMEM;
	control_device->dev.groups = control_groups;
	ret = platform_device_add(control_device);
	if (ret)
		platform_device_put(control_device);
	return ret;
}

/* A system on its way to sleep and back has no latencies worth a sample. */
static int control_sleep(struct notifier_block *nb, unsigned long event,
			 void *unused)
{
	bool pause = event == PM_SUSPEND_PREPARE ||
		     event == PM_HIBERNATION_PREPARE ||
		     event == PM_RESTORE_PREPARE;
	bool resume = event == PM_POST_SUSPEND ||
		      event == PM_POST_HIBERNATION ||
		      event == PM_POST_RESTORE;

	if (!pause && !resume)
		return NOTIFY_DONE;
	mutex_lock(&control_lock);
	cpus_read_lock();
	irqscope_sampler_pause(pause);
	cpus_read_unlock();
	mutex_unlock(&control_lock);
	return NOTIFY_DONE;
}

static struct notifier_block control_sleep_notifier = {
	.notifier_call = control_sleep,
};

/**
 * irqscope_control_init() - make the device; start a run if one is asked for
 * @hooks: what others do when runs begin and end
 *
 * Context: process.
 * Return: 0 or a negative error.
 */
int __init irqscope_control_init(const struct irqscope_run_hooks *hooks)
{
	int ret;

	control_hooks = hooks;
	control_run.config = control_config;
	ret = register_pm_notifier(&control_sleep_notifier);
	if (ret)
		return ret;
	ret = device_create_with_files();
	if (ret) {
		unregister_pm_notifier(&control_sleep_notifier);
		return ret;
	}
	if (control_run_at_load) {
		mutex_lock(&control_lock);
		ret = run_start();
		mutex_unlock(&control_lock);
		if (ret)
			irqscope_control_exit();
	}
	return ret;
}

/**
 * irqscope_control_exit() - undo irqscope_control_init(), ending a run
 *
 * Context: process.
 */
void irqscope_control_exit(void)
{
	/* The files go first: after them nobody can start a run. */
	platform_device_unregister(control_device);
	unregister_pm_notifier(&control_sleep_notifier);
	mutex_lock(&control_lock);
	run_stop();
	mutex_unlock(&control_lock);
	cancel_work_sync(&irqscope_control_on_halt);
	irqscope_stats_remove();
}
