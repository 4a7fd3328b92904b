// SPDX-License-Identifier: GPL-2.0
/*
 * Holds a CPU, as a real-time task does that never sleeps.
 *
 * The kernel hands timers of CPUs that are idle to one that is busy, so that whoever
 * sleeps elsewhere may wait for a thread of the CPU that is held. Such threads get a
 * higher priority while it is. Until the kernel has gathered entropy, a task that asks
 * for random numbers helps it, under a lock that timers of all CPUs take; with
 * PREEMPT_RT it can be put off while it has that. So this is waited for.
 *
 * usage: hog CPU PRIORITY MS
 *
 * Says "held" once it holds the CPU.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const needed[] = { "ktimers/", "ksoftirqd/", "rcuc/" };

/* A thread of the kernel, and what it was before. */
struct thread {
	pid_t pid;
	int policy;
	struct sched_param param;
};

static struct thread threads[8];
static unsigned int thread_count;

/* Is this the name of a thread that others need of this CPU? */
static int is_needed(const char *name, const char *cpu)
{
	unsigned int i;
	size_t len;

	for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		len = strlen(needed[i]);
		if (!strncmp(name, needed[i], len) && !strcmp(name + len, cpu))
			return 1;
	}
	return 0;
}

/* Raise one thread, and remember what it was. */
static void raise_thread(pid_t pid, int priority)
{
	struct thread *thread = &threads[thread_count];
	const struct sched_param param = { .sched_priority = priority };

	thread->pid = pid;
	thread->policy = sched_getscheduler(pid);
	if (thread->policy < 0 || sched_getparam(pid, &thread->param))
		return;
	if (!sched_setscheduler(pid, SCHED_FIFO, &param))
		thread_count++;
}

/* Raise those that others need. */
static void raise_threads(const char *cpu, int priority)
{
	char path[300], name[32];
	struct dirent *entry;
	DIR *dir = opendir("/proc");
	FILE *file;

	while (dir && (entry = readdir(dir)) && thread_count < 8) {
		snprintf(path, sizeof(path), "/proc/%s/comm", entry->d_name);
		file = atoi(entry->d_name) ? fopen(path, "r") : NULL;
		if (!file)
			continue;
		if (fscanf(file, "%31s", name) == 1 && is_needed(name, cpu))
			raise_thread(atoi(entry->d_name), priority);
		fclose(file);
	}
	if (dir)
		closedir(dir);
}

static void restore_threads(void)
{
	while (thread_count--)
		sched_setscheduler(threads[thread_count].pid, threads[thread_count].policy,
				   &threads[thread_count].param);
}

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Hold the CPU; 0, or 1 if that cannot be. */
static int hold(unsigned int cpu, int priority, long long ms)
{
	const struct sched_param param = { .sched_priority = priority };
	long long end_ms;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	/* The priority first: the CPU may have no time for one that is ordinary. */
	if (sched_setscheduler(0, SCHED_FIFO, &param) ||
	    sched_setaffinity(0, sizeof(cpus), &cpus)) {
		perror("hog");
		return 1;
	}
	puts("held");
	fflush(stdout);
	end_ms = now_ms() + ms;
	while (now_ms() < end_ms)
		;
	return 0;
}

int main(int argc, char **argv)
{
	int priority, status = 0, signal;
	sigset_t signals;
	char random;
	pid_t pid;

	if (argc != 4)
		return 1;
	if (getrandom(&random, sizeof(random), 0) < 0) {
		perror("hog: getrandom");
		return 1;
	}
	priority = atoi(argv[2]);
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	raise_threads(argv[1], priority + 1);
	pid = fork();
	if (!pid)
		_exit(hold(atoi(argv[1]), priority, atoll(argv[3])));
	sigwait(&signals, &signal);
	if (signal == SIGTERM)
		kill(pid, SIGKILL);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		status = 1;
	restore_threads();
	return status != 0;
}
