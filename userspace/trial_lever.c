// SPDX-License-Identifier: GPL-2.0
/* Switches between the two settings of a trial: by the kernel, or by commands. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "trial_lever.h"
#include "waiting.h"

/* How long a command may take, and how soon its end is noticed. */
#define COMMAND_MS	30000
#define LOOK_EVERY_MS	2

/* Writes a word into the kernel's file. */
static int put_word(struct lever *lever, const char *word)
{
	if (write(lever->fd, word, strlen(word)) == (ssize_t)strlen(word))
		return EXIT_FINE;
	if (errno == ESHUTDOWN)
		return complain("the run has ended, and the trial with it");
	return complain("%s" LEVER_FILE ": \"%s\" was refused: %s (dmesg has the reason)",
			lever->root, word, strerror(errno));
}

/* Opens the kernel's file: with it the trial begins. */
int lever_begin(struct lever *lever, const char *root, const struct trial_request *request)
{
	char path[4096];
	int error = EXIT_FINE;

	*lever = (struct lever){ .root = root, .fd = -1 };
	if (!request->qos)
		lever->command = request->command;
	snprintf(path, sizeof(path), "%s" LEVER_FILE, root);
	lever->fd = open(path, O_WRONLY | O_CLOEXEC);
	if (lever->fd < 0)
		return complain("%s: %s%s", path, strerror(errno),
				errno == EPERM ? " (there are no trials in lockdown)" :
				errno == EBUSY ? " (somebody else has a trial)" :
				errno == ENOENT ? " (no debugfs here, or an older module)" : "");
	if (request->qos)
		error = put_word(lever, "qos");
	return error;
}

/* Becomes a command, apart from the terminal and from what is printed. */
static void become(const char *command)
{
	const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigset_t none;

	setsid();
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(null, STDIN_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* Waits for a command; it is killed if it takes too long. */
static int wait_for(pid_t pid, unsigned int setting, const char *command)
{
	const unsigned long long end_ms = waiting_now_ms() + COMMAND_MS;
	int status;

	while (!waitpid(pid, &status, WNOHANG)) {
		if (waiting_now_ms() >= end_ms) {
			kill(-pid, SIGKILL);
			waitpid(pid, &status, 0);
			return complain("--%c \"%s\": took longer than %d s", "ab"[setting],
					command, COMMAND_MS / 1000);
		}
		poll(NULL, 0, LOOK_EVERY_MS);
	}
	if (WIFSIGNALED(status))
		return complain("--%c \"%s\": ended by signal %d", "ab"[setting], command,
				WTERMSIG(status));
	if (WEXITSTATUS(status))
		return complain("--%c \"%s\": ended with exit code %d", "ab"[setting], command,
				WEXITSTATUS(status));
	return EXIT_FINE;
}

/* Runs a command. */
static int run_command(struct lever *lever, unsigned int setting)
{
	const char *command = lever->command[setting];
	const pid_t pid = fork();

	if (pid < 0)
		return complain("--%c \"%s\": %s", "ab"[setting], command, strerror(errno));
	if (!pid)
		become(command);
	lever->used = true;
	return wait_for(pid, setting, command);
}

/* Records nothing until the next switch. */
int lever_hold(struct lever *lever)
{
	return put_word(lever, "hold");
}

/* Switches to a setting, of which nothing must be recorded at the time. */
int lever_switch(struct lever *lever, unsigned int setting)
{
	int error = EXIT_FINE;

	if (lever->command)
		error = run_command(lever, setting);
	return error ? error : put_word(lever, setting ? "b" : "a");
}

/* Leaves the machine as it is promised. */
int lever_end(struct lever *lever)
{
	int error = EXIT_FINE;

	if (lever->used)
		error = run_command(lever, 0);
	if (lever->fd >= 0)
		close(lever->fd);
	lever->fd = -1;
	return error;
}
