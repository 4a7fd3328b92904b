// SPDX-License-Identifier: GPL-2.0
/* Adds up the CPUs and stages of captures; what 64 bits cannot hold is refused. */
#include <stdlib.h>
#include <string.h>

#include "merge.h"
#include "message.h"

/* Finds a stage by its name; the number of stages if there is none. */
static size_t find_stage(const struct merge *merge, const struct irqscope_stage_name *name)
{
	size_t i;

	for (i = 0; i < merge->stages; i++)
		if (!strcmp(merge->stage[i].name, name->name))
			break;
	return i;
}

/* Collects the stages of all captures. */
int merge_stages(struct merge *merge)
{
	struct irqscope_stage_name name;
	const struct snapshot *snap;
	size_t i, k, most = 0;

	for (i = 0; i < merge->inputs; i++)
		most += snapshot_stages(&merge->input[i].snap);
	merge->stage = calloc(most + 1, sizeof(*merge->stage));
	if (!merge->stage)
		return complain("no memory for the stages");
	for (i = 0; i < merge->inputs; i++) {
		snap = &merge->input[i].snap;
		for (k = 0; k < snapshot_stages(snap); k++) {
			snapshot_get_stage(snap, k, &name);
			if (find_stage(merge, &name) == merge->stages)
				merge->stage[merge->stages++] = name;
		}
	}
	return EXIT_FINE;
}

/* Gives the number that a stage of a capture has in the sum. */
__u32 merge_stage(const struct merge *merge, const struct snapshot *snap, __u32 stage)
{
	struct irqscope_stage_name name;

	snapshot_get_stage(snap, stage, &name);
	return (__u32)find_stage(merge, &name);
}

/* Sorts CPUs. */
static int by_cpu(const void *one, const void *other)
{
	const struct irqscope_cpu_state *cpu = one, *other_cpu = other;

	return (cpu->cpu > other_cpu->cpu) - (cpu->cpu < other_cpu->cpu);
}

/* Collects the CPUs of all captures and adds up what each has missed. */
int merge_cpus(struct merge *merge)
{
	struct irqscope_cpu_state *cpu;
	const struct snapshot *snap;
	size_t i, k, count = 0;

	for (i = 0; i < merge->inputs; i++)
		count += snapshot_cpus(&merge->input[i].snap);
	merge->cpu = calloc(count + 1, sizeof(*merge->cpu));
	if (!merge->cpu)
		return complain("no memory for the CPUs");
	for (i = 0, count = 0; i < merge->inputs; i++) {
		snap = &merge->input[i].snap;
		for (k = 0; k < snapshot_cpus(snap); k++)
			snapshot_get_cpu(snap, k, &merge->cpu[count++]);
	}
	qsort(merge->cpu, count, sizeof(*merge->cpu), by_cpu);
	for (i = 0; i < count; i++) {
		cpu = merge->cpus ? &merge->cpu[merge->cpus - 1] : NULL;
		if (!cpu || cpu->cpu != merge->cpu[i].cpu) {
			merge->cpu[merge->cpus++] = merge->cpu[i];
			continue;
		}
		cpu->flags |= merge->cpu[i].flags;
		if (__builtin_add_overflow(cpu->missed, merge->cpu[i].missed, &cpu->missed))
			return complain("cpu %u: missed is %llu, too many to add the rest",
					cpu->cpu, (unsigned long long)merge->cpu[i].missed);
	}
	return EXIT_FINE;
}

/* Sorts cells by CPU, then by stage. */
static int by_place(const void *one, const void *other)
{
	const struct irqscope_cell *cell = one, *other_cell = other;

	if (cell->cpu != other_cell->cpu)
		return cell->cpu > other_cell->cpu ? 1 : -1;
	return (cell->stage > other_cell->stage) - (cell->stage < other_cell->stage);
}

