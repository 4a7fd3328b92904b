/* SPDX-License-Identifier: GPL-2.0 */
/* Outliers as text. */
#ifndef IRQSCOPE_OUTLIER_REPORT_H
#define IRQSCOPE_OUTLIER_REPORT_H

#include <linux/types.h>

char *irqscope_outlier_report(size_t *len);

#endif /* IRQSCOPE_OUTLIER_REPORT_H */
