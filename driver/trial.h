/* SPDX-License-Identifier: GPL-2.0 */
/* Trials: the same run under two settings in turns. */
#ifndef IRQSCOPE_TRIAL_H
#define IRQSCOPE_TRIAL_H

#include <linux/fs.h>
#include <uapi/irqscope.h>

#include "control.h"

extern const struct file_operations irqscope_trial_fops;

/* With the state of runs held still. */
bool irqscope_trial_get(const struct irqscope_run_info *run, struct irqscope_trial *to);

void irqscope_trial_run_stops(void);
void irqscope_trial_run_clears(void);

#endif /* IRQSCOPE_TRIAL_H */
