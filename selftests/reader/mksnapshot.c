// SPDX-License-Identifier: GPL-2.0
/*
 * Writes a snapshot to stdout: mksnapshot KIND [OUTLIERS [MODULES]], the latter files
 * of text for the sections of that name, or mksnapshot KIND SECONDS for a run that
 * has come so far. Knows the format from its
 * description alone, and places samples by bucket numbers worked out by hand.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <irqscope.h>

#define BUCKET_NS	250
#define BODY		2048
#define OCTAVE		32
#define OCTAVES		17
#define BEYOND		(BODY + OCTAVE * OCTAVES)
#define LENGTH		(BEYOND + 1)

#define CPUS		256
#define STAGES		4
#define CELLS		(CPUS * STAGES)
#define SECTIONS	10
#define TEXT_LEN	65536
#define NS_PER_S	1000000000ull

/* What is to be written. */
static struct irqscope_header header = {
	.magic = IRQSCOPE_MAGIC,
	.byte_order = IRQSCOPE_BYTE_ORDER,
	.version_major = IRQSCOPE_VERSION_MAJOR,
	.version_minor = IRQSCOPE_VERSION_MINOR,
	.header_size = sizeof(struct irqscope_header),
	.section_size = sizeof(struct irqscope_section),
};

static struct irqscope_run run = {
	.generation = 3,
	.start_ns = 100 * NS_PER_S,
	.start_real_ns = 1767225600 * NS_PER_S,	/* 2026-01-01 00:00:00 */
	.stop_ns = 111 * NS_PER_S,
	.taken_ns = 112 * NS_PER_S,
	.taken_real_ns = 1767225612 * NS_PER_S,
	.period_us = 1000,
	.warmup_ms = 1000,
	.thread_priority = 95,
	.hold_idle_us = -1,
};

static struct irqscope_law law = {
	.bucket_ns = BUCKET_NS,
	.body_buckets = BODY,
	.octave_buckets = OCTAVE,
	.octaves = OCTAVES,
	.bucket_count = BEYOND,
};

static struct irqscope_stage_name stages[STAGES] = { { "irq" }, { "thread" } };
static unsigned int stage_count = 2;
static struct irqscope_cpu_state cpus[CPUS];
static struct irqscope_cell cells[CELLS];
static __u64 buckets[CELLS * LENGTH];
static char conditions[1024] =
	"kernel: 6.12.1-rt\narch: arm64\npreempt: rt\nclock_verdict: ok\n"
	"clock_changed: no\nhighres: yes\n";
static char unknown[64] = "from a later version";
static char texts[2][TEXT_LEN];

static struct irqscope_section sections[SECTIONS + 1] = {
	{ IRQSCOPE_SECTION_RUN, sizeof(run), 1, 0 },
	{ IRQSCOPE_SECTION_LAW, sizeof(law), 1, 0 },
	{ IRQSCOPE_SECTION_STAGE, sizeof(stages[0]), 2, 0 },
	{ IRQSCOPE_SECTION_CPU, sizeof(cpus[0]), 0, 0 },
	{ IRQSCOPE_SECTION_CELL, sizeof(cells[0]), 0, 0 },
	{ IRQSCOPE_SECTION_CONDITIONS, 1, 0, 0 },
	{ IRQSCOPE_SECTION_BUCKETS, sizeof(buckets[0]), 0, 0 },
};

static void *contents[SECTIONS] = {
	&run, &law, stages, cpus, cells, conditions, buckets, unknown,
	texts[0], texts[1],
};

static unsigned int section_count = 7;
static unsigned int growth;

/* Where the sections stand in the table. */
enum { RUN, LAW, STAGE, CPU, CELL, CONDITIONS, BUCKETS, UNKNOWN, TEXTS };

/* Tells whether a section is one of bytes, which do not grow. */
static bool is_bytes(unsigned int i)
{
	return i == CONDITIONS || i >= UNKNOWN;
}

/* Adds a CPU with a cell for each stage. */
static struct irqscope_cell *add_cpu(unsigned int number, unsigned int missed)
{
	struct irqscope_cell *first = &cells[sections[CELL].entry_count];
	unsigned int stage;

