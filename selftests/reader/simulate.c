// SPDX-License-Identifier: GPL-2.0
/*
 * Writes a capture to stdout whose blocks have maxima drawn at random, so that what
 * compare says of two of them can be held against what is known of them:
 * simulate [NAME=VALUE...]. Times are in ns. The same values give the same capture.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <irqscope.h>
#include <irqscope_hist.h>

#define NS_PER_S	1000000000ull
#define SECTIONS	14
#define TEXT_LEN	4096
/* Samples of a block beside its maximum, and how far below the mean they are. */
#define ORDINARY	999
#define ORDINARY_NS	5000

/* A Gumbel distribution of scale 1 has this mean and this standard deviation. */
#define GUMBEL_MEAN	0.57721566490153286
#define GUMBEL_SD	1.28254983016186409

static const char *const stage_names[] = { "irq", "softirq", "thread", "work", "user", "mem" };

enum value {
	SEED, STREAM, BLOCKS, LENGTH, LAST, CPUS, CPU_STEP, STAGES, MEAN, SD, SHIFT,
	SHIFT_CPU, SHIFT_STAGE, FOLLOW, PERIOD, BUCKET, PHASE, START, DRIFT, DRIFT_FROM,
	TRIAL, VALUES,
};

/* What can be set, and to what it is set if not: follow is in 1/1000. */
static struct {
	const char *name;
	long long value;
} values[VALUES] = {
	[SEED] = { "seed", 1 }, [STREAM] = { "stream", 1 }, [BLOCKS] = { "blocks", 300 },
	[LENGTH] = { "length", NS_PER_S }, [LAST] = { "last", 0 }, [CPUS] = { "cpus", 4 },
	[CPU_STEP] = { "cpu_step", 1 }, [STAGES] = { "stages", 3 },
	[MEAN] = { "mean", 100000 }, [SD] = { "sd", 15000 }, [SHIFT] = { "shift", 0 },
	[SHIFT_CPU] = { "shift_cpu", 1 }, [SHIFT_STAGE] = { "shift_stage", 2 },
	[FOLLOW] = { "follow", 0 }, [PERIOD] = { "period", 1000 },
	[BUCKET] = { "bucket", 250 }, [PHASE] = { "phase", 0 },
	[START] = { "start", 100 * NS_PER_S },
	/* By how much the load makes maxima rise until the end, and what it begins with. */
	[DRIFT] = { "drift", 0 }, [DRIFT_FROM] = { "drift_from", 0 },
	/* A trial, of half as many pairs as blocks; the shift is that of setting b. */
	[TRIAL] = { "trial", 0 },
};

static const char *tail = "gumbel";
static char conditions[TEXT_LEN] =
	"kernel: 6.12.1-rt\narch: arm64\npreempt: rt\nclock_verdict: ok\n"
	"clock_changed: no\nhighres: yes\n";
static char load[TEXT_LEN];
static unsigned long long state;

static struct irqscope_run run = {
	.generation = 1,
	.start_real_ns = 1767225600 * NS_PER_S,
	.warmup_ms = 1000,
	.thread_priority = 95,
	.hold_idle_us = -1,
};

static struct irqscope_hist_law law;
static struct irqscope_cell *cells;
static __u64 *buckets;
static struct irqscope_block *blocks;
static size_t block_count;

/* The same of setting b, and the blocks of a trial. */
static struct irqscope_cell *b_cells;
static __u64 *b_buckets;
static struct irqscope_trial_block *trial_blocks;
static size_t trial_block_count;
static struct irqscope_trial trial;

/* Gives a number between 0 and 1, neither of them: xorshift64*. */
static double next_random(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return ((double)(state * 0x2545f4914f6cdd1dull >> 12) + 0.5) / 4503599627370496.0;
}

/* Draws a number of mean 0 and, unless the tail is too heavy for one, deviation 1. */
static double draw(void)
{
	const double uniform = next_random();

	if (!strcmp(tail, "equal"))
		return 0;
	/* Pareto's, whose variance is infinite; the mean is 3. */
	if (!strcmp(tail, "heavy"))
		return pow(uniform, -1 / 1.5) - 3;
	return (-log(-log(uniform)) - GUMBEL_MEAN) / GUMBEL_SD;
}

