// SPDX-License-Identifier: GPL-2.0
/* The lines of a record, each "key=value" after the other; unknown keys may come. */
#include <string.h>

#include <irqscope.h>

#include "outlier_fields.h"

/* Takes the next "key=value"; false at the end. A word without = has no value. */
static bool take_pair(struct piece *rest, struct piece *key, struct piece *value)
{
	while (piece_skip(rest, " "))
		;
	if (!rest->length)
		return false;
	*value = piece_word(rest);
	*key = piece_until(value, '=');
	return true;
}

/* Tells whether two pieces say the same. */
static bool same(struct piece a, struct piece b)
{
	return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

/* Finds the latency of a stage; false if there is none. */
static bool find_stage(const struct outlier *outlier, struct piece stage, size_t *index)
{
	for (*index = 0; *index < outlier->latency_count; ++*index)
		if (same(outlier->latency[*index].stage, stage))
			return true;
	return false;
}

/* Tells whether a stage can have this name. */
static bool is_stage_name(struct piece name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";

	if (!name.length || name.length >= IRQSCOPE_STAGE_NAME_LEN)
		return false;
	while (name.length && memchr(allowed, *name.at, sizeof(allowed) - 1))
		piece_take(&name, 1);
	return !name.length;
}

/* Takes the latency of a stage, key "STAGE_ns". */
static const char *take_latency(struct outlier *outlier, struct piece stage,
				struct piece value)
{
	struct outlier_latency *latency = &outlier->latency[outlier->latency_count];
	size_t before;

	if (!is_stage_name(stage))
		return "a latency of what cannot be a stage";
	if (find_stage(outlier, stage, &before))
		return "two latencies of one stage";
	if (outlier->latency_count == OUTLIER_STAGES)
		return "more stages than this program knows";
	*latency = (struct outlier_latency){ .stage = stage };
	latency->known = piece_signed(value, &latency->ns);
	if (!latency->known && !piece_is(value, "unfinished"))
		return "a latency that is no number";
	outlier->latency_count++;
	return NULL;
}

/* Tells whether a key is "STAGE_ns", and leaves the name of the stage. */
static bool is_latency(struct piece *key)
{
	if (key->length < 4 || memcmp(key->at + key->length - 3, "_ns", 3))
		return false;
	key->length -= 3;
	return true;
}

/* Takes a record's first line. */
const char *outlier_take_head(struct outlier *outlier, struct piece rest)
{
	bool cpu = false, seq = false, t_ns = false;
	struct piece key, value, late = { 0 };
	const char *wrong = NULL;

	while (!wrong && take_pair(&rest, &key, &value)) {
		if (piece_is(key, "cpu"))
			cpu = piece_number(value, &outlier->cpu);
		else if (piece_is(key, "seq"))
			seq = piece_number(value, &outlier->seq);
		else if (piece_is(key, "t_ns"))
			t_ns = piece_number(value, &outlier->t_ns);
		else if (piece_is(key, "late"))
			late = value;
		else if (is_latency(&key))
			wrong = take_latency(outlier, key, value);
	}
	if (wrong)
		return wrong;
	if (!cpu || !seq || !t_ns)
		return "cpu, seq and t_ns are not all numbers";
	if (!find_stage(outlier, late, &outlier->late))
		return "no latency of the stage that was late";
	return NULL;
}

/* Takes the name of a task, which may hold blanks: what follows it may not. */
static bool take_comm(struct piece *rest, struct piece *comm)
{
	static const char next[] = " pid=";
	const size_t length = sizeof(next) - 1;
	size_t i;

	if (!piece_skip(rest, "comm="))
		return false;
	for (i = rest->length; i >= length; i--) {
		if (memcmp(rest->at + i - length, next, length))
			continue;
		*comm = piece_take(rest, i - length);
		return true;
	}
	return false;
}

/* Takes how often preemption was disabled. */
static bool take_preempt(struct piece value, long long *preempt)
{
	if (!piece_is(value, "unknown"))
		return piece_signed(value, preempt) && *preempt >= 0;
	*preempt = -1;
	return true;
}

/* Takes the task that had the CPU. */
const char *outlier_take_task(struct outlier *outlier, struct piece rest)
{
	struct outlier_task *task = &outlier->task;
	bool pid = false, prio = false, preempt = false;
	struct piece key, value;

	if (!take_comm(&rest, &task->comm))
		return "no comm and pid";
	while (take_pair(&rest, &key, &value)) {
		if (piece_is(key, "pid"))
			pid = piece_signed(value, &task->pid);
		else if (piece_is(key, "policy"))
			task->policy = value;
		else if (piece_is(key, "prio"))
			prio = piece_signed(value, &task->prio);
		else if (piece_is(key, "mode"))
			task->mode = value;
		else if (piece_is(key, "preempt"))
			preempt = take_preempt(value, &task->preempt);
		else if (piece_is(key, "softirq"))
			task->softirq = value;
	}
	if (!pid || !prio || !preempt)
		return "pid, prio and preempt are not all numbers";
	if (!task->policy.length || !task->mode.length)
		return "no policy or no mode";
	outlier->has_task = true;
	return NULL;
}

/* Takes what the CPU had to do since the last sample. */
const char *outlier_take_since(struct outlier *outlier, struct piece rest)
{
	bool irqs = false, softirqs = false;
	struct piece key, value;

	while (take_pair(&rest, &key, &value)) {
		if (piece_is(key, "irqs"))
			irqs = piece_number(value, &outlier->irqs);
		else if (piece_is(key, "softirqs"))
			softirqs = piece_number(value, &outlier->softirqs);
	}
	outlier->has_since = irqs && softirqs;
	return outlier->has_since ? NULL : "irqs and softirqs are not both numbers";
}

/*
 * Takes a frame: "symbol+0x24/0x50 [module]", an address, "hidden", or an address
 * and " ?": that of the link register, for the kernel to return to if the function
 * before has no frame of its own.
 */
const char *outlier_take_frame(struct outlier_frame *frame, struct piece value)
{
	struct piece place = piece_word(&value), symbol;

	*frame = (struct outlier_frame){ 0 };
	if (piece_is(place, "hidden"))
		return NULL;
	if (piece_begins(place, "0x") && piece_hex(place, &frame->address)) {
		frame->has_address = true;
		frame->maybe = piece_is(value, "?");
		return NULL;
	}
	symbol = piece_until(&place, '+');
	if (!symbol.length || !piece_hex(piece_until(&place, '/'), &frame->offset) ||
	    !piece_hex(place, &frame->size))
		return "neither a place in a function, nor an address";
	frame->symbol = symbol;
	frame->has_offset = true;
	if (piece_skip(&value, "["))
		frame->module = piece_until(&value, ']');
	return NULL;
}
