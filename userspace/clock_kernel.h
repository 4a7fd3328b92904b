/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_CLOCK_KERNEL_H
#define READER_CLOCK_KERNEL_H

#include "clock_lines.h"

#define CLOCK_NAME_LEN	128

/**
 * struct clock_event - the clock event device of a CPU, as sysfs names it
 * @cpu: the CPU
 * @device: the name
 */
struct clock_event {
	unsigned long long cpu;
	char device[CLOCK_NAME_LEN];
};

/**
 * struct clock_kernel - what the kernel says about its clock
 * @bytes: the module's report, as it was read
 * @lines: its lines; none if there is no report
 * @missing: what there is instead of a report, for people, or NULL
 * @current: the clock that sysfs names; empty if it names none
 * @available: those that sysfs offers, separated by blanks
 * @event: the clock event devices, allocated
 * @event_count: how many
 */
struct clock_kernel {
	struct bytes bytes;
	struct clock_lines lines;
	const char *missing;
	char current[CLOCK_NAME_LEN];
	char available[SOURCE_VALUE_LEN];
	struct clock_event *event;
	size_t event_count;
};

int clock_kernel_read(struct clock_kernel *kernel, const char *root);
void clock_kernel_free(struct clock_kernel *kernel);

#endif /* READER_CLOCK_KERNEL_H */
