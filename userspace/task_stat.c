// SPDX-License-Identifier: GPL-2.0
/* Reads /proc/<pid>/stat: "pid (name) state parent ...". */
#include <sched.h>
#include <string.h>

#include "task_stat.h"

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE	6
#endif

/* Numbers of the fields, as in proc(5). */
#define FIELD_STATE	3
#define FIELD_FLAGS	9
#define FIELD_PRIORITY	40
#define FIELD_POLICY	41

/* Flag of the threads of the kernel. */
#define FLAG_KERNEL	0x200000
/* Names of workers are longer than those of programs. */
#define COMM_LEN	63

/* Takes a text apart; false if that is not what it is. */
bool task_stat_parse(struct task_stat *task, struct piece text)
{
	const char *end = text.length ? memrchr(text.at, ')', text.length) : NULL;
	unsigned long long value = 0;
	struct piece rest = text;
	unsigned int field;

	/* The name may have anything in it, even a parenthesis. */
	piece_until(&rest, '(');
	if (!end || end < rest.at)
		return false;
	*task = (struct task_stat){ .comm = { rest.at, (size_t)(end - rest.at) } };
	if (task->comm.length > COMM_LEN)
		task->comm.length = COMM_LEN;
	rest = (struct piece){ end + 1, (size_t)(text.at + text.length - end - 1) };
	piece_skip(&rest, " ");
	for (field = FIELD_STATE; field <= FIELD_POLICY; field++) {
		if (!piece_number(piece_word(&rest), &value) &&
		    (field == FIELD_FLAGS || field >= FIELD_PRIORITY))
			return false;
		if (field == FIELD_FLAGS)
			task->kernel = value & FLAG_KERNEL;
		else if (field == FIELD_PRIORITY)
			task->priority = value;
	}
	task->policy = value;
	return true;
}

/* Tells whether a task runs before all ordinary ones. */
bool task_stat_realtime(const struct task_stat *task)
{
	return task->policy == SCHED_FIFO || task->policy == SCHED_RR ||
	       task->policy == SCHED_DEADLINE;
}

/* Tells whether a task runs before one of a SCHED_FIFO priority, or as soon. */
bool task_stat_outranks(const struct task_stat *task, unsigned long long priority)
{
	return task->policy == SCHED_DEADLINE ||
	       (task_stat_realtime(task) && task->priority >= priority);
}

/* Names the policy of a real-time task. */
const char *task_stat_policy(const struct task_stat *task)
{
	switch (task->policy) {
	case SCHED_FIFO:
		return "FIFO";
	case SCHED_RR:
		return "RR";
	case SCHED_DEADLINE:
		return "DEADLINE";
	default:
		return "other";
	}
}
