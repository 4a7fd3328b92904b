// SPDX-License-Identifier: GPL-2.0
/* Saves a snapshot so that FILE is either as it was or complete. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "command.h"
#include "message.h"
#include "save.h"
#include "snapshot.h"
#include "verify.h"

#define SUFFIX	".XXXXXX"

/* Gives a temporary file the mode that an ordinary new file would have. */
static int open_mode(int fd)
{
	const mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask);
}

/* Opens a temporary file beside the one to be written. */
static int open_temporary(struct save *save)
{
	save->temporary = malloc(strlen(save->path) + sizeof(SUFFIX));
	if (!save->temporary)
		return -1;
	strcpy(save->temporary, save->path);
	strcat(save->temporary, SUFFIX);
	save->fd = mkostemp(save->temporary, O_CLOEXEC);
	if (save->fd < 0) {
		free(save->temporary);
		save->temporary = NULL;
		return -1;
	}
	return open_mode(save->fd);
}

/* Opens what is to be written, so that a wrong name shows before a long run. */
int save_begin(struct save *save, const char *path)
{
	struct stat status;
	int error;

	/* A link stays a link; what it points at is replaced. */
	*save = (struct save){ .path = realpath(path, NULL), .fd = -1 };
	if (!save->path && errno == ENOENT)
		save->path = strdup(path);
	if (!save->path)
		return complain("%s: %s", path, strerror(errno));
	/* A pipe or a device must be written to, not replaced. */
	if (!stat(save->path, &status) && !S_ISREG(status.st_mode)) {
		save->fd = open(save->path, O_WRONLY | O_CLOEXEC);
		error = save->fd < 0;
	} else {
		error = open_temporary(save);
	}
	if (error) {
		complain("%s: %s", path, strerror(errno));
		save_cancel(save);
		return EXIT_INPUT;
	}
	return EXIT_FINE;
}

/* Writes all bytes. */
int save_write_all(int fd, const struct bytes *bytes)
{
	size_t done = 0;
	ssize_t put;

	while (done < bytes->size) {
		put = write(fd, bytes->data + done, bytes->size - done);
		if (put < 0)
			return -1;
		done += (size_t)put;
	}
	return 0;
}

/* Writes the bytes and gives the file its name. */
int save_finish(struct save *save, const struct bytes *bytes)
{
	int error = save_write_all(save->fd, bytes);

	if (!error && save->temporary)
		error = fsync(save->fd);
	if (close(save->fd))
		error = -1;
	save->fd = -1;
	if (!error && save->temporary)
		error = rename(save->temporary, save->path);
	if (error) {
		complain("%s: %s", save->path, strerror(errno));
	} else {
		free(save->temporary);
		save->temporary = NULL;
	}
	save_cancel(save);
	return error ? EXIT_INPUT : EXIT_FINE;
}

/* Leaves the file as it was. */
void save_cancel(struct save *save)
{
	if (save->fd >= 0)
		close(save->fd);
	if (save->temporary)
		unlink(save->temporary);
	free(save->temporary);
	free(save->path);
	*save = (struct save){ .fd = -1 };
}

/* Writes bytes to a file or, without one, to stdout. */
int save_bytes(const struct bytes *bytes, const char *path)
{
	struct save save;
	int error;

	if (!path) {
		/* main() sees whether it could be written. */
		fwrite(bytes->data, 1, bytes->size, stdout);
		return EXIT_FINE;
	}
	error = save_begin(&save, path);
	return error ? error : save_finish(&save, bytes);
}

/* Checks a snapshot. */
static int check(struct snapshot *snap, const struct bytes *bytes)
{
	int error = snapshot_parse(snap, bytes, SOURCE_SNAPSHOT);

	return error ? error : verify_snapshot(snap);
}

/* Checks the kernel's snapshot and saves it, complete. */
static int save_kernel(const char *root, const char *path)
{
	struct snapshot snap;
	struct bytes bytes;
	int error, missing;

	error = source_read_snapshot(root, &bytes, &missing);
	if (!error && missing)
		error = source_require_module(root);
	if (error)
		return error;
	if (missing)
		return complain("no debugfs here (not in this kernel, or not mounted): there is no snapshot to save");
	error = check(&snap, &bytes);
	if (!error)
		error = capture_complete(&bytes, &snap, root);
	if (!error)
		error = check(&snap, &bytes);
	if (!error)
		error = save_bytes(&bytes, strcmp(path, "-") ? path : NULL);
	bytes_free(&bytes);
	return error;
}

/* irqscope save FILE, or --system DIR */
int command_save(const char *root, int argc, char **argv)
{
	static const struct option options[] = {
		{ "system", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	const char *system = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option == 'h')
			return COMMAND_HELP;
		if (option != 's')
			return EXIT_INPUT;
		system = optarg;
	}
	if (argc - optind != (system ? 0 : 1))
		return complain("save takes one file, or - for stdout, or --system DIR");
	return system ? save_system(root, system) : save_kernel(root, argv[optind]);
}