	cpus[sections[CPU].entry_count++] =
		(struct irqscope_cpu_state){ .cpu = number, .missed = missed };
	for (stage = 0; stage < stage_count; stage++) {
		first[stage].cpu = number;
		first[stage].stage = stage;
		first[stage].first_bucket = sections[BUCKETS].entry_count;
		sections[BUCKETS].entry_count += LENGTH;
	}
	sections[CELL].entry_count += stage_count;
	return first;
}

/* Adds equal samples to a cell; they come in rising order. */
static void add(struct irqscope_cell *cell, __u64 count, __u64 ns, unsigned int bucket)
{
	struct irqscope_counters *counters = &cell->counters;

	if (!counters->count)
		counters->min_ns = ns;
	counters->max_ns = ns;
	counters->count += count;
	counters->sum_ns += count * ns;
	buckets[cell->first_bucket + bucket] += count;
}

/* Two CPUs, 0 and 2. */
static void make_good(void)
{
	struct irqscope_cell *cell = add_cpu(0, 5);

	add(&cell[0], 900, 1100, 4);
	add(&cell[0], 90, 2300, 9);
	add(&cell[0], 9, 5099, 20);
	add(&cell[0], 1, 300000, 1200);
	add(&cell[1], 999, 7000, 28);
	add(&cell[1], 1, 1000000, 2078);
	cell[1].counters.busy = 3;
	cell = add_cpu(2, 0);
	add(&cell[0], 1, 0, 0);
	cell[0].counters.early = 2;
	cell[0].counters.early_max_ns = 700;
}

/* Nothing was ever run. */
static void make_empty(void)
{
	memset(&run, 0, sizeof(run));
	run.taken_ns = NS_PER_S;
	run.period_us = 1000;
	run.thread_priority = 95;
	run.hold_idle_us = -1;
}

/* A run that has not recorded anything yet. */
static void make_warmup(void)
{
	run.flags = IRQSCOPE_RUN_RUNNING;
	run.stop_ns = 0;
	run.taken_ns = run.start_ns + 250999999;
	add_cpu(0, 0);
}

/* A version that knows more. */
static void make_later(void)
{
	make_good();
	header.version_minor = 7;
	header.header_size += 16;
	header.section_size += 8;
	growth = 8;
	sections[UNKNOWN] = (struct irqscope_section){ 99, 12, 2, 0 };
	section_count++;
}

/* A section of an unknown type at the end. */
static void make_unknown(void)
{
	make_good();
	sections[UNKNOWN] = (struct irqscope_section){ 0, 24, 1, 0 };
	section_count++;
}

/* As many samples as 116 days at 1 ms give, each about a second late. */
static void make_many(void)
{
	struct irqscope_cell *cell = add_cpu(3, 0);

	add(&cell[0], 9999999999, 3000, 12);
	add(&cell[0], 1, 4000000000, 2461);
	add(&cell[1], 10000000000, 1000000000, 2397);
	cell[1].counters.busy = 18446744073709551615ull;
}

/* 64 CPUs; CPU n has n + 1 samples of n us and no thread. */
static void make_cpus64(void)
{
	unsigned int cpu;

	for (cpu = 0; cpu < 64; cpu++)
		add(add_cpu(cpu, cpu), cpu + 1, cpu * 1000, cpu * 4);
}

/* 256 CPUs, every other one, with more samples than 32 bits count, or late ones. */
static void make_cpus256(void)
{
	struct irqscope_cell *cell;
	unsigned int cpu;

	for (cpu = 0; cpu < CPUS; cpu++) {
		cell = add_cpu(2 * cpu, cpu);
		add(&cell[0], 4294967296 + cpu, 1000 + cpu, 4 + cpu / 250);
		add(&cell[1], 1, cpu * 1000, cpu * 4);
		add(&cell[1], 1, 1048576000 + cpu, 2400);
	}
}

