/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_GATE_H
#define READER_GATE_H

#include <stdbool.h>
#include <stddef.h>

#include "table.h"

#define GATE_LIMITS	64

/**
 * struct gate_limit - how great the latency of a stage may be
 * @stage: name of the stage
 * @all_cpus: on all CPUs that have no limit of their own for it
 * @cpu: if not, on this one
 * @ns: the limit; what is greater exceeds it
 */
struct gate_limit {
	char stage[IRQSCOPE_STAGE_NAME_LEN];
	bool all_cpus;
	unsigned int cpu;
	unsigned long long ns;
};

/**
 * struct gate - what lets a measurement pass
 * @limit: the limits
 * @count: how many
 */
struct gate {
	struct gate_limit limit[GATE_LIMITS];
	size_t count;
};

int gate_take(struct gate *gate, const char *text);
int gate_check(const struct gate *gate, const struct table *table);

#endif /* READER_GATE_H */
