// SPDX-License-Identifier: GPL-2.0
/* Measures what an application sees of the clock, as a real-time one runs. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "app.h"
#include "message.h"
#include "source.h"

/**
 * struct place - where and how this thread ran before
 * @cpus: its CPUs
 * @policy: its policy
 * @param: its priority
 */
struct place {
	cpu_set_t cpus;
	int policy;
	struct sched_param param;
};

/* Tells the time in ns. */
unsigned long long app_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long long)now.tv_sec * 1000000000 +
	       (unsigned long long)now.tv_nsec;
}

/* Tells how many of a million reads gave the time of the one before. */
unsigned long long app_equal_ppm(const struct app *app)
{
	return app->reads ? app->equal * 1000000 / app->reads : 0;
}

/* Names how a read gets at the time. */
const char *app_path_name(const struct app *app)
{
	static const char *const names[] = {
		[APP_PATH_UNKNOWN] = "unknown",
		[APP_PATH_VDSO] = "vdso",
		[APP_PATH_SYSCALL] = "syscall",
	};

	return names[app->path];
}

/* Goes to a CPU and stays there. */
static int pin(struct app *app, int cpu, struct place *before)
{
	char online[SOURCE_VALUE_LEN];
	cpu_set_t cpus;

	CPU_ZERO(&before->cpus);
	sched_getaffinity(0, sizeof(before->cpus), &before->cpus);
	app->cpu = (unsigned int)(cpu == APP_CPU_ANY ? sched_getcpu() : cpu);
	CPU_ZERO(&cpus);
	CPU_SET(app->cpu, &cpus);
	if (!sched_setaffinity(0, sizeof(cpus), &cpus))
		return EXIT_FINE;
	if (source_read_path("", "/sys/devices/system/cpu/online", online, sizeof(online)))
		strcpy(online, "unknown");
	return complain("--cpu \"%u\": must be a CPU that is online (%s) and that this process may use: %s",
			app->cpu, online, strerror(errno));
}

/*
 * Takes a real-time priority, if that is permitted. The functions of pthread do
 * it in every libc; others leave sched_setscheduler() out.
 */
static void rise(struct app *app, struct place *before)
{
	const struct sched_param param = { .sched_priority = (int)app->wanted_priority };

	pthread_getschedparam(pthread_self(), &before->policy, &before->param);
	if (!app->wanted_priority)
		return;
	app->priority_error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &param);
	if (!app->priority_error)
		app->priority = app->wanted_priority;
}

/* Goes back to where and how it ran before. */
static void go_back(const struct app *app, const struct place *before)
{
	if (app->priority)
		pthread_setschedparam(pthread_self(), before->policy, &before->param);
	sched_setaffinity(0, sizeof(before->cpus), &before->cpus);
}

/*
 * Measures on a CPU, at a priority or 0 for an ordinary one. Each part has a
 * limit of its own; together they stay below the second after which the kernel
 * would take the CPU away from a thread of such a priority.
 */
int app_measure(struct app *app, int cpu, unsigned int priority)
{
	const unsigned long long start_ns = app_now_ns();
	struct place before;
	int error;

	*app = (struct app){ .wanted_priority = priority };
	error = pin(app, cpu, &before);
	if (error)
		return error;
	/* A child that shall be stopped and watched needs no priority. */
	app_find_path(app);
	rise(app, &before);
	app_watch_steps(app);
	app_time_reads(app);
	app_time_sleeps(app);
	app_time_switches(app);
	go_back(app, &before);
	app->took_ms = (app_now_ns() - start_ns) / 1000000;
	return EXIT_FINE;
}
