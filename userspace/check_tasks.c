// SPDX-License-Identifier: GPL-2.0
/* Rules on tasks: who competes with the measuring, and which services run. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "paths.h"
#include "system_files.h"
#include "task_stat.h"

/* The priority that the module measures at unless told otherwise. */
#define DEFAULT_PRIORITY	95

/**
 * struct rivals - a look at all tasks
 * @board: the machine
 * @finding: where to say it
 * @priority: what the measuring thread has
 * @tasks: tasks that were looked at
 * @count: those that come first, or as soon
 */
struct rivals {
	const struct board *board;
	struct finding *finding;
	unsigned long long priority;
	unsigned int tasks;
	unsigned int count;
};

/* Tells whether a thread of the kernel is ours, or one that only stops CPUs. */
static bool is_expected(const struct task_stat *task)
{
	return task->kernel && (piece_begins(task->comm, "migration/") ||
				piece_begins(task->comm, "irqscope/"));
}

/* Looks at one task. */
static void look_at_task(const char *root, const char *path,
			 const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct rivals *rivals = context;
	struct task_stat task;
	struct bytes bytes;

	/* Tasks come and go meanwhile. */
	if (source_read_file(root, path, &bytes))
		return;
	if (task_stat_parse(&task, (struct piece){ (const char *)bytes.data, bytes.size })) {
		rivals->tasks++;
		if (task_stat_outranks(&task, rivals->priority) && !is_expected(&task) &&
		    ++rivals->count <= CHECK_NAMES)
			found_more(rivals->finding, "%s%.*s (%llu, %s %llu)",
				   rivals->count > 1 ? ", " : "", (int)task.comm.length,
				   task.comm.at, number[1], task_stat_policy(&task),
				   task.priority);
	}
	bytes_free(&bytes);
}

/* Which tasks have the priority of the measuring thread, or a higher one. */
static void check_rivals(const struct board *board, const struct rule *rule,
			 struct finding *finding)
{
	struct rivals rivals = { .board = board, .finding = finding };

	(void)rule;
	if (source_read_number(board->root, "thread_priority", &rivals.priority))
		rivals.priority = DEFAULT_PRIORITY;
	paths_walk(board->root, FILE_STAT, look_at_task, &rivals);
	if (rivals.count > CHECK_NAMES)
		found_more(finding, ", and %u more", rivals.count - CHECK_NAMES);
	if (rivals.count)
		finding->state = CHECK_WARN;
	else if (rivals.tasks)
		found(finding, CHECK_OK, "none at or above priority %llu", rivals.priority);
	else
		found(finding, CHECK_UNKNOWN, "no real-time task can be seen, not even the kernel's");
}

/**
 * struct services - a look at which services run
 * @board: the machine
 * @finding: where to say it
 * @seen: processes that were looked at
 * @count: those that are such services
 */
struct services {
	const struct board *board;
	struct finding *finding;
	unsigned int seen;
	unsigned int count;
};

/* Tells whether a process is a service that measurements are better off without. */
static bool is_service(const char *comm)
{
	static const char *const names[] = {
		"containerd", "dockerd", "systemd-udevd", "udevd", "systemd-journal", "journald",
		"rsyslogd", "syslogd", "systemd-timesyn", "systemd-network", "systemd-resolve",
		"NetworkManager", "avahi-daemon", "ModemManager", "packagekitd", "snapd", "crond",
		"weston",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(comm, names[i]))
			return true;
	return false;
}

/* Looks at one process. */
static void look_at_service(const char *root, const char *path,
			    const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct services *services = context;
	char comm[64];

	(void)root;
	if (!board_value(services->board, path, comm, sizeof(comm)))
		return;
	services->seen++;
	if (is_service(comm) && ++services->count <= CHECK_NAMES)
		found_more(services->finding, "%s%s (%llu)", services->count > 1 ? ", " : "",
			   comm, number[0]);
}

/* Which services run. */
static void check_services(const struct board *board, const struct rule *rule,
			   struct finding *finding)
{
	struct services services = { .board = board, .finding = finding };

	(void)rule;
	paths_walk(board->root, FILE_COMM, look_at_service, &services);
	if (services.count > CHECK_NAMES)
		found_more(finding, ", and %u more", services.count - CHECK_NAMES);
	if (services.count)
		finding->state = CHECK_WARN;
	else if (services.seen)
		found(finding, CHECK_OK, "none of those that are known to disturb");
	else
		found(finding, CHECK_UNKNOWN, "no process can be seen");
}

/* Whether the kernel takes the CPU away from real-time tasks. */
static void check_throttling(const struct board *board, const struct rule *rule,
			     struct finding *finding)
{
	unsigned long long runtime, period;
	char value[32];

	(void)rule;
	if (!board_value(board, FILE_RT_RUNTIME, value, sizeof(value)))
		found(finding, CHECK_UNKNOWN, "not known");
	else if (!strcmp(value, "-1"))
		found(finding, CHECK_OK, "off");
	else if (!board_number(board, FILE_RT_RUNTIME, &runtime))
		found(finding, CHECK_UNKNOWN, "\"%s\" is no time", value);
	else if (board_number(board, FILE_RT_PERIOD, &period) && runtime >= period)
		found(finding, CHECK_OK, "off (%llu of %llu us)", runtime, period);
	else
		found(finding, CHECK_WARN, "real-time tasks get %llu us of each period", runtime);
}

const struct rule check_task_rules[] = {
	{ "rivals", "tasks at or above the measuring thread", check_rivals,
	  "they run first, and what is measured then is their running time",
	  "chrt -f -p PRIORITY PID, or irqscope run --priority N", NULL, CHECK_OK },
	{ "throttling", "throttling of real-time tasks", check_throttling,
	  "a task that runs for longer without a pause must wait until the period (1 s as a rule) ends, or lets others in",
	  "echo -1 > " FILE_RT_RUNTIME " (a task that never sleeps then keeps its CPU for ever)",
	  NULL, CHECK_OK },
	{ "services", "services", check_services,
	  "containerd, udevd, journald and others were stopped in the AM62L campaign, together with KSM; what each of them costs was not told apart",
	  "systemctl stop NAME for what the product does not use", NULL, CHECK_OK },
	{ 0 }
};
