/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_CPUS_H
#define READER_CPUS_H

#include "piece.h"

/* No kernel is built for more. */
#define CPUS_MAX	8192u
/* Room for a list as it is shown; a longer one is cut. */
#define CPUS_TEXT_LEN	128

/**
 * struct cpus - a set of CPUs
 * @bits: one for each
 */
struct cpus {
	unsigned char bits[CPUS_MAX / 8];
};

bool cpus_has(const struct cpus *cpus, unsigned long long cpu);
void cpus_add(struct cpus *cpus, unsigned long long cpu);
unsigned int cpus_count(const struct cpus *cpus);
unsigned int cpus_last(const struct cpus *cpus);
struct cpus cpus_or(const struct cpus *one, const struct cpus *other);
struct cpus cpus_and(const struct cpus *one, const struct cpus *other);
struct cpus cpus_without(const struct cpus *one, const struct cpus *other);
bool cpus_equal(const struct cpus *one, const struct cpus *other);
/* @last is the CPU that the kernel calls N. */
bool cpus_parse(struct cpus *cpus, struct piece list, unsigned int last);
const char *cpus_text(char to[CPUS_TEXT_LEN], const struct cpus *cpus);

#endif /* READER_CPUS_H */
