// SPDX-License-Identifier: GPL-2.0
/* Notes while a run goes on what its snapshot at the end will not tell. */
#include <stdlib.h>

#include "capture.h"
#include "message.h"
#include "recording.h"
#include "utilisation.h"

#define STAT	"/proc/stat"

/* Prepares to note nothing yet. */
void recording_init(struct recording *recording, const char *root, bool wants_parts)
{
	*recording = (struct recording){ .root = root, .wants_parts = wants_parts };
	parts_begin(&recording->parts);
}

/* Notes what there is to be noted each second. */
void recording_second(struct recording *recording)
{
	if (!recording->began) {
		recording->began = true;
		/* What cannot be read is absent in the end. */
		source_read_file(recording->root, STAT, &recording->stat_begin);
	} else if (recording->wants_parts) {
		parts_take(&recording->parts, recording->root);
	}
}

/* Notes what there is at the end. */
void recording_end(struct recording *recording)
{
	if (recording->began)
		source_read_file(recording->root, STAT, &recording->stat_end);
}

/* Takes bytes for a text. */
static struct piece as_text(const struct bytes *bytes)
{
	return (struct piece){ (const char *)bytes->data, bytes->size };
}

/* Writes the text about load and utilisation. */
static int write_text(const struct recording *recording, const struct load *load,
		      unsigned long long start_ms, struct bytes *text)
{
	char *data = NULL;
	size_t size;
	FILE *out = open_memstream(&data, &size);
	bool lost;

	*text = (struct bytes){ 0 };
	if (!out)
		return complain("no memory for the snapshot");
	load_write(out, load, start_ms);
	if (recording->more)
		fputs(recording->more, out);
	utilisation_write(out, as_text(&recording->stat_begin), as_text(&recording->stat_end));
	if (recording->parts.count)
		fprintf(out, "block_ms: %llu\n", recording->parts.seconds * PARTS_SECOND_MS);
	lost = ferror(out);
	if (fclose(out) || lost) {
		free(data);
		return complain("no memory for the snapshot");
	}
	*text = (struct bytes){ (unsigned char *)data, size };
	return EXIT_FINE;
}

/* Adds load, utilisation and parts to a snapshot. */
int recording_append(struct recording *recording, struct bytes *bytes,
		     const struct snapshot *snap, const struct load *load,
		     unsigned long long start_ms)
{
	struct bytes text, blocks;
	int error;

	if (recording->wants_parts && recording->began)
		parts_end(&recording->parts, snap);
	error = write_text(recording, load, start_ms, &text);
	if (error)
		return error;
	error = capture_append(bytes, IRQSCOPE_SECTION_LOAD, 1, &text);
	bytes_free(&text);
	if (!error)
		error = parts_blocks(&recording->parts, &blocks);
	if (error)
		return error;
	if (blocks.size)
		error = capture_append(bytes, IRQSCOPE_SECTION_BLOCKS,
				       sizeof(struct irqscope_block), &blocks);
	bytes_free(&blocks);
	return error;
}

/* Gives back what was noted. */
void recording_free(struct recording *recording)
{
	parts_free(&recording->parts);
	bytes_free(&recording->stat_begin);
	bytes_free(&recording->stat_end);
}
