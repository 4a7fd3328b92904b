// SPDX-License-Identifier: GPL-2.0
/* Puts sections together to a snapshot. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "snapshot_write.h"

/* Everything in a snapshot stands at a multiple of this. */
#define ALIGNMENT	8

/* Tells how many bytes a section takes, with those up to the next; false if too many. */
static bool part_size(const struct snapshot_part *part, size_t *size)
{
	if (__builtin_mul_overflow(part->entry_size, part->count, size) ||
	    __builtin_add_overflow(*size, ALIGNMENT - 1, size))
		return false;
	*size -= *size % ALIGNMENT;
	return true;
}

/* Tells how many bytes it all takes; false if they are too many for this machine. */
static bool whole_size(const struct snapshot_part *parts, size_t count, size_t *size)
{
	size_t i, one;

	*size = sizeof(struct irqscope_header) + count * sizeof(struct irqscope_section);
	for (i = 0; i < count; i++)
		if (!part_size(&parts[i], &one) || __builtin_add_overflow(*size, one, size))
			return false;
	return true;
}

/* Writes the table and what it points at. */
static void put_parts(const struct bytes *bytes, const struct snapshot_part *parts,
		      size_t count)
{
	struct irqscope_section section = { 0 };
	unsigned char *entry = bytes->data + sizeof(struct irqscope_header);
	size_t i, size;

	section.offset = sizeof(struct irqscope_header) + count * sizeof(section);
	for (i = 0; i < count; i++) {
		section.type = parts[i].type;
		section.entry_size = (__u32)parts[i].entry_size;
		section.entry_count = parts[i].count;
		memcpy(entry + i * sizeof(section), &section, sizeof(section));
		if (parts[i].count)
			memcpy(bytes->data + section.offset, parts[i].entries,
			       parts[i].entry_size * parts[i].count);
		part_size(&parts[i], &size);
		section.offset += size;
	}
}

/* Puts sections together; bytes_free() has to follow if that has worked. */
int snapshot_write(struct bytes *bytes, const struct snapshot_part *parts, size_t count)
{
	struct irqscope_header header = {
		.magic = IRQSCOPE_MAGIC,
		.byte_order = IRQSCOPE_BYTE_ORDER,
		.version_major = IRQSCOPE_VERSION_MAJOR,
		.version_minor = IRQSCOPE_VERSION_MINOR,
		.header_size = sizeof(header),
		.section_count = (__u32)count,
		.section_size = sizeof(struct irqscope_section),
	};

	*bytes = (struct bytes){ 0 };
	if (whole_size(parts, count, &bytes->size))
		bytes->data = calloc(1, bytes->size);
	if (!bytes->data)
		return complain("no memory for the snapshot");
	header.total_size = bytes->size;
	memcpy(bytes->data, &header, sizeof(header));
	put_parts(bytes, parts, count);
	return EXIT_FINE;
}
