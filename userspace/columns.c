// SPDX-License-Identifier: GPL-2.0
/* The histograms of one stage side by side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "message.h"
#include "setting_texts.h"

/* What is taken of several stages if none is named. */
#define USUAL_STAGE	"thread"

/* Finds a stage by its name; without one, the only stage or the usual one. */
int columns_find_stage(const struct snapshot *snap, const char *name, size_t *index)
{
	const char *wanted = name ? name : USUAL_STAGE;
	struct irqscope_stage_name stage;
	char list[SETTING_TEXT_LEN];

	*index = 0;
	if (!name && snapshot_stages(snap) == 1)
		return EXIT_FINE;
	for (; *index < snapshot_stages(snap); ++*index) {
		snapshot_get_stage(snap, *index, &stage);
		if (!strcmp(stage.name, wanted))
			return EXIT_FINE;
	}
	setting_write_stages(list, snap);
	if (name)
		return complain("--stage \"%s\": %s has the stages: %s", name, snap->name,
				list);
	return complain("--stage: which one? %s has the stages: %s", snap->name, list);
}

/* Reads all CPUs of a stage of a verified snapshot. */
int columns_read(struct columns *columns, const struct snapshot *snap, size_t stage)
{
	struct irqscope_cell cell;
	size_t i;

	*columns = (struct columns){ 0 };
	snapshot_get_stage(snap, stage, &columns->stage);
	if (!snapshot_cpus(snap))
		return EXIT_FINE;
	columns->column = calloc(snapshot_cpus(snap), sizeof(*columns->column));
	if (!columns->column)
		return complain("no memory for the histograms");
	/* No CPU has a stage twice. */
	for (i = 0; i < snapshot_cells(snap); i++) {
		snapshot_get_cell(snap, i, &cell);
		if (cell.stage != stage)
			continue;
		columns->column[columns->count].cell = cell;
		snapshot_get_buckets(snap, &cell,
				     columns->column[columns->count].buckets);
		columns->count++;
	}
	return EXIT_FINE;
}

/* Gives back what the columns occupy. */
void columns_free(struct columns *columns)
{
	free(columns->column);
	*columns = (struct columns){ 0 };
}
