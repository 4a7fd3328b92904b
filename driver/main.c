// SPDX-License-Identifier: GPL-2.0
/* Load and unload, and the order of both. */
#include <linux/init.h>
#include <linux/module.h>

#include "clock.h"
#include "conditions.h"
#include "control.h"
#include "debugfs.h"
#include "recorder.h"
#include "sampler.h"

static int __init irqscope_init(void)
{
	int ret;

	ret = irqscope_sampler_init();
	if (ret)
		return ret;
	ret = irqscope_control_init(irqscope_clock_run_starts);
	if (ret) {
		irqscope_sampler_exit();
		irqscope_recorder_close();
		return ret;
	}
	irqscope_debugfs_init();
	irqscope_conditions_log();
	return 0;
}

static void __exit irqscope_exit(void)
{
	irqscope_debugfs_exit();
	irqscope_control_exit();
	irqscope_sampler_exit();
	irqscope_recorder_close();
}

module_init(irqscope_init);
module_exit(irqscope_exit);

MODULE_DESCRIPTION("hrtimer-driven interrupt latency, measured in the kernel on every CPU");
MODULE_LICENSE("GPL");
