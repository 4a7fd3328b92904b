// SPDX-License-Identifier: GPL-2.0
/*
 * Finds figures of a snapshot that contradict each other. Whoever gets past
 * this may rely on every cell's CPU, stage and histogram being there.
 */
#include <stddef.h>

#include "message.h"
#include "verify.h"
#include "verify_blocks.h"
#include "verify_trial.h"

/**
 * struct place - the cell that is looked at, for messages
 * @snap: the snapshot
 * @byte: where the cell begins
 * @cpu: number of the CPU
 * @stage: name of the stage
 */
struct place {
	const struct snapshot *snap;
	size_t byte;
	unsigned int cpu;
	const char *stage;
};

/* Names a cell, the byte that is wrong and two figures. */
#define CONTRADICT(place, at, format, ...) \
	contradict_at((place)->snap->name, at, "cpu %u stage %s: " format, \
		      (place)->cpu, (place)->stage, __VA_ARGS__)

/* Where a field of a cell is. */
#define FIELD(place, field)	((place)->byte + offsetof(struct irqscope_cell, field))

/* Checks that the run did not end before it began. */
static int verify_run(const struct snapshot *snap)
{
	const struct irqscope_run *run = &snap->run;
	const unsigned long long end_ns = snapshot_end_ns(snap);
	const size_t field = run->stop_ns ? offsetof(struct irqscope_run, stop_ns) :
					    offsetof(struct irqscope_run, taken_ns);

	if (end_ns >= run->start_ns)
		return EXIT_FINE;
	return contradict_at(snap->name, snapshot_byte(snap, IRQSCOPE_SECTION_RUN, 0) + field,
			     "the run started at %llu ns and ended at %llu ns",
			     (unsigned long long)run->start_ns, end_ns);
}

/* Checks that the CPUs rise, so that none occurs twice. */
static int verify_cpus(const struct snapshot *snap)
{
	struct irqscope_cpu_state cpu, before;
	size_t i, byte;

	for (i = 1; i < snapshot_cpus(snap); i++) {
		byte = snapshot_byte(snap, IRQSCOPE_SECTION_CPU, i);
		snapshot_get_cpu(snap, i - 1, &before);
		snapshot_get_cpu(snap, i, &cpu);
		if (cpu.cpu == before.cpu)
			return contradict_at(snap->name, byte, "cpu %u occurs twice",
					     cpu.cpu);
		if (cpu.cpu < before.cpu)
			return contradict_at(snap->name, byte, "cpu %u comes after cpu %u",
					     cpu.cpu, before.cpu);
	}
	return EXIT_FINE;
}

/* Tells where a bucket of a cell is. */
static size_t bucket_byte(const struct place *place, const struct irqscope_cell *cell,
			  unsigned int bucket)
{
	return snapshot_byte(place->snap, IRQSCOPE_SECTION_BUCKETS,
			     (size_t)cell->first_bucket + bucket);
}

/* Checks that count is the sum of all counters of the histogram. */
static int verify_count(const struct place *place, const struct irqscope_cell *cell,
			const unsigned long long *buckets)
{
	const unsigned long long count = cell->counters.count;
	unsigned long long sum = 0;
	unsigned int i;

	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++) {
		if (sum + buckets[i] < sum)
			return CONTRADICT(place, bucket_byte(place, cell, i),
					  "bucket %u holds %llu samples, too many to add to %llu",
					  i, buckets[i], sum);
		sum += buckets[i];
	}
	if (sum != count)
		return CONTRADICT(place, FIELD(place, counters.count),
				  "count is %llu, but the histogram holds %llu samples",
				  count, sum);
	return EXIT_FINE;
}

/* Checks that nothing is said of samples that there are not. */
static int verify_empty(const struct place *place,
			const struct irqscope_counters *counters)
{
	if (counters->min_ns)
		return CONTRADICT(place, FIELD(place, counters.min_ns),
				  "count is 0, but min is %llu ns",
				  (unsigned long long)counters->min_ns);
	if (counters->max_ns)
		return CONTRADICT(place, FIELD(place, counters.max_ns),
				  "count is 0, but max is %llu ns",
				  (unsigned long long)counters->max_ns);
	if (counters->sum_ns)
		return CONTRADICT(place, FIELD(place, counters.sum_ns),
				  "count is 0, but sum is %llu ns",
				  (unsigned long long)counters->sum_ns);
	return EXIT_FINE;
}

/* Checks that min <= mean <= max, for the mean as it is before rounding. */
static int verify_mean(const struct place *place,
		       const struct irqscope_counters *counters)
{
	const unsigned long long mean_ns = counters->sum_ns / counters->count;
	const unsigned long long rest = counters->sum_ns % counters->count;
	const unsigned long long min_ns = counters->min_ns;
	const unsigned long long max_ns = counters->max_ns;

	if (min_ns > max_ns)
		return CONTRADICT(place, FIELD(place, counters.min_ns),
				  "min is %llu ns, but max is %llu ns",
				  min_ns, max_ns);
	if (min_ns > mean_ns)
		return CONTRADICT(place, FIELD(place, counters.min_ns),
				  "min is %llu ns, but the mean is %llu ns",
				  min_ns, mean_ns);
	if (mean_ns > max_ns || (mean_ns == max_ns && rest))
		return CONTRADICT(place, FIELD(place, counters.max_ns),
				  "max is %llu ns, but the mean is %llu%s ns",
				  max_ns, mean_ns, rest ? " and a fraction of a" : "");
	return EXIT_FINE;
}

