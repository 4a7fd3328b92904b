// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a fixed number of turns and prints how long they took, in ns: where time is
 * counted in instructions, what is more than without any measuring was stolen by
 * it.
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

int main(int argc, char **argv)
{
	unsigned long turns, i;
	long long start_ns;

	if (argc != 2)
		return 1;
	turns = strtoul(argv[1], NULL, 10);
	start_ns = now_ns();
	/* An empty statement that the compiler does not take away. */
	for (i = 0; i < turns; i++)
		__asm__ volatile("");
	printf("%lld\n", now_ns() - start_ns);
	return 0;
}
