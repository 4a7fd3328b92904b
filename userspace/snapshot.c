// SPDX-License-Identifier: GPL-2.0
/*
 * Parses a snapshot and refuses whatever its format does not allow. Entries
 * are copied out, so neither their alignment nor their growth matters.
 */
#include <stddef.h>
#include <string.h>

#include "message.h"
#include "snapshot.h"

/**
 * struct section_kind - what is known of a type of section
 * @name: for messages
 * @entry_size: least size of an entry
 * @single: it has one entry, always
 * @optional: a snapshot without it is complete
 */
struct section_kind {
	const char *name;
	size_t entry_size;
	bool single;
	bool optional;
};

/* Where fields of the header, and of an entry of the section table, are. */
#define HEADER(field)	offsetof(struct irqscope_header, field)
#define SECTION(field)	offsetof(struct irqscope_section, field)

static const struct section_kind kinds[SNAPSHOT_TYPES] = {
	[IRQSCOPE_SECTION_RUN] = { "run", sizeof(struct irqscope_run), true, false },
	[IRQSCOPE_SECTION_LAW] = { "law", sizeof(struct irqscope_law), true, false },
	[IRQSCOPE_SECTION_STAGE] = {
		"stage", sizeof(struct irqscope_stage_name), false, false },
	[IRQSCOPE_SECTION_CPU] = {
		"cpu", sizeof(struct irqscope_cpu_state), false, false },
	[IRQSCOPE_SECTION_CELL] = {
		"cell", sizeof(struct irqscope_cell), false, false },
	[IRQSCOPE_SECTION_BUCKETS] = { "buckets", sizeof(__u64), false, false },
	[IRQSCOPE_SECTION_CONDITIONS] = { "conditions", 1, false, true },
	[IRQSCOPE_SECTION_OUTLIERS] = { "outliers", 1, false, true },
	[IRQSCOPE_SECTION_MODULES] = { "modules", 1, false, true },
	[IRQSCOPE_SECTION_LOAD] = { "load", 1, false, true },
	[IRQSCOPE_SECTION_BLOCKS] = {
		"blocks", sizeof(struct irqscope_block), false, true },
	[IRQSCOPE_SECTION_TRIAL] = { "trial", sizeof(struct irqscope_trial), false, true },
	[IRQSCOPE_SECTION_TRIAL_CPU] = {
		"trial cpu", sizeof(struct irqscope_cpu_state), false, true },
	[IRQSCOPE_SECTION_TRIAL_CELL] = {
		"trial cell", sizeof(struct irqscope_cell), false, true },
	[IRQSCOPE_SECTION_TRIAL_BUCKETS] = { "trial buckets", sizeof(__u64), false, true },
	[IRQSCOPE_SECTION_TRIAL_BLOCKS] = {
		"trial blocks", sizeof(struct irqscope_trial_block), false, true },
};

/* Tells a snapshot from other files, and from those of other machines. */
static int check_identity(const struct snapshot *snap,
			  const struct irqscope_header *header)
{
	if (memcmp(header->magic, IRQSCOPE_MAGIC, sizeof(header->magic)))
		return complain_at(snap->name, HEADER(magic), "not an irqscope snapshot");
	if (header->byte_order == __builtin_bswap32(IRQSCOPE_BYTE_ORDER))
		return complain_at(snap->name, HEADER(byte_order),
				   "written by a machine of the other byte order; show it there");
	if (header->byte_order != IRQSCOPE_BYTE_ORDER)
		return complain_at(snap->name, HEADER(byte_order),
				   "its byte order mark is damaged");
	if (header->version_major != IRQSCOPE_VERSION_MAJOR)
		return complain_at(snap->name, HEADER(version_major),
				   "snapshot format %u.%u, this program knows %u.x",
				   header->version_major, header->version_minor,
				   IRQSCOPE_VERSION_MAJOR);
	return EXIT_FINE;
}

/* Checks that the snapshot ends where its header says. */
static int check_size(const struct snapshot *snap, size_t size,
		      const struct irqscope_header *header)
{
	const unsigned long long wanted = header->total_size;

	if (wanted > size)
		return complain_at(snap->name, size,
				   "truncated: it ends here, but its header says %llu bytes",
				   wanted);
	if (wanted < size)
		return complain_at(snap->name, (size_t)wanted,
				   "it should end here by its header, but has %zu bytes", size);
	return EXIT_FINE;
}

