// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a fixed number of turns and prints how long they took, in ns: where time is
 * counted in instructions, what is more than without any measuring was stolen by
 * it. It begins when whole seconds have passed since the boot, so that it meets
 * what the kernel does once a second always as often.
 *
 * usage: loop TURNS
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void wait_for_next_second(void)
{
	struct timespec when;

	clock_gettime(CLOCK_MONOTONIC, &when);
	when.tv_sec += 2;
	when.tv_nsec = 0;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL);
}

int main(int argc, char **argv)
{
	unsigned long turns, i;
	long long start_ns;

	if (argc != 2)
		return 1;
	turns = strtoul(argv[1], NULL, 10);
	wait_for_next_second();
	start_ns = now_ns();
	/* An empty statement that the compiler does not take away. */
	for (i = 0; i < turns; i++)
		__asm__ volatile("");
	printf("%lld\n", now_ns() - start_ns);
	return 0;
}
