// SPDX-License-Identifier: GPL-2.0
/*
 * Lets every allocation that an operation makes fail, one after the other: the
 * first in the first attempt, the second in the second, until an attempt needs no
 * more. The operation may fail for lack of memory only, or succeed all the same.
 *
 * usage: fail_nth [-b] [-g NUMBER] insmod FILE [PARAMETERS]
 *        fail_nth [-b] [-g NUMBER] write FILE TEXT [UNDO [FILE]]
 *        fail_nth [-b] [-g NUMBER] read FILE
 *
 * After an attempt that has succeeded the module is unloaded, or UNDO is written, to
 * another FILE if there is one. With -b it may also be busy: the kernel does not say
 * why a region cannot be claimed. With -g the number in the file NUMBER goes on rising
 * from where it was, whatever has failed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kselftest.h"

#define MODULE		"irqscope"
#define ATTEMPTS	5000
/* How often, and after how many us each, it is looked whether the number has risen. */
#define LOOKS		200
#define LOOK_US		10000

static const char *path, *text, *undo_text, *undo_path, *number_path;
static int armed_fd;

/* Let the nth allocation of this thread from now on fail; 0: none. */
static void arm(unsigned int nth)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", nth);
	if (pwrite(armed_fd, number, strlen(number), 0) < 0)
		ksft_exit_fail_msg("fail-nth: %s\n", strerror(errno));
}

/* Disarm; true if the failure has not come. */
static bool disarm(void)
{
	char left[16] = "";

	if (pread(armed_fd, left, sizeof(left) - 1, 0) < 0)
		ksft_exit_fail_msg("fail-nth: %s\n", strerror(errno));
	if (atoi(left))
		arm(0);
	return atoi(left);
}

/* Load the module; 0 or the error number. */
static int load_module(int fd)
{
	if (!syscall(SYS_finit_module, fd, text, 0))
		return 0;
	/* So the driver core calls it that has no memory for a device's name. */
	return errno == EINVAL ? ENOMEM : errno;
}

/* Read the file to its end. */
static int read_all(int fd)
{
	static char buffer[65536];
	ssize_t got;

	do {
		got = read(fd, buffer, sizeof(buffer));
	} while (got > 0);
	return got ? errno : 0;
}

/* Write the text in one piece. */
static int write_text(int fd)
{
	return write(fd, text, strlen(text)) < 0 ? errno : 0;
}

/* What follows an attempt that has succeeded. */
static void undo(bool is_load)
{
	int fd;

	if (is_load && syscall(SYS_delete_module, MODULE, O_NONBLOCK))
		ksft_exit_fail_msg("cannot unload: %s\n", strerror(errno));
	if (!undo_text)
		return;
	fd = open(undo_path, O_WRONLY);
	if (fd < 0 || write(fd, undo_text, strlen(undo_text)) < 0)
		ksft_exit_fail_msg("%s: cannot write \"%s\": %s\n", undo_path, undo_text,
				   strerror(errno));
	close(fd);
}

/* Read the number that is to rise; 0 if none is. */
static unsigned long long read_number(void)
{
	char digits[32] = "";
	int fd;

	if (!number_path)
		return 0;
	fd = open(number_path, O_RDONLY);
	if (fd < 0 || read(fd, digits, sizeof(digits) - 1) < 0)
		ksft_exit_fail_msg("%s: %s\n", number_path, strerror(errno));
	close(fd);
	return strtoull(digits, NULL, 10);
}

/* See that it is greater than before a failure, soon. */
static void check_rise(unsigned int nth, unsigned long long before)
{
	unsigned long long now = 0;
	int look;

	for (look = 0; number_path && look < LOOKS; look++) {
		now = read_number();
		if (now > before)
			return;
		usleep(LOOK_US);
	}
	if (number_path)
		ksft_exit_fail_msg("attempt %u: %s was %llu and is %llu\n", nth, number_path,
				   before, now);
}

int main(int argc, char **argv)
{
	const bool may_be_busy = argc > 1 && !strcmp(argv[1], "-b");
	unsigned long long before;
	bool is_load, is_write;
	unsigned int nth, failed = 0;
	bool done = false;
	int fd, error;

	argc -= may_be_busy;
	argv += may_be_busy;
	if (argc > 2 && !strcmp(argv[1], "-g")) {
		number_path = argv[2];
		argc -= 2;
		argv += 2;
	}
	if (argc < 3)
		return 1;
	is_load = !strcmp(argv[1], "insmod");
	is_write = argc > 3 && !strcmp(argv[1], "write");
	path = argv[2];
	text = argc > 3 ? argv[3] : "";
	undo_text = argc > 4 ? argv[4] : NULL;
	undo_path = argc > 5 ? argv[5] : path;
	armed_fd = open("/proc/thread-self/fail-nth", O_RDWR);
	if (armed_fd < 0)
		ksft_exit_skip("fail-nth: %s\n", strerror(errno));
	for (nth = 1; !done && nth < ATTEMPTS; nth++) {
		fd = -1;
		before = read_number();
		/* What sysfs and debugfs do at open is a part of it. */
		if (is_load)
			fd = open(path, O_RDONLY);
		arm(nth);
		if (!is_load)
			fd = open(path, is_write ? O_WRONLY : O_RDONLY);
		if (fd < 0)
			error = errno;
		else if (is_load)
			error = load_module(fd);
		else
			error = is_write ? write_text(fd) : read_all(fd);
		done = disarm();
		if (fd >= 0)
			close(fd);
		if (error && ((error != ENOMEM && !(may_be_busy && error == EBUSY)) || done))
			ksft_exit_fail_msg("attempt %u: %s%s\n", nth, strerror(error),
					   done ? " without a failure" : "");
		if (!error) {
			undo(is_load);
			continue;
		}
		failed++;
		check_rise(nth, before);
	}
	ksft_print_msg("%u attempts, %u failed for lack of memory\n", nth - 1, failed);
	return done && failed ? 0 : 1;
}
