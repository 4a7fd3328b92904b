// SPDX-License-Identifier: GPL-2.0
/* What the reader adds to a capture, as JSON: the load, and the parts of the run. */
#include <stdio.h>
#include <string.h>

#include "export_json.h"
#include "load_text.h"

#define NAME_LEN	16
#define SHARE_LEN	48
/* Room for five numbers and the name of a stage. */
#define BLOCK_LEN	160

/* Writes a value of the text about the load, or null. */
void export_json_value(struct json *json, const char *key, const struct snapshot *snap,
		       const char *line)
{
	struct piece value;

	if (snapshot_get_value(snap, IRQSCOPE_SECTION_LOAD, line, &value))
		json_bytes(json, key, value.at, value.length);
	else
		json_null(json, key);
}

/* Writes how one load ended; null if it did not. */
static void put_end(struct json *json, const struct snapshot *snap)
{
	struct piece value;

	if (snapshot_get_value(snap, IRQSCOPE_SECTION_LOAD, "load_ended", &value) &&
	    !piece_is(value, "no"))
		json_bytes(json, "ended", value.at, value.length);
	else
		json_null(json, "ended");
}

/* Writes how busy one CPU was. */
static void put_cpu(struct json *json, unsigned long long cpu, struct piece shares)
{
	char name[NAME_LEN], number[SHARE_LEN];
	struct load_share share;

	json_open_object(json, NULL);
	json_number(json, "cpu", cpu);
	while (load_text_share(&shares, &share)) {
		snprintf(name, sizeof(name), "%.*s", (int)share.name.length, share.name.at);
		snprintf(number, sizeof(number), "%llu.%llu", share.tenths / 10,
			 share.tenths % 10);
		json_decimal(json, name, number, strlen(number));
	}
	json_close_object(json);
}

/* Writes how busy the CPUs were. */
static void put_utilisation(struct json *json, struct piece text)
{
	unsigned long long cpu;
	struct piece shares;

	json_open_array(json, "utilisation");
	while (load_text_cpu(&text, &cpu, &shares))
		put_cpu(json, cpu, shares);
	json_close_array(json);
}

/* Writes what ran beside the measurement. */
void export_json_load(struct json *json, const struct export *export)
{
	const struct snapshot *snap = export->snap;
	struct piece text;

	if (!snapshot_get_text(snap, IRQSCOPE_SECTION_LOAD, &text)) {
		json_null(json, "load");
		return;
	}
	json_open_object(json, "load");
	export_json_value(json, "name", snap, "load");
	export_json_value(json, "command", snap, "command");
	put_end(json, snap);
	put_utilisation(json, text);
	json_close_object(json);
}

/* Writes the parts of the run as [end_ns, length_ns, cpu, stage, count, max_ns]. */
void export_json_blocks(struct json *json, const struct export *export)
{
	const struct snapshot *snap = export->snap;
	struct irqscope_stage_name stage;
	struct irqscope_block block;
	char text[BLOCK_LEN];
	size_t i;

	if (!snapshot_blocks(snap)) {
		json_null(json, "blocks");
		return;
	}
	json_open_array(json, "blocks");
	for (i = 0; i < snapshot_blocks(snap); i++) {
		snapshot_get_block(snap, i, &block);
		snapshot_get_stage(snap, block.stage, &stage);
		if (export->stage && strcmp(stage.name, export->stage))
			continue;
		/* On one line: there are many. Names of stages need no escapes. */
		snprintf(text, sizeof(text), "[%llu, %llu, %u, \"%s\", %llu, %llu]",
			 (unsigned long long)block.end_ns,
			 (unsigned long long)block.length_ns, block.cpu, stage.name,
			 (unsigned long long)block.count,
			 (unsigned long long)block.max_ns);
		json_decimal(json, NULL, text, strlen(text));
	}
	json_close_array(json);
}
