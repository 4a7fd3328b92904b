// SPDX-License-Identifier: GPL-2.0
/* Tells whether a run went beyond its thresholds, and what did. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "limit.h"
#include "message.h"
#include "outliers.h"
#include "source.h"
#include "stats.h"
#include "text.h"

/**
 * struct limit - the thresholds, and what came of them
 * @thresholds: as the kernel has them: one number, or "irq:50 thread:100"
 * @exceeded: something was beyond
 */
struct limit {
	struct piece thresholds;
	bool exceeded;
};

/* Finds the threshold of a stage in us, 0 if it has none. */
static unsigned long long find_threshold(struct piece thresholds, const char *stage)
{
	unsigned long long us;
	struct piece number;

	if (piece_number(thresholds, &us))
		return us;
	while (thresholds.length) {
		number = piece_word(&thresholds);
		if (piece_skip(&number, stage) && piece_skip(&number, ":") &&
		    piece_number(number, &us))
			return us;
	}
	return 0;
}

/* Compares the max of a CPU and stage with its threshold. */
static int check_max(const char *root, const char *dir, struct table_row *row,
		     void *context)
{
	struct limit *limit = context;
	const unsigned long long us = find_threshold(limit->thresholds, row->stage);
	unsigned long long max_ns;
	char path[96];
	int error;

	snprintf(path, sizeof(path), "%s/max_ns", dir);
	error = us ? source_read_number(root, path, &max_ns) : 0;
	if (error || !us || max_ns <= us * 1000)
		return error;
	complain("cpu %u %s: max %llu.%03llu us, beyond the threshold of %llu us",
		 row->cpu, row->stage, max_ns / 1000, max_ns % 1000, us);
	limit->exceeded = true;
	return 0;
}

/* Compares all maxima; they are there without debugfs too. */
static int check_maxima(const char *root, struct limit *limit)
{
	int error = stats_walk(root, check_max, limit);

	/* Nothing was measured. */
	if (!error || error == -ENOENT)
		return EXIT_FINE;
	return complain("%s" SOURCE_SYSFS "/stats: %s", root, strerror(-error));
}

/* Finds outliers that are in no max: their stage never got to run. */
static void check_records(const struct outliers *outliers, struct limit *limit)
{
	const struct outlier_latency *late;
	char stage[32];
	size_t i;

	for (i = 0; i < outliers->count; i++) {
		late = &outliers->record[i].latency[outliers->record[i].late];
		if (late->known)
			continue;
		text_clean(stage, sizeof(stage), late->stage.at, late->stage.length);
		complain("cpu %llu %s: it never got to run, beyond the threshold of %llu us",
			 outliers->record[i].cpu, stage,
			 find_threshold(limit->thresholds, stage));
	}
	if (outliers->count || outliers->lost)
		limit->exceeded = true;
}

/* Looks at the records of the kernel, where there are any. */
static int check_outliers(const char *root, struct limit *limit)
{
	struct outliers outliers = { 0 };
	struct bytes bytes;
	int error;

	if (source_read_file(root, SOURCE_OUTLIERS, &bytes))
		return EXIT_FINE;
	error = outliers_parse(&outliers,
			       (struct piece){ (const char *)bytes.data, bytes.size },
			       SOURCE_OUTLIERS, 0);
	if (!error)
		check_records(&outliers, limit);
	outliers_free(&outliers);
	bytes_free(&bytes);
	return error;
}

/* Checks a run that has ended: says what was beyond, and returns the exit code. */
int limit_check(const char *root)
{
	char thresholds[SOURCE_VALUE_LEN];
	struct limit limit = { 0 };
	char *comma;
	int error;

	/* An older version of the module has none. */
	if (source_read(root, "threshold_us", thresholds, sizeof(thresholds)) ||
	    !strcmp(thresholds, "0"))
		return EXIT_FINE;
	/* A list can be written with commas, too. */
	while ((comma = strchr(thresholds, ',')))
		*comma = ' ';
	limit.thresholds = (struct piece){ thresholds, strlen(thresholds) };
	error = check_maxima(root, &limit);
	if (!error)
		error = check_outliers(root, &limit);
	if (error)
		return error;
	return limit.exceeded ? EXIT_LIMIT : EXIT_FINE;
}
