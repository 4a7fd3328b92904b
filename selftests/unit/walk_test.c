// SPDX-License-Identifier: GPL-2.0
/*
 * The cycle of lines that the stage mem walks: it is one, it passes through each line
 * once, and every order of the lines is as likely.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <irqscope_walk.h>

#include "kselftest.h"

/* As many as the module takes, and more than a page. */
#define KIB_MAX		4096u
/* What a walk must not do without. */
#define PAGES		5
#define NO_PAGE		PAGES
/* Cycles of four lines, and how many are drawn. */
#define ORDERS		6
#define DRAWS		60000

static struct irqscope_walk_line *lines;
static unsigned long long random_state;

/* A small generator of our own, so that every machine does the same. */
static unsigned int below(void *unused, unsigned int limit)
{
	(void)unused;
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (unsigned int)((random_state >> 32) * limit >> 32);
}

static void build(unsigned int count)
{
	memset(lines, 0xff, count * sizeof(*lines));
	irqscope_walk_build(lines, count, below, NULL);
}

/* How many lines there are on these pages. */
static unsigned int count_of(size_t page_size)
{
	return (unsigned int)(PAGES * page_size / IRQSCOPE_WALK_LINE);
}

/* From any line, as many steps as there are lines lead back, and fewer do not. */
static bool is_one_cycle(unsigned int count)
{
	const struct irqscope_walk_line *line = lines;
	unsigned int steps = 0;

	do {
		if (line < lines || line >= lines + count)
			return false;
		line = line->next;
		steps++;
	} while (line != lines && steps <= count);
	return steps == count;
}

static bool test_sizes(void)
{
	static const unsigned int counts[] = { 1, 2, 3, 4, 5, 7, 15, 16, 17, 63, 64, 65, 1000 };
	unsigned int i, kib;

	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		build(counts[i]);
		if (!is_one_cycle(counts[i]))
			return false;
	}
	for (kib = 1; kib <= KIB_MAX; kib += kib < 64 ? 1 : kib / 3) {
		build(irqscope_walk_lines(kib));
		if (!is_one_cycle(irqscope_walk_lines(kib)))
			return false;
	}
	build(irqscope_walk_lines(KIB_MAX));
	return is_one_cycle(irqscope_walk_lines(KIB_MAX));
}

/* The lines cover the memory and do not overlap. */
static bool test_lines(void)
{
	return sizeof(struct irqscope_walk_line) == IRQSCOPE_WALK_LINE &&
	       irqscope_walk_lines(1) * IRQSCOPE_WALK_LINE == 1024 &&
	       KIB_MAX * 1024u == irqscope_walk_lines(KIB_MAX) * IRQSCOPE_WALK_LINE;
}

/* Walk in a process of its own, with a page that cannot be read; how that ended. */
static int walk_without(size_t page, size_t size)
{
	int status = -1;
	const pid_t pid = fork();

	if (pid) {
		waitpid(pid, &status, 0);
		return status;
	}
	mprotect((char *)lines + page * size, page == NO_PAGE ? 0 : size, PROT_NONE);
	irqscope_walk(lines + count_of(size) - 1);
	_exit(0);
}

/* A walk comes to an end, and not without having been on every page. */
static bool test_walk(void)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	size_t page;
	int status;

	build(count_of(size));
	for (page = 0; page < PAGES; page++) {
		status = walk_without(page, size);
		if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSEGV)
			return false;
	}
	status = walk_without(NO_PAGE, size);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Which of the six cycles of four lines this is. */
static unsigned int order_of_four(void)
{
	const unsigned int one = (unsigned int)(lines[0].next - lines);
	const unsigned int two = (unsigned int)(lines[one].next - lines);

	/* The third follows from these; of the two left, which comes first? */
	return (one - 1) * 2 + (two > (one == 1 ? 2u : 1u));
}

/* Each is drawn as often, within five standard deviations. */
static bool test_orders(void)
{
	unsigned int drawn[ORDERS] = { 0 }, i;
	const int mean = DRAWS / ORDERS;

	for (i = 0; i < DRAWS; i++) {
		build(4);
		drawn[order_of_four()]++;
	}
	for (i = 0; i < ORDERS; i++) {
		const int off = (int)drawn[i] - mean;

		/* variance: n p (1 - p), and 25 times that is the square of five of them */
		if ((long long)off * off > 25ll * mean * (ORDERS - 1) / ORDERS)
			return false;
	}
	return true;
}

/* Few lines have their neighbour behind them: a prefetcher has nothing to guess. */
static bool test_no_neighbours(void)
{
	const unsigned int count = irqscope_walk_lines(256);
	unsigned int i, next = 0;

	build(count);
	for (i = 0; i < count; i++)
		next += lines[i].next == &lines[i] + 1 || lines[i].next == &lines[i] - 1;
	return next < count / 100;
}

static const struct {
	const char *name;
	bool (*test)(void);
} tests[] = {
	{ "lines_cover_the_memory", test_lines },
	{ "one_cycle_through_every_line", test_sizes },
	{ "walk_reads_every_page_and_ends", test_walk },
	{ "every_order_as_likely", test_orders },
	{ "neighbours_do_not_follow", test_no_neighbours },
};

int main(void)
{
	const size_t count = sizeof(tests) / sizeof(tests[0]);
	size_t i;

	random_state = 88172645463325252ull;
	lines = aligned_alloc((size_t)sysconf(_SC_PAGESIZE), KIB_MAX * 1024u);
	if (!lines)
		return 1;
	ksft_print_header();
	ksft_set_plan((unsigned int)count);
	for (i = 0; i < count; i++)
		ksft_test_result(tests[i].test(), "%s\n", tests[i].name);
	ksft_finished();
}
