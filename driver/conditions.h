/* SPDX-License-Identifier: GPL-2.0 */
/* Under which conditions the numbers were taken. */
#ifndef IRQSCOPE_CONDITIONS_H
#define IRQSCOPE_CONDITIONS_H

#include "clock.h"
#include "control.h"

#define IRQSCOPE_CONDITIONS_SIZE	8192

int irqscope_conditions_print(char *buf, size_t size,
			      const struct irqscope_run_info *run,
			      const struct irqscope_run_clock *clock);
void irqscope_conditions_log(void);

#endif /* IRQSCOPE_CONDITIONS_H */
