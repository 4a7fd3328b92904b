// SPDX-License-Identifier: GPL-2.0
/* Sets of CPUs, and lists of them as the kernel reads and writes them. */
#include <stdio.h>
#include <string.h>

#include "cpus.h"

/* Tells whether a CPU is in a set. */
bool cpus_has(const struct cpus *cpus, unsigned long long cpu)
{
	return cpu < CPUS_MAX && cpus->bits[cpu / 8] >> cpu % 8 & 1;
}

/* Adds a CPU; there are none beyond the last. */
void cpus_add(struct cpus *cpus, unsigned long long cpu)
{
	if (cpu < CPUS_MAX)
		cpus->bits[cpu / 8] |= (unsigned char)(1 << cpu % 8);
}

/* Counts the CPUs of a set. */
unsigned int cpus_count(const struct cpus *cpus)
{
	unsigned int cpu, count = 0;

	for (cpu = 0; cpu < CPUS_MAX; cpu++)
		count += cpus_has(cpus, cpu);
	return count;
}

/* Finds the last CPU of a set, 0 if it is empty. */
unsigned int cpus_last(const struct cpus *cpus)
{
	unsigned int cpu = CPUS_MAX - 1;

	while (cpu && !cpus_has(cpus, cpu))
		cpu--;
	return cpu;
}

/* Joins two sets. */
struct cpus cpus_or(const struct cpus *one, const struct cpus *other)
{
	struct cpus cpus;
	size_t i;

	for (i = 0; i < sizeof(cpus.bits); i++)
		cpus.bits[i] = one->bits[i] | other->bits[i];
	return cpus;
}

/* Finds what is in both sets. */
struct cpus cpus_and(const struct cpus *one, const struct cpus *other)
{
	struct cpus cpus;
	size_t i;

	for (i = 0; i < sizeof(cpus.bits); i++)
		cpus.bits[i] = one->bits[i] & other->bits[i];
	return cpus;
}

/* Finds what is in one set, but not in the other. */
struct cpus cpus_without(const struct cpus *one, const struct cpus *other)
{
	struct cpus cpus;
	size_t i;

	for (i = 0; i < sizeof(cpus.bits); i++)
		cpus.bits[i] = one->bits[i] & (unsigned char)~other->bits[i];
	return cpus;
}

/* Tells whether two sets are the same. */
bool cpus_equal(const struct cpus *one, const struct cpus *other)
{
	return !memcmp(one->bits, other->bits, sizeof(one->bits));
}

/* Reads a CPU, which may be N for the last one. */
static bool parse_cpu(struct piece text, unsigned int last, unsigned long long *cpu)
{
	*cpu = last;
	return piece_is(text, "N") || (piece_number(text, cpu) && *cpu < CPUS_MAX);
}

/* Adds what one part of a list names: 3, 0-7, or 0-7:2/4, two of each four. */
static bool parse_part(struct cpus *cpus, struct piece part, unsigned int last)
{
	struct piece range = piece_until(&part, ':');
	struct piece first = piece_until(&range, '-');
	const struct piece used = piece_until(&part, '/');
	unsigned long long from, to, of_each = 1, group = 1, cpu;

	if (piece_is(first, "all")) {
		from = 0;
		to = last;
	} else if (!parse_cpu(first, last, &from) ||
		   !parse_cpu(range.length ? range : first, last, &to)) {
		return false;
	}
	if (used.length && (!piece_number(used, &of_each) || !piece_number(part, &group)))
		return false;
	if (to < from || !group)
		return false;
	for (cpu = from; cpu <= to; cpu++)
		if ((cpu - from) % group < of_each)
			cpus_add(cpus, cpu);
	return true;
}

/* Reads a list; an empty one, or what the kernel calls (null), has no CPUs. */
bool cpus_parse(struct cpus *cpus, struct piece list, unsigned int last)
{
	*cpus = (struct cpus){ 0 };
	if (piece_is(list, "(null)"))
		return true;
	while (list.length)
		if (!parse_part(cpus, piece_until(&list, ','), last))
			return false;
	return true;
}

/* Writes a set as a list; returns it. */
const char *cpus_text(char to[CPUS_TEXT_LEN], const struct cpus *cpus)
{
	unsigned int cpu, first;
	size_t at = 0;

	strcpy(to, "none");
	for (cpu = 0; cpu < CPUS_MAX && at < CPUS_TEXT_LEN - 20; cpu++) {
		if (!cpus_has(cpus, cpu))
			continue;
		for (first = cpu; cpus_has(cpus, cpu + 1ull); cpu++)
			;
		at += (size_t)sprintf(to + at, "%s%u", at ? "," : "", first);
		if (cpu > first)
			at += (size_t)sprintf(to + at, "-%u", cpu);
	}
	if (cpu < CPUS_MAX)
		strcpy(to + at, "...");
	return to;
}
