// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the snapshot from stdin as the kernel would: kernelreport [STAGE]. Without a
 * stage that is the file summary, else hist/STAGE. The code that prints is the
 * module's own; it is told here what it needs of a kernel.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <irqscope.h>
#include <irqscope_hist.h>

typedef unsigned long long u64;
typedef uint32_t u32;

#define NSEC_PER_USEC		1000
#define NSEC_PER_MSEC		1000000
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define IRQSCOPE_CLOCK_TEXT_LEN	384
#define MOST_BYTES		(64u << 20)

/* A file that is printed into. */
struct seq_file { FILE *file; };

/* What the module knows of the clock is here what the conditions say. */
struct irqscope_clock { const char *verdict; };
struct irqscope_run_clock { struct irqscope_clock clock; const char *history; };

struct irqscope_snapshot {
	struct irqscope_run *run;
	struct irqscope_law *law;
	struct irqscope_stage_name *stages;
	unsigned int stage_count;
	struct irqscope_cpu_state *cpus;
	unsigned int cpu_count;
	struct irqscope_cell *cells;
	u64 *buckets;
	struct irqscope_run_clock clock;
	struct irqscope_trial *trial;
	unsigned int trial_count;
};

static void cond_resched(void) { }
static u64 div64_u64(u64 value, u64 divisor) { return value / divisor; }
static u64 div_u64(u64 value, u32 divisor) { return value / divisor; }

static u64 div_u64_rem(u64 value, u32 divisor, u32 *rest)
{
	*rest = (u32)(value % divisor);
	return value / divisor;
}

__attribute__((format(printf, 2, 3)))
static void print(struct seq_file *m, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(m->file, format, args);
	va_end(args);
}

static void seq_puts(struct seq_file *m, const char *text) { fputs(text, m->file); }
static void seq_putc(struct seq_file *m, char character) { putc(character, m->file); }

static bool irqscope_clock_verdict(const struct irqscope_clock *clock, u32 bucket_ns,
				   char *buf, size_t size)
{
	(void)bucket_ns;
	snprintf(buf, size, "%s", clock->verdict);
	return !strcmp(buf, "ok");
}

static bool irqscope_clock_history(const struct irqscope_run_clock *clock, u32 bucket_ns,
				   char *buf, size_t size)
{
	(void)bucket_ns;
	snprintf(buf, size, "%s", clock->history);
	return *buf;
}

/* %llu is for __u64 as well, which is of the same size. */
#pragma GCC diagnostic ignored "-Wformat"
#define seq_printf	print
#include "report_of_kernel.h"

static char image[MOST_BYTES];
static char verdict[IRQSCOPE_CLOCK_TEXT_LEN], history[IRQSCOPE_CLOCK_TEXT_LEN];

/* Finds a section. */
static void *find(unsigned int type, unsigned int *count)
{
	const struct irqscope_header *header = (const void *)image;
	struct irqscope_section *section = (void *)(image + header->header_size);
	unsigned int i;

	for (i = 0; i < header->section_count; i++, section++) {
		*count = (unsigned int)section->entry_count;
		if (section->type == type)
			return image + section->offset;
	}
	*count = 0;
	return NULL;
}

/* Takes what the conditions say about the clock. */
static void take_clock(struct irqscope_snapshot *s)
{
	unsigned int length;
	char *text = find(IRQSCOPE_SECTION_CONDITIONS, &length), *line;

	strcpy(verdict, "ok");
	s->clock.clock.verdict = verdict;
	s->clock.history = history;
	if (!text)
		return;
	text[length] = '\0';
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (sscanf(line, "clock_verdict: %383[^\n]", verdict) == 1)
			continue;
		if (sscanf(line, "clock_changed: yes (%383[^)]", history) == 1)
			continue;
	}
}

/* Leaves the cells of one stage only, as the kernel takes them for its histogram. */
static void choose(struct irqscope_snapshot *s, unsigned int cells, const char *stage)
{
	unsigned int wanted = 0, left = 0, i;

	while (wanted < s->stage_count && strcmp(s->stages[wanted].name, stage))
		wanted++;
	for (i = 0; i < cells; i++)
		if (s->cells[i].stage == wanted)
			s->cells[left++] = s->cells[i];
	s->stage_count = wanted < s->stage_count;
}

/* Reads the snapshot and prints it. */
int main(int argc, char **argv)
{
	struct seq_file out = { stdout };
	struct irqscope_snapshot s = { 0 };
	unsigned int count;

	if (!fread(image, 1, sizeof(image) - 1, stdin))
		return 1;
	s.run = find(IRQSCOPE_SECTION_RUN, &count);
	s.trial = find(IRQSCOPE_SECTION_TRIAL, &s.trial_count);
	s.law = find(IRQSCOPE_SECTION_LAW, &count);
	s.stages = find(IRQSCOPE_SECTION_STAGE, &s.stage_count);
	s.cpus = find(IRQSCOPE_SECTION_CPU, &s.cpu_count);
	s.buckets = find(IRQSCOPE_SECTION_BUCKETS, &count);
	s.cells = find(IRQSCOPE_SECTION_CELL, &count);
	take_clock(&s);
	if (argc > 1) {
		choose(&s, count, argv[1]);
		irqscope_report_hist(&out, &s);
	} else {
		irqscope_report_summary(&out, &s);
	}
	return fclose(stdout) != 0;
}
