// SPDX-License-Identifier: GPL-2.0
/* Writes the outliers as one JSON object. What is not known is null. */
#include <stdio.h>
#include <string.h>

#include <irqscope.h>

#include "json.h"
#include "outliers_print.h"

#define VERSION		1
/* Room for an address with 0x. */
#define ADDRESS_LEN	24
#define NUMBER_LEN	24

/* Writes a piece of the report as a string, or null if it is empty. */
static void put_piece(struct json *json, const char *key, struct piece piece)
{
	if (piece.length)
		json_bytes(json, key, piece.at, piece.length);
	else
		json_null(json, key);
}

/* Writes true, false, or null if that is not known. */
static void put_bool(struct json *json, const char *key, bool known, bool value)
{
	if (known)
		json_bool(json, key, value);
	else
		json_null(json, key);
}

/* Writes a number, or null if it is not known. */
static void put_known(struct json *json, const char *key, bool known,
		      unsigned long long number)
{
	if (known)
		json_number(json, key, number);
	else
		json_null(json, key);
}

/* Writes an address as text: the numbers of many programs do not reach so far. */
static void put_address(struct json *json, const char *key, bool known,
			unsigned long long address)
{
	char text[ADDRESS_LEN];

	snprintf(text, sizeof(text), "0x%llx", address);
	json_text(json, key, known ? text : NULL);
}

/* Writes the latencies of all stages, those without an end as null. */
static void put_latencies(struct json *json, const struct outlier *outlier)
{
	const struct outlier_latency *latency = outlier->latency;
	char stage[IRQSCOPE_STAGE_NAME_LEN];
	size_t i;

	json_open_object(json, "latency_ns");
	for (i = 0; i < outlier->latency_count; i++) {
		snprintf(stage, sizeof(stage), "%.*s", (int)latency[i].stage.length,
			 latency[i].stage.at);
		if (latency[i].known)
			json_signed(json, stage, latency[i].ns);
		else
			json_null(json, stage);
	}
	json_close_object(json);
}

/* Writes who had the CPU. */
static void put_task(struct json *json, const struct outlier_task *task)
{
	json_open_object(json, "task");
	json_bytes(json, "comm", task->comm.at, task->comm.length);
	json_signed(json, "pid", task->pid);
	put_piece(json, "policy", task->policy);
	json_signed(json, "prio", task->prio);
	put_piece(json, "mode", task->mode);
	put_known(json, "preempt", task->preempt >= 0, (unsigned long long)task->preempt);
	put_bool(json, "softirq", task->softirq.length, piece_is(task->softirq, "yes"));
	json_close_object(json);
}

/* Writes a place in the code. */
static void put_frame(struct json *json, const struct outlier_frame *frame)
{
	json_open_object(json, NULL);
	put_address(json, "address", frame->has_address, frame->address);
	put_piece(json, "symbol", frame->symbol);
	put_known(json, "offset", frame->has_offset, frame->offset);
	put_known(json, "size", frame->size, frame->size);
	put_piece(json, "module", frame->module);
	put_bool(json, "maybe", true, frame->maybe && !frame->symbol.length);
	json_close_object(json);
}

/* Writes who it was, and where. */
static void put_who(struct json *json, const struct outliers *outliers,
		    const struct outlier *outlier)
{
	size_t i;

	if (outlier->has_task)
		put_task(json, &outlier->task);
	else
		json_null(json, "task");
	if (outlier->has_since) {
		json_open_object(json, "since_last");
		json_number(json, "irqs", outlier->irqs);
		json_number(json, "softirqs", outlier->softirqs);
		json_close_object(json);
	} else {
		json_null(json, "since_last");
	}
	put_piece(json, "cause", outlier->cause);
	put_bool(json, "callers_available", outlier->frame_count, !outlier->no_callers);
	json_open_array(json, "frames");
	for (i = 0; i < outlier->frame_count; i++)
		if (!outliers->frame[outlier->first_frame + i].omitted)
			put_frame(json, &outliers->frame[outlier->first_frame + i]);
	json_close_array(json);
}

/* Writes one outlier. */
static void put_outlier(struct json *json, const struct outliers *outliers,
			const struct outlier *outlier)
{
	const struct outlier_latency *late = &outlier->latency[outlier->late];

	json_open_object(json, NULL);
	json_number(json, "cpu", outlier->cpu);
	json_number(json, "seq", outlier->seq);
	json_number(json, "t_ns", outlier->t_ns);
	put_piece(json, "late", late->stage);
	put_bool(json, "finished", true, late->known);
	put_bool(json, "is_max", outliers->max_known, outlier->is_max);
	put_latencies(json, outlier);
	put_who(json, outliers, outlier);
	json_close_object(json);
}

/* Writes where the kernel lies, or null if that is hidden. */
static void put_anchor(struct json *json, const struct outliers *outliers)
{
	if (!outliers->has_anchor) {
		json_null(json, "anchor");
		return;
	}
	json_open_object(json, "anchor");
	put_piece(json, "symbol", outliers->anchor);
	put_address(json, "address", true, outliers->anchor_address);
	json_close_object(json);
}

/* Writes outliers in their order, up to a number of them, into an object. */
void outliers_put_json(struct json *json, const struct outliers *outliers, size_t limit)
{
	size_t i;

	json_number(json, "kept", outliers->count);
	json_number(json, "lost", outliers->lost);
	put_anchor(json, outliers);
	json_open_array(json, "records");
	for (i = 0; i < outliers->count && i < limit; i++)
		put_outlier(json, outliers, &outliers->record[i]);
	json_close_array(json);
}

/* Writes an object of outliers. */
void outliers_print_json(const struct outliers *outliers, size_t limit)
{
	struct json json = { .out = stdout };

	json_open_object(&json, NULL);
	json_text(&json, "format", "irqscope-outliers");
	json_number(&json, "version", VERSION);
	outliers_put_json(&json, outliers, limit);
	json_close_object(&json);
}
