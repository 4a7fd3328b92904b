/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the injector share. */
#ifndef IRQSCOPE_INJECT_H
#define IRQSCOPE_INJECT_H

void inject_watch_exit(void);

#endif /* IRQSCOPE_INJECT_H */
