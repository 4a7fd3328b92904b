/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_PATHS_H
#define READER_PATHS_H

/* As many numbers can be in a path. */
#define PATHS_NUMBERS	2

/**
 * typedef paths_visit - what paths_walk() calls for each path
 * @root: the root
 * @path: the path below it
 * @number: the numbers that stand in it
 * @context: as given to paths_walk()
 */
typedef void (*paths_visit)(const char *root, const char *path,
			    const unsigned long long number[PATHS_NUMBERS], void *context);

void paths_walk(const char *root, const char *pattern, paths_visit visit, void *context);

#endif /* READER_PATHS_H */
