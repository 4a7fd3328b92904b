// SPDX-License-Identifier: GPL-2.0
/* The long parts of the JSON: the cells with their histograms, and the outliers. */
#include <stdio.h>
#include <string.h>

#include "export_json.h"
#include "message.h"
#include "outliers_max.h"
#include "outliers_print.h"
#include "resolve.h"

#define BUCKET_LEN	80

/* Writes a time that is known only if there are samples. */
static void put_time(struct json *json, const char *key, unsigned long long count,
		     unsigned long long ns)
{
	if (count)
		json_number(json, key, ns);
	else
		json_null(json, key);
}

/* Writes the counters. */
static void put_counters(struct json *json, const struct irqscope_counters *counters)
{
	const unsigned long long count = counters->count;

	json_number(json, "count", count);
	json_number(json, "sum_ns", counters->sum_ns);
	put_time(json, "min_ns", count, counters->min_ns);
	put_time(json, "mean_ns", count, count ? counters->sum_ns / count : 0);
	put_time(json, "max_ns", count, counters->max_ns);
	put_time(json, "max_time_ns", count, counters->max_time_ns);
}

/* Writes the percentiles. */
static void put_percentiles(struct json *json, const struct table_row *row)
{
	static const char *const names[TABLE_PERCENTILES] = {
		"p50", "p99", "p99.9", "p99.99", "p99.999",
	};
	size_t i;

	json_open_object(json, "percentiles_ns");
	for (i = 0; i < TABLE_PERCENTILES; i++)
		put_time(json, names[i], row->count, row->percentile_ns[i]);
	json_close_object(json);
}

/* Writes the buckets in use as [lower, upper, count]; the last may have no upper. */
static void put_buckets(struct json *json, const struct irqscope_hist_law *law,
			const unsigned long long *buckets)
{
	char text[BUCKET_LEN], upper[24];
	unsigned int i;

	json_open_array(json, "buckets");
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++) {
		if (!buckets[i])
			continue;
		strcpy(upper, "null");
		if (i < IRQSCOPE_HIST_BEYOND)
			snprintf(upper, sizeof(upper), "%llu", irqscope_hist_edge(law, i + 1));
		/* On one line: there may be thousands. */
		snprintf(text, sizeof(text), "[%llu, %s, %llu]", irqscope_hist_edge(law, i),
			 upper, buckets[i]);
		json_decimal(json, NULL, text, strlen(text));
	}
	json_close_array(json);
}

/* Writes one cell. */
static void put_cell(struct json *json, const struct snapshot *snap,
		     const struct table_row *row, size_t index)
{
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH];
	struct irqscope_cell cell;

	snapshot_get_cell(snap, index, &cell);
	snapshot_get_buckets(snap, &cell, buckets);
	json_open_object(json, NULL);
	json_number(json, "cpu", row->cpu);
	json_text(json, "stage", row->stage);
	put_counters(json, &cell.counters);
	json_number(json, "early", row->early);
	json_number(json, "early_max_ns", cell.counters.early_max_ns);
	json_number(json, "missed", row->missed);
	json_number(json, "busy", row->busy);
	put_percentiles(json, row);
	put_buckets(json, &snap->law, buckets);
	json_close_object(json);
}

/* Writes the cells that are wanted; all of @table are of @snap. */
void export_json_cells_of(struct json *json, const struct export *export,
			  const struct snapshot *snap, const struct table *table)
{
	size_t i;

	json_open_array(json, "cells");
	for (i = 0; i < table->count; i++)
		if (export_wants(export, i))
			put_cell(json, snap, &table->rows[i], i);
	json_close_array(json);
}

/* Writes all cells. */
void export_json_cells(struct json *json, const struct export *export)
{
	export_json_cells_of(json, export, export->snap, &export->table);
}

/* Writes the outliers, of all stages: a late one tells of the others, too. */
int export_json_outliers(struct json *json, const struct export *export)
{
	struct piece text, modules = { NULL, 0 };
	struct outliers outliers = { 0 };
	int error;

	if (!snapshot_get_text(export->snap, IRQSCOPE_SECTION_OUTLIERS, &text)) {
		json_null(json, "outliers");
		return EXIT_FINE;
	}
	error = outliers_parse(&outliers, text, export->snap->name,
			       (size_t)(text.at - (const char *)export->snap->data));
	if (!error) {
		outliers_mark_maxima(&outliers, export->snap);
		snapshot_get_text(export->snap, IRQSCOPE_SECTION_MODULES, &modules);
		resolve_modules(&outliers, modules);
		json_open_object(json, "outliers");
		outliers_put_json(json, &outliers, OUTLIERS_ALL);
		json_close_object(json);
	}
	outliers_free(&outliers);
	return error;
}
