// SPDX-License-Identifier: GPL-2.0
/*
 * Reads events of a CPU as an application does, and in ways that it should not. Prints
 * one line: what failed and how, as in "read EPERM", or how many events it has read.
 *
 * usage: user_reader [OPTIONS] FILE CPU
 *	-c COUNT   end after so many events, and keep the last one (default: no end)
 *	-p PRIO    SCHED_FIFO priority
 *	-u         on the CPU at first, if it is online, but not bound to it
 *	-n         without waiting
 *	-b BYTES   room for so many
 *	-a COUNT   after so many events, read to where there is no memory
 *	-s, -r     have a handler for SIGUSR1, that lets a read end, or begin again
 *	-f         share the file with a child, which reads first
 *	-y         say of each event that it has come, with nothing read behind it
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <uapi/irqscope.h>

/* What the command line asks for. */
struct options {
	int cpu;
	int priority;
	long count;
	long bad_after;
	size_t bytes;
	int flags;
	bool unbound;
	bool child;
	bool sync;
};

static const struct {
	int error;
	const char *name;
} errors[] = {
	{ EAGAIN, "EAGAIN" },
	{ EBUSY, "EBUSY" },
	{ EFAULT, "EFAULT" },
	{ EINTR, "EINTR" },
	{ EINVAL, "EINVAL" },
	{ EPERM, "EPERM" },
	{ ESHUTDOWN, "ESHUTDOWN" },
};

static int tell(const char *what)
{
	const int error = errno;
	size_t i;

	for (i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].error == error)
			printf("%s %s\n", what, errors[i].name);
	return 0;
}

static void take_signal(int signal)
{
	(void)signal;
}

static void handle_signal(int flags)
{
	const struct sigaction action = { .sa_handler = take_signal, .sa_flags = flags };

	sigaction(SIGUSR1, &action, NULL);
}

static long long now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ll + now.tv_nsec;
}

/* An event is due before it comes, and after those before it. */
static bool in_order(const struct irqscope_user_sample *before,
		     const struct irqscope_user_sample *sample)
{
	return sample->seq > before->seq && sample->expiry_ns > before->expiry_ns &&
	       (long long)sample->expiry_ns <= now_ns();
}

static int read_events(int fd, const struct options *options)
{
	struct irqscope_user_sample before = { 0 }, sample;
	void *nowhere = mmap(NULL, sizeof(sample), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ssize_t got;
	long i;

	for (i = 0; !options->count || i < options->count; i++) {
		if (options->bad_after && i == options->bad_after)
			got = read(fd, nowhere, sizeof(sample));
		else
			got = read(fd, &sample, options->bytes);
		if (got < 0)
			return tell("read");
		if (got != sizeof(sample) || !in_order(&before, &sample)) {
			printf("event %ld is wrong: %zd bytes, seq %llu, expiry %llu\n", i, got,
			       sample.seq, sample.expiry_ns);
			return 1;
		}
		before = sample;
		if (options->sync && (i & 1 ? fdatasync(fd) : fsync(fd)))
			return tell("fsync");
	}
	printf("events %ld\n", i);
	return 0;
}

/* Become what the options say; false with errno if that is not possible. */
static bool prepare(const struct options *options)
{
	const struct sched_param param = { .sched_priority = options->priority };
	cpu_set_t cpus, before;

	CPU_ZERO(&cpus);
	CPU_SET(options->cpu, &cpus);
	if (sched_getaffinity(0, sizeof(before), &before))
		return false;
	if (sched_setaffinity(0, sizeof(cpus), &cpus) && !options->unbound)
		return false;
	if (options->unbound && sched_setaffinity(0, sizeof(before), &before))
		return false;
	return !options->priority || !sched_setscheduler(0, SCHED_FIFO, &param);
}

static bool take_option(struct options *options, int option)
{
	switch (option) {
	case 'c':
		options->count = atol(optarg);
		return true;
	case 'p':
		options->priority = atoi(optarg);
		return true;
	case 'u':
		options->unbound = true;
		return true;
	case 'n':
		options->flags = O_NONBLOCK;
		return true;
	case 'b':
		options->bytes = (size_t)atol(optarg);
		return true;
	case 'a':
		options->bad_after = atol(optarg);
		return true;
	case 's':
	case 'r':
		handle_signal(option == 'r' ? SA_RESTART : 0);
		return true;
	case 'f':
		options->child = true;
		return true;
	case 'y':
		options->sync = true;
		return true;
	default:
		return false;
	}
}

int main(int argc, char **argv)
{
	struct options options = { .bytes = sizeof(struct irqscope_user_sample) };
	int option, fd;

	while ((option = getopt(argc, argv, "c:p:unb:a:srfy")) != -1)
		if (!take_option(&options, option))
			return 1;
	if (argc != optind + 2)
		return 1;
	options.cpu = atoi(argv[optind + 1]);
	if (!prepare(&options))
		return tell("prepare");
	fd = open(argv[optind], O_RDONLY | options.flags);
	if (fd < 0)
		return tell("open");
	if (options.child) {
		if (!fork()) {
			read_events(fd, &options);
			_exit(0);
		}
		usleep(200000);
	}
	return read_events(fd, &options);
}