/* Counts equal samples of a cell. */
static void add(struct irqscope_cell *cell, __u64 *to, __u64 count, __u64 ns)
{
	struct irqscope_counters *counters = &cell->counters;

	if (!counters->count || ns < counters->min_ns)
		counters->min_ns = ns;
	if (ns > counters->max_ns)
		counters->max_ns = ns;
	counters->count += count;
	counters->sum_ns += count * ns;
	to[cell->first_bucket + irqscope_hist_index(&law, ns)] += count;
}

/* Adds the samples of a block to a cell; returns what is known of its maximum. */
static __u64 add_samples(struct irqscope_cell *cell, __u64 *to, __u64 end_ns, double max_ns)
{
	const __u64 low_ns = (__u64)values[MEAN].value / 2 + ORDINARY_NS;
	const __u64 ns = max_ns < low_ns ? low_ns : (__u64)max_ns;
	const bool greatest = ns > cell->counters.max_ns;
	/* Exact if it is the greatest so far, else as exact as its bucket. */
	__u64 known_ns = irqscope_hist_edge(&law, irqscope_hist_index(&law, ns) + 1) - 1;

	if (greatest)
		known_ns = ns;
	else if (known_ns > cell->counters.max_ns)
		known_ns = cell->counters.max_ns;
	add(cell, to, ORDINARY, low_ns);
	add(cell, to, 1, ns);
	if (greatest)
		cell->counters.max_time_ns = end_ns;
	return known_ns;
}

/* Adds a block to a cell. */
static void add_block(struct irqscope_cell *cell, __u64 end_ns, __u64 length_ns, double max_ns)
{
	blocks[block_count++] = (struct irqscope_block){
		.end_ns = end_ns, .length_ns = length_ns, .cpu = cell->cpu,
		.stage = cell->stage, .count = ORDINARY + 1,
		.max_ns = add_samples(cell, buckets, end_ns, max_ns),
	};
}

/* Adds a block of a trial to a cell. */
static void add_trial_block(size_t i, __u64 end_ns, unsigned int setting, double max_ns)
{
	struct irqscope_cell *cell = setting ? &b_cells[i] : &cells[i];
	const size_t index = trial_block_count++;

	trial_blocks[index] = (struct irqscope_trial_block){
		.end_ns = end_ns, .length_ns = values[LENGTH].value,
		.pair = index / (2 * values[CPUS].value * values[STAGES].value),
		.setting = setting, .cpu = cell->cpu, .stage = cell->stage,
		.count = ORDINARY + 1,
		.max_ns = add_samples(cell, setting ? b_buckets : buckets, end_ns, max_ns),
	};
}

/* Draws the next maximum of a cell, without what shifts it. */
static double next_max(double *before)
{
	const double follow = (double)values[FOLLOW].value / 1000;

	*before = follow * *before + sqrt(1 - follow * follow) * draw();
	return (double)values[MEAN].value + *before * (double)values[SD].value +
	       (double)values[DRIFT_FROM].value;
}

/* Tells whether it is this cell that is shifted. */
static bool is_shifted(size_t i)
{
	return cells[i].stage == values[SHIFT_STAGE].value &&
	       cells[i].cpu == values[SHIFT_CPU].value;
}

/* Adds a block to all cells; @part of the run is over. */
static void add_blocks(double *before, size_t count, __u64 end_ns, __u64 length_ns, double part)
{
	double max_ns;
	size_t i;

	for (i = 0; i < count; i++) {
		max_ns = next_max(&before[i]) + part * (double)values[DRIFT].value;
		if (is_shifted(i))
			max_ns += (double)values[SHIFT].value;
		/* Above equal ones, so that these are known as exactly as their bucket. */
		if (!strcmp(tail, "equal") && !cells[i].counters.count)
			max_ns += 1000;
		add_block(&cells[i], end_ns, length_ns, max_ns);
	}
}

/* Adds a block of a trial to all cells. */
static void add_trial_blocks(double *before, size_t count, __u64 end_ns, unsigned int setting,
			     double part)
{
	double max_ns;
	size_t i;

	for (i = 0; i < count; i++) {
		max_ns = next_max(&before[i]) + part * (double)values[DRIFT].value;
		if (setting && is_shifted(i))
			max_ns += (double)values[SHIFT].value;
		add_trial_block(i, end_ns, setting, max_ns);
	}
	trial.recorded_ns[setting] += values[LENGTH].value;
	trial.switches[setting]++;
}