/* Figures beyond what 53 and 32 bits hold, and a CPU with nothing but early samples. */
static void make_huge(void)
{
	struct irqscope_cell *cell = add_cpu(0, 0);

	add(&cell[0], 9007199254740993, 1000, 4);
	add(&cell[1], 18446744073709551615ull, 1, 0);
	cell = add_cpu(4294967295, 4294967295);
	cell[0].counters.early = 18446744073709551615ull;
	cell[0].counters.early_max_ns = 9007199254740993;
	add(&cell[1], 1, 18446744073709551615ull, BEYOND);
}

/* The narrowest buckets, with samples on both sides of round numbers. */
static void make_width50(void)
{
	struct irqscope_cell *cell;

	law.bucket_ns = 50;
	cell = add_cpu(1, 0);
	add(&cell[0], 1, 999, 19);
	add(&cell[0], 2, 1000, 20);
	add(&cell[0], 3, 99999, 1999);
	add(&cell[0], 4, 100000, 2000);
	add(&cell[0], 5, 102000, 2040);
	add(&cell[0], 6, 102399, 2047);
	add(&cell[0], 7, 102400, 2048);
	add(&cell[0], 8, 255999, 2087);
	add(&cell[0], 9, 256000, 2088);
	add(&cell[1], 1, 1048575999, 2471);
	add(&cell[1], 2, 1048576000, 2472);
	add(&cell[1], 3, 13421772800, BEYOND);
}

/* Another clock at the end than at the start. */
static void make_changed(void)
{
	make_good();
	strcpy(conditions,
	       "kernel: 6.1.0 #1 \"SMP\" C:\\\narch: arm\nclocksource: dmtimer\nclock_class: gp-timer\n"
	       "clock_resolution_ns: 40\nclock_verdict: ok\npreempt: none\n"
	       "clock_changed: yes (the clocksource has changed during the run, to dmtimer)\n"
	       "qos: applied 2 drifted 0 restored 1\nhold_idle_us: 10\n");
	run.hold_idle_us = 10;
}

/* A clock that is as it should be. */
static void make_clock(void)
{
	make_good();
	strcat(conditions,
	       "clocksource: arch_sys_counter\nclock_class: arch-counter\n"
	       "clock_resolution_ns: 40\n");
}

/* A good clock without high-resolution timers, and no word about a verdict. */
static void make_ticks(void)
{
	make_good();
	strcpy(conditions, "clocksource: jiffies\nclock_resolution_ns: 4000000\nhighres: no\n");
}

/* A clock in whose figures microseconds are a fiction. */
static void make_coarse(void)
{
	make_good();
	strcpy(conditions,
	       "clocksource: 32k_counter\nclock_class: 32k-counter\n"
	       "clock_verdict: coarse: steps of 30518 ns\x1b[2J; no high-resolution timers: ticks of 4 ms\n"
	       "clock_resolution_ns: 30518\nclock_changed: yes\nkernel: 5.10.1");
	run.flags = IRQSCOPE_RUN_RANDOM | IRQSCOPE_RUN_RUNNING;
	run.hold_idle_us = 0;
}

/* Samples at the last edges of the law, and beyond it. */
static void make_beyond(void)
{
	struct irqscope_cell *cell = add_cpu(0, 0);

	add(&cell[0], 1, 511999, 2047);
	add(&cell[0], 1, 512000, 2048);
	add(&cell[0], 1, 67108863999ull, 2591);
	add(&cell[1], 2, 67108864000ull, BEYOND);
}

/* All four stages, and maxima at known times. */
static void make_stages4(void)
{
	static const char *const names[STAGES] = { "irq", "softirq", "thread", "work" };
	struct irqscope_cell *cell;
	unsigned int stage;

	stage_count = STAGES;
	sections[STAGE].entry_count = STAGES;
	for (stage = 0; stage < STAGES; stage++)
		strcpy(stages[stage].name, names[stage]);
	cell = add_cpu(1, 0);
	for (stage = 0; stage < STAGES; stage++) {
		add(&cell[stage], 9999, 1100 + stage * 1000, 4 + stage * 4);
		add(&cell[stage], 1, 100000 + stage * 1000, 400 + stage * 4);
		cell[stage].counters.max_time_ns = (105 + stage) * NS_PER_S;
	}
}

