/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SNAPSHOT_H
#define READER_SNAPSHOT_H

#include <stdbool.h>

#include <irqscope.h>
#include <irqscope_hist.h>

#include "piece.h"
#include "source.h"

/* One more than the greatest type of section that is known. */
#define SNAPSHOT_TYPES	(IRQSCOPE_SECTION_TRIAL_BLOCKS + 1)

/**
 * struct snapshot_section - a section whose bounds have been checked
 * @data: its first entry; NULL while the section has not been met
 * @entry_size: bytes from one entry to the next
 * @entry_count: number of entries
 */
struct snapshot_section {
	const unsigned char *data;
	size_t entry_size;
	size_t entry_count;
};

/**
 * struct snapshot - a snapshot whose structure has been checked
 * @name: where it comes from, for messages
 * @data: the whole of it
 * @section: the known sections, by type
 * @run: which run
 * @law: which bucket law
 */
struct snapshot {
	const char *name;
	const unsigned char *data;
	struct snapshot_section section[SNAPSHOT_TYPES];
	struct irqscope_run run;
	struct irqscope_hist_law law;
};

int snapshot_parse(struct snapshot *snap, const struct bytes *bytes,
		   const char *name);

/* At which byte of the snapshot an entry begins. */
size_t snapshot_byte(const struct snapshot *snap, unsigned int type, size_t index);
/* When the run ended, or, if it still goes on, when this was taken. */
unsigned long long snapshot_end_ns(const struct snapshot *snap);
size_t snapshot_stages(const struct snapshot *snap);
size_t snapshot_cpus(const struct snapshot *snap);
size_t snapshot_cells(const struct snapshot *snap);
void snapshot_get_stage(const struct snapshot *snap, size_t index,
			struct irqscope_stage_name *stage);
void snapshot_get_cpu(const struct snapshot *snap, size_t index,
		      struct irqscope_cpu_state *cpu);
void snapshot_get_cell(const struct snapshot *snap, size_t index,
		       struct irqscope_cell *cell);
/* Finds a cell of a verified snapshot; false if there is none. */
bool snapshot_find_cell(const struct snapshot *snap, unsigned int cpu, unsigned int stage,
			size_t *index);
bool snapshot_get_buckets(const struct snapshot *snap,
			  const struct irqscope_cell *cell,
			  unsigned long long buckets[IRQSCOPE_HIST_LENGTH]);
bool snapshot_stage_name_is_fine(const char *name);
size_t snapshot_blocks(const struct snapshot *snap);
void snapshot_get_block(const struct snapshot *snap, size_t index,
			struct irqscope_block *block);
/* The trial of the run; false without one. */
bool snapshot_get_trial(const struct snapshot *snap, struct irqscope_trial *trial);
/* The same snapshot with the numbers of setting b where those of a are. */
struct snapshot snapshot_setting_b(const struct snapshot *snap);
size_t snapshot_trial_blocks(const struct snapshot *snap);
void snapshot_get_trial_block(const struct snapshot *snap, size_t index,
			      struct irqscope_trial_block *block);
bool snapshot_get_text(const struct snapshot *snap, enum irqscope_section_type type,
		       struct piece *text);
bool snapshot_get_value(const struct snapshot *snap, enum irqscope_section_type type,
			const char *key, struct piece *value);
bool snapshot_get_condition(const struct snapshot *snap, const char *key,
			    struct piece *value);

#endif /* READER_SNAPSHOT_H */
