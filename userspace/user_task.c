// SPDX-License-Identifier: GPL-2.0
/* The task that is the stage user of a CPU: it reads one event after the other. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <irqscope.h>

#include "message.h"
#include "source.h"
#include "user_tasks.h"

/* Until it looks again whether its CPU has come back. */
#define LOOK_EVERY_NS	10000000
/* No file of the parent has a greater descriptor. */
#define FILES_MAX	256

/* Binds this process to one CPU; 0 or an errno. */
static int bind_to(unsigned int cpu)
{
	const size_t size = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *cpus = CPU_ALLOC(cpu + 1);
	int error = ENOMEM;

	if (!cpus)
		return error;
	CPU_ZERO_S(size, cpus);
	CPU_SET_S(cpu, size, cpus);
	error = sched_setaffinity(0, size, cpus) ? errno : 0;
	CPU_FREE(cpus);
	return error;
}

/* Leaves the parent its files: they are to be closed when it closes them. */
static void close_others(int ready, int go)
{
	int fd;

	for (fd = STDERR_FILENO + 1; fd < FILES_MAX; fd++)
		if (fd != ready && fd != go)
			close(fd);
}

/* Becomes what an application with deadlines is; false if that cannot be. */
static bool become_urgent(const char *root, unsigned int cpu)
{
	unsigned long long priority;
	struct sched_param param;
	int error = bind_to(cpu);

	if (error) {
		complain("cpu %u: the task of the stage user cannot run there: %s", cpu,
			 strerror(error));
		return false;
	}
	error = -source_read_number(root, "thread_priority", &priority);
	if (error) {
		complain("%s" SOURCE_SYSFS "/thread_priority: cannot be read: %s", root,
			 strerror(error));
		return false;
	}
	param.sched_priority = (int)priority;
	/* There is no sched_setscheduler() in some libc. */
	error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
	if (error) {
		complain("cpu %u: no SCHED_FIFO priority %llu for the task of the stage user: %s",
			 cpu, priority, strerror(error));
		return false;
	}
	if (!mlockall(MCL_CURRENT | MCL_FUTURE))
		return true;
	complain("cpu %u: the task of the stage user cannot lock its memory: %s", cpu,
		 strerror(errno));
	return false;
}

/* Opens the file of a CPU; -1 if it cannot be. */
static int open_file(const char *root, unsigned int cpu)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s" SOURCE_DEBUGFS "/user/cpu%u", root, cpu);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		complain("cpu %u: %s: %s", cpu, path,
			 errno == EBUSY ? "another task is the stage user of that CPU already" :
					  strerror(errno));
	return fd;
}

/* Tells whether there is a run, on whatever CPUs. */
static bool is_running(const char *root)
{
	char value[32];

	return !source_read(root, "run", value, sizeof(value)) && !strcmp(value, "1");
}

/* Waits until the CPU samples again; false when the run has ended. */
static bool wait_for_cpu(const char *root, unsigned int cpu)
{
	const struct timespec pause = { .tv_nsec = LOOK_EVERY_NS };

	do {
		if (!is_running(root))
			return false;
		nanosleep(&pause, NULL);
		/* The kernel sends it elsewhere when the CPU goes offline. */
	} while (bind_to(cpu));
	return true;
}

/* Reads events until the end of the run; false if that does not work. */
static bool read_events(const char *root, unsigned int cpu, int fd)
{
	struct irqscope_user_sample sample;
	ssize_t got;

	for (;;) {
		/* There is less of this call than of a read in the sample that ends here. */
		fdatasync(fd);
		got = read(fd, &sample, sizeof(sample));
		if (got == sizeof(sample) || (got < 0 && errno == EINTR))
			continue;
		if (got >= 0 || (errno != ESHUTDOWN && errno != EPERM))
			break;
		if (!wait_for_cpu(root, cpu))
			return true;
	}
	complain("cpu %u: the task of the stage user has read no event: %s", cpu,
		 got < 0 ? strerror(errno) : "what it read is too short");
	return false;
}

/* What the process of a task does. */
void user_task_run(const char *root, unsigned int cpu, int ready, int go)
{
	bool fine;
	char byte;
	int fd;

	prctl(PR_SET_NAME, "irqscope-user");
	close_others(ready, go);
	fd = open_file(root, cpu);
	if (fd < 0 || !become_urgent(root, cpu) || write(ready, "", 1) != 1)
		_exit(EXIT_INPUT);
	close(ready);
	fine = !read(go, &byte, 1) && read_events(root, cpu, fd);
	_exit(fine ? EXIT_FINE : EXIT_INPUT);
}