/* The same on two CPUs: as much as a small board has. */
static void make_board(void)
{
	unsigned int stage;

	make_stages4();
	add_cpu(2, 1);
	for (stage = 0; stage < STAGES; stage++)
		add(&cells[STAGES + stage], 7, 2000, 8);
}

/* A capture that tells what ran beside the measurement. */
static void make_load(void)
{
	make_good();
	strcpy(unknown, "busy: 0 97\nload: hackbench -l 'x' `id`\x1b @{y}\n");
	sections[UNKNOWN] = (struct irqscope_section){
		IRQSCOPE_SECTION_LOAD, 1, strlen(unknown), 0 };
	section_count++;
}

/* All four stages, as a later version has them. */
static void make_stages4_later(void)
{
	make_stages4();
	header.header_size += 16;
	header.section_size += 8;
	growth = 8;
}

/* Conditions are missing. */
static void make_no_conditions(void)
{
	make_good();
	conditions[0] = '\0';
	sections[CONDITIONS].type = 1000;
}

/* How far a run has come that make_second() makes; given on the command line. */
static unsigned int seconds;

/*
 * A run at the end of a second, counted from the end of the warm-up. CPU 2 comes in
 * the third second; the thread of CPU 0 has nothing in the fourth.
 */
static void make_second(void)
{
	struct irqscope_cell *cell = add_cpu(0, 0);

	run.taken_ns = run.start_ns + run.warmup_ms * 1000000ull + seconds * NS_PER_S;
	run.stop_ns = 0;
	run.flags = IRQSCOPE_RUN_RUNNING;
	add(&cell[0], 999 * seconds, 1100, 4);
	/* In the fourth second; then, in the same bucket, the second and the third. */
	if (seconds >= 4)
		add(&cell[0], 1, 2300, 9);
	if (seconds >= 3)
		add(&cell[0], 1, 5000, 20);
	if (seconds >= 2)
		add(&cell[0], 1, 5099, 20);
	/* The greatest so far in the fifth, and once more in the sixth. */
	if (seconds >= 5)
		add(&cell[0], seconds >= 6 ? 2 : 1, 300000, 1200);
	add(&cell[1], 1000 * (seconds - (seconds >= 4)), 7000, 28);
	if (seconds >= 3) {
		cell = add_cpu(2, 0);
		add(&cell[0], seconds - 2, 0, 0);
	}
}

/* The same, but for the time: it was stopped after a quarter of that second. */
static void make_stopped(void)
{
	make_second();
	run.stop_ns = run.taken_ns - 750000000;
	run.flags = 0;
}

/* The same in the next run. */
static void make_next(void)
{
	make_second();
	run.generation++;
}

/* Parts of the good run, the second one twice as long. */
static struct irqscope_block blocks[] = {
	{ 102 * NS_PER_S, NS_PER_S, 0, 0, 400, 1249 },
	{ 102 * NS_PER_S, NS_PER_S, 0, 1, 1000, 1000000 },
	{ 104 * NS_PER_S, 2 * NS_PER_S, 0, 0, 600, 300000 },
	{ 104 * NS_PER_S, 2 * NS_PER_S, 0, 1, 0, 0 },
	{ 104 * NS_PER_S, 2 * NS_PER_S, 2, 0, 1, 0 },
	{ 104 * NS_PER_S, 2 * NS_PER_S, 2, 1, 0, 0 },
};

static void make_blocks(void)
{
	make_good();
	sections[UNKNOWN] = (struct irqscope_section){
		IRQSCOPE_SECTION_BLOCKS, sizeof(blocks[0]), sizeof(blocks) / sizeof(blocks[0]), 0,
	};
	contents[UNKNOWN] = blocks;
	section_count++;
}