/* Checks the header and that the section table lies within the snapshot. */
static int check_header(const struct snapshot *snap, size_t size,
			const struct irqscope_header *header)
{
	int error = check_identity(snap, header);

	if (!error)
		error = check_size(snap, size, header);
	if (error)
		return error;
	if (header->header_size < sizeof(*header) || header->header_size % 8 ||
	    header->header_size > size)
		return complain_at(snap->name, HEADER(header_size),
				   "impossible header size %u", header->header_size);
	if (header->section_size < sizeof(struct irqscope_section) ||
	    header->section_size % 8)
		return complain_at(snap->name, HEADER(section_size),
				   "impossible section size %u", header->section_size);
	if (header->section_count >
	    (size - header->header_size) / header->section_size)
		return complain_at(snap->name, HEADER(section_count),
				   "no room for a table of %u sections",
				   header->section_count);
	return EXIT_FINE;
}

/* Checks that a section's data lies behind the table and within the snapshot. */
static int check_bounds(const struct snapshot *snap, size_t size, size_t table_end,
			const struct irqscope_section *section, size_t at)
{
	if (!section->entry_size)
		return complain_at(snap->name, at + SECTION(entry_size),
				   "section of type %u has entries without size",
				   section->type);
	if (!section->entry_count)
		return EXIT_FINE;
	if (section->offset < table_end || section->offset > size ||
	    section->offset % 8)
		return complain_at(snap->name, at + SECTION(offset),
				   "section of type %u has the impossible offset %llu",
				   section->type, (unsigned long long)section->offset);
	if (section->entry_count > (size - section->offset) / section->entry_size)
		return complain_at(snap->name, at + SECTION(entry_count),
				   "section of type %u reaches beyond the end",
				   section->type);
	return EXIT_FINE;
}

/* Keeps a section of a known type. */
static int keep_section(struct snapshot *snap, const struct irqscope_section *section,
			size_t at)
{
	const struct section_kind *kind = &kinds[section->type];
	struct snapshot_section *kept = &snap->section[section->type];

	if (kept->data)
		return complain_at(snap->name, at, "section %s occurs twice", kind->name);
	if (section->entry_size < kind->entry_size)
		return complain_at(snap->name, at + SECTION(entry_size),
				   "section %s has entries of %u bytes, fewer than %zu",
				   kind->name, section->entry_size, kind->entry_size);
	if (kind->single && section->entry_count != 1)
		return complain_at(snap->name, at + SECTION(entry_count),
				   "section %s has %llu entries instead of one", kind->name,
				   (unsigned long long)section->entry_count);
	/* An empty section's offset means nothing. */
	kept->data = section->entry_count ? snap->data + section->offset : snap->data;
	kept->entry_size = section->entry_size;
	kept->entry_count = (size_t)section->entry_count;
	return EXIT_FINE;
}

/* Walks the section table; types from later versions are passed over. */
static int read_sections(struct snapshot *snap, size_t size,
			 const struct irqscope_header *header)
{
	const size_t table_end = header->header_size +
		(size_t)header->section_count * header->section_size;
	struct irqscope_section section;
	size_t i, at = header->header_size;
	int error;

	for (i = 0; i < header->section_count; i++, at += header->section_size) {
		memcpy(&section, snap->data + at, sizeof(section));
		error = check_bounds(snap, size, table_end, &section, at);
		if (!error && section.type && section.type < SNAPSHOT_TYPES)
			error = keep_section(snap, &section, at);
		if (error)
			return error;
	}
	for (i = 1; i < SNAPSHOT_TYPES; i++)
		if (!snap->section[i].data && !kinds[i].optional)
			return complain_at(snap->name, header->header_size,
					   "section %s is missing", kinds[i].name);
	return EXIT_FINE;
}

/* Copies an entry, as much of it as this program knows. */
static void get_entry(const struct snapshot *snap, unsigned int type, size_t index,
		      void *entry)
{
	const struct snapshot_section *section = &snap->section[type];

	memcpy(entry, section->data + index * section->entry_size,
	       kinds[type].entry_size);
}

