// SPDX-License-Identifier: GPL-2.0
/*
 * Walks through memory as the stage mem does, with the same text, and prints a line
 * "KIB NS" for each size: ns for each cache line, of the quickest of several tries.
 *
 * usage: walk KIB...
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <irqscope_walk.h>

#define KIB_MAX		(1u << 20)
#define TRIES		7
/* How many lines a try reads at least, so that the clock does not matter. */
#define STEPS		2000000u

static unsigned long long random_state = 88172645463325252ull;

static unsigned int below(void *unused, unsigned int limit)
{
	(void)unused;
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (unsigned int)((random_state >> 32) * limit >> 32);
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The time of one try for each line. */
static double try_once(const struct irqscope_walk_line *lines, unsigned int count)
{
	const unsigned int turns = STEPS / count + 1;
	const double start_ns = now_ns();
	unsigned int i;

	for (i = 0; i < turns; i++)
		irqscope_walk(lines);
	return (now_ns() - start_ns) / ((double)turns * count);
}

static int walk(const char *text)
{
	const unsigned long kib = strtoul(text, NULL, 10);
	struct irqscope_walk_line *lines;
	double best = 0, took;
	unsigned int count;
	int i;

	if (!kib || kib > KIB_MAX) {
		fprintf(stderr, "\"%s\" must be 1 to %u KiB\n", text, KIB_MAX);
		return 1;
	}
	count = irqscope_walk_lines((unsigned int)kib);
	lines = aligned_alloc(IRQSCOPE_WALK_LINE, (size_t)count * IRQSCOPE_WALK_LINE);
	if (!lines) {
		perror(text);
		return 1;
	}
	irqscope_walk_build(lines, count, below, NULL);
	for (i = 0; i < TRIES; i++) {
		took = try_once(lines, count);
		if (!i || took < best)
			best = took;
	}
	printf("%lu %.2f\n", kib, best);
	free(lines);
	return 0;
}

int main(int argc, char **argv)
{
	int i, error = argc < 2;

	for (i = 1; i < argc && !error; i++)
		error = walk(argv[i]);
	return error;
}
