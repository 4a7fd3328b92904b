// SPDX-License-Identifier: GPL-2.0
/* Runs gnuplot, without a shell. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gnuplot.h"
#include "message.h"
#include "save.h"

extern char **environ;

/* Starts gnuplot; returns 0 or an errno. */
static int start(pid_t *pid, int in, int out)
{
	/* The user's own settings would make another picture. */
	char *const argv[] = { "gnuplot", "--default-settings", "-", NULL };
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return error;
	error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (!error)
		error = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* Waits for gnuplot, which has said by itself what it did not like. */
static int finish(pid_t pid, int error, const struct bytes *picture)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return complain("gnuplot: %s", strerror(errno));
	if (error)
		return complain("gnuplot: %s", strerror(-error));
	if (WIFSIGNALED(status))
		return complain("gnuplot was ended by signal %d", WTERMSIG(status));
	if (WEXITSTATUS(status))
		return complain("gnuplot has failed with exit code %d", WEXITSTATUS(status));
	return picture->size ? EXIT_FINE : complain("gnuplot has drawn nothing");
}

/* Puts the script into a file without a name, as gnuplot reads and writes at once. */
static int open_script(const struct bytes *script)
{
	const int fd = memfd_create("irqscope", MFD_CLOEXEC);

	if (fd >= 0 && (save_write_all(fd, script) || lseek(fd, 0, SEEK_SET))) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Runs gnuplot. */
int gnuplot_run(const struct bytes *script, struct bytes *picture, bool *missing)
{
	int in, out[2], error;
	pid_t pid;

	*missing = false;
	*picture = (struct bytes){ 0 };
	in = open_script(script);
	if (in < 0)
		return complain("no memory for the script of gnuplot");
	if (pipe2(out, O_CLOEXEC)) {
		close(in);
		return complain("gnuplot: %s", strerror(errno));
	}
	error = start(&pid, in, out[1]);
	close(in);
	close(out[1]);
	if (!error) {
		error = source_read_open(out[0], picture);
		close(out[0]);
		return finish(pid, error, picture);
	}
	close(out[0]);
	*missing = error == ENOENT;
	return *missing ? EXIT_FINE : complain("gnuplot: %s", strerror(error));
}