/* Tells at which byte of the snapshot an entry begins. */
size_t snapshot_byte(const struct snapshot *snap, unsigned int type, size_t index)
{
	const struct snapshot_section *section = &snap->section[type];

	return (size_t)(section->data - snap->data) + index * section->entry_size;
}

/* Takes the bucket law over if it is the one this program was built with. */
static int read_law(struct snapshot *snap)
{
	const size_t at = snapshot_byte(snap, IRQSCOPE_SECTION_LAW, 0);
	struct irqscope_law law;

	get_entry(snap, IRQSCOPE_SECTION_LAW, 0, &law);
	if (law.body_buckets != IRQSCOPE_HIST_BODY ||
	    law.octave_buckets != IRQSCOPE_HIST_OCTAVE ||
	    law.octaves != IRQSCOPE_HIST_OCTAVES ||
	    law.bucket_count != IRQSCOPE_HIST_BUCKETS)
		return complain_at(snap->name, at,
				   "its histograms have another shape than this program knows");
	if (!irqscope_hist_valid(law.bucket_ns))
		return complain_at(snap->name, at, "impossible bucket width %u ns",
				   law.bucket_ns);
	irqscope_hist_law_init(&snap->law, law.bucket_ns);
	return EXIT_FINE;
}

/* Tells whether a stage may be called so: it must fit into one column of a table. */
bool snapshot_stage_name_is_fine(const char *name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
	const size_t length = strlen(name);

	return length && length < IRQSCOPE_STAGE_NAME_LEN && strspn(name, allowed) == length;
}

/* Checks that stages have names that can be printed. */
static int check_stages(const struct snapshot *snap)
{
	struct irqscope_stage_name stage;
	size_t i;

	for (i = 0; i < snapshot_stages(snap); i++) {
		snapshot_get_stage(snap, i, &stage);
		if (!memchr(stage.name, '\0', sizeof(stage.name)) ||
		    !snapshot_stage_name_is_fine(stage.name))
			return complain_at(snap->name,
					   snapshot_byte(snap, IRQSCOPE_SECTION_STAGE, i),
					   "stage %zu has an impossible name", i);
	}
	return EXIT_FINE;
}

/* Parses a snapshot; @bytes must outlive @snap. */
int snapshot_parse(struct snapshot *snap, const struct bytes *bytes,
		   const char *name)
{
	struct irqscope_header header;
	int error;

	*snap = (struct snapshot){ .name = name, .data = bytes->data };
	if (bytes->size < sizeof(header))
		return complain_at(name, bytes->size,
				   "not an irqscope snapshot: it ends within its header");
	memcpy(&header, bytes->data, sizeof(header));
	error = check_header(snap, bytes->size, &header);
	if (!error)
		error = read_sections(snap, bytes->size, &header);
	if (!error)
		error = read_law(snap);
	if (!error)
		error = check_stages(snap);
	if (!error)
		get_entry(snap, IRQSCOPE_SECTION_RUN, 0, &snap->run);
	return error;
}

/* Tells when the run ended: nothing is counted after a stop. */
unsigned long long snapshot_end_ns(const struct snapshot *snap)
{
	return snap->run.stop_ns ? snap->run.stop_ns : snap->run.taken_ns;
}

/* Tells how many stages there are. */
size_t snapshot_stages(const struct snapshot *snap)
{
	return snap->section[IRQSCOPE_SECTION_STAGE].entry_count;
}

/* Tells how many CPUs there are. */
size_t snapshot_cpus(const struct snapshot *snap)
{
	return snap->section[IRQSCOPE_SECTION_CPU].entry_count;
}

/* Tells how many cells there are. */
size_t snapshot_cells(const struct snapshot *snap)
{
	return snap->section[IRQSCOPE_SECTION_CELL].entry_count;
}

/* Copies a stage's name. */
void snapshot_get_stage(const struct snapshot *snap, size_t index,
			struct irqscope_stage_name *stage)
{
	get_entry(snap, IRQSCOPE_SECTION_STAGE, index, stage);
}

