// SPDX-License-Identifier: GPL-2.0
/* Finds the descendants of this process in /proc. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "descendants.h"
#include "paths.h"
#include "piece.h"
#include "source.h"

#define AT_ONCE	64
/* Name, state and parent come first in a line. */
#define STAT_LEN	128

/**
 * struct process - a process
 * @pid: its number
 * @parent: that of its parent
 * @ended: nobody has asked yet how it ended
 * @ours: it is a descendant
 */
struct process {
	unsigned long long pid;
	unsigned long long parent;
	bool ended;
	bool ours;
};

/**
 * struct processes - all processes
 * @process: each of them, allocated
 * @count: how many
 */
struct processes {
	struct process *process;
	size_t count;
};

/* Reads a line "pid (name) state parent ..."; the name may have anything in it. */
static bool parse_stat(struct process *process, const char *line)
{
	const char *rest = strrchr(line, ')');
	struct piece piece;

	if (!rest)
		return false;
	piece = (struct piece){ rest + 1, strlen(rest + 1) };
	piece_skip(&piece, " ");
	process->ended = piece_begins(piece_word(&piece), "Z");
	return piece_number(piece_word(&piece), &process->parent);
}

/* Adds a process. */
static void add_process(const char *root, const char *path,
			const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct process process = { .pid = number[0] }, *more;
	struct processes *all = context;
	char line[STAT_LEN];

	/* It may have ended since its directory was seen. */
	if (source_read_path(root, path, line, sizeof(line)) || !parse_stat(&process, line))
		return;
	if (all->count % AT_ONCE == 0) {
		more = realloc(all->process, (all->count + AT_ONCE) * sizeof(*more));
		if (!more)
			return;
		all->process = more;
	}
	all->process[all->count++] = process;
}

/* Tells whether a process has a parent that is ours. */
static bool has_parent(const struct processes *all, const struct process *process)
{
	size_t i;

	if (process->parent == (unsigned long long)getpid())
		return true;
	for (i = 0; i < all->count; i++)
		if (all->process[i].ours && all->process[i].pid == process->parent)
			return true;
	return false;
}

/* Finds children, then their children, until there are no more. */
static void find_ours(struct processes *all)
{
	bool found = true;
	size_t i;

	while (found) {
		found = false;
		for (i = 0; i < all->count; i++) {
			if (all->process[i].ours || !has_parent(all, &all->process[i]))
				continue;
			all->process[i].ours = true;
			found = true;
		}
	}
}

/* Sends a signal to all of them. */
bool descendants_signal(int signal)
{
	struct processes all = { 0 };
	bool any = false;
	size_t i;

	/* They are processes of this machine, whatever the root. */
	paths_walk("", "/proc/#/stat", add_process, &all);
	find_ours(&all);
	for (i = 0; i < all.count; i++) {
		if (!all.process[i].ours || all.process[i].ended)
			continue;
		any = true;
		kill((pid_t)all.process[i].pid, signal);
	}
	free(all.process);
	return any;
}