static void deny_block_stage(void) { blocks[1].stage = 2; }
static void deny_block_cpu(void) { blocks[4].cpu = 1; }
static void deny_block_empty(void) { blocks[3].max_ns = 7; }
static void deny_block_sum(void) { blocks[2].count = 601; }
static void deny_block_sum_huge(void) { blocks[2].count = ~0ull; }
static void deny_block_max(void) { blocks[2].max_ns = 300001; }
static void deny_block_min(void) { blocks[0].max_ns = 1099; }
static void deny_block_order(void) { blocks[1].stage = 0; }
static void deny_block_cpu_order(void) { blocks[3].cpu = 2; }
static void deny_block_time(void) { blocks[0].end_ns = blocks[1].end_ns = 105 * NS_PER_S; }
static void deny_block_length(void) { blocks[1].length_ns++; }
static void deny_block_overlap(void)
{
	unsigned int i;

	for (i = 2; i < 6; i++)
		blocks[i].length_ns++;
}

static void break_magic(void) { header.magic[7] = 'X'; }
static void break_byte_order(void) { header.byte_order = 0x04030201; }
static void break_byte_order_mark(void) { header.byte_order = 0x01020305; }
static void break_major(void) { header.version_major = 2; }
static void break_header_small(void) { header.header_size = 32; }
static void break_section_small(void) { header.section_size = 16; }
static void break_twice(void) { sections[CPU].type = IRQSCOPE_SECTION_RUN; }
static void break_missing(void) { sections[CELL].type = 77; }
static void break_runs(void) { sections[RUN].entry_count = 2; }
static void break_no_law(void) { sections[LAW].entry_count = 0; }
static void break_law(void) { law.octaves = 18; }
static void break_width(void) { law.bucket_ns = 300; }
static void break_name(void) { memset(stages[1].name, 'a', sizeof(stages[1].name)); }
static void break_name_escape(void) { strcpy(stages[0].name, "\x1b[2J"); }
static void break_no_name(void) { stages[0].name[0] = '\0'; }

/* Contradictions, most of them in the cell of CPU 0 and stage thread. */
static void deny_count(void) { cells[1].counters.count++; }
static void deny_lost_sample(void) { buckets[cells[1].first_bucket + BEYOND]++; }
static void deny_wrap(void) { buckets[cells[1].first_bucket + 29] = ~0ull; }
static void deny_min_max(void) { cells[1].counters.min_ns = 1000001; }
static void deny_min_mean(void) { cells[1].counters.min_ns = 7994; }
static void deny_mean_max(void) { cells[1].counters.sum_ns = 1000001000; }
static void deny_fraction(void) { cells[1].counters.sum_ns = 1000000001; }
static void deny_min_bucket(void) { cells[1].counters.min_ns = 6999; }
static void deny_max_bucket(void) { cells[1].counters.max_ns = 1008000; }
static void deny_min_bucket_above(void) { cells[1].counters.min_ns = 7250; }
static void deny_max_bucket_below(void) { cells[1].counters.max_ns = 991999; }
static void deny_first_bucket(void) { cells[1].first_bucket = 3 * LENGTH + 1; }
static void deny_first_bucket_huge(void) { cells[1].first_bucket = ~0ull - 5; }
static void deny_stage(void) { cells[1].stage = 2; }
static void deny_cell_twice(void) { cells[1].stage = 0; }
static void deny_cell_order(void) { cells[2].stage = 1; cells[3].stage = 0; }
static void deny_cpu_twice(void) { cpus[1].cpu = 0; }
static void deny_cpu_order(void) { cpus[0].cpu = 4; }
static void deny_cpu_unmeasured(void) { cells[3].cpu = 3; }
static void deny_empty_min(void) { cells[3].counters.min_ns = 8; }
static void deny_empty_max(void) { cells[3].counters.max_ns = 9; }
static void deny_empty_sum(void) { cells[3].counters.sum_ns = 10; }
static void deny_backwards(void) { run.stop_ns = 1; }

