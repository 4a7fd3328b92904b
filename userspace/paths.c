// SPDX-License-Identifier: GPL-2.0
/* Finds the paths that have numbers in them, like /proc/irq/<number>/actions. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "paths.h"

/**
 * struct walk - a walk over paths
 * @root: the root
 * @visit: to be called
 * @context: to be given to it
 * @number: the numbers of the path where the walk is
 */
struct walk {
	const char *root;
	paths_visit visit;
	void *context;
	unsigned long long number[PATHS_NUMBERS];
};

static void walk_pattern(struct walk *walk, const char *done, const char *pattern,
			 unsigned int depth);

/* Sorts numbers. */
static int compare(const void *a, const void *b)
{
	const unsigned long long one = *(const unsigned long long *)a;
	const unsigned long long other = *(const unsigned long long *)b;

	return (one > other) - (one < other);
}

/* Collects the numbers behind a name in a directory, sorted; returns how many. */
static size_t list_numbers(DIR *dir, const char *name, size_t length,
			   unsigned long long **numbers)
{
	unsigned long long number, *more;
	const struct dirent *entry;
	size_t count = 0;

	*numbers = NULL;
	while ((entry = readdir(dir))) {
		if (strncmp(entry->d_name, name, length) ||
		    !number_parse(entry->d_name + length, &number))
			continue;
		/* Twice as much whenever a power of two is full. */
		if (!(count & (count - 1))) {
			more = realloc(*numbers, (count ? 2 * count : 1) * sizeof(**numbers));
			if (!more)
				break;
			*numbers = more;
		}
		(*numbers)[count++] = number;
	}
	if (count)
		qsort(*numbers, count, sizeof(**numbers), compare);
	return count;
}

/* Goes on with each number that there is between a path and what follows it. */
static void walk_numbers(struct walk *walk, const char *path, const char *rest,
			 unsigned int depth)
{
	const char *name = strrchr(path, '/') + 1;
	unsigned long long *numbers;
	char full[PATH_MAX];
	size_t i, count;
	DIR *dir;

	if (snprintf(full, sizeof(full), "%s%.*s", walk->root, (int)(name - path), path) >=
	    (int)sizeof(full))
		return;
	dir = opendir(full);
	if (!dir)
		return;
	count = list_numbers(dir, name, strlen(name), &numbers);
	closedir(dir);
	for (i = 0; i < count; i++) {
		walk->number[depth] = numbers[i];
		if (snprintf(full, sizeof(full), "%s%llu", path, numbers[i]) < (int)sizeof(full))
			walk_pattern(walk, full, rest, depth + 1);
	}
	free(numbers);
}

/* Goes on behind what has been done of a path; each # of the rest is a number. */
static void walk_pattern(struct walk *walk, const char *done, const char *pattern,
			 unsigned int depth)
{
	const size_t length = strcspn(pattern, "#");
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s%.*s", done, (int)length, pattern) >=
	    (int)sizeof(path))
		return;
	if (pattern[length] && depth < PATHS_NUMBERS)
		walk_numbers(walk, path, pattern + length + 1, depth);
	else
		walk->visit(walk->root, path, walk->number, walk->context);
}

/*
 * Visits all paths of a pattern, a # in which stands for a number, in the order
 * of these numbers. Whether the last part of a path exists is not asked.
 */
void paths_walk(const char *root, const char *pattern, paths_visit visit, void *context)
{
	struct walk walk = { .root = root, .visit = visit, .context = context };

	walk_pattern(&walk, "", pattern, 0);
}
