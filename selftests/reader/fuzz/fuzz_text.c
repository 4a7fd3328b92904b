// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes all commands that read text: the input is a machine, in the form of
 * trees/. Lines "==> PATH" begin files; what is not among those below is passed
 * over, and what is not in the input is not there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

#include "command.h"
#include "fuzz.h"
#include "piece.h"
#include "source.h"
#include "system_files.h"

#define CONFIG		"/given.config"
#define SYSTEM_MAP	"/System.map"
#define GZIP_MAGIC	"\x1f\x8b"
/* To start gzip takes longer than all the rest, so it is for small inputs only. */
#define MOST_PACKED	512
#define STATS		SOURCE_SYSFS "/stats/cpu0/irq/"

static const char *const paths[] = {
	FILE_CONFIG, FILE_BOOT_CONFIG "6.12.1", FILE_CMDLINE, FILE_VERSION, FILE_RELEASE,
	FILE_REALTIME, FILE_COMPATIBLE, FILE_ONLINE, FILE_POSSIBLE, FILE_ISOLATED, FILE_NOHZ_FULL,
	FILE_CPUSET_ISOLATED, FILE_MELTDOWN, FILE_INTERRUPTS,
	"/proc/irq/20/smp_affinity_list", "/proc/irq/20/effective_affinity_list",
	"/proc/irq/21/smp_affinity_list", FILE_KSM, FILE_THP, FILE_SWAPS, FILE_RNG, FILE_CGROUPS,
	FILE_CGROUP2, DIR_CPU "/cpu0/cpufreq/scaling_governor",
	DIR_CPU "/cpu0/cpuidle/state1/name", DIR_CPU "/cpu0/cpuidle/state1/latency",
	DIR_CPU "/cpu0/cpuidle/state1/disable", FILE_RT_RUNTIME, FILE_RT_PERIOD, "/proc/301/comm",
	"/proc/301/task/301/stat", "/proc/400/task/400/stat", FILE_CURRENT_CLOCK,
	SOURCE_CLOCKSOURCE "/available_clocksource", SOURCE_CLOCKEVENTS "/clockevent0/current_device",
	FILE_QOS, SOURCE_CLOCK, SOURCE_OUTLIERS, SOURCE_SYSFS "/thread_priority",
	SOURCE_SYSFS "/run", SOURCE_SYSFS "/period_us", STATS "count", STATS "min_ns",
	STATS "mean_ns", STATS "max_ns", STATS "early", STATS "missed", STATS "busy",
	CONFIG, SYSTEM_MAP,
};

#define PATHS	(sizeof(paths) / sizeof(paths[0]))

static char root[64];
static char outliers_path[128];
static char config_path[128];
static char map_path[128];
static bool there[PATHS];

static const struct fuzz_command commands[] = {
	{ .run = command_check, .judges = true, .arguments = { "check" } },
	{ .run = command_check, .judges = true, .json = true,
	  .arguments = { "check", "--json", "--config", config_path } },
	{ .run = command_outliers, .arguments = { "outliers", outliers_path } },
	{ .run = command_outliers, .json = true,
	  .arguments = { "outliers", "--json", "--system-map", map_path, outliers_path } },
	{ .run = command_clock, .arguments = { "clock", "--no-tests" } },
	{ .run = command_clock, .json = true, .arguments = { "clock", "--no-tests", "--json" } },
	/* Without a snapshot, sysfs tells what there is. */
	{ .run = command_show, .arguments = { "show" } },
};

/* Finds a path among those that are known; PATHS for none. */
static size_t find_path(struct piece path)
{
	size_t i;

	for (i = 0; i < PATHS; i++)
		if (piece_is(path, paths[i]))
			break;
	return i;
}

/* Makes the directories of a path. */
static void make_dirs(const char *path)
{
	char full[256], *slash;

	snprintf(full, sizeof(full), "%s%s", root, path);
	for (slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
}

/* Writes or removes a file; the directories stay. */
static void set_file(size_t index, struct piece text)
{
	char full[256];
	int fd;

	snprintf(full, sizeof(full), "%s%s", root, paths[index]);
	if (text.at) {
		fd = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (fd < 0 || write(fd, text.at, text.length) != (ssize_t)text.length || close(fd))
			abort();
	} else if (there[index] && unlink(full)) {
		abort();
	}
	there[index] = text.at;
}

/* Takes a line that begins a file; false if it is none. */
static bool take_head(struct piece line, size_t *index)
{
	if (!piece_skip(&line, "==> "))
		return false;
	*index = find_path(piece_word(&line));
	return true;
}

/* Makes the machine that an input describes. */
static void make_machine(struct piece input)
{
	const bool may_be_packed = input.length <= MOST_PACKED;
	struct piece text[PATHS + 1] = { 0 };
	size_t index = PATHS;
	struct piece line;

	while (input.length) {
		line = piece_line(&input);
		if (take_head(line, &index))
			text[index] = (struct piece){ input.at, 0 };
		else
			text[index].length = (size_t)(input.at - text[index].at);
	}
	for (index = 0; index < PATHS; index++) {
		if (!may_be_packed && piece_begins(text[index], GZIP_MAGIC))
			text[index] = (struct piece){ 0 };
		set_file(index, text[index]);
	}
}

/* Makes a place for the machines. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	size_t i;

	(void)argc;
	(void)argv;
	snprintf(root, sizeof(root), "%s", fuzz_make_dir());
	for (i = 0; i < PATHS; i++)
		make_dirs(paths[i]);
	snprintf(outliers_path, sizeof(outliers_path), "%s" SOURCE_OUTLIERS, root);
	snprintf(config_path, sizeof(config_path), "%s" CONFIG, root);
	snprintf(map_path, sizeof(map_path), "%s" SYSTEM_MAP, root);
	return 0;
}

/* Gives one machine to all commands. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t i;

	make_machine((struct piece){ (const char *)data, size });
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		fuzz_run(&commands[i], root, NULL);
	return 0;
}
