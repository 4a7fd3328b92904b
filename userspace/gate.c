// SPDX-License-Identifier: GPL-2.0
/*
 * Tells whether what was measured stays within limits. What was not measured does
 * not: a stage that was not there must not look as if it had been fast.
 */
#include <string.h>

#include "gate.h"
#include "message.h"

/* Finds the limit of a cell: that of its CPU, or else that of all; NULL without. */
static const struct gate_limit *find_limit(const struct gate *gate,
					   const struct table_row *row)
{
	const struct gate_limit *limit, *found = NULL;
	size_t i;

	for (i = 0; i < gate->count; i++) {
		limit = &gate->limit[i];
		if (strcmp(limit->stage, row->stage))
			continue;
		if (!limit->all_cpus && limit->cpu == row->cpu)
			return limit;
		if (limit->all_cpus)
			found = limit;
	}
	return found;
}

/* Compares a cell with its limit. */
static int check_row(const struct table_row *row, const struct gate_limit *limit)
{
	const unsigned long long max_ns = row->max_ns, ns = limit->ns;

	if (!row->count)
		return complain("cpu %u %s: no samples to compare with the limit of %llu.%03llu us",
				row->cpu, row->stage, ns / 1000, ns % 1000);
	if (max_ns <= ns)
		return EXIT_FINE;
	complain("cpu %u %s: max %llu.%03llu us is %llu.%03llu us beyond the limit of %llu.%03llu us",
		 row->cpu, row->stage, max_ns / 1000, max_ns % 1000,
		 (max_ns - ns) / 1000, (max_ns - ns) % 1000, ns / 1000, ns % 1000);
	return EXIT_LIMIT;
}

/* Makes sure that a limit is one for something that was measured. */
static int check_measured(const struct gate_limit *limit, const struct table *table)
{
	const struct table_row *row;
	size_t i;

	for (i = 0; i < table->count; i++) {
		row = &table->rows[i];
		if (!strcmp(row->stage, limit->stage) &&
		    (limit->all_cpus || row->cpu == limit->cpu))
			return EXIT_FINE;
	}
	if (limit->all_cpus)
		return complain("--limit: stage %s was not measured", limit->stage);
	return complain("--limit: stage %s was not measured on cpu %u", limit->stage,
			limit->cpu);
}

/* Keeps the worse of two results: beyond a limit is what decides. */
static int worse(int one, int other)
{
	return one > other ? one : other;
}

/* Checks all cells; says what is beyond its limit, and returns the exit code. */
int gate_check(const struct gate *gate, const struct table *table)
{
	const struct gate_limit *limit;
	int result = EXIT_FINE;
	size_t i;

	for (i = 0; i < table->count; i++) {
		limit = find_limit(gate, &table->rows[i]);
		if (limit)
			result = worse(result, check_row(&table->rows[i], limit));
	}
	for (i = 0; i < gate->count; i++)
		result = worse(result, check_measured(&gate->limit[i], table));
	return result;
}
