// SPDX-License-Identifier: GPL-2.0
/*
 * Mutates captures by their structure: by chance alone, hardly any would get past
 * the header, and none past the sums over its histograms.
 */
#include <string.h>

#include <irqscope.h>
#include <irqscope_hist.h>

#include "fuzz.h"

#define TABLE		sizeof(struct irqscope_header)
#define MOST_SECTIONS	16
#define MOST_TEXT	4096
#define MOST_CELLS	64

/**
 * struct capture - the input that is changed
 * @data: its bytes
 * @size: how many
 * @room: how many there may be
 * @random: state of the random numbers
 */
struct capture {
	uint8_t *data;
	size_t size;
	size_t room;
	unsigned long long random;
};

/* Gives the next random number below a limit. */
static size_t pick(struct capture *capture, size_t limit)
{
	capture->random = capture->random * 6364136223846793005ull + 1442695040888963407ull;
	return (size_t)(capture->random >> 33) % limit;
}

/* Tells where an entry of the section table is; 0 if there is none. */
static size_t table_entry(const struct capture *capture, size_t index)
{
	struct irqscope_header header;
	size_t at;

	memcpy(&header, capture->data, sizeof(header));
	if (index >= header.section_count || index >= MOST_SECTIONS ||
	    header.section_size < sizeof(struct irqscope_section) ||
	    header.section_size > 256 || header.header_size > capture->size)
		return 0;
	at = header.header_size + index * header.section_size;
	return at + sizeof(struct irqscope_section) <= capture->size ? at : 0;
}

/* Counts the entries of the section table. */
static size_t count_sections(const struct capture *capture)
{
	size_t count = 0;

	while (table_entry(capture, count))
		count++;
	return count;
}

/* Reads an entry of the section table; false if its data is not all there. */
static bool get_section(const struct capture *capture, size_t index,
			struct irqscope_section *section)
{
	const size_t at = table_entry(capture, index);

	if (!at)
		return false;
	memcpy(section, capture->data + at, sizeof(*section));
	return section->entry_size && section->offset < capture->size &&
	       section->entry_count <= (capture->size - section->offset) / section->entry_size;
}

/* Finds a section by its type. */
static bool find_section(const struct capture *capture, unsigned int type,
			 struct irqscope_section *section)
{
	size_t i;

	for (i = 0; i < count_sections(capture); i++)
		if (get_section(capture, i, section) && section->type == type)
			return true;
	return false;
}

/* Changes an entry of the section table. */
static void mutate_table(struct capture *capture)
{
	const size_t count = count_sections(capture);
	const size_t at = count ? table_entry(capture, pick(capture, count)) : 0;

	LLVMFuzzerMutate(capture->data + at, sizeof(struct irqscope_section),
			 sizeof(struct irqscope_section));
}

/* Changes an entry of a section, the first ones more often than others. */
static void mutate_entry(struct capture *capture)
{
	const size_t count = count_sections(capture);
	struct irqscope_section section;
	size_t at;

	if (!count || !get_section(capture, pick(capture, count), &section) ||
	    !section.entry_count)
		return;
	at = pick(capture, 1 + pick(capture, (size_t)section.entry_count));
	LLVMFuzzerMutate(capture->data + section.offset + at * section.entry_size,
			 section.entry_size, section.entry_size);
}

/* Changes a text, and puts it at the end, where it can grow. */
static void mutate_text(struct capture *capture)
{
	static uint8_t text[MOST_TEXT];
	const size_t count = count_sections(capture);
	const size_t index = count ? pick(capture, count) : 0;
	struct irqscope_section section;
	size_t size;

	if (!count || !get_section(capture, index, &section) || section.entry_size != 1 ||
	    section.entry_count > sizeof(text))
		return;
	size = (size_t)section.entry_count;
	memcpy(text, capture->data + section.offset, size);
	size = LLVMFuzzerMutate(text, size, sizeof(text));
	/* What stood last makes room for itself. */
	if (section.offset + section.entry_count + 8 > capture->size)
		capture->size = (size_t)section.offset;
	section.offset = (capture->size + 7) / 8 * 8;
	if (section.offset + size > capture->room)
		return;
	memset(capture->data + capture->size, 0, (size_t)section.offset - capture->size);
	memcpy(capture->data + section.offset, text, size);
	section.entry_count = size;
	memcpy(capture->data + table_entry(capture, index), &section, sizeof(section));
	capture->size = (size_t)section.offset + size;
}

