// SPDX-License-Identifier: GPL-2.0
/* Fuzzes all commands that read captures: the input is the capture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "fuzz.h"
#include "source.h"

#define MAP	"ffff800080046b6c T wake_up_process\nffff800080046c00 T next\n"
#define MODULES	"inject 16384 1 - Live 0xffff80007a010000 (O)\n"

/* These take the place of paths of the machine. */
#define PICTURE		"/picture.svg"
#define SYSTEM_MAP	"/System.map"

static const struct fuzz_command commands[] = {
	{ .run = command_show, .arguments = { "show", FUZZ_FILE } },
	{ .run = command_show, .judges = true,
	  .arguments = { "show", "--limit", "irq=50us,thread=1ms@0", FUZZ_FILE } },
	{ .run = command_hist, .arguments = { "hist", FUZZ_FILE } },
	{ .run = command_hist,
	  .arguments = { "hist", "--stage", "irq", "--cpu", "0", "--rows", "5", FUZZ_FILE } },
	{ .run = command_hist, .arguments = { "hist", "--log", "--stage", "irq", FUZZ_FILE } },
	{ .run = command_export, .arguments = { "export", "--format", "cyclictest", FUZZ_FILE } },
	{ .run = command_export, .json = true,
	  .arguments = { "export", "--format", "rt-tests-json", FUZZ_FILE } },
	{ .run = command_export, .arguments = { "export", "--format", "csv", FUZZ_FILE } },
	{ .run = command_export,
	  .arguments = { "export", "--format", "csv", "--buckets", "--stage", "irq", FUZZ_FILE } },
	{ .run = command_export, .json = true,
	  .arguments = { "export", "--format", "json", FUZZ_FILE } },
	{ .run = command_export, .arguments = { "export", "--format", "prometheus", FUZZ_FILE } },
	{ .run = command_outliers, .arguments = { "outliers", "--worst", FUZZ_FILE } },
	{ .run = command_outliers, .json = true,
	  .arguments = { "outliers", "--json", "--system-map", SYSTEM_MAP, FUZZ_FILE } },
	{ .run = command_plot, .arguments = { "plot", "--script", PICTURE, FUZZ_FILE } },
	{ .run = command_plot,
	  .arguments = { "plot", "--script", "--stage", "irq", "--cpu", "0", PICTURE, FUZZ_FILE,
			 REFERENCE } },
	{ .run = command_compare, .judges = true,
	  .arguments = { "compare", "--fail-if-worse", REFERENCE, FUZZ_FILE } },
	{ .run = command_compare, .judges = true, .json = true,
	  .arguments = { "compare", "--json", "--force", FUZZ_FILE, REFERENCE, FUZZ_FILE } },
	{ .run = command_merge, .binary = true, .talks = true,
	  .arguments = { "merge", "--output", "-", FUZZ_FILE, FUZZ_FILE } },
	{ .run = command_merge, .binary = true, .talks = true,
	  .arguments = { "merge", "--force", "--output", "-", REFERENCE, FUZZ_FILE } },
	/* These read it as if it were the kernel's. */
	{ .run = command_save, .binary = true, .arguments = { "save", "-" } },
	{ .run = command_outliers, .arguments = { "outliers", "--limit", "3" } },
	{ .run = command_top, .arguments = { "top", "--count", "1" } },
};

static char root[64];
static char path[64];
static char map_path[128];
static char picture_path[128];
static int capture;

/* Makes a file of the machine, with a text or as a link to a path. */
static void make_file(const char *name, const char *text, const char *target)
{
	char full[256], *slash;
	FILE *file;

	snprintf(full, sizeof(full), "%s%s", root, name);
	for (slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	if (target) {
		if (symlink(target, full))
			abort();
		return;
	}
	file = fopen(full, "w");
	if (!file || fputs(text, file) < 0 || fclose(file))
		abort();
}

/* Makes a machine whose kernel has the input as its snapshot. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	snprintf(root, sizeof(root), "%s", fuzz_make_dir());
	capture = memfd_create("capture", 0);
	if (capture < 0)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", capture);
	make_file(SOURCE_SNAPSHOT, NULL, path);
	make_file(SOURCE_MODULES, MODULES, NULL);
	make_file(SYSTEM_MAP, MAP, NULL);
	snprintf(map_path, sizeof(map_path), "%s" SYSTEM_MAP, root);
	/* To write files anew each time would take longer than all the rest. */
	make_file(PICTURE ".dat", NULL, "/dev/null");
	make_file(PICTURE ".gnuplot", NULL, "/dev/null");
	snprintf(picture_path, sizeof(picture_path), "%s" PICTURE, root);
	make_file(SOURCE_SYSFS "/run", "1\n", NULL);
	/* What is printed goes to no terminal, even if this runs in one. */
	if (setenv("TERM", "dumb", 1))
		abort();
	return 0;
}

/* Finds what an argument stands for; fuzz_run() knows the capture itself. */
static const char *find_argument(const char *argument)
{
	if (!strcmp(argument, SYSTEM_MAP))
		return map_path;
	return strcmp(argument, PICTURE) ? argument : picture_path;
}

/* Gives one input to all commands. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_command command;
	size_t i, j;

	if (ftruncate(capture, 0) || pwrite(capture, data, size, 0) != (ssize_t)size)
		abort();
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		command = commands[i];
		for (j = 0; j < FUZZ_ARGUMENTS && command.arguments[j]; j++)
			command.arguments[j] = find_argument(command.arguments[j]);
		fuzz_run(&command, root, path);
	}
	return 0;
}
