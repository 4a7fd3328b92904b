// SPDX-License-Identifier: GPL-2.0
/*
 * Reads and writes the files of the module in every way that programs do not.
 *
 * usage: fuzz_files exact DIR...     what is read in pieces is what is read at once,
 *                                    and a write is taken as a whole or refused
 *        fuzz_files wild SECONDS DIR...  only that it comes to an end; the files may
 *                                    vanish meanwhile
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kselftest.h"

#define FILES_MAX	2000
#define TEXT_MAX	(8 << 20)
#define PIECES		200

static char *files[FILES_MAX];
static size_t file_count;
static unsigned int failures;
static char *whole, *piece;

/* A small generator of our own, so that every machine does the same. */
static unsigned long long random_state = 88172645463325252ull;

static unsigned int next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state >> 32;
}

/* What no file takes: for a number, too long, no text, cut short. */
static const struct {
	const char *name, *bytes;
	size_t length;
} values[] = {
	{ "nothing", "", 0 },
	{ "zero byte", "\0", 1 },
	{ "zero byte within", "1\0001", 3 },
	{ "negative", "-9223372036854775809", 20 },
	{ "beyond 64 bits", "18446744073709551617", 20 },
	{ "newline only", "\n", 1 },
	{ "blanks", " \t ", 3 },
	{ "no ASCII", "\377\376\200", 3 },
	{ "format", "%s%n%x", 6 },
	{ "fraction", "1.5", 3 },
	{ "hexadecimal without digits", "0x", 2 },
	{ "comma", ",", 1 },
	{ "range backwards", "3-1", 3 },
};

static void complain(const char *path, const char *what, long long a, long long b)
{
	ksft_print_msg("%s: %s: %lld, %lld\n", path, what, a, b);
	failures++;
}

/* Keep a file, but for the one of the driver core that takes any text. */
static int collect(const char *path, const struct stat *status, int type, struct FTW *where)
{
	if (type == FTW_F && S_ISREG(status->st_mode) && file_count < FILES_MAX &&
	    strcmp(path + where->base, "driver_override"))
		files[file_count++] = strdup(path);
	return 0;
}

static void find_files(char **dirs)
{
	for (; *dirs; dirs++)
		nftw(*dirs, collect, 16, FTW_PHYS);
}

/* Read all of an open file; its length, or -1. */
static ssize_t read_whole(int fd)
{
	size_t length = 0;
	ssize_t got;

	while ((got = read(fd, whole + length, TEXT_MAX - length)) > 0)
		length += (size_t)got;
	return got ? -1 : (ssize_t)length;
}

/* Any piece of an open file is that piece of the whole, and nothing is beyond. */
static void check_pieces(const char *path, int fd, size_t length)
{
	size_t offset, want, left;
	ssize_t got;
	int i;

	for (i = 0; i < PIECES; i++) {
		offset = next_random() % (length + 10);
		want = next_random() % 2 ? next_random() % 17 : next_random() % (length + 4097);
		got = pread(fd, piece, want, (off_t)offset);
		left = offset < length ? length - offset : 0;
		/* A short read is allowed, but not an empty one before the end. */
		if (got < 0 || (size_t)got > (want < left ? want : left) || (want && left && !got))
			complain(path, "piece at", (long long)offset, got);
		else if (memcmp(piece, whole + offset, (size_t)got))
			complain(path, "other bytes at", (long long)offset, got);
	}
}

/* Offsets that cannot be are refused, others have nothing. */
static void check_offsets(const char *path, int fd)
{
	static const off_t far[] = { 1ll << 31, (1ll << 32) + 1, (1ll << 62) + 7 };
	size_t i;

	for (i = 0; i < sizeof(far) / sizeof(far[0]); i++)
		if (pread(fd, piece, 100, far[i]) > 0)
			complain(path, "bytes at", far[i], 0);
	if (pread(fd, piece, 1, -1) != -1)
		complain(path, "bytes before the beginning", -1, 0);
	if (lseek(fd, -5, SEEK_SET) != -1)
		complain(path, "seeks before the beginning", -5, 0);
}