/* Gives a number at which something can go wrong. */
static uint64_t pick_telling(struct capture *capture)
{
	static const uint64_t telling[] = {
		0, 1, 2, 1000, 0xffffffff, 0x100000000, 1ull << 53, (1ull << 53) + 1, ~0ull / 2,
		~0ull,
	};

	return telling[pick(capture, sizeof(telling) / sizeof(telling[0]))];
}

/* Puts telling counts into a bucket. */
static void mutate_bucket(struct capture *capture)
{
	const uint64_t count = pick_telling(capture);
	struct irqscope_section section;
	size_t at;

	if (!find_section(capture, IRQSCOPE_SECTION_BUCKETS, &section) || !section.entry_count ||
	    section.entry_size < sizeof(count))
		return;
	at = pick(capture, (size_t)section.entry_count);
	memcpy(capture->data + section.offset + at * section.entry_size, &count, sizeof(count));
}

/* Finds the section of the blocks; false if there are none. */
static bool find_blocks(const struct capture *capture, struct irqscope_section *section)
{
	return find_section(capture, IRQSCOPE_SECTION_BLOCKS, section) && section->entry_count &&
	       section->entry_size >= sizeof(struct irqscope_block);
}

/* Tells where a block is. */
static uint8_t *block_at(const struct capture *capture, const struct irqscope_section *section,
			 size_t i)
{
	return capture->data + section->offset + i * section->entry_size;
}

/* Puts a telling figure into a block, or makes all parts as long. */
static void mutate_blocks(struct capture *capture)
{
	const uint64_t figure = pick_telling(capture);
	struct irqscope_section section;
	uint64_t old_ns = 0, end_ns = 0;
	struct irqscope_block block;
	size_t i;

	if (!find_blocks(capture, &section))
		return;
	if (pick(capture, 2)) {
		i = pick(capture, (size_t)section.entry_count);
		memcpy(&block, block_at(capture, &section, i), sizeof(block));
		*(pick(capture, 2) ? &block.max_ns : &block.count) = figure;
		memcpy(block_at(capture, &section, i), &block, sizeof(block));
		return;
	}
	for (i = 0; i < section.entry_count; i++) {
		memcpy(&block, block_at(capture, &section, i), sizeof(block));
		/* Those of one part end at the same time. */
		if (!i || block.end_ns != old_ns)
			end_ns += figure;
		old_ns = block.end_ns;
		block.end_ns = end_ns;
		block.length_ns = figure;
		memcpy(block_at(capture, &section, i), &block, sizeof(block));
	}
}

/* Makes a cell's figures agree with its histogram, as far as they can. */
static void agree(struct capture *capture, struct irqscope_cell *cell,
		  const struct irqscope_section *buckets, const struct irqscope_hist_law *law)
{
	struct irqscope_counters *counters = &cell->counters;
	uint64_t count;
	unsigned int i;

	if (buckets->entry_count < IRQSCOPE_HIST_LENGTH ||
	    cell->first_bucket > buckets->entry_count - IRQSCOPE_HIST_LENGTH)
		cell->first_bucket = 0;
	counters->count = 0;
	counters->min_ns = 0;
	counters->max_ns = 0;
	counters->sum_ns = 0;
	for (i = 0; i < IRQSCOPE_HIST_LENGTH &&
	     cell->first_bucket + i < buckets->entry_count; i++) {
		memcpy(&count, capture->data + buckets->offset +
		       (cell->first_bucket + i) * buckets->entry_size, sizeof(count));
		if (!count)
			continue;
		if (!counters->count)
			counters->min_ns = irqscope_hist_edge(law, i);
		counters->max_ns = irqscope_hist_edge(law, i);
		counters->count += count;
	}
	/* The mean is min if that fits; else the sum has long been wrong. */
	counters->sum_ns = counters->count * counters->min_ns;
}

