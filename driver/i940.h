/* SPDX-License-Identifier: GPL-2.0 */
/* Erratum i940 of DRA7 and AM57xx. */
#ifndef IRQSCOPE_I940_H
#define IRQSCOPE_I940_H

#include <linux/types.h>

#include "clock.h"

void irqscope_i940_print(const struct irqscope_clock *clock, char *buf, size_t size);

#endif /* IRQSCOPE_I940_H */