/* Makes the blocks of a trial: a coin decides the order in each pair. */
static void make_trial(double *before, size_t count, __u64 *end_ns)
{
	unsigned int first = 0;
	long long i;

	trial.open_ns = *end_ns;
	trial.flags = IRQSCOPE_TRIAL_QOS;
	trial.settle_ms = 100;
	for (i = 0; i + 1 < values[BLOCKS].value || i % 2; i++) {
		if (i % 2 == 0)
			first = next_random() < 0.5;
		*end_ns += values[LENGTH].value + trial.settle_ms * 1000000ull;
		add_trial_blocks(before, count, *end_ns, i % 2 ? !first : first,
				 (double)i / (double)values[BLOCKS].value);
	}
	trial.end_ns = *end_ns;
}

/* Makes the blocks, and all else of them. */
static void make_blocks(size_t count)
{
	double *before = calloc(count, sizeof(*before));
	__u64 end_ns = run.start_ns + run.warmup_ms * 1000000ull;
	long long i;

	if (values[TRIAL].value)
		make_trial(before, count, &end_ns);
	for (i = 0; !values[TRIAL].value && i < values[BLOCKS].value; i++) {
		end_ns += values[LENGTH].value;
		add_blocks(before, count, end_ns, values[LENGTH].value,
			   (double)i / (double)values[BLOCKS].value);
	}
	if (values[LAST].value) {
		end_ns += values[LAST].value;
		add_blocks(before, count, end_ns, values[LAST].value, 1);
	}
	run.stop_ns = end_ns;
	run.taken_ns = end_ns;
	run.taken_real_ns = run.start_real_ns + end_ns - run.start_ns;
	free(before);
}

/* Makes empty cells. */
static void make_cells(size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		cells[i] = (struct irqscope_cell){
			.cpu = i / values[STAGES].value * values[CPU_STEP].value,
			.stage = i % values[STAGES].value,
			.first_bucket = i * IRQSCOPE_HIST_LENGTH,
		};
	memcpy(b_cells, cells, count * sizeof(*cells));
}

/* Writes the sections. */
static bool put_sections(const struct irqscope_section *sections, const void *const *contents)
{
	struct irqscope_section table[SECTIONS];
	struct irqscope_header header = {
		.magic = IRQSCOPE_MAGIC, .byte_order = IRQSCOPE_BYTE_ORDER,
		.version_major = IRQSCOPE_VERSION_MAJOR,
		.version_minor = IRQSCOPE_VERSION_MINOR,
		.header_size = sizeof(header), .section_count = SECTIONS,
		.section_size = sizeof(table[0]),
	};
	static const char zeros[8];
	__u64 offset = sizeof(header) + sizeof(table), size;
	size_t i;

	memcpy(table, sections, sizeof(table));
	for (i = 0; i < SECTIONS; i++) {
		table[i].offset = offset;
		offset += (table[i].entry_count * table[i].entry_size + 7) / 8 * 8;
	}
	header.total_size = offset;
	fwrite(&header, sizeof(header), 1, stdout);
	fwrite(table, sizeof(table), 1, stdout);
	for (i = 0; i < SECTIONS; i++) {
		size = table[i].entry_count * table[i].entry_size;
		fwrite(contents[i], 1, size, stdout);
		fwrite(zeros, 1, -size % 8, stdout);
	}
	return !ferror(stdout) && !fclose(stdout);
}

