/* SPDX-License-Identifier: GPL-2.0 */
/* Snapshots as text. */
#ifndef IRQSCOPE_REPORT_H
#define IRQSCOPE_REPORT_H

#include <linux/seq_file.h>

#include "snapshot.h"

void irqscope_report_summary(struct seq_file *m, const struct irqscope_snapshot *s);
void irqscope_report_hist(struct seq_file *m, const struct irqscope_snapshot *s);

#endif /* IRQSCOPE_REPORT_H */
