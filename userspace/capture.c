// SPDX-License-Identifier: GPL-2.0
/*
 * Completes a snapshot with what only this machine can tell, before it is saved:
 * where its modules lie. Addresses in them would mean nothing anywhere else.
 */
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "message.h"
#include "outliers.h"

/* Everything in a snapshot stands at a multiple of this. */
#define ALIGNMENT	8

/* Tells whether a snapshot lacks the modules that its addresses need. */
static bool needs_modules(const struct snapshot *snap)
{
	struct piece text;

	return !snap->section[IRQSCOPE_SECTION_MODULES].data &&
	       snapshot_get_text(snap, IRQSCOPE_SECTION_OUTLIERS, &text) &&
	       outliers_have_addresses(text);
}

/* Rounds up to where a section may begin. */
static size_t align(size_t size)
{
	return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Copies the section table; what it points to moves up by one entry of it. */
static void copy_table(unsigned char *to, const unsigned char *from,
		       const struct irqscope_header *header)
{
	struct irqscope_section section;
	size_t i;

	memcpy(to, from, (size_t)header->section_count * header->section_size);
	for (i = 0; i < header->section_count; i++) {
		memcpy(&section, to + i * header->section_size, sizeof(section));
		section.offset += header->section_size;
		memcpy(to + i * header->section_size, &section, sizeof(section));
	}
}

/*
 * Appends a section to a checked snapshot. Sections of unknown types move with
 * the others: the format has them found by the table alone. What has been
 * parsed of @bytes before is of no use then.
 */
int capture_append(struct bytes *bytes, enum irqscope_section_type type,
		   size_t entry_size, const struct bytes *entries)
{
	struct irqscope_section section = {
		.type = type,
		.entry_size = (__u32)entry_size,
		.entry_count = entries->size / entry_size,
	};
	struct irqscope_header header;
	size_t table_end;
	struct bytes longer;

	memcpy(&header, bytes->data, sizeof(header));
	table_end = header.header_size + (size_t)header.section_count * header.section_size;
	section.offset = align(bytes->size + header.section_size);
	longer.size = align((size_t)section.offset + entries->size);
	longer.data = calloc(1, longer.size);
	if (!longer.data)
		return complain("no memory for the snapshot");
	memcpy(longer.data, bytes->data, header.header_size);
	copy_table(longer.data + header.header_size, bytes->data + header.header_size,
		   &header);
	memcpy(longer.data + table_end, &section, sizeof(section));
	memcpy(longer.data + table_end + header.section_size, bytes->data + table_end,
	       bytes->size - table_end);
	memcpy(longer.data + section.offset, entries->data, entries->size);
	header.section_count++;
	header.total_size = longer.size;
	memcpy(longer.data, &header, sizeof(header));
	bytes_free(bytes);
	*bytes = longer;
	return EXIT_FINE;
}

/* Adds the modules to a snapshot that needs them; @snap is of no use then. */
int capture_complete(struct bytes *bytes, const struct snapshot *snap, const char *root)
{
	struct bytes modules;
	int error;

	if (!needs_modules(snap))
		return EXIT_FINE;
	error = source_read_file(root, SOURCE_MODULES, &modules);
	if (error) {
		complain("%s" SOURCE_MODULES ": %s: what lies in modules will stay an address",
			 root, strerror(-error));
		return EXIT_FINE;
	}
	if (modules.size)
		error = capture_append(bytes, IRQSCOPE_SECTION_MODULES, 1, &modules);
	bytes_free(&modules);
	return error;
}
