// SPDX-License-Identifier: GPL-2.0
/* Reads and writes the kernel's files, and reads saved ones. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "message.h"
#include "number.h"
#include "source.h"

#define FIRST_ROOM	((size_t)64 << 10)
/* Ten thousand CPUs would fit; a device that never ends must not. */
#define MOST_BYTES	((size_t)512 << 20)

/* Gives back what the bytes occupy. */
void bytes_free(struct bytes *bytes)
{
	free(bytes->data);
	bytes->data = NULL;
	bytes->size = 0;
}

/* Opens a file below the root. */
static int open_below(const char *root, const char *path, int flags)
{
	char full[PATH_MAX];
	int fd;

	if (snprintf(full, sizeof(full), "%s%s", root, path) >= (int)sizeof(full))
		return -ENAMETOOLONG;
	fd = open(full, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* Opens one of the module's files in sysfs. */
static int open_sysfs(const char *root, const char *name, int flags)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), SOURCE_SYSFS "/%s", name) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	return open_below(root, path, flags);
}

/* Reads the first line of an open file and closes it. */
static int read_line(int fd, char *value, size_t size)
{
	ssize_t got;

	if (fd < 0)
		return fd;
	got = read(fd, value, size - 1);
	if (got < 0)
		got = -errno;
	close(fd);
	if (got < 0)
		return (int)got;
	value[got] = '\0';
	value[strcspn(value, "\n")] = '\0';
	return 0;
}

/* Reads the value of one of the module's files in sysfs. */
int source_read(const char *root, const char *name, char *value, size_t size)
{
	return read_line(open_sysfs(root, name, O_RDONLY), value, size);
}

/* Reads a number from one of the module's files in sysfs. */
int source_read_number(const char *root, const char *name,
		       unsigned long long *number)
{
	char value[32];
	int error = source_read(root, name, value, sizeof(value));

	if (error)
		return error;
	return number_parse(value, number) ? 0 : -EINVAL;
}

/* Reads the first line of any file below the root. */
int source_read_path(const char *root, const char *path, char *value, size_t size)
{
	return read_line(open_below(root, path, O_RDONLY), value, size);
}

/* Reads which kernel runs below the root; uname() would tell of this one. */
int source_read_kernel_release(const char *root, char *value, size_t size)
{
	return source_read_path(root, "/proc/sys/kernel/osrelease", value, size);
}

/* Writes a value into one of the module's files in sysfs, with one call. */
int source_write(const char *root, const char *name, const char *value)
{
	int fd = open_sysfs(root, name, O_WRONLY | O_TRUNC);
	char line[SOURCE_VALUE_LEN];
	int length, error = 0;
	ssize_t put;

	if (fd < 0)
		return fd;
	length = snprintf(line, sizeof(line), "%s\n", value);
	if (length >= (int)sizeof(line)) {
		error = -E2BIG;
	} else {
		put = write(fd, line, length);
		if (put < 0)
			error = -errno;
		else if (put < length)
			error = -EIO;
	}
	if (close(fd) && !error)
		error = -errno;
	return error;
}

/* Locks a file of the module against other readers that do the same. */
int source_lock(const char *root, const char *name)
{
	int fd = open_sysfs(root, name, O_RDONLY);

	if (fd >= 0)
		flock(fd, LOCK_EX);
	return fd;
}

/* Makes room for more bytes. */
static int grow(struct bytes *bytes, size_t *room)
{
	size_t more = *room ? 2 * *room : FIRST_ROOM;
	unsigned char *data;

	if (more > MOST_BYTES)
		return -EFBIG;
	data = realloc(bytes->data, more);
	if (!data)
		return -ENOMEM;
	bytes->data = data;
	*room = more;
	return 0;
}

/* Reads an open file to its end, into bytes that are empty. */
int source_read_open(int fd, struct bytes *bytes)
{
	size_t room = 0;
	ssize_t got;
	int error;

	do {
		if (bytes->size == room) {
			error = grow(bytes, &room);
			if (error)
				return error;
		}
		got = read(fd, bytes->data + bytes->size, room - bytes->size);
		if (got < 0)
			return -errno;
		bytes->size += (size_t)got;
	} while (got);
	return 0;
}

/* Reads a whole file below the root; "-" without a root is stdin. */
int source_read_file(const char *root, const char *path, struct bytes *bytes)
{
	int error, fd;

	*bytes = (struct bytes){ 0 };
	if (!*root && !strcmp(path, "-"))
		return source_read_open(STDIN_FILENO, bytes);
	fd = open_below(root, path, O_RDONLY);
	if (fd < 0)
		return fd;
	error = source_read_open(fd, bytes);
	close(fd);
	if (error)
		bytes_free(bytes);
	return error;
}

/* Makes sure that the module is there, or says that it is not. */
int source_require_module(const char *root)
{
	char value[32];
	int error = source_read(root, "run", value, sizeof(value));

	if (!error)
		return EXIT_FINE;
	if (error == -ENOENT)
		return complain("the kernel module is not loaded: insmod irqscope.ko");
	return complain("%s" SOURCE_SYSFS "/run: %s", root, strerror(-error));
}

/* Reads the kernel's snapshot; where there is none, only *missing is set. */
int source_read_snapshot(const char *root, struct bytes *bytes, int *missing)
{
	int error = source_read_file(root, SOURCE_SNAPSHOT, bytes);

	*missing = error == -ENOENT;
	if (!error || *missing)
		return EXIT_FINE;
	return complain("%s" SOURCE_SNAPSHOT ": %s%s", root, strerror(-error),
			error == -EACCES ? " (only root may read it)" : "");
}
