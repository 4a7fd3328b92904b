// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of the outliers, and refuses records that are damaged: half a
 * record would blame the wrong one. Lines from later versions are passed over.
 */
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "outlier_fields.h"
#include "outliers.h"

#define AT_ONCE		64

/**
 * struct reading - the text as it is read
 * @outliers: what is filled in
 * @line: number of the line
 * @byte: where in the file the line begins
 * @record: the record that is open, or NULL
 * @lost: it was said how many are lost
 */
struct reading {
	struct outliers *outliers;
	size_t line;
	size_t byte;
	struct outlier *record;
	bool lost;
};

/* Reports what is wrong with the line. */
static int refuse(const struct reading *reading, const char *wrong)
{
	return contradict_at(reading->outliers->name, reading->byte,
			     "line %zu of the outliers: %s", reading->line, wrong);
}

/* Makes room for one more element of an array that grows. */
static void *make_room(void *array, size_t count, size_t size)
{
	return count % AT_ONCE ? array : realloc(array, (count + AT_ONCE) * size);
}

/* Opens a record. */
static int begin_record(struct reading *reading, struct piece value)
{
	struct outliers *outliers = reading->outliers;
	struct outlier *record;
	const char *wrong;

	if (reading->record)
		return refuse(reading, "the record before has no end");
	record = make_room(outliers->record, outliers->count, sizeof(*record));
	if (!record)
		return complain("no memory for the outliers");
	outliers->record = record;
	record += outliers->count;
	*record = (struct outlier){ .line = reading->line,
				    .first_frame = outliers->frame_count };
	wrong = outlier_take_head(record, value);
	if (wrong)
		return refuse(reading, wrong);
	outliers->count++;
	reading->record = record;
	return EXIT_FINE;
}

/* Closes the record. */
static int end_record(struct reading *reading)
{
	const struct outlier *record = reading->record;

	reading->record = NULL;
	if (record && !record->cause.length)
		return refuse(reading, "the record ends without a cause");
	return EXIT_FINE;
}

/* Adds a frame to the record. */
static int add_frame(struct reading *reading, struct piece value)
{
	struct outliers *outliers = reading->outliers;
	struct outlier_frame *frame;
	const char *wrong;

	frame = make_room(outliers->frame, outliers->frame_count, sizeof(*frame));
	if (!frame)
		return complain("no memory for the outliers");
	outliers->frame = frame;
	wrong = outlier_take_frame(&frame[outliers->frame_count], value);
	if (wrong)
		return refuse(reading, wrong);
	outliers->frame_count++;
	reading->record->frame_count++;
	return EXIT_FINE;
}

/* Takes a line of a record that is not its first. */
static int take_detail(struct reading *reading, struct piece line)
{
	struct outlier *record = reading->record;
	const char *wrong = NULL;

	if (!record)
		return refuse(reading, "it belongs to no record");
	if (piece_skip(&line, "at: "))
		return add_frame(reading, line);
	if (piece_skip(&line, "task: "))
		wrong = outlier_take_task(record, line);
	else if (piece_skip(&line, "since_last: "))
		wrong = outlier_take_since(record, line);
	else if (piece_skip(&line, "cause: "))
		record->cause = line;
	else if (piece_skip(&line, "caller: "))
		record->no_callers = piece_is(line, "unavailable");
	else if (!memchr(line.at, ':', line.length))
		wrong = "it is not \"key: value\"";
	return wrong ? refuse(reading, wrong) : EXIT_FINE;
}

/* Takes the symbol whose address tells where the kernel lies. */
static int take_anchor(struct reading *reading, struct piece line)
{
	struct outliers *outliers = reading->outliers;

	outliers->anchor = piece_word(&line);
	outliers->has_anchor = piece_hex(line, &outliers->anchor_address);
	if (!outliers->anchor.length || !(outliers->has_anchor || piece_is(line, "hidden")))
		return refuse(reading, "no symbol with an address, nor \"hidden\"");
	return EXIT_FINE;
}

/* Takes a line that begins with a #. */
static int take_note(struct reading *reading, struct piece line)
{
	if (piece_skip(&line, "anchor: "))
		return take_anchor(reading, line);
	if (!piece_skip(&line, "lost: "))
		return EXIT_FINE;
	reading->lost = piece_number(line, &reading->outliers->lost);
	return reading->lost ? EXIT_FINE : refuse(reading, "lost is not a number");
}

/* Takes one line. */
static int take_line(struct reading *reading, struct piece line)
{
	if (!line.length)
		return end_record(reading);
	if (piece_skip(&line, "# "))
		return take_note(reading, line);
	if (piece_skip(&line, "  "))
		return take_detail(reading, line);
	if (piece_skip(&line, "outlier: "))
		return begin_record(reading, line);
	return refuse(reading, "it is no line of a record");
}

/* Parses the text; outliers_free() has to follow in any case. */
int outliers_parse(struct outliers *outliers, struct piece text, const char *name,
		   size_t byte)
{
	const char *const start = text.at;
	struct reading reading = { .outliers = outliers, .byte = byte };
	int error = EXIT_FINE;

	*outliers = (struct outliers){ .name = name };
	while (text.length && !error) {
		reading.line++;
		reading.byte = byte + (size_t)(text.at - start);
		if (!memchr(text.at, '\n', text.length))
			error = refuse(&reading, "it is cut off");
		else
			error = take_line(&reading, piece_line(&text));
	}
	if (!error && reading.record)
		error = refuse(&reading, "the last record has no end");
	if (!error && !reading.lost)
		error = refuse(&reading, "it was not said how many are lost");
	return error;
}

/* Gives back what the outliers occupy. */
void outliers_free(struct outliers *outliers)
{
	free(outliers->record);
	free(outliers->frame);
	*outliers = (struct outliers){ 0 };
}

/* Tells whether a text holds addresses that nobody has looked up yet. */
bool outliers_have_addresses(struct piece text)
{
	while (text.length)
		if (piece_begins(piece_line(&text), "  at: 0x"))
			return true;
	return false;
}
