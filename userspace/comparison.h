/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_COMPARISON_H
#define READER_COMPARISON_H

#include "chance.h"
#include "differences.h"
#include "permute.h"
#include "series.h"
#include "snapshot.h"
#include "source.h"
#include "table.h"

/* All verdicts together are held to this, in the unit of PERMUTE_CERTAIN: 5 %. */
#define COMPARISON_LEVEL	(PERMUTE_CERTAIN / 20)

/**
 * struct capture - a capture that takes part
 * @bytes: its bytes
 * @snap: what they say
 * @table: its figures, a row for each cell
 * @block_ns: how long its blocks are; 0 if there are none
 */
struct capture {
	struct bytes bytes;
	struct snapshot snap;
	struct table table;
	unsigned long long block_ns;
};

enum verdict {
	VERDICT_NONE,		/* nothing was tested */
	VERDICT_SHORT,		/* too few blocks for a test */
	VERDICT_SAME,		/* no change */
	VERDICT_LOWER,		/* the other is better */
	VERDICT_HIGHER,		/* or worse */
};

#define VERDICTS	5

/**
 * struct compared - a CPU and stage that both captures have
 * @row: its figures in the one and the other
 * @series: the maxima of its blocks; NULL where blocks are of no use
 * @run: so many successive blocks stayed together in the test
 * @test: what the test has found, if @verdict is one of three
 * @p: its greatest probability, corrected for the number of tests
 * @visible_ns: a shift that would have been found
 * @verdict: the verdict
 */
struct compared {
	const struct table_row *row[2];
	const struct series *series[2];
	size_t run;
	struct permute_result test;
	unsigned long long p;
	unsigned long long visible_ns;
	enum verdict verdict;
};

enum obstacle {
	OBSTACLE_NONE,
	OBSTACLE_DIFFERENT,	/* runs of different things */
	OBSTACLE_NO_BLOCKS,	/* a capture without parts */
	OBSTACLE_LENGTHS,	/* parts that do not make each other */
};

/**
 * struct comparison - a capture compared with the reference
 * @capture: the reference, and the other one
 * @differences: what they differ in beside latencies
 * @obstacle: why there are no verdicts
 * @block_ns: how long blocks are, once the shorter ones have been merged
 * @series: all series of either capture
 * @cell: the cells that both have
 * @count: how many
 * @tests: how many tests were made at once, in all comparisons
 */
struct comparison {
	const struct capture *capture[2];
	struct differences differences;
	enum obstacle obstacle;
	unsigned long long block_ns;
	struct series *series[2];
	struct compared *cell;
	size_t count;
	size_t tests;
};

int capture_open(struct capture *capture, const char *path);
void capture_close(struct capture *capture);
/* comparison_end() has to follow in any case. */
int comparison_begin(struct comparison *comparison, const struct capture *reference,
		     const struct capture *other, bool force);
void comparison_end(struct comparison *comparison);
/* Gives verdicts in all comparisons. */
int comparison_judge(struct comparison *comparisons, size_t count, struct chance *chance);

unsigned long long compared_mean(const struct compared *cell, unsigned int which);
const struct table_row *comparison_lone(const struct comparison *comparison,
					unsigned int which, size_t *index);

#endif /* READER_COMPARISON_H */