/* Collects the cells of all captures, without what they hold. */
static int collect_cells(struct merge *merge)
{
	struct irqscope_cell cell;
	const struct snapshot *snap;
	size_t i, k, count = 0;

	for (i = 0; i < merge->inputs; i++)
		count += snapshot_cells(&merge->input[i].snap);
	merge->cell = calloc(count + 1, sizeof(*merge->cell));
	if (!merge->cell)
		return complain("no memory for the cells");
	for (i = 0, count = 0; i < merge->inputs; i++) {
		snap = &merge->input[i].snap;
		for (k = 0; k < snapshot_cells(snap); k++) {
			snapshot_get_cell(snap, k, &cell);
			merge->cell[count].cpu = cell.cpu;
			merge->cell[count++].stage = merge_stage(merge, snap, cell.stage);
		}
	}
	qsort(merge->cell, count, sizeof(*merge->cell), by_place);
	for (i = 0; i < count; i++) {
		if (i && !by_place(&merge->cell[merge->cells - 1], &merge->cell[i]))
			continue;
		merge->cell[merge->cells] = merge->cell[i];
		merge->cell[merge->cells].first_bucket = merge->cells * IRQSCOPE_HIST_LENGTH;
		merge->cells++;
	}
	return EXIT_FINE;
}

/* Adds a counter. */
static int add_counter(const char *name, __u64 *to, __u64 from,
		       const struct irqscope_cell *cell, const struct merge *merge)
{
	const __u64 before = *to;

	if (!__builtin_add_overflow(before, from, to))
		return EXIT_FINE;
	return complain("cpu %u stage %s: %s: %llu and %llu are too great to add", cell->cpu,
			merge->stage[cell->stage].name, name, (unsigned long long)before,
			(unsigned long long)from);
}

/* Adds the counters of a cell. */
static int add_counters(const struct merge *merge, struct irqscope_cell *cell,
			const struct irqscope_counters *from, unsigned long long shift_ns)
{
	struct irqscope_counters *to = &cell->counters;
	int error;

	if (from->count && (!to->count || from->min_ns < to->min_ns))
		to->min_ns = from->min_ns;
	if (from->count && (!to->count || from->max_ns > to->max_ns)) {
		to->max_ns = from->max_ns;
		to->max_time_ns = from->max_time_ns + shift_ns;
	}
	if (from->early_max_ns > to->early_max_ns)
		to->early_max_ns = from->early_max_ns;
	error = add_counter("count", &to->count, from->count, cell, merge);
	if (!error)
		error = add_counter("sum", &to->sum_ns, from->sum_ns, cell, merge);
	if (!error)
		error = add_counter("early", &to->early, from->early, cell, merge);
	return error ? error : add_counter("busy", &to->busy, from->busy, cell, merge);
}

/* Adds a cell of a capture. */
static int add_cell(struct merge *merge, const struct merge_input *input, size_t index)
{
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH];
	struct irqscope_cell from, *to;
	__u64 *bucket;
	size_t i;

	snapshot_get_cell(&input->snap, index, &from);
	snapshot_get_buckets(&input->snap, &from, buckets);
	from.stage = merge_stage(merge, &input->snap, from.stage);
	to = bsearch(&from, merge->cell, merge->cells, sizeof(from), by_place);
	bucket = merge->bucket + to->first_bucket;
	/* None of them is greater than the count, which is looked at. */
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++)
		bucket[i] += buckets[i];
	return add_counters(merge, to, &from.counters, input->shift_ns);
}

/* Adds up the cells of all captures. */
int merge_cells(struct merge *merge)
{
	const struct merge_input *input;
	int error = collect_cells(merge);
	size_t i, k;

	if (error)
		return error;
	merge->bucket = calloc(merge->cells * IRQSCOPE_HIST_LENGTH + 1, sizeof(*merge->bucket));
	if (!merge->bucket)
		return complain("no memory for the histograms");
	for (i = 0; i < merge->inputs; i++) {
		input = &merge->input[i];
		for (k = 0; k < snapshot_cells(&input->snap) && !error; k++)
			error = add_cell(merge, input, k);
	}
	return error;
}
