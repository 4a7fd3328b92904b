// SPDX-License-Identifier: GPL-2.0
/* Writes comparisons as JSON. */
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "json.h"
#include "scatter.h"

#define VERSION		1
#define NUMBER_LEN	32

static const char *const names[2] = { "a", "b" };

/* Opens the object of the one or the other capture. */
static void open_side(struct json *json, unsigned int which)
{
	json_open_object(json, names[which]);
}

/* Writes a probability. */
static void put_probability(struct json *json, const char *key, unsigned long long p)
{
	char text[NUMBER_LEN];

	snprintf(text, sizeof(text), "%llu.%09llu", p / PERMUTE_CERTAIN, p % PERMUTE_CERTAIN);
	json_decimal(json, key, text, strlen(text));
}

/* Writes what the captures differ in. */
static void put_differences(struct json *json, const struct differences *differences)
{
	const struct difference *difference;
	size_t i;

	json_open_array(json, "differences");
	for (i = 0; i < differences->count; i++) {
		difference = &differences->list[i];
		json_open_object(json, NULL);
		json_text(json, "key", difference->key);
		json_text(json, "a", difference->value[0]);
		json_text(json, "b", difference->value[1]);
		json_bool(json, "decisive", difference->decisive);
		json_close_object(json);
	}
	json_close_array(json);
}

/* Writes the figures of a cell in one of the captures. */
static void put_side(struct json *json, const struct compared *cell, unsigned int which)
{
	static const char *const keys[] = { "count", "p99.9_ns", "p99.99_ns", "max_ns" };
	const struct table_row *row = cell->row[which];
	const unsigned long long values[] = {
		row->count, row->percentile_ns[TABLE_P99_9], row->percentile_ns[TABLE_P99_99],
		row->max_ns,
	};
	const struct series *series = cell->series[which];
	size_t i;

	open_side(json, which);
	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		if (!i || row->count)
			json_number(json, keys[i], values[i]);
		else
			json_null(json, keys[i]);
	}
	if (series && series->count) {
		json_number(json, "blocks", series->count);
		json_number(json, "mean_ns", compared_mean(cell, which));
		json_signed(json, "autocorrelation_permille", scatter_follows(series));
	} else {
		json_number(json, "blocks", 0);
		json_null(json, "mean_ns");
		json_null(json, "autocorrelation_permille");
	}
	json_close_object(json);
}

/* Writes what the test of a cell has found. */
static void put_test(struct json *json, const struct compared *cell)
{
	if (cell->verdict < VERDICT_SAME) {
		json_null(json, "difference_ns");
		json_null(json, "p");
		json_null(json, "p_corrected");
		json_null(json, "permutations");
		json_null(json, "run_blocks");
		json_null(json, "visible_ns");
		return;
	}
	json_signed(json, "difference_ns",
		    (long long)(compared_mean(cell, 1) - compared_mean(cell, 0)));
	put_probability(json, "p", cell->test.p);
	put_probability(json, "p_corrected", cell->p);
	json_number(json, "permutations", cell->test.permutations);
	json_number(json, "run_blocks", cell->run);
	json_number(json, "visible_ns", cell->visible_ns);
}

/* Writes the cells that both captures have. */
static void put_cells(struct json *json, const struct comparison *comparison)
{
	const struct compared *cell;
	size_t i;

	json_open_array(json, "cells");
	for (i = 0; i < comparison->count; i++) {
		cell = &comparison->cell[i];
		json_open_object(json, NULL);
		json_number(json, "cpu", cell->row[0]->cpu);
		json_text(json, "stage", cell->row[0]->stage);
		put_test(json, cell);
		json_text(json, "verdict", cell->verdict == VERDICT_NONE ? NULL :
			  compare_verdicts[cell->verdict]);
		put_side(json, cell, 0);
		put_side(json, cell, 1);
		json_close_object(json);
	}
	json_close_array(json);
}

/* Writes the cells that only one capture has. */
static void put_lone(struct json *json, const struct comparison *comparison)
{
	const struct table_row *row;
	unsigned int which;
	size_t index;

	json_open_object(json, "only");
	for (which = 0; which < 2; which++) {
		index = 0;
		json_open_array(json, names[which]);
		while ((row = comparison_lone(comparison, which, &index))) {
			json_open_object(json, NULL);
			json_number(json, "cpu", row->cpu);
			json_text(json, "stage", row->stage);
			json_close_object(json);
		}
		json_close_array(json);
	}
	json_close_object(json);
}

/* Writes one comparison. */
static void put_comparison(struct json *json, const struct comparison *comparison)
{
	char text[COMPARE_TEXT_LEN];

	json_open_object(json, NULL);
	json_text(json, "file", comparison->capture[1]->snap.name);
	json_bool(json, "judged", compare_judged(comparison));
	json_text(json, "says", compare_sentence(text, comparison));
	if (comparison->block_ns)
		json_number(json, "block_ns", comparison->block_ns);
	else
		json_null(json, "block_ns");
	put_differences(json, &comparison->differences);
	put_cells(json, comparison);
	put_lone(json, comparison);
	json_close_object(json);
}

/* Writes all comparisons with the reference. */
void compare_print_json(const struct comparison *comparisons, size_t count,
			unsigned long long seed)
{
	struct json json = { .out = stdout };
	size_t i;

	json_open_object(&json, NULL);
	json_text(&json, "format", "irqscope-compare");
	json_number(&json, "version", VERSION);
	json_text(&json, "reference", comparisons[0].capture[0]->snap.name);
	json_number(&json, "seed", seed);
	json_number(&json, "tests", comparisons[0].tests);
	json_open_array(&json, "comparisons");
	for (i = 0; i < count; i++)
		put_comparison(&json, &comparisons[i]);
	json_close_array(&json);
	json_close_object(&json);
}
