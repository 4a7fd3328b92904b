// SPDX-License-Identifier: GPL-2.0
/* Reads how a kernel was configured: /proc/config.gz, /boot, or any such file. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kconfig.h"
#include "message.h"
#include "system_files.h"

/* The largest are a tenth of it. */
#define MOST_BYTES	((size_t)4 << 20)

/* Reads to the end into allocated memory; 0 or a negative errno. */
static int read_open(int fd, struct bytes *bytes)
{
	ssize_t got = 1;

	*bytes = (struct bytes){ .data = malloc(MOST_BYTES) };
	if (!bytes->data)
		return -ENOMEM;
	while (got > 0 && bytes->size < MOST_BYTES) {
		got = read(fd, bytes->data + bytes->size, MOST_BYTES - bytes->size);
		if (got > 0)
			bytes->size += (size_t)got;
	}
	if (!got)
		return 0;
	got = got < 0 ? -errno : -EFBIG;
	bytes_free(bytes);
	return (int)got;
}

/* What the child does: unpacks one file into another, with what is there for it. */
static void play_gzip(int from, int to)
{
	const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	/* What is wrong is told by us, in one line. */
	if (nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	if (dup2(from, STDIN_FILENO) >= 0 && dup2(to, STDOUT_FILENO) >= 0) {
		execlp("gzip", "gzip", "-dc", NULL);
		execlp("zcat", "zcat", NULL);
	}
	_exit(127);
}

/* Reads what another program unpacks; no shell, so a name may hold anything. */
static int read_packed(int fd, struct bytes *bytes)
{
	int ends[2], status = 0, error;
	pid_t child;

	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	child = fork();
	if (!child)
		play_gzip(fd, ends[1]);
	close(ends[1]);
	error = child < 0 ? -errno : read_open(ends[0], bytes);
	close(ends[0]);
	if (child > 0 && waitpid(child, &status, 0) == child && status && !error) {
		/* A part of it would pass for all of it. */
		bytes_free(bytes);
		error = WIFEXITED(status) && WEXITSTATUS(status) == 127 ? -ENOEXEC : -EBADMSG;
	}
	return error;
}

/* Reads a file, packed or not. */
static int read_file(const char *path, struct bytes *bytes)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	unsigned char magic[2] = { 0 };
	int error;

	if (fd < 0)
		return -errno;
	if (read(fd, magic, sizeof(magic)) < 0 || lseek(fd, 0, SEEK_SET))
		error = -errno;
	else if (magic[0] == 0x1f && magic[1] == 0x8b)
		error = read_packed(fd, bytes);
	else
		error = read_open(fd, bytes);
	close(fd);
	return error;
}

/* Tells whether that is a configuration: all of them have this one. */
static bool is_config(const struct bytes *bytes)
{
	const struct kconfig config = { .bytes = *bytes };
	struct piece text = { (const char *)bytes->data, bytes->size };

	if (kconfig_get(&config, "HZ") != KCONFIG_OFF)
		return true;
	while (text.length)
		if (piece_begins(piece_line(&text), "CONFIG_HZ_"))
			return true;
	return false;
}

/* Says what went wrong, for people. */
static const char *explain(int error)
{
	switch (error) {
	case -ENOENT:
		return "no /proc/config.gz, no /boot/config-*";
	case -ENOEXEC:
		return "there is no gzip to unpack /proc/config.gz";
	case -EBADMSG:
		return "/proc/config.gz cannot be unpacked";
	case -EINVAL:
		return "what is there is no configuration of a kernel";
	default:
		return strerror(-error);
	}
}

/* Reads a file and makes sure that it is a configuration. */
static int read_config(struct kconfig *config, const char *path)
{
	int error = read_file(path, &config->bytes);

	if (!error && !is_config(&config->bytes)) {
		bytes_free(&config->bytes);
		error = -EINVAL;
	}
	return error;
}

/* Reads the configuration of the kernel below the root. */
static int read_running(struct kconfig *config, const char *root)
{
	char path[PATH_MAX], release[128];
	int error;

	if (snprintf(path, sizeof(path), "%s" FILE_CONFIG, root) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	error = read_config(config, path);
	if (error != -ENOENT)
		return error;
	if (source_read_kernel_release(root, release, sizeof(release)) ||
	    strchr(release, '/') ||
	    snprintf(path, sizeof(path), "%s" FILE_BOOT_CONFIG "%s", root, release) >=
	    (int)sizeof(path))
		return -ENOENT;
	return read_config(config, path);
}

/* Reads a configuration; only one that was asked for must be there. */
int kconfig_read(struct kconfig *config, const char *root, const char *path)
{
	int error;

	*config = (struct kconfig){ 0 };
	if (path) {
		error = read_config(config, path);
		if (error == -EINVAL)
			return complain("%s: not the configuration of a kernel", path);
		if (error == -EBADMSG || error == -ENOEXEC)
			return complain("%s: gzip cannot unpack it, or is not there", path);
		return error ? complain("%s: %s", path, strerror(-error)) : EXIT_FINE;
	}
	error = read_running(config, root);
	if (error)
		config->missing = explain(error);
	return EXIT_FINE;
}

/* Gives back what it occupies. */
void kconfig_free(struct kconfig *config)
{
	bytes_free(&config->bytes);
}

/* Tells how an option is set; one that is not mentioned is off. */
enum kconfig_answer kconfig_get(const struct kconfig *config, const char *option)
{
	struct piece text = { (const char *)config->bytes.data, config->bytes.size };
	struct piece line;

	if (!config->bytes.data)
		return KCONFIG_UNKNOWN;
	while (text.length) {
		line = piece_line(&text);
		if (!piece_skip(&line, "CONFIG_") || !piece_skip(&line, option) ||
		    !piece_skip(&line, "="))
			continue;
		if (piece_begins(line, "n"))
			return KCONFIG_OFF;
		return piece_begins(line, "m") ? KCONFIG_MODULE : KCONFIG_ON;
	}
	return KCONFIG_OFF;
}

/* Tells whether an option is known to be built in. */
bool kconfig_is_on(const struct kconfig *config, const char *option)
{
	return kconfig_get(config, option) == KCONFIG_ON;
}
