/* SPDX-License-Identifier: GPL-2.0 */
/* All that there is to say about the clock. */
#ifndef IRQSCOPE_CLOCK_REPORT_H
#define IRQSCOPE_CLOCK_REPORT_H

#include <linux/types.h>

char *irqscope_clock_report(u32 bucket_ns, size_t *len);

#endif /* IRQSCOPE_CLOCK_REPORT_H */
