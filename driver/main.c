// SPDX-License-Identifier: GPL-2.0
/* Load and unload, and the order of both. */
#include <linux/init.h>
#include <linux/module.h>

#include <irqscope_version.h>

#include "clock.h"
#include "clock_probe.h"
#include "conditions.h"
#include "control.h"
#include "debugfs.h"
#include "mem.h"
#include "outlier.h"
#include "qos/qos.h"
#include "recorder.h"
#include "sampler.h"
#include "trial.h"

/* A run has ended. */
static void run_stops(void)
{
	irqscope_clock_run_stops();
	irqscope_trial_run_stops();
}

static const struct irqscope_run_hooks run_hooks = {
	.start	= irqscope_clock_run_starts,
	.stop	= run_stops,
	.clear	= irqscope_trial_run_clears,
};

static int __init irqscope_init(void)
{
	int ret;

	ret = irqscope_sampler_init(&irqscope_control_on_halt);
	if (ret)
		return ret;
	/* First what is to be measured, then the measuring. */
	ret = irqscope_qos_init();
	if (ret)
		goto exit_sampler;
	ret = irqscope_control_init(&run_hooks);
	if (ret)
		goto exit_qos;
	irqscope_clock_probe_init();
	irqscope_debugfs_init();
	irqscope_conditions_log();
	return 0;

exit_qos:
	irqscope_qos_exit();
exit_sampler:
	irqscope_sampler_exit();
	irqscope_recorder_close();
	irqscope_outliers_close();
	irqscope_mem_close();
	return ret;
}

static void __exit irqscope_exit(void)
{
	irqscope_debugfs_exit();
	irqscope_clock_probe_exit();
	irqscope_control_exit();
	irqscope_qos_exit();
	irqscope_sampler_exit();
	irqscope_recorder_close();
	irqscope_outliers_close();
	irqscope_mem_close();
}

module_init(irqscope_init);
module_exit(irqscope_exit);

MODULE_DESCRIPTION("hrtimer-driven interrupt latency, measured in the kernel on every CPU");
MODULE_LICENSE("GPL");
MODULE_VERSION(IRQSCOPE_VERSION);