/* Writes all that was made; a type that nobody knows stands for what is left out. */
static bool put_capture(size_t count)
{
	static struct irqscope_stage_name stages[4];
	const size_t trials = values[TRIAL].value ? 1 : 0;
	struct irqscope_law counted = {
		.bucket_ns = law.bucket_ns, .body_buckets = IRQSCOPE_HIST_BODY,
		.octave_buckets = IRQSCOPE_HIST_OCTAVE, .octaves = IRQSCOPE_HIST_OCTAVES,
		.bucket_count = IRQSCOPE_HIST_BUCKETS,
	};
	struct irqscope_cpu_state *cpus = calloc(values[CPUS].value, sizeof(*cpus));
	const struct irqscope_section sections[SECTIONS] = {
		{ IRQSCOPE_SECTION_RUN, sizeof(run), 1, 0 },
		{ IRQSCOPE_SECTION_LAW, sizeof(counted), 1, 0 },
		{ IRQSCOPE_SECTION_STAGE, sizeof(stages[0]), values[STAGES].value, 0 },
		{ IRQSCOPE_SECTION_CPU, sizeof(*cpus), values[CPUS].value, 0 },
		{ IRQSCOPE_SECTION_CELL, sizeof(*cells), count, 0 },
		{ IRQSCOPE_SECTION_BUCKETS, sizeof(*buckets), count * IRQSCOPE_HIST_LENGTH, 0 },
		{ IRQSCOPE_SECTION_CONDITIONS, 1, strlen(conditions), 0 },
		{ load[0] ? IRQSCOPE_SECTION_LOAD : 98, 1, strlen(load), 0 },
		{ block_count ? IRQSCOPE_SECTION_BLOCKS : 99, sizeof(*blocks), block_count, 0 },
		{ IRQSCOPE_SECTION_TRIAL, sizeof(trial), trials, 0 },
		{ IRQSCOPE_SECTION_TRIAL_CPU, sizeof(*cpus), trials * values[CPUS].value, 0 },
		{ IRQSCOPE_SECTION_TRIAL_CELL, sizeof(*cells), trials * count, 0 },
		{ IRQSCOPE_SECTION_TRIAL_BUCKETS, sizeof(*buckets),
		  trials * count * IRQSCOPE_HIST_LENGTH, 0 },
		{ IRQSCOPE_SECTION_TRIAL_BLOCKS, sizeof(*trial_blocks), trial_block_count, 0 },
	};
	const void *const contents[SECTIONS] = {
		&run, &counted, stages, cpus, cells, buckets, conditions, load, blocks,
		&trial, cpus, b_cells, b_buckets, trial_blocks,
	};
	long long i;

	for (i = 0; i < values[CPUS].value; i++)
		cpus[i].cpu = i * values[CPU_STEP].value;
	for (i = 0; i < values[STAGES].value; i++)
		strcpy(stages[i].name, stage_names[i]);
	return put_sections(sections, contents);
}

/* Makes a capture, as it was asked for. */
static bool make_capture(void)
{
	const size_t count = values[CPUS].value * values[STAGES].value;

	/* Far apart, whatever seed and stream are, and not zero. */
	state = (values[SEED].value * 2 + values[STREAM].value) * 0x9e3779b97f4a7c15ull | 1;
	irqscope_hist_law_init(&law, values[BUCKET].value);
	run.start_ns = values[START].value;
	run.period_us = values[PERIOD].value;
	run.flags = values[PHASE].value ? IRQSCOPE_RUN_RANDOM : 0;
	cells = calloc(count, sizeof(*cells));
	buckets = calloc(count * IRQSCOPE_HIST_LENGTH, sizeof(*buckets));
	blocks = calloc(count * (values[BLOCKS].value + 1), sizeof(*blocks));
	b_cells = calloc(count, sizeof(*b_cells));
	b_buckets = calloc(count * IRQSCOPE_HIST_LENGTH, sizeof(*b_buckets));
	trial_blocks = calloc(count * (values[BLOCKS].value + 1), sizeof(*trial_blocks));
	if (!cells || !buckets || !blocks || !b_cells || !b_buckets || !trial_blocks)
		return false;
	make_cells(count);
	make_blocks(count);
	return put_capture(count);
}

/* Adds lines to a text: a comma ends one, as in "load: none,cpu0: busy 1.0". */
static void take_text(char text[TEXT_LEN], const char *from)
{
	size_t i;

	snprintf(text + strlen(text), TEXT_LEN - strlen(text), "%s%s", from,
		 *from ? "," : "");
	for (i = 0; text[i]; i++)
		if (text[i] == ',')
			text[i] = '\n';
}

/* Takes a value; false if there is none of that name. */
static bool take_value(const char *argument)
{
	const size_t length = strcspn(argument, "=");
	size_t i;

	if (!argument[length])
		return false;
	if (!strncmp(argument, "tail=", length + 1)) {
		tail = argument + length + 1;
		return true;
	}
	if (!strncmp(argument, "load=", length + 1)) {
		load[0] = '\0';
		take_text(load, argument + length + 1);
		return true;
	}
	if (!strncmp(argument, "conditions=", length + 1)) {
		take_text(conditions, argument + length + 1);
		return true;
	}
	for (i = 0; i < VALUES; i++) {
		if (strlen(values[i].name) != length ||
		    strncmp(values[i].name, argument, length))
			continue;
		values[i].value = strtoll(argument + length + 1, NULL, 10);
		return true;
	}
	return false;
}

/* Takes the values and writes the capture. */
int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++) {
		if (take_value(argv[i]))
			continue;
		fprintf(stderr, "simulate: there is no %s\n", argv[i]);
		return 1;
	}
	return !make_capture();
}
