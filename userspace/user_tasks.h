/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_USER_TASKS_H
#define READER_USER_TASKS_H

#include <stddef.h>
#include <sys/types.h>

/**
 * struct user_task - the task that is the stage user of a CPU
 * @pid: its process; 0 if it has ended
 * @cpu: the CPU
 */
struct user_task {
	pid_t pid;
	unsigned int cpu;
};

/**
 * struct user_tasks - those of all CPUs of a run
 * @task: each of them, allocated
 * @count: how many; 0 if the run has no such stage
 * @go: they begin when this is closed; -1 if it is
 */
struct user_tasks {
	struct user_task *task;
	size_t count;
	int go;
};

/* Starts those that the settings of the next run ask for; they wait for user_tasks_go(). */
int user_tasks_start(struct user_tasks *tasks, const char *root);
void user_tasks_go(struct user_tasks *tasks);
/* Waits until they have noticed that the run is over. */
int user_tasks_end(struct user_tasks *tasks);

/* What a task does: waits for the moment when @go is closed, then reads until the end of
 * the run; @ready is told before. Does not return.
 */
void user_task_run(const char *root, unsigned int cpu, int ready, int go)
	__attribute__((noreturn));

#endif /* READER_USER_TASKS_H */