/* What the layout says, after it has been laid out. */
static void bend_total(void) { header.total_size += 8; }
static void bend_total_huge(void) { header.total_size = ~0ull; }
static void bend_header_huge(void) { header.header_size = 0xfffffff8; }
static void bend_section_huge(void) { header.section_size = 0xfffffff8; }
static void bend_sections(void) { header.section_count = 0xffffffff; }
static void bend_into_table(void) { sections[CELL].offset = sizeof(header); }
static void bend_odd(void) { sections[CELL].offset += 4; }
static void bend_outside(void) { sections[CELL].offset = header.total_size + 8; }
static void bend_outside_huge(void) { sections[CELL].offset = ~7ull; }
static void bend_count(void) { sections[BUCKETS].entry_count++; }
static void bend_count_huge(void) { sections[BUCKETS].entry_count = 1ull << 61; }
static void bend_no_size(void) { sections[UNKNOWN - 1].entry_size = 0; }
static void bend_small(void) { sections[CELL].entry_size -= 8; }
static void bend_large(void) { sections[CELL].entry_size = 0xfffffff8; }

/**
 * struct kind - one kind of snapshot
 * @name: how it is asked for
 * @make: fills in what is to be written
 * @spoil: changes it, or NULL
 * @bend: changes it once the offsets are known, or NULL
 */
struct kind {
	const char *name;
	void (*make)(void);
	void (*spoil)(void);
	void (*bend)(void);
};

#define GOOD(name)	{ #name, make_##name, NULL, NULL }
#define BREAK(name)	{ "break_" #name, make_good, break_##name, NULL }
#define DENY(name)	{ "deny_" #name, make_good, deny_##name, NULL }
#define DENY_BLOCK(name) { "deny_block_" #name, make_blocks, deny_block_##name, NULL }
#define BEND(name)	{ "bend_" #name, make_good, NULL, bend_##name }

