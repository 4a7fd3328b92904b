// SPDX-License-Identifier: GPL-2.0
/*
 * Writes all that a snapshot holds as JSON: irqscope.schema.json describes it. What
 * is not known is null; members may be added within a version.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "export.h"
#include "export_json.h"
#include "setting_texts.h"
#include "json.h"
#include "message.h"
#include "number.h"

#define VERSION		1
#define NS_PER_S	1000000000ull
#define TIME_LEN	64
#define KEY_LEN		64

/* Writes when the run began, as a date of UTC. */
static void put_start(struct json *json, const struct irqscope_run *run)
{
	const time_t start_s = (time_t)(run->start_real_ns / NS_PER_S);
	char text[TIME_LEN];
	struct tm tm;

	if (run->generation && gmtime_r(&start_s, &tm) &&
	    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm))
		json_text(json, "started", text);
	else
		json_null(json, "started");
}

/* Writes which run it was, and how it was set up. */
static void put_run(struct json *json, const struct snapshot *snap)
{
	const struct irqscope_run *run = &snap->run;

	json_open_object(json, "run");
	json_number(json, "generation", run->generation);
	json_bool(json, "running", run->flags & IRQSCOPE_RUN_RUNNING);
	put_start(json, run);
	json_number(json, "start_ns", run->start_ns);
	json_number(json, "duration_ns", setting_duration_ns(snap));
	json_number(json, "period_us", run->period_us);
	json_text(json, "phase", run->flags & IRQSCOPE_RUN_RANDOM ? "random" : "fixed");
	json_number(json, "warmup_ms", run->warmup_ms);
	json_number(json, "thread_priority", run->thread_priority);
	if (run->hold_idle_us >= 0)
		json_number(json, "hold_idle_us", (unsigned long long)run->hold_idle_us);
	else
		json_null(json, "hold_idle_us");
	json_number(json, "bucket_ns", snap->law.bucket_ns);
	json_close_object(json);
}

/* Writes the conditions as they are. */
static void put_conditions(struct json *json, const struct snapshot *snap)
{
	struct piece text, line, key;
	char name[KEY_LEN];

	if (!snapshot_get_text(snap, IRQSCOPE_SECTION_CONDITIONS, &text)) {
		json_null(json, "conditions");
		return;
	}
	json_open_object(json, "conditions");
	while (text.length) {
		line = piece_line(&text);
		key = piece_until(&line, ':');
		/* What has no value is no condition. */
		if (!key.length || !piece_skip(&line, " "))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)key.length, key.at);
		json_bytes(json, name, line.at, line.length);
	}
	json_close_object(json);
}

/* Writes a condition as text, or null. */
static void put_condition(struct json *json, const char *key,
			  const struct export *export, const char *condition)
{
	char value[EXPORT_VALUE_LEN];

	json_text(json, key, export_condition(export, condition, value) ? value : NULL);
}

/* Writes the clock by which the run was measured. */
static void put_clock(struct json *json, const struct export *export)
{
	unsigned long long resolution_ns;
	char value[EXPORT_VALUE_LEN];

	json_open_object(json, "clock");
	put_condition(json, "name", export, "clocksource");
	put_condition(json, "class", export, "clock_class");
	export_condition(export, "clock_resolution_ns", value);
	if (number_parse(value, &resolution_ns))
		json_number(json, "resolution_ns", resolution_ns);
	else
		json_null(json, "resolution_ns");
	put_condition(json, "verdict", export, "clock_verdict");
	if (export_condition(export, "clock_changed", value))
		json_bool(json, "changed", strcmp(value, "no"));
	else
		json_null(json, "changed");
	json_close_object(json);
}

/* Exports everything. */
int export_json(const struct export *export)
{
	struct json json = { .out = export->out };
	int error;

	json_open_object(&json, NULL);
	json_text(&json, "format", "irqscope");
	json_number(&json, "version", VERSION);
	put_run(&json, export->snap);
	put_conditions(&json, export->snap);
	put_clock(&json, export);
	put_condition(&json, "qos", export, "qos");
	export_json_load(&json, export);
	export_json_cells(&json, export);
	export_json_blocks(&json, export);
	error = export_json_trial(&json, export);
	if (!error)
		error = export_json_outliers(&json, export);
	json_close_object(&json);
	return error;
}
