/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the injector share. */
#ifndef IRQSCOPE_INJECT_H
#define IRQSCOPE_INJECT_H

#include <linux/types.h>

/* Keep interrupts off for a time; returns how long it was. */
u64 irqscope_inject_irqs_off(u64 length_ns);

void inject_watch_exit(void);

#endif /* IRQSCOPE_INJECT_H */
