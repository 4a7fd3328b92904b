// SPDX-License-Identifier: GPL-2.0
/* The "# " line that tells what ran beside a measurement. */
#include <stdio.h>
#include <string.h>

#include "load_text.h"
#include "notes.h"
#include "text.h"

#define VALUE_LEN	200
/* More CPUs make no line that anybody reads. */
#define CPUS_SHOWN	16

/* Finds a value and cleans it. */
static bool get_value(const struct snapshot *snap, const char *key, char value[VALUE_LEN])
{
	struct piece found;

	if (!snapshot_get_value(snap, IRQSCOPE_SECTION_LOAD, key, &found))
		return false;
	text_clean(value, VALUE_LEN, found.at, found.length);
	return true;
}

/* Tells whether a CPU was measured. */
static bool is_measured(const struct snapshot *snap, unsigned long long number)
{
	struct irqscope_cpu_state cpu;
	size_t i;

	for (i = 0; i < snapshot_cpus(snap); i++) {
		snapshot_get_cpu(snap, i, &cpu);
		if (cpu.cpu == number)
			return true;
	}
	return false;
}

/* Prints how busy the measured CPUs were. */
static void print_busy(const struct snapshot *snap)
{
	struct piece text = { NULL, 0 }, shares;
	struct load_share share;
	unsigned long long cpu;
	unsigned int count = 0;

	snapshot_get_text(snap, IRQSCOPE_SECTION_LOAD, &text);
	while (load_text_cpu(&text, &cpu, &shares)) {
		if (!load_text_share(&shares, &share) || !piece_is(share.name, "busy") ||
		    !is_measured(snap, cpu))
			continue;
		if (count < CPUS_SHOWN)
			printf("%s%llu:%llu.%llu", count ? " " : ", % busy by cpu ", cpu,
			       share.tenths / 10, share.tenths % 10);
		count++;
	}
	if (count > CPUS_SHOWN)
		printf(" and %u more", count - CPUS_SHOWN);
}

/* Prints the load, unless there was none and nothing else is known. */
void notes_print_load(const struct snapshot *snap)
{
	char load[VALUE_LEN], value[VALUE_LEN];
	unsigned long long cpu;
	struct piece text, shares;

	if (!get_value(snap, "load", load) ||
	    !snapshot_get_text(snap, IRQSCOPE_SECTION_LOAD, &text))
		return;
	if (!get_value(snap, "command", value) && !load_text_cpu(&text, &cpu, &shares))
		return;
	printf("# load %s", load);
	if (get_value(snap, "command", value))
		printf(" (%s)", value);
	if (get_value(snap, "load_ended", value) && strcmp(value, "no"))
		printf(", ended %s", value);
	print_busy(snap);
	putchar('\n');
}
