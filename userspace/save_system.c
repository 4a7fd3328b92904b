// SPDX-License-Identifier: GPL-2.0
/* Saves the files that the check-up reads, as a tree for --root. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "paths.h"
#include "save.h"
#include "system_files.h"
#include "task_stat.h"

/* Most bytes of a file, and most files: a tree must fit anywhere. */
#define MOST_BYTES	((size_t)4 << 20)
#define MOST_FILES	65536

static const char *const files[] = {
	FILE_CONFIG, FILE_CMDLINE, FILE_VERSION, FILE_RELEASE, FILE_REALTIME, FILE_COMPATIBLE,
	FILE_ONLINE, FILE_POSSIBLE, FILE_ISOLATED, FILE_NOHZ_FULL, FILE_CPUSET_ISOLATED,
	FILE_MELTDOWN, FILE_INTERRUPTS, FILE_IRQ_WANTED, FILE_IRQ_EFFECTIVE, FILE_KSM, FILE_THP,
	FILE_SWAPS, FILE_RNG, FILE_CGROUPS, FILE_CGROUP2, FILE_GOVERNOR, FILE_IDLE_DRIVER,
	FILE_IDLE_NAME, FILE_IDLE_LATENCY, FILE_IDLE_DISABLED, FILE_RT_RUNTIME, FILE_RT_PERIOD,
	FILE_COMM, FILE_CURRENT_CLOCK, FILE_QOS, SOURCE_CLOCK, SOURCE_DEBUGFS "/conditions",
	SOURCE_SYSFS "/thread_priority",
};

/**
 * struct tree - a tree that is being written
 * @dir: where
 * @count: files in it
 * @error: negative errno of what went wrong, or 0
 */
struct tree {
	const char *dir;
	unsigned int count;
	int error;
};

/* Makes the directories of a path below the tree. */
static int make_dirs(const struct tree *tree, const char *path)
{
	const char *slash = path;
	char full[PATH_MAX];

	while ((slash = strchr(slash + 1, '/'))) {
		snprintf(full, sizeof(full), "%s%.*s", tree->dir, (int)(slash - path), path);
		if (mkdir(full, 0777) && errno != EEXIST)
			return -errno;
	}
	return 0;
}

/* Tells whether a file may be written; the check-up learns from that, too. */
static mode_t get_mode(const char *root, const char *path)
{
	struct stat status;
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", root, path);
	return !stat(full, &status) && !(status.st_mode & 0200) ? 0444 : 0644;
}

/* Writes a file of the tree. */
static int write_file(const struct tree *tree, const char *path, const struct bytes *bytes,
		      mode_t mode)
{
	char full[PATH_MAX];
	int error = make_dirs(tree, path), fd;

	if (error)
		return error;
	if (snprintf(full, sizeof(full), "%s%s", tree->dir, path) >= (int)sizeof(full))
		return -ENAMETOOLONG;
	fd = open(full, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	if (fd < 0)
		return -errno;
	if (save_write_all(fd, bytes))
		error = -errno;
	if (close(fd) && !error)
		error = -errno;
	return error;
}

/* Saves a file if it is there; tasks come and go. */
static void save_path(const char *root, const char *path,
		      const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct tree *tree = context;
	struct bytes bytes;

	(void)number;
	if (tree->error || tree->count == MOST_FILES || source_read_file(root, path, &bytes))
		return;
	if (bytes.size > MOST_BYTES)
		bytes.size = MOST_BYTES;
	tree->error = write_file(tree, path, &bytes, get_mode(root, path));
	tree->count++;
	bytes_free(&bytes);
}

/* Saves how a task is scheduled if that is for real time. */
static void save_task(const char *root, const char *path,
		      const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct task_stat task;
	struct bytes bytes;

	if (source_read_file(root, path, &bytes))
		return;
	if (task_stat_parse(&task, (struct piece){ (const char *)bytes.data, bytes.size }) &&
	    task_stat_realtime(&task))
		save_path(root, path, number, context);
	bytes_free(&bytes);
}

/* Makes the directory, or makes sure that it is an empty one. */
static int make_tree(const char *dir)
{
	const struct dirent *entry;
	DIR *open;

	if (!mkdir(dir, 0777))
		return EXIT_FINE;
	open = errno == EEXIST ? opendir(dir) : NULL;
	if (!open)
		return complain("%s: %s", dir, strerror(errno));
	do {
		entry = readdir(open);
	} while (entry && (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")));
	closedir(open);
	return entry ? complain("%s: not empty", dir) : EXIT_FINE;
}

/* Saves the configuration of the kernel where /boot has it. */
static void save_boot_config(const char *root, struct tree *tree)
{
	const unsigned long long number[PATHS_NUMBERS] = { 0 };
	char path[256], release[128];

	if (source_read_kernel_release(root, release, sizeof(release)) || strchr(release, '/'))
		return;
	snprintf(path, sizeof(path), FILE_BOOT_CONFIG "%s", release);
	save_path(root, path, number, tree);
}

/* Saves what the check-up reads in a directory that is new or empty. */
int save_system(const char *root, const char *dir)
{
	struct tree tree = { .dir = dir };
	int error = make_tree(dir);
	size_t i;

	if (error)
		return error;
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		paths_walk(root, files[i], save_path, &tree);
	paths_walk(root, FILE_STAT, save_task, &tree);
	save_boot_config(root, &tree);
	if (tree.error)
		return complain("%s: %s", dir, strerror(-tree.error));
	if (!tree.count)
		return complain("there is no system in \"%s\"", root);
	return EXIT_FINE;
}