static const struct kind kinds[] = {
	GOOD(good), GOOD(empty), GOOD(warmup), GOOD(later), GOOD(unknown),
	GOOD(many), GOOD(cpus64), GOOD(cpus256), GOOD(width50), GOOD(clock), GOOD(ticks),
	GOOD(coarse), GOOD(changed), GOOD(beyond), GOOD(no_conditions), GOOD(stages4),
	GOOD(stages4_later), GOOD(second), GOOD(stopped), GOOD(next), GOOD(blocks),
	GOOD(board), GOOD(load), GOOD(huge),
	BREAK(magic), BREAK(byte_order), BREAK(byte_order_mark), BREAK(major),
	BREAK(header_small), BREAK(section_small), BREAK(twice), BREAK(missing),
	BREAK(runs), BREAK(no_law), BREAK(law), BREAK(width), BREAK(name),
	BREAK(name_escape), BREAK(no_name),
	DENY(count), DENY(lost_sample), DENY(wrap), DENY(min_max), DENY(min_mean),
	DENY(mean_max), DENY(fraction), DENY(min_bucket), DENY(max_bucket),
	DENY(min_bucket_above), DENY(max_bucket_below),
	DENY(first_bucket), DENY(first_bucket_huge), DENY(stage), DENY(cell_twice),
	DENY(cell_order), DENY(cpu_twice), DENY(cpu_order), DENY(cpu_unmeasured),
	DENY(empty_min), DENY(empty_max), DENY(empty_sum), DENY(backwards),
	DENY_BLOCK(stage), DENY_BLOCK(cpu), DENY_BLOCK(empty), DENY_BLOCK(sum),
	DENY_BLOCK(sum_huge), DENY_BLOCK(max), DENY_BLOCK(min), DENY_BLOCK(order),
	DENY_BLOCK(cpu_order), DENY_BLOCK(time), DENY_BLOCK(length), DENY_BLOCK(overlap),
	BEND(total), BEND(total_huge), BEND(header_huge), BEND(section_huge),
	BEND(sections), BEND(into_table), BEND(odd), BEND(outside),
	BEND(outside_huge), BEND(count), BEND(count_huge), BEND(no_size),
	BEND(small), BEND(large),
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

static unsigned char image[sizeof(buckets) + 4 * TEXT_LEN];
static size_t offset_of_section[SECTIONS + 1];

/* Finds out where everything will be; sections stand at multiples of 8. */
static size_t lay_out(void)
{
	size_t size = header.header_size + section_count * header.section_size;
	unsigned int i;

	header.section_count = section_count;
	sections[CONDITIONS].entry_count = strlen(conditions);
	for (i = 0; i < section_count; i++) {
		sections[i].offset = size;
		offset_of_section[i] = size;
		if (!is_bytes(i))
			sections[i].entry_size += growth;
		size += sections[i].entry_size * sections[i].entry_count;
		size = (size + 7) / 8 * 8;
	}
	header.total_size = size;
	return size;
}

/* Copies a section's entries into the image, apart as far as they have grown. */
static void put_section(unsigned int i, size_t entry_size, size_t entry_count)
{
	const size_t grown = is_bytes(i) ? 0 : growth;
	const char *from = contents[i];
	size_t entry;

	for (entry = 0; entry < entry_count; entry++)
		memcpy(image + offset_of_section[i] + entry * entry_size,
		       from + entry * (entry_size - grown), entry_size - grown);
}

/* Reads a file of text into a section of its own. */
static void add_text(unsigned int index, unsigned int type, const char *path)
{
	FILE *file = fopen(path, "r");
	size_t size = file ? fread(texts[index], 1, TEXT_LEN, file) : TEXT_LEN;

	if (size == TEXT_LEN) {
		fprintf(stderr, "mksnapshot: %s cannot be read, or is too long\n", path);
		exit(1);
	}
	fclose(file);
	/* Something unknown stands before them. */
	sections[UNKNOWN] = (struct irqscope_section){ 77, 24, 1, 0 };
	sections[TEXTS + index] = (struct irqscope_section){ type, 1, size, 0 };
	section_count = TEXTS + index + 1;
}

/* Puts the whole image together and returns its size. */
static size_t put_image(const struct kind *kind)
{
	struct irqscope_section laid_out[SECTIONS + 1];
	struct irqscope_header first;
	unsigned int i;
	size_t size;

	kind->make();
	if (kind->spoil)
		kind->spoil();
	size = lay_out();
	memset(image, 0xa5, size);
	memcpy(laid_out, sections, sizeof(laid_out));
	first = header;
	if (kind->bend)
		kind->bend();
	for (i = 0; i < section_count; i++) {
		put_section(i, laid_out[i].entry_size, laid_out[i].entry_count);
		memcpy(image + first.header_size + i * first.section_size,
		       &sections[i], sizeof(sections[i]));
	}
	memcpy(image, &header, sizeof(header));
	return size;
}

/* Finds a kind by its name. */
static const struct kind *find_kind(const char *name)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	fprintf(stderr, "mksnapshot: no kind %s\n", name);
	exit(1);
}

/* Prints where a good snapshot's parts begin, and one byte around. */
static void print_boundaries(void)
{
	unsigned int i;

	put_image(find_kind("good"));
	printf("0 1 39 40 41 %u", header.header_size + 7 * header.section_size);
	for (i = 0; i < section_count; i++)
		printf(" %zu %zu %zu", offset_of_section[i] - 1,
		       offset_of_section[i], offset_of_section[i] + 1);
	printf(" %llu\n", (unsigned long long)header.total_size - 1);
}

/* Does what it is asked for: a kind, or "boundaries". */
int main(int argc, char **argv)
{
	size_t size;

	if (argc == 2 && !strcmp(argv[1], "boundaries")) {
		print_boundaries();
		return 0;
	}
	if (argc == 3 && atoi(argv[2])) {
		/* A file is not called a number. */
		seconds = (unsigned int)atoi(argv[2]);
	} else if (argc >= 2 && argc <= 4) {
		if (argc > 2)
			add_text(0, IRQSCOPE_SECTION_OUTLIERS, argv[2]);
		if (argc > 3)
			add_text(1, IRQSCOPE_SECTION_MODULES, argv[3]);
	} else {
		fprintf(stderr, "usage: mksnapshot KIND [OUTLIERS [MODULES]] | KIND SECONDS | boundaries\n");
		return 1;
	}
	size = put_image(find_kind(argv[1]));
	return fwrite(image, 1, size, stdout) != size || fclose(stdout);
}