/* Checks that min and max lie in the first and the last bucket used. */
static int verify_ends(const struct place *place,
		       const struct irqscope_counters *counters,
		       const unsigned long long *buckets)
{
	const struct irqscope_hist_law *law = &place->snap->law;
	const unsigned int min_index = irqscope_hist_index(law, counters->min_ns);
	const unsigned int max_index = irqscope_hist_index(law, counters->max_ns);
	unsigned int first = 0, last = IRQSCOPE_HIST_BEYOND;

	while (!buckets[first])
		first++;
	while (!buckets[last])
		last--;
	if (min_index != first)
		return CONTRADICT(place, FIELD(place, counters.min_ns),
				  "min is %llu ns, in bucket %u, but the first bucket used is %u",
				  (unsigned long long)counters->min_ns, min_index,
				  first);
	if (max_index != last)
		return CONTRADICT(place, FIELD(place, counters.max_ns),
				  "max is %llu ns, in bucket %u, but the last bucket used is %u",
				  (unsigned long long)counters->max_ns, max_index,
				  last);
	return EXIT_FINE;
}

/* Checks one cell's counters against each other and against its histogram. */
static int verify_figures(const struct place *place,
			  const struct irqscope_cell *cell)
{
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH];
	int error;

	if (!snapshot_get_buckets(place->snap, cell, buckets))
		return CONTRADICT(place, FIELD(place, first_bucket),
				  "first bucket %llu, but there are %zu in all",
				  (unsigned long long)cell->first_bucket,
				  place->snap->section[IRQSCOPE_SECTION_BUCKETS].entry_count);
	error = verify_count(place, cell, buckets);
	if (error)
		return error;
	if (!cell->counters.count)
		return verify_empty(place, &cell->counters);
	error = verify_mean(place, &cell->counters);
	if (!error)
		error = verify_ends(place, &cell->counters, buckets);
	return error;
}

/* Checks that a cell comes after the one before it, and not once more. */
static int verify_order(const struct place *place, const struct irqscope_cell *cell,
			const struct irqscope_cell *before)
{
	if (cell->cpu == before->cpu && cell->stage == before->stage)
		return CONTRADICT(place, place->byte, "occurs twice, with counts %llu and %llu",
				  (unsigned long long)before->counters.count,
				  (unsigned long long)cell->counters.count);
	if (cell->cpu < before->cpu ||
	    (cell->cpu == before->cpu && cell->stage < before->stage))
		return CONTRADICT(place, place->byte, "comes after cpu %u stage number %u",
				  before->cpu, before->stage);
	return EXIT_FINE;
}

/* Steps to the CPU of a cell; both rise, so one walk finds all of them. */
static int verify_measured(const struct place *place, size_t *cpu_index)
{
	struct irqscope_cpu_state cpu;

	for (; *cpu_index < snapshot_cpus(place->snap); ++*cpu_index) {
		snapshot_get_cpu(place->snap, *cpu_index, &cpu);
		if (cpu.cpu == place->cpu)
			return EXIT_FINE;
		if (cpu.cpu > place->cpu)
			break;
	}
	return CONTRADICT(place, place->byte, "the cpu is not among the %zu measured ones",
			  snapshot_cpus(place->snap));
}

/* Checks the cell at an index; @before is the one before it, or NULL. */
static int verify_cell(const struct snapshot *snap, size_t index,
		       const struct irqscope_cell *cell,
		       const struct irqscope_cell *before, size_t *cpu_index)
{
	struct place place = {
		.snap = snap,
		.byte = snapshot_byte(snap, IRQSCOPE_SECTION_CELL, index),
		.cpu = cell->cpu,
	};
	struct irqscope_stage_name stage;
	int error;

	if (cell->stage >= snapshot_stages(snap))
		return contradict_at(snap->name, FIELD(&place, stage),
				     "cpu %u has stage number %u, but there are %zu stages",
				     cell->cpu, cell->stage, snapshot_stages(snap));
	snapshot_get_stage(snap, cell->stage, &stage);
	place.stage = stage.name;
	error = before ? verify_order(&place, cell, before) : EXIT_FINE;
	if (!error)
		error = verify_measured(&place, cpu_index);
	if (!error)
		error = verify_figures(&place, cell);
	return error;
}

/* Checks CPUs and cells. */
static int verify_cells(const struct snapshot *snap)
{
	struct irqscope_cell cell, before;
	size_t i, cpu_index = 0;
	int error = verify_cpus(snap);

	for (i = 0; !error && i < snapshot_cells(snap); i++) {
		snapshot_get_cell(snap, i, &cell);
		error = verify_cell(snap, i, &cell, i ? &before : NULL, &cpu_index);
		before = cell;
	}
	return error;
}

/* Checks a whole snapshot; says what contradicts itself first. */
int verify_snapshot(const struct snapshot *snap)
{
	int error = verify_run(snap);

	if (!error)
		error = verify_cells(snap);
	if (!error)
		error = verify_blocks(snap);
	return error ? error : verify_trial(snap, verify_cells);
}
