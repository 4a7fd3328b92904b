// SPDX-License-Identifier: GPL-2.0
/* The tasks of the stage user, from their start to their end. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cpus.h"
#include "message.h"
#include "source.h"
#include "user_tasks.h"
#include "waiting.h"

/* How long they may take to notice that a run has ended. */
#define END_MS		3000
#define LOOK_EVERY_MS	10

/* Tells whether the next run has the stage. */
static bool is_wanted(const char *root)
{
	struct piece rest;
	bool found = false;
	char stages[256];

	if (source_read(root, "stages", stages, sizeof(stages)))
		return false;
	rest = (struct piece){ stages, strlen(stages) };
	while (rest.length && !found)
		found = piece_is(piece_until(&rest, ' '), "user");
	return found;
}

/* Finds the CPUs of the next run. */
static int find_cpus(const char *root, struct cpus *cpus)
{
	char list[SOURCE_VALUE_LEN];
	int error = source_read(root, "cpus", list, sizeof(list));

	if (error)
		return complain("%s" SOURCE_SYSFS "/cpus: cannot be read: %s", root,
				strerror(-error));
	if (!cpus_parse(cpus, (struct piece){ list, strlen(list) }, CPUS_MAX - 1) ||
	    !cpus_count(cpus))
		return complain("%s" SOURCE_SYSFS "/cpus: \"%s\" is no list of CPUs", root,
				list);
	return EXIT_FINE;
}

/* Starts the task of a CPU. */
static int start_task(struct user_tasks *tasks, const char *root, unsigned int cpu,
		      const int ready[2], const int go[2])
{
	struct user_task *task = &tasks->task[tasks->count];
	const pid_t parent = getpid();

	task->cpu = cpu;
	task->pid = fork();
	if (task->pid < 0)
		return complain("cpu %u: no task for the stage user: %s", cpu, strerror(errno));
	if (task->pid) {
		tasks->count++;
		return EXIT_FINE;
	}
	/* Nobody else would end it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_INPUT);
	user_task_run(root, cpu, ready[1], go[0]);
}

/* Starts all of them. */
static int start_tasks(struct user_tasks *tasks, const char *root, const struct cpus *cpus,
		       const int ready[2], const int go[2])
{
	int error = EXIT_FINE;
	unsigned int cpu;

	for (cpu = 0; cpu < CPUS_MAX && !error; cpu++)
		if (cpus_has(cpus, cpu))
			error = start_task(tasks, root, cpu, ready, go);
	return error;
}

/* Waits until each has said that it is ready; one that has ended says nothing. */
static int wait_ready(const struct user_tasks *tasks, int ready)
{
	size_t count;
	char byte;

	for (count = 0; count < tasks->count; count++)
		if (read(ready, &byte, 1) != 1)
			return EXIT_INPUT;
	return EXIT_FINE;
}

/* Starts them, with pipes between them and us. */
static int start_with_pipes(struct user_tasks *tasks, const char *root,
			    const struct cpus *cpus)
{
	int ready[2], go[2], error;

	if (pipe2(ready, O_CLOEXEC))
		return complain("no pipe for the stage user: %s", strerror(errno));
	if (pipe2(go, O_CLOEXEC)) {
		error = complain("no pipe for the stage user: %s", strerror(errno));
		close(ready[0]);
		close(ready[1]);
		return error;
	}
	tasks->go = go[1];
	error = start_tasks(tasks, root, cpus, ready, go);
	close(ready[1]);
	close(go[0]);
	if (!error)
		error = wait_ready(tasks, ready[0]);
	close(ready[0]);
	return error;
}

/* Starts those that the settings of the next run ask for. */
int user_tasks_start(struct user_tasks *tasks, const char *root)
{
	struct cpus cpus;
	int error;

	*tasks = (struct user_tasks){ .go = -1 };
	if (!is_wanted(root))
		return EXIT_FINE;
	error = find_cpus(root, &cpus);
	if (error)
		return error;
	tasks->task = calloc(cpus_count(&cpus), sizeof(*tasks->task));
	if (!tasks->task)
		return complain("no memory for the tasks of the stage user");
	error = start_with_pipes(tasks, root, &cpus);
	if (error)
		user_tasks_end(tasks);
	return error;
}

/* Lets them begin: there is a run. */
void user_tasks_go(struct user_tasks *tasks)
{
	if (tasks->go >= 0)
		close(tasks->go);
	tasks->go = -1;
}

/* Waits for the end of one, and makes it come about if it does not. */
static int end_task(struct user_task *task, unsigned long long end_ms)
{
	int status = 0;
	pid_t ended;

	while (!(ended = waitpid(task->pid, &status, WNOHANG)) && waiting_now_ms() < end_ms)
		poll(NULL, 0, LOOK_EVERY_MS);
	if (!ended) {
		kill(task->pid, SIGKILL);
		ended = waitpid(task->pid, &status, 0);
	}
	task->pid = 0;
	if (ended < 0 || !WIFSIGNALED(status))
		return ended > 0 && !WEXITSTATUS(status) ? EXIT_FINE : EXIT_INPUT;
	return complain("cpu %u: the task of the stage user was ended by signal %d; events without it are counted as busy",
			task->cpu, WTERMSIG(status));
}

/* Waits until they have noticed that the run is over. */
int user_tasks_end(struct user_tasks *tasks)
{
	const unsigned long long end_ms = waiting_now_ms() + END_MS;
	int error = EXIT_FINE;
	size_t i;

	user_tasks_go(tasks);
	for (i = 0; i < tasks->count; i++)
		if (end_task(&tasks->task[i], end_ms))
			error = EXIT_INPUT;
	free(tasks->task);
	*tasks = (struct user_tasks){ .go = -1 };
	return error;
}
