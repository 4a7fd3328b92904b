// SPDX-License-Identifier: GPL-2.0
/* Reads the results in sysfs, which are there without debugfs too. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "snapshot.h"
#include "source.h"
#include "stats.h"

#define DIR_LEN	64

/* The order in which an event passes them; later ones come behind, by name. */
static const char *const stage_order[] = {
	"irq", "softirq", "thread", "work", "user", "mem",
};

#define STAGES	(sizeof(stage_order) / sizeof(stage_order[0]))

/* Reads the number of a directory like cpu3. */
static bool cpu_number(const char *name, unsigned long long *cpu)
{
	return !strncmp(name, "cpu", 3) && number_parse(name + 3, cpu) &&
	       *cpu <= UINT_MAX;
}

/* Chooses the directories of CPUs. */
static int is_cpu(const struct dirent *entry)
{
	unsigned long long cpu;

	return cpu_number(entry->d_name, &cpu);
}

/* Sorts CPUs by number: cpu2 before cpu10. */
static int compare_cpus(const struct dirent **a, const struct dirent **b)
{
	unsigned long long cpu_a = 0, cpu_b = 0;

	cpu_number((*a)->d_name, &cpu_a);
	cpu_number((*b)->d_name, &cpu_b);
	return (cpu_a > cpu_b) - (cpu_a < cpu_b);
}

/* Chooses what may be the directory of a stage. */
static int is_stage(const struct dirent *entry)
{
	return snapshot_stage_name_is_fine(entry->d_name);
}

/* Finds a stage's place in the order. */
static size_t stage_rank(const char *name)
{
	size_t i;

	for (i = 0; i < STAGES; i++)
		if (!strcmp(name, stage_order[i]))
			break;
	return i;
}

/* Sorts stages by their place in the order, then by name. */
static int compare_stages(const struct dirent **a, const struct dirent **b)
{
	const size_t rank_a = stage_rank((*a)->d_name);
	const size_t rank_b = stage_rank((*b)->d_name);

	if (rank_a != rank_b)
		return rank_a < rank_b ? -1 : 1;
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Lists a directory below the module's directory; the number or -errno. */
static int list_dir(const char *root, const char *dir, struct dirent ***list,
		    int (*choose)(const struct dirent *),
		    int (*compare)(const struct dirent **, const struct dirent **))
{
	char path[PATH_MAX];
	int count;

	if (snprintf(path, sizeof(path), "%s" SOURCE_SYSFS "/%s", root, dir) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	count = scandir(path, list, choose, compare);
	return count < 0 ? -errno : count;
}

/* Gives back what a listed directory occupies. */
static void free_list(struct dirent **list, int count)
{
	while (count > 0)
		free(list[--count]);
	free(list);
}

/* Visits the stages of one CPU. */
static int walk_cpu(const char *root, const char *name, stats_visit visit,
		    void *context)
{
	struct table_row row;
	struct dirent **list;
	char dir[DIR_LEN];
	unsigned long long cpu = 0;
	int count, i, error = 0;

	cpu_number(name, &cpu);
	snprintf(dir, sizeof(dir), "stats/cpu%llu", cpu);
	count = list_dir(root, dir, &list, is_stage, compare_stages);
	if (count < 0)
		return count;
	for (i = 0; i < count && !error; i++) {
		row = (struct table_row){ .cpu = (unsigned int)cpu };
		memcpy(row.stage, list[i]->d_name, strlen(list[i]->d_name));
		snprintf(dir, sizeof(dir), "stats/cpu%llu/%s", cpu, row.stage);
		error = visit(root, dir, &row, context);
		/* An attribute of the directory itself is no stage. */
		if (error == -ENOTDIR)
			error = 0;
	}
	free_list(list, count);
	return error;
}

/* Visits every CPU and stage, in the order of the table. */
int stats_walk(const char *root, stats_visit visit, void *context)
{
	struct dirent **list;
	int count, i, error = 0;

	count = list_dir(root, "stats", &list, is_cpu, compare_cpus);
	if (count < 0)
		return count;
	for (i = 0; i < count && !error; i++)
		error = walk_cpu(root, list[i]->d_name, visit, context);
	free_list(list, count);
	return error;
}

/* Reads one number of a cell. */
static int read_figure(const char *root, const char *dir, const char *name,
		       unsigned long long *figure)
{
	char path[DIR_LEN + 16];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return source_read_number(root, path, figure);
}

/* Adds one cell to the table. */
static int add_cell(const char *root, const char *dir, struct table_row *row,
		    void *context)
{
	struct table *table = context;
	const struct {
		const char *name;
		unsigned long long *figure;
		bool time;
	} figures[] = {
		{ "count", &row->count, false },
		{ "early", &row->early, false },
		{ "missed", &row->missed, false },
		{ "busy", &row->busy, false },
		{ "min_ns", &row->min_ns, true },
		{ "mean_ns", &row->mean_ns, true },
		{ "max_ns", &row->max_ns, true },
	};
	struct table_row *added;
	size_t i;
	int error;

	for (i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		/* Without samples there are no times to read. */
		if (figures[i].time && !row->count)
			break;
		error = read_figure(root, dir, figures[i].name, figures[i].figure);
		if (error)
			return error;
	}
	added = table_add(table);
	if (!added)
		return -ENOMEM;
	*added = *row;
	return 0;
}

/* Reads the whole table, without percentiles; 0 or a negative errno. */
int stats_read(const char *root, struct table *table)
{
	int error = stats_walk(root, add_cell, table);

	/* The first run makes the directory. */
	return error == -ENOENT && !table->count ? 0 : error;
}
