/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_TRIAL_H
#define READER_TRIAL_H

#include "load.h"
#include "pairs.h"
#include "settings.h"
#include "snapshot.h"
#include "table.h"

#define TRIAL_TEXT_LEN	640
/* What of the difference a run has to be long enough for. */
#define TRIAL_WANTED_NS	10000

/**
 * struct trial_request - what the command line asks for
 * @settings: the settings to be changed
 * @load: what is to run beside the measurement; all NULL for nothing
 * @seconds: how long all pairs of blocks take together
 * @block_ms: how long each block is recorded
 * @qos: switch QoS
 * @command: commands that make the two settings, or NULL
 * @has_seed: a seed is given
 * @seed: what the random numbers begin with
 * @output: file for the capture, or NULL
 * @plot: the picture, or NULL
 * @terminal: what its name ends in
 * @fail_if_worse: the exit code tells whether b hurts
 * @quiet: no progress
 * @file: a saved trial that is to be judged, NULL to measure
 */
struct trial_request {
	struct settings settings;
	struct load_profile load;
	unsigned long long seconds;
	unsigned long long block_ms;
	bool qos;
	const char *command[2];
	bool has_seed;
	unsigned long long seed;
	const char *output;
	const char *plot;
	const char *terminal;
	bool fail_if_worse;
	bool quiet;
	const char *file;
};

int trial_take(struct trial_request *request, int argc, char **argv);
/* Measures; @bytes is the capture, also of what an error has cut short, or empty. */
int trial_measure(const char *root, const struct trial_request *request,
		  struct bytes *bytes);

enum trial_verdict {
	TRIAL_SHORT,		/* too few pairs for a test */
	TRIAL_SAME,		/* no difference that this run can show */
	TRIAL_HELPS,		/* b is lower */
	TRIAL_HURTS,		/* b is higher */
};

/**
 * struct trial_cell - a CPU and stage in a trial
 * @row: its figures under a and b
 * @pairs: maximum of the block under b less that of the one under a
 * @sum: of the maxima under a and b
 * @result: what the test has found, unless @verdict is TRIAL_SHORT
 * @p: its greatest probability, corrected for the number of tests
 * @visible_ns: a difference that would have been found
 * @needed: pairs that are needed to find TRIAL_WANTED_NS
 * @verdict: the verdict
 */
struct trial_cell {
	const struct table_row *row[2];
	struct pairs pairs;
	unsigned long long sum[2];
	struct pairs_result result;
	unsigned long long p;
	unsigned long long visible_ns;
	unsigned long long needed;
	enum trial_verdict verdict;
};

/**
 * struct trial - a trial that is judged
 * @snap: its capture, verified
 * @info: what the kernel says of it
 * @table: the figures of either setting
 * @cell: the cells; allocated
 * @count: how many
 * @tests: how many tests were made at once
 * @pairs: whole pairs of blocks
 * @pair_ns: how long a pair takes, with what settles
 * @block_ns: how long a block is recorded
 */
struct trial {
	const struct snapshot *snap;
	struct irqscope_trial info;
	struct table table[2];
	struct trial_cell *cell;
	size_t count;
	size_t tests;
	size_t pairs;
	unsigned long long pair_ns;
	unsigned long long block_ns;
};

/* trial_end() has to follow in any case. */
int trial_begin(struct trial *trial, const struct snapshot *snap);
int trial_judge(struct trial *trial, unsigned long long seed);
void trial_end(struct trial *trial);

size_t trial_count(const struct trial *trial, enum trial_verdict verdict);
long long trial_difference(const struct trial_cell *cell);
const char *trial_sentence(char to[TRIAL_TEXT_LEN], const struct trial *trial);
int trial_print(const struct trial *trial);
int trial_save_picture(const struct trial *trial, const char *path, const char *terminal);

#endif /* READER_TRIAL_H */
