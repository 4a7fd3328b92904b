// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a program and prints on stderr the most memory that it occupied, in KiB. Built
 * without shared libraries, as what stands before the program starts counts too.
 *   peak PROGRAM [ARGUMENT...]
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs the program; its exit code is ours. */
int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid;

	if (argc < 2)
		return 125;
	pid = vfork();
	if (!pid) {
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid || !WIFEXITED(status))
		return 125;
	fprintf(stderr, "%ld\n", usage.ru_maxrss);
	return WEXITSTATUS(status);
}
