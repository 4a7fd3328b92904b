// SPDX-License-Identifier: GPL-2.0
/* A trial as JSON: its settings, what was counted under b, and its blocks. */
#include <stdio.h>
#include <string.h>

#include "export_json.h"
#include "message.h"
#include "table_fill.h"

/* Room for seven numbers and the name of a stage. */
#define BLOCK_LEN	220

/* Writes how one setting was made, and for how long. */
static void put_setting(struct json *json, const struct snapshot *snap,
			const struct irqscope_trial *trial, unsigned int setting)
{
	json_open_object(json, setting ? "b" : "a");
	export_json_value(json, "command", snap, setting ? "trial_b" : "trial_a");
	json_number(json, "recorded_ns", trial->recorded_ns[setting]);
	json_number(json, "switches", trial->switches[setting]);
	json_close_object(json);
}

/* Writes the blocks as [end_ns, length_ns, pair, setting, cpu, stage, count, max_ns]. */
static void put_blocks(struct json *json, const struct export *export)
{
	const struct snapshot *snap = export->snap;
	struct irqscope_trial_block block;
	struct irqscope_stage_name stage;
	char text[BLOCK_LEN];
	size_t i;

	json_open_array(json, "blocks");
	for (i = 0; i < snapshot_trial_blocks(snap); i++) {
		snapshot_get_trial_block(snap, i, &block);
		snapshot_get_stage(snap, block.stage, &stage);
		if (export->stage && strcmp(stage.name, export->stage))
			continue;
		snprintf(text, sizeof(text), "[%llu, %llu, %u, \"%c\", %u, \"%s\", %llu, %llu]",
			 (unsigned long long)block.end_ns,
			 (unsigned long long)block.length_ns, block.pair,
			 "ab"[block.setting], block.cpu, stage.name,
			 (unsigned long long)block.count,
			 (unsigned long long)block.max_ns);
		json_decimal(json, NULL, text, strlen(text));
	}
	json_close_array(json);
}

/* Writes the trial, if there is one; the cells of the whole are those of setting a. */
int export_json_trial(struct json *json, const struct export *export)
{
	const struct snapshot b = snapshot_setting_b(export->snap);
	struct irqscope_trial trial;
	struct table table = { 0 };
	int error;

	if (!snapshot_get_trial(export->snap, &trial))
		return EXIT_FINE;
	error = table_fill(&table, &b);
	if (!error) {
		json_open_object(json, "trial");
		json_bool(json, "qos", trial.flags & IRQSCOPE_TRIAL_QOS);
		json_bool(json, "failed", trial.flags & IRQSCOPE_TRIAL_FAILED);
		json_bool(json, "ended", trial.end_ns);
		export_json_value(json, "cut_short", export->snap, "trial_cut");
		json_number(json, "settle_ms", trial.settle_ms);
		put_setting(json, export->snap, &trial, 0);
		put_setting(json, export->snap, &trial, 1);
		export_json_cells_of(json, export, &b, &table);
		put_blocks(json, export);
		json_close_object(json);
	}
	table_free(&table);
	return error;
}
