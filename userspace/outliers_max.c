// SPDX-License-Identifier: GPL-2.0
/* Finds the outliers that are a max in the same snapshot. */
#include "outliers_max.h"

/* Marks the outlier that is the max of a cell. */
static void mark_max(struct outliers *outliers, const struct irqscope_cell *cell,
		     const char *stage)
{
	const struct irqscope_counters *counters = &cell->counters;
	const struct outlier_latency *late;
	struct outlier *record;
	size_t i;

	for (i = 0; i < outliers->count; i++) {
		record = &outliers->record[i];
		late = &record->latency[record->late];
		if (record->cpu == cell->cpu && piece_is(late->stage, stage) &&
		    record->t_ns == counters->max_time_ns && late->known &&
		    late->ns >= 0 && (unsigned long long)late->ns == counters->max_ns)
			record->is_max = true;
	}
}

/* Marks the outliers that are the max of their CPU and stage. */
void outliers_mark_maxima(struct outliers *outliers, const struct snapshot *snap)
{
	struct irqscope_stage_name stage;
	struct irqscope_cell cell;
	size_t i;

	outliers->max_known = true;
	for (i = 0; i < snapshot_cells(snap); i++) {
		snapshot_get_cell(snap, i, &cell);
		snapshot_get_stage(snap, cell.stage, &stage);
		if (cell.counters.count)
			mark_max(outliers, &cell, stage.name);
	}
}