static void read_exactly(const char *path)
{
	const int fd = open(path, O_RDONLY);
	ssize_t length;

	if (fd < 0) {
		if (errno != EACCES)
			complain(path, "cannot be opened", errno, 0);
		return;
	}
	length = read_whole(fd);
	if (length < 0) {
		/* What can only be written, or is for runs, says so here at the latest. */
		if (errno != EIO && errno != EACCES && errno != EINVAL && errno != ESHUTDOWN)
			complain(path, "cannot be read", errno, 0);
	} else {
		check_pieces(path, fd, (size_t)length);
		check_offsets(path, fd);
	}
	close(fd);
}

/* A write is taken as a whole, or refused with a reason that is ours. */
static void write_exactly(const char *path, const char *what, const char *bytes, size_t length)
{
	const int fd = open(path, O_WRONLY);
	ssize_t put;

	if (fd < 0) {
		/* nor is there a trial without a run */
		if (errno != EACCES && errno != EPERM && errno != ENODEV)
			complain(path, "cannot be opened to be written", errno, 0);
		return;
	}
	put = write(fd, bytes, length);
	if (put < 0 ? errno != EINVAL && errno != EBUSY && errno != EIO && errno != EOPNOTSUPP :
		      (size_t)put != length)
		complain(path, what, put, errno);
	/* Nothing takes what is no value at all, but of nothing there is no write. */
	if (put > 0)
		complain(path, what, put, 0);
	close(fd);
}

static void exact(void)
{
	static const size_t lengths[] = { 4095, 4096, 4097, 65536 };
	size_t i, j;

	for (i = 0; i < file_count; i++) {
		read_exactly(files[i]);
		if (access(files[i], W_OK))
			continue;
		for (j = 0; j < sizeof(values) / sizeof(values[0]); j++)
			write_exactly(files[i], values[j].name, values[j].bytes, values[j].length);
		memset(piece, '1', TEXT_MAX);
		for (j = 0; j < sizeof(lengths) / sizeof(lengths[0]); j++)
			write_exactly(files[i], "many digits", piece, lengths[j]);
	}
}

/* One act on one file, whatever comes of it. */
static void act(const char *path)
{
	const size_t value = next_random() % (sizeof(values) / sizeof(values[0]));
	const int fd = open(path, next_random() % 2 ? O_RDONLY : O_RDWR);
	char digits[12];
	ssize_t done = 0;
	int i;

	if (fd < 0)
		return;
	for (i = next_random() % 4; i >= 0; i--) {
		switch (next_random() % 6) {
		case 0:
			done += read(fd, piece, next_random() % 5000);
			break;
		case 1:
			done += pread(fd, piece, next_random() % 70000, next_random() % 9000);
			break;
		case 2:
			done += lseek(fd, (int)next_random() % 9000, (int)(next_random() % 3));
			break;
		case 3:
			done += write(fd, values[value].bytes, values[value].length);
			break;
		case 4:
			snprintf(digits, sizeof(digits), "%u", next_random() % 3);
			done += pwrite(fd, digits, strlen(digits), next_random() % 2 * 3);
			break;
		default:
			usleep(next_random() % 3000);
		}
	}
	close(fd);
}

static void wild(unsigned int seconds, char **dirs)
{
	const time_t end = time(NULL) + seconds;
	unsigned int i;

	random_state += (unsigned int)getpid();
	while (time(NULL) < end) {
		/* The files come and go. */
		for (i = 0; i < file_count; i++)
			free(files[i]);
		file_count = 0;
		find_files(dirs);
		for (i = 0; file_count && i < 200 && time(NULL) < end; i++)
			act(files[next_random() % file_count]);
		if (!file_count)
			usleep(10000);
	}
}

int main(int argc, char **argv)
{
	whole = malloc(TEXT_MAX);
	piece = malloc(TEXT_MAX);
	if (!whole || !piece)
		return 1;
	if (argc > 3 && !strcmp(argv[1], "wild")) {
		wild((unsigned int)atoi(argv[2]), argv + 3);
		return 0;
	}
	if (argc < 3 || strcmp(argv[1], "exact"))
		return 1;
	find_files(argv + 2);
	exact();
	ksft_print_msg("%zu files\n", file_count);
	return failures || file_count < 30;
}
