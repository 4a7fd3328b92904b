/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_APP_H
#define READER_APP_H

#include <stdbool.h>

#include "spread.h"

#define APP_CPU_ANY	(-1)

enum app_path {
	APP_PATH_UNKNOWN,
	APP_PATH_VDSO,
	APP_PATH_SYSCALL,
};

/**
 * struct app - what an application sees of the clock
 * @cpu: where it was measured
 * @priority: SCHED_FIFO priority at which it was; 0: an ordinary one
 * @wanted_priority: the one that was asked for
 * @priority_error: errno of why it was not that one, or 0
 * @step_ns: least step forward between two reads; 0 if there was none
 * @reads: reads that were compared with the one before
 * @equal: those that gave the same time
 * @backsteps: those that gave an earlier time
 * @read_ns: what a read costs, on average over each of several batches
 * @path: how a read gets at the time
 * @path_error: errno of why that is unknown, or 0
 * @sleep_ns: how long a sleep of 1 ns takes
 * @switch_ns: what a switch between two threads costs, as @read_ns
 * @took_ms: how long all of that took
 */
struct app {
	unsigned int cpu;
	unsigned int priority;
	unsigned int wanted_priority;
	int priority_error;
	unsigned long long step_ns;
	unsigned long long reads;
	unsigned long long equal;
	unsigned long long backsteps;
	struct spread read_ns;
	enum app_path path;
	int path_error;
	struct spread sleep_ns;
	struct spread switch_ns;
	unsigned long long took_ms;
};

int app_measure(struct app *app, int cpu, unsigned int priority);
unsigned long long app_now_ns(void);
const char *app_path_name(const struct app *app);
unsigned long long app_equal_ppm(const struct app *app);

/* The parts of app_measure(). */
void app_find_path(struct app *app);
void app_watch_steps(struct app *app);
void app_time_reads(struct app *app);
void app_time_sleeps(struct app *app);
void app_time_switches(struct app *app);

#endif /* READER_APP_H */
