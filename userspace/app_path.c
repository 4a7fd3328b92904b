// SPDX-License-Identifier: GPL-2.0
/*
 * Finds out whether clock_gettime() goes through the vDSO or makes a system
 * call. A child makes a call that marks the place, reads the clock and marks
 * again, while its parent is told of each system call: no guess is needed.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app.h"

/* Two marks and a read are seven stops; what is more is not our child. */
#define MOST_STOPS	64
#define SYSCALL_STOP	(SIGTRAP | 0x80)
#define MARK		SYS_getppid

/* What the child does; its exit code is an errno. */
static void play_child(void)
{
	struct timespec now;

	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(errno);
	raise(SIGSTOP);
	syscall(MARK);
	clock_gettime(CLOCK_MONOTONIC, &now);
	syscall(MARK);
	_exit(0);
}

/* Waits until the child stops; 0 or a negative errno. *child is 0 once it has ended. */
static int wait_for_stop(pid_t *child, int *signal)
{
	int status;

	while (waitpid(*child, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	if (WIFSTOPPED(status)) {
		*signal = WSTOPSIG(status);
		return 0;
	}
	*child = 0;
	return WIFEXITED(status) && WEXITSTATUS(status) ? -WEXITSTATUS(status) : -ECHILD;
}

/* Tells which system call the child begins; -1 if it is the end of one. */
static int get_call(pid_t child, long long *number)
{
	struct __ptrace_syscall_info info;

	*number = -1;
	if (ptrace(PTRACE_GET_SYSCALL_INFO, child, (void *)sizeof(info), &info) < 0)
		return -errno;
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY)
		*number = (long long)info.entry.nr;
	return 0;
}

/* Lets the child run to its next system call; 0 or a negative errno. */
static int step(pid_t *child, long long *number)
{
	int error, signal;

	*number = -1;
	if (ptrace(PTRACE_SYSCALL, *child, NULL, NULL))
		return -errno;
	error = wait_for_stop(child, &signal);
	if (error || signal != SYSCALL_STOP)
		return error;
	return get_call(*child, number);
}

/* Counts the system calls between the marks; 0 or a negative errno. */
static int count_calls(pid_t *child, unsigned int *calls)
{
	const unsigned long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
	unsigned int marks = 0, stops;
	long long number;
	int error, signal;

	*calls = 0;
	error = wait_for_stop(child, &signal);
	if (error)
		return error;
	if (ptrace(PTRACE_SETOPTIONS, *child, NULL, (void *)options))
		return -errno;
	for (stops = 0; stops < MOST_STOPS; stops++) {
		error = step(child, &number);
		if (error)
			return error;
		if (number == MARK)
			marks++;
		else if (number >= 0 && marks == 1)
			++*calls;
		if (marks == 2)
			return 0;
	}
	return -EOVERFLOW;
}

/* Finds out how a read of the clock gets at the time. */
void app_find_path(struct app *app)
{
	unsigned int calls;
	pid_t child;

	/* Where functions are looked up at their first call, let it be over. */
	app_now_ns();
	child = fork();
	if (!child)
		play_child();
	if (child < 0) {
		app->path_error = errno;
		return;
	}
	app->path_error = -count_calls(&child, &calls);
	if (!app->path_error)
		app->path = calls ? APP_PATH_SYSCALL : APP_PATH_VDSO;
	if (child) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
}
