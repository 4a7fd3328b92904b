// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps what each second of a run has counted. Whenever there are too many of these
 * parts, each two become one, and from then on parts are twice as long: their number
 * is bounded however long the run is.
 */
#include <stdlib.h>
#include <string.h>

#include "interval.h"
#include "message.h"
#include "parts.h"
#include "verify.h"

#define NS_PER_MS	1000000ull

/* Begins without any part. */
void parts_begin(struct parts *parts)
{
	*parts = (struct parts){ .seconds = 1 };
}

/* Gives back the parts, and forgets them. */
static void drop_parts(struct parts *parts)
{
	size_t i;

	for (i = 0; i < parts->count; i++)
		free(parts->part[i].block);
	parts->count = 0;
	parts->seconds = 1;
	parts->filled = 0;
}

/* Tells how two blocks are ordered: negative, 0 for the same CPU and stage, positive. */
static int compare(const struct irqscope_block *one, const struct irqscope_block *other)
{
	if (one->cpu != other->cpu)
		return one->cpu < other->cpu ? -1 : 1;
	return (one->stage > other->stage) - (one->stage < other->stage);
}

/* Adds the figures of a block to those of another one. */
static void add_figures(struct irqscope_block *to, const struct irqscope_block *from)
{
	to->count += from->count;
	if (from->max_ns > to->max_ns)
		to->max_ns = from->max_ns;
}

/* Joins a part with the one that comes behind it; either may lack CPUs of the other. */
static bool join(struct part *first, struct part *second)
{
	const unsigned long long end_ns = second->block[0].end_ns;
	const unsigned long long length_ns = first->block[0].length_ns +
					     second->block[0].length_ns;
	struct irqscope_block *joined;
	size_t i = 0, j = 0, count = 0;
	int order;

	joined = calloc(first->count + second->count, sizeof(*joined));
	if (!joined)
		return false;
	while (i < first->count || j < second->count) {
		order = i == first->count ? 1 : j == second->count ? -1 :
			compare(&first->block[i], &second->block[j]);
		joined[count] = order > 0 ? second->block[j++] : first->block[i++];
		if (!order)
			add_figures(&joined[count], &second->block[j++]);
		joined[count].end_ns = end_ns;
		joined[count].length_ns = length_ns;
		count++;
	}
	free(first->block);
	free(second->block);
	*first = (struct part){ joined, count };
	*second = (struct part){ 0 };
	return true;
}

/* Joins each two parts, which are whole. */
static bool halve(struct parts *parts)
{
	size_t i;

	for (i = 0; i < parts->count / 2; i++) {
		if (!join(&parts->part[2 * i], &parts->part[2 * i + 1]))
			return false;
		if (i) {
			parts->part[i] = parts->part[2 * i];
			parts->part[2 * i] = (struct part){ 0 };
		}
	}
	parts->count /= 2;
	parts->seconds *= 2;
	parts->filled = parts->seconds;
	return true;
}

/* Adds a second: as a part of its own, or to the last part if that is not whole. */
static bool add_part(struct parts *parts, struct part *part)
{
	const bool whole = parts->filled == parts->seconds || !parts->count;

	if (whole && parts->count == PARTS_MOST && !halve(parts))
		return false;
	if (!whole) {
		parts->filled++;
		return join(&parts->part[parts->count - 1], part);
	}
	parts->part[parts->count++] = *part;
	parts->filled = 1;
	return true;
}

/* Makes a part of two snapshots, @before being NULL for the end of the warm-up. */
static bool make_part(struct part *part, const struct snapshot *before,
		      const struct snapshot *now)
{
	const unsigned long long begin_ns = before ? snapshot_end_ns(before) :
		now->run.start_ns + now->run.warmup_ms * NS_PER_MS;
	const unsigned long long end_ns = snapshot_end_ns(now);
	struct interval interval;
	struct irqscope_cell cell;
	size_t i;

	*part = (struct part){ 0 };
	if (end_ns <= begin_ns || !snapshot_cells(now))
		return true;
	part->block = calloc(snapshot_cells(now), sizeof(*part->block));
	if (!part->block)
		return false;
	part->count = snapshot_cells(now);
	for (i = 0; i < part->count; i++) {
		snapshot_get_cell(now, i, &cell);
		interval_get(&interval, before, now, &cell);
		part->block[i] = (struct irqscope_block){
			.end_ns = end_ns,
			.length_ns = end_ns - begin_ns,
			.cpu = cell.cpu,
			.stage = cell.stage,
			.count = interval.count,
			.max_ns = interval.max_ns,
		};
	}
	return true;
}

/* Says once why parts of the run will be missing. */
static void tell_missing(struct parts *parts, const char *reason)
{
	if (!parts->told)
		complain("%s: %s: parts of the run will be missing in what is saved",
			 SOURCE_SNAPSHOT, reason);
	parts->told = true;
}

/* Adds what was counted since the snapshot before. */
static bool add_since(struct parts *parts, const struct snapshot *now)
{
	const struct snapshot *before = parts->bytes.data ? &parts->before : NULL;
	struct part part;

	if (before && interval_restarted(before, now)) {
		/*
		 * What is saved will not have the figures from before, and nobody
		 * knows when within this second those from then on began.
		 */
		complain("the figures were reset during the run: so are its parts");
		drop_parts(parts);
		return true;
	}
	if (parts->gap)
		return true;
	if (!make_part(&part, before, now))
		return false;
	if (!part.count || add_part(parts, &part))
		return true;
	free(part.block);
	return false;
}

/* Adds what there is up to a verified snapshot; without memory nothing is left. */
static void add_or_break(struct parts *parts, const struct snapshot *now)
{
	if (parts->broken || add_since(parts, now))
		return;
	tell_missing(parts, "no memory");
	drop_parts(parts);
	parts->broken = true;
}

/* Takes the snapshot that ends a second, and adds what was counted in it. */
void parts_take(struct parts *parts, const char *root)
{
	struct bytes bytes;
	struct snapshot now;
	int error;

	if (parts->broken)
		return;
	error = source_read_file(root, SOURCE_SNAPSHOT, &bytes);
	if (error) {
		tell_missing(parts, strerror(-error));
		parts->gap = true;
		return;
	}
	if (snapshot_parse(&now, &bytes, SOURCE_SNAPSHOT) || verify_snapshot(&now)) {
		tell_missing(parts, "it cannot be used");
		parts->broken = true;
		bytes_free(&bytes);
		return;
	}
	add_or_break(parts, &now);
	bytes_free(&parts->bytes);
	parts->bytes = bytes;
	parts->before = now;
	parts->gap = false;
}

/* Adds the rest of the run. */
void parts_end(struct parts *parts, const struct snapshot *now)
{
	add_or_break(parts, now);
}

/* Collects all blocks. */
int parts_blocks(const struct parts *parts, struct bytes *blocks)
{
	size_t i, size, count = 0;

	for (i = 0; i < parts->count; i++)
		count += parts->part[i].count;
	*blocks = (struct bytes){ 0 };
	if (!count)
		return EXIT_FINE;
	blocks->data = malloc(count * sizeof(struct irqscope_block));
	if (!blocks->data)
		return complain("no memory for the parts of the run");
	for (i = 0; i < parts->count; i++) {
		size = parts->part[i].count * sizeof(struct irqscope_block);
		memcpy(blocks->data + blocks->size, parts->part[i].block, size);
		blocks->size += size;
	}
	return EXIT_FINE;
}

/* Gives back what the parts occupy. */
void parts_free(struct parts *parts)
{
	drop_parts(parts);
	bytes_free(&parts->bytes);
}