/* Copies a CPU's state. */
void snapshot_get_cpu(const struct snapshot *snap, size_t index,
		      struct irqscope_cpu_state *cpu)
{
	get_entry(snap, IRQSCOPE_SECTION_CPU, index, cpu);
}

/* Copies a cell. */
void snapshot_get_cell(const struct snapshot *snap, size_t index,
		       struct irqscope_cell *cell)
{
	get_entry(snap, IRQSCOPE_SECTION_CELL, index, cell);
}

/* Finds the cell of a CPU and stage; cells rise. */
bool snapshot_find_cell(const struct snapshot *snap, unsigned int cpu, unsigned int stage,
			size_t *index)
{
	size_t end = snapshot_cells(snap), first = 0;
	struct irqscope_cell cell;

	while (first < end) {
		*index = first + (end - first) / 2;
		snapshot_get_cell(snap, *index, &cell);
		if (cell.cpu == cpu && cell.stage == stage)
			return true;
		if (cell.cpu < cpu || (cell.cpu == cpu && cell.stage < stage))
			first = *index + 1;
		else
			end = *index;
	}
	return false;
}

/* Copies a cell's histogram; false if it does not lie within its section. */
bool snapshot_get_buckets(const struct snapshot *snap,
			  const struct irqscope_cell *cell,
			  unsigned long long buckets[IRQSCOPE_HIST_LENGTH])
{
	const size_t there = snap->section[IRQSCOPE_SECTION_BUCKETS].entry_count;
	size_t i;

	if (there < IRQSCOPE_HIST_LENGTH ||
	    cell->first_bucket > there - IRQSCOPE_HIST_LENGTH)
		return false;
	for (i = 0; i < IRQSCOPE_HIST_LENGTH; i++)
		get_entry(snap, IRQSCOPE_SECTION_BUCKETS,
			  (size_t)cell->first_bucket + i, &buckets[i]);
	return true;
}

/* Tells how many blocks there are; a kernel's own snapshot has none. */
size_t snapshot_blocks(const struct snapshot *snap)
{
	return snap->section[IRQSCOPE_SECTION_BLOCKS].entry_count;
}

/* Copies a block. */
void snapshot_get_block(const struct snapshot *snap, size_t index,
			struct irqscope_block *block)
{
	get_entry(snap, IRQSCOPE_SECTION_BLOCKS, index, block);
}

/* Copies what there is about a trial. */
bool snapshot_get_trial(const struct snapshot *snap, struct irqscope_trial *trial)
{
	if (!snap->section[IRQSCOPE_SECTION_TRIAL].entry_count)
		return false;
	get_entry(snap, IRQSCOPE_SECTION_TRIAL, 0, trial);
	return true;
}

/* Puts the numbers of setting b in the place of the others; it has no other blocks. */
struct snapshot snapshot_setting_b(const struct snapshot *snap)
{
	struct snapshot b = *snap;

	b.section[IRQSCOPE_SECTION_CPU] = snap->section[IRQSCOPE_SECTION_TRIAL_CPU];
	b.section[IRQSCOPE_SECTION_CELL] = snap->section[IRQSCOPE_SECTION_TRIAL_CELL];
	b.section[IRQSCOPE_SECTION_BUCKETS] = snap->section[IRQSCOPE_SECTION_TRIAL_BUCKETS];
	b.section[IRQSCOPE_SECTION_BLOCKS] = (struct snapshot_section){ 0 };
	b.section[IRQSCOPE_SECTION_TRIAL] = (struct snapshot_section){ 0 };
	b.section[IRQSCOPE_SECTION_TRIAL_BLOCKS] = (struct snapshot_section){ 0 };
	return b;
}

/* Tells how many blocks of a trial there are; a kernel's own snapshot has none. */
size_t snapshot_trial_blocks(const struct snapshot *snap)
{
	return snap->section[IRQSCOPE_SECTION_TRIAL_BLOCKS].entry_count;
}

/* Copies a block of a trial. */
void snapshot_get_trial_block(const struct snapshot *snap, size_t index,
			      struct irqscope_trial_block *block)
{
	get_entry(snap, IRQSCOPE_SECTION_TRIAL_BLOCKS, index, block);
}
