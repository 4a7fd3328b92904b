// SPDX-License-Identifier: GPL-2.0
/*
 * Prints how long something of the kernel takes, in ns, without the start of a
 * program in it.
 *
 * usage: stopwatch read FILE              and the bytes that were read
 *        stopwatch load MODULE.ko [PARAMETERS]
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Read a file from its opening to its end; returns the bytes, or -1. */
static long long read_all(const char *path)
{
	static char buffer[1 << 16];
	long long bytes = 0;
	ssize_t got;
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return -1;
	while ((got = read(fd, buffer, sizeof(buffer))) > 0)
		bytes += got;
	close(fd);
	return got < 0 ? -1 : bytes;
}

/* Load a module; returns 0 or -1. */
static long long load(const char *path, const char *parameters)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -1 : syscall(SYS_finit_module, fd, parameters, 0);
}

int main(int argc, char **argv)
{
	long long start_ns, took_ns, result;

	if (argc < 3)
		return 1;
	start_ns = now_ns();
	if (!strcmp(argv[1], "read"))
		result = read_all(argv[2]);
	else
		result = load(argv[2], argc > 3 ? argv[3] : "");
	took_ns = now_ns() - start_ns;
	if (result < 0) {
		perror(argv[2]);
		return 1;
	}
	printf("%lld %lld\n", took_ns, result);
	return 0;
}
