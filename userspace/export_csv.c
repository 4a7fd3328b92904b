// SPDX-License-Identifier: GPL-2.0
/*
 * Writes CSV: a row for each CPU and stage, or for each bucket that is used; of a trial
 * one for either setting, which is the last column then.
 */
#include "export.h"
#include "message.h"

/* Ends a row, with the setting behind it if there are several. */
static void end_row(FILE *out, const struct export *export)
{
	if (export->setting)
		fprintf(out, ",%s", export->setting);
	putc('\n', out);
}

/* Writes the figures of one cell; times are empty where nothing was measured. */
static void put_row(FILE *out, const struct export *export, size_t index)
{
	const struct table_row *row = &export->table.rows[index];
	struct irqscope_cell cell;
	size_t i;

	snapshot_get_cell(export->snap, index, &cell);
	fprintf(out, "%u,%s,%llu", row->cpu, row->stage, row->count);
	if (row->count) {
		fprintf(out, ",%llu,%llu,%llu", row->min_ns, row->mean_ns, row->max_ns);
		for (i = 0; i < TABLE_PERCENTILES; i++)
			fprintf(out, ",%llu", row->percentile_ns[i]);
	} else {
		fputs(",,,,,,,,", out);
	}
	fprintf(out, ",%llu,%llu,%llu,%llu", row->early,
		(unsigned long long)cell.counters.early_max_ns, row->missed, row->busy);
	end_row(out, export);
}

/* Writes the buckets of one cell; what is beyond the last has no upper edge. */
static void put_buckets(FILE *out, const struct export *export, size_t index)
{
	const struct irqscope_hist_law *law = &export->snap->law;
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH];
	struct irqscope_stage_name stage;
	struct irqscope_cell cell;
	unsigned int i;

	snapshot_get_cell(export->snap, index, &cell);
	snapshot_get_stage(export->snap, cell.stage, &stage);
	snapshot_get_buckets(export->snap, &cell, buckets);
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++) {
		if (!buckets[i])
			continue;
		fprintf(out, "%u,%s,%llu,", cell.cpu, stage.name,
			irqscope_hist_edge(law, i));
		if (i < IRQSCOPE_HIST_BEYOND)
			fprintf(out, "%llu", irqscope_hist_edge(law, i + 1));
		fprintf(out, ",%llu", buckets[i]);
		end_row(out, export);
	}
}

/* Writes the cells of one setting, or their buckets. */
static void put_rows(FILE *out, const struct export *export)
{
	size_t i;

	for (i = 0; i < export->table.count; i++) {
		if (!export_wants(export, i))
			continue;
		if (export->buckets)
			put_buckets(out, export, i);
		else
			put_row(out, export, i);
	}
}

/* Exports the cells, or their buckets. */
int export_csv(const struct export *export)
{
	FILE *out = export->out;
	const struct export *of;

	export_notes(export);
	fprintf(out, "cpu,stage,%s%s\n", export->buckets ?
		"lower_ns,upper_ns,count" :
		"count,min_ns,mean_ns,max_ns,p50_ns,p99_ns,p999_ns,p9999_ns,p99999_ns,early,early_max_ns,missed,busy",
		export->setting ? ",setting" : "");
	for (of = export; of; of = of->next)
		put_rows(out, of);
	return EXIT_FINE;
}
