// SPDX-License-Identifier: GPL-2.0
/*
 * Writes JSON as rt-tests and rtla's converters do (file_version 2), for what
 * parses theirs: threads and interrupts are numbered from 0, times are in us.
 */
#include <stdio.h>
#include <string.h>

#include "export.h"
#include "json.h"
#include "message.h"

#define FILE_VERSION	2
#define NUMBER_LEN	32

/* Writes a time in us, with what it has of ns. */
static void put_us(struct json *json, const char *key, unsigned long long ns)
{
	char text[NUMBER_LEN];

	snprintf(text, sizeof(text), "%llu.%03llu", ns / 1000, ns % 1000);
	json_decimal(json, key, text, strlen(text));
}

/* Writes one row of the histogram if there is anything in it. */
static void put_samples(struct json *json, unsigned long long us,
			unsigned long long samples)
{
	char key[NUMBER_LEN];

	snprintf(key, sizeof(key), "%llu", us);
	if (samples)
		json_number(json, key, samples);
}

/* Writes all samples, by the us in which their bucket begins; none is left out. */
static void put_histogram(struct json *json, const struct export *export, size_t index)
{
	const struct irqscope_hist_law *law = &export->snap->law;
	unsigned long long buckets[IRQSCOPE_HIST_LENGTH], us, row_us = 0, samples = 0;
	struct irqscope_cell cell;
	unsigned int i;

	snapshot_get_cell(export->snap, index, &cell);
	snapshot_get_buckets(export->snap, &cell, buckets);
	json_open_object(json, "histogram");
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++) {
		us = irqscope_hist_edge(law, i) / 1000;
		if (us != row_us) {
			put_samples(json, row_us, samples);
			row_us = us;
			samples = 0;
		}
		samples += buckets[i];
	}
	put_samples(json, row_us, samples);
	json_close_object(json);
}

/* Tells whether a cell is one of these; one without samples has no numbers. */
static bool is_shown(const struct export *export, size_t index, const char *stage)
{
	const struct table_row *row = &export->table.rows[index];

	return export_wants(export, index) && !strcmp(row->stage, stage) && row->count;
}

/* Writes one CPU. */
static void put_cpu(struct json *json, const struct export *export, size_t index,
		    const char *key)
{
	const struct table_row *row = &export->table.rows[index];

	json_open_object(json, key);
	put_histogram(json, export, index);
	json_number(json, "count", row->count);
	put_us(json, "min", row->min_ns);
	put_us(json, "avg", row->mean_ns);
	put_us(json, "max", row->max_ns);
	json_number(json, "cpu", row->cpu);
	json_close_object(json);
}

/* Writes all CPUs of a stage, numbered, and how many there are. */
static void put_stage(struct json *json, const struct export *export, const char *stage,
		      const char *number_key, const char *key)
{
	unsigned int number = 0;
	char text[NUMBER_LEN];
	size_t i;

	for (i = 0; i < export->table.count; i++)
		number += is_shown(export, i, stage);
	json_number(json, number_key, number);
	json_open_object(json, key);
	for (i = 0, number = 0; i < export->table.count; i++) {
		if (!is_shown(export, i, stage))
			continue;
		snprintf(text, sizeof(text), "%u", number++);
		put_cpu(json, export, i, text);
	}
	json_close_object(json);
}

/* Writes which kernel was measured. */
static void put_sysinfo(struct json *json, const struct export *export)
{
	char kernel[EXPORT_VALUE_LEN], value[EXPORT_VALUE_LEN], *version;

	/* The release, a blank, the version. */
	export_condition(export, "kernel", kernel);
	version = strchr(kernel, ' ');
	if (version)
		*version++ = '\0';
	json_open_object(json, "sysinfo");
	json_text(json, "sysname", "Linux");
	json_text(json, "nodename", "unknown");
	json_text(json, "release", kernel);
	json_text(json, "version", version ? version : "");
	export_condition(export, "arch", value);
	json_text(json, "machine", value);
	export_condition(export, "preempt", value);
	json_number(json, "realtime", !strcmp(value, "rt"));
	json_close_object(json);
}

/* Tells whether each CPU of the stages that are shown has samples. */
static bool is_complete(const struct export *export)
{
	const struct table_row *row;
	bool any = false;
	size_t i;

	for (i = 0; i < export->table.count; i++) {
		row = &export->table.rows[i];
		if (!export_wants(export, i) ||
		    (strcmp(row->stage, "irq") && strcmp(row->stage, "thread")))
			continue;
		if (!row->count)
			return false;
		any = true;
	}
	return any;
}

/* Exports the stages irq and thread. */
int export_rt_tests(const struct export *export)
{
	struct json json = { .out = export->out };
	char verdict[EXPORT_VALUE_LEN];

	if (export->stage && strcmp(export->stage, "irq") && strcmp(export->stage, "thread"))
		return complain("--stage \"%s\": rt-tests-json has a place for irq and thread only",
				export->stage);
	json_open_object(&json, NULL);
	json_number(&json, "file_version", FILE_VERSION);
	json_text(&json, "test_name", "irqscope");
	json_number(&json, "return_code", !is_complete(export));
	put_sysinfo(&json, export);
	json_text(&json, "clock_verdict",
		  export_condition(export, "clock_verdict", verdict) ? verdict : NULL);
	/* There is room for one of them. */
	if (export->setting)
		json_text(&json, "setting", export->setting);
	/* A flag, not a resolution: times are in us. */
	json_number(&json, "resolution_in_ns", 0);
	put_stage(&json, export, "thread", "num_threads", "thread");
	put_stage(&json, export, "irq", "num_irqs", "irq");
	json_close_object(&json);
	return EXIT_FINE;
}
