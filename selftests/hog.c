// SPDX-License-Identifier: GPL-2.0
/*
 * Takes a CPU at a SCHED_FIFO priority for a time, without ever sleeping.
 *
 * usage: hog CPU PRIORITY MS
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	struct sched_param param;
	long long end_ms;
	cpu_set_t cpus;

	if (argc != 4)
		return 1;
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argv[1]), &cpus);
	param.sched_priority = atoi(argv[2]);
	/* The priority first: the CPU may have no time for one that is ordinary. */
	if (sched_setscheduler(0, SCHED_FIFO, &param) ||
	    sched_setaffinity(0, sizeof(cpus), &cpus)) {
		perror("hog");
		return 1;
	}
	for (end_ms = now_ms() + atoi(argv[3]); now_ms() < end_ms;)
		;
	return 0;
}