/* Makes the figures of all cells agree with the histograms. */
static void agree_all(struct capture *capture)
{
	struct irqscope_section cells, buckets, laws;
	struct irqscope_hist_law law;
	struct irqscope_law stored;
	struct irqscope_cell cell;
	size_t i, at;

	if (!find_section(capture, IRQSCOPE_SECTION_CELL, &cells) ||
	    !find_section(capture, IRQSCOPE_SECTION_BUCKETS, &buckets) ||
	    !find_section(capture, IRQSCOPE_SECTION_LAW, &laws) ||
	    cells.entry_size < sizeof(cell) || buckets.entry_size < sizeof(__u64) ||
	    laws.entry_size < sizeof(stored) || !laws.entry_count)
		return;
	memcpy(&stored, capture->data + laws.offset, sizeof(stored));
	if (!irqscope_hist_valid(stored.bucket_ns))
		return;
	irqscope_hist_law_init(&law, stored.bucket_ns);
	for (i = 0; i < cells.entry_count; i++) {
		at = (size_t)cells.offset + i * cells.entry_size;
		memcpy(&cell, capture->data + at, sizeof(cell));
		agree(capture, &cell, &buckets, &law);
		memcpy(capture->data + at, &cell, sizeof(cell));
	}
}

/* Makes a block one that its cell can have, whose samples are shared by all blocks. */
static void agree_block(struct irqscope_block *block, const struct irqscope_cell *cell,
			uint64_t blocks)
{
	const struct irqscope_counters *counters = &cell->counters;

	if (block->count > counters->count / blocks)
		block->count = counters->count / blocks;
	if (block->max_ns < counters->min_ns)
		block->max_ns = counters->min_ns;
	if (block->max_ns > counters->max_ns)
		block->max_ns = counters->max_ns;
	if (!block->count)
		block->max_ns = 0;
}

/* Makes all blocks agree with their cells. */
static void agree_blocks(struct capture *capture)
{
	struct irqscope_section blocks, cells;
	struct irqscope_block block;
	struct irqscope_cell cell;
	size_t i, k;

	if (!find_blocks(capture, &blocks) ||
	    !find_section(capture, IRQSCOPE_SECTION_CELL, &cells) ||
	    cells.entry_size < sizeof(cell))
		return;
	for (i = 0; i < blocks.entry_count; i++) {
		memcpy(&block, block_at(capture, &blocks, i), sizeof(block));
		for (k = 0; k < cells.entry_count && k < MOST_CELLS; k++) {
			memcpy(&cell, capture->data + cells.offset + k * cells.entry_size,
			       sizeof(cell));
			if (cell.cpu == block.cpu && cell.stage == block.stage)
				agree_block(&block, &cell, blocks.entry_count);
		}
		memcpy(block_at(capture, &blocks, i), &block, sizeof(block));
	}
}

/* Makes the header one that lets the rest be read. */
static void repair_header(struct capture *capture)
{
	struct irqscope_header header;

	memcpy(&header, capture->data, sizeof(header));
	memcpy(header.magic, IRQSCOPE_MAGIC, sizeof(header.magic));
	header.byte_order = IRQSCOPE_BYTE_ORDER;
	header.version_major = IRQSCOPE_VERSION_MAJOR;
	if (!table_entry(capture, 0)) {
		header.header_size = sizeof(header);
		header.section_size = sizeof(struct irqscope_section);
	}
	header.total_size = capture->size;
	memcpy(capture->data, &header, sizeof(header));
}

/* Changes a capture. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	struct capture capture = { data, size, max_size, seed };

	if (size < TABLE + sizeof(struct irqscope_section))
		return LLVMFuzzerMutate(data, size, max_size);
	switch (pick(&capture, 9)) {
	case 0:
		capture.size = LLVMFuzzerMutate(data, size, max_size);
		break;
	case 1:
		mutate_table(&capture);
		break;
	case 2:
	case 3:
		mutate_entry(&capture);
		break;
	case 4:
		mutate_bucket(&capture);
		break;
	case 5:
		mutate_blocks(&capture);
		break;
	default:
		mutate_text(&capture);
		break;
	}
	if (capture.size < TABLE)
		return capture.size;
	if (pick(&capture, 8))
		repair_header(&capture);
	if (pick(&capture, 2)) {
		agree_all(&capture);
		agree_blocks(&capture);
	}
	return capture.size;
}
