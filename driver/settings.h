/* SPDX-License-Identifier: GPL-2.0 */
/* The settings as text: sysfs files and module parameters. */
#ifndef IRQSCOPE_SETTINGS_H
#define IRQSCOPE_SETTINGS_H

#include "config.h"

/**
 * struct irqscope_setting - a setting as text
 * @name: name of the file and of the parameter
 * @allowed: what values it takes, for messages
 * @parse: read a value into a configuration; -EINVAL, -EOPNOTSUPP or -ENOMEM,
 *	and the configuration is as before
 * @show: print the value and a newline into a page
 * @min: least value, for numbers
 * @max: greatest value, for numbers
 * @offset: where a number is in struct irqscope_config
 */
struct irqscope_setting {
	const char *name;
	const char *allowed;
	int (*parse)(const struct irqscope_setting *setting, const char *text,
		     struct irqscope_config *config);
	int (*show)(const struct irqscope_setting *setting,
		    const struct irqscope_config *config, char *page);
	s32 min;
	s32 max;
	size_t offset;
};

extern const struct irqscope_setting irqscope_setting_cpus;
extern const struct irqscope_setting irqscope_setting_period_us;
extern const struct irqscope_setting irqscope_setting_phase;
extern const struct irqscope_setting irqscope_setting_stages;
extern const struct irqscope_setting irqscope_setting_thread_priority;
extern const struct irqscope_setting irqscope_setting_warmup_ms;
extern const struct irqscope_setting irqscope_setting_threshold_us;
extern const struct irqscope_setting irqscope_setting_stop_on_outlier;
extern const struct irqscope_setting irqscope_setting_hold_idle_us;
extern const struct irqscope_setting irqscope_setting_bucket_ns;
extern const struct irqscope_setting irqscope_setting_mem_kib;
extern const struct irqscope_setting irqscope_setting_trial_settle_ms;

int irqscope_setting_parse(const struct irqscope_setting *setting,
			   const char *text, struct irqscope_config *config);
int irqscope_parse_number(const char *text, s32 min, s32 max, s32 *value);
void irqscope_complain(const char *name, const char *text, const char *allowed);
int irqscope_stages_print(u32 stages, char *buf, size_t size);
int irqscope_thresholds_print(const u32 *threshold_us, char *buf, size_t size);

#endif /* IRQSCOPE_SETTINGS_H */
