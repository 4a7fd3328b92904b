/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A walk through memory that shows what the caches do not hold.
 *
 * The module and host programs compile this one text, so it includes nothing.
 *
 * The memory is cut into lines of IRQSCOPE_WALK_LINE bytes. Each holds the address
 * of another, and all of them together are one cycle in a random order. A walk is
 * one load for each line, and none of them can begin before the one before it has
 * ended: no prefetcher knows what comes next, and no two misses overlap.
 */
#ifndef IRQSCOPE_WALK_H
#define IRQSCOPE_WALK_H

/* That of every CPU this is made for, or twice that. */
#define IRQSCOPE_WALK_LINE	64u

/**
 * struct irqscope_walk_line - a line of the memory, aligned to its size
 * @next: the line behind it in the cycle
 * @unused: the rest of the line
 */
struct irqscope_walk_line {
	struct irqscope_walk_line *next;
	unsigned char unused[IRQSCOPE_WALK_LINE - sizeof(void *)];
};

/**
 * irqscope_walk_lines() - tell how many lines there are in some memory
 * @kib: size of the memory in KiB
 *
 * Return: number of lines.
 */
static inline unsigned int irqscope_walk_lines(unsigned int kib)
{
	return kib * (1024u / IRQSCOPE_WALK_LINE);
}

/**
 * irqscope_walk_build() - make a cycle of lines
 * @line: the lines
 * @count: how many, at least one
 * @below: gives a uniform random number below a limit
 * @state: what @below works with
 *
 * Of all the cycles that pass through every line, each is as likely: the algorithm of
 * Sattolo, from the inside out.
 */
static inline void irqscope_walk_build(struct irqscope_walk_line *line, unsigned int count,
				       unsigned int (*below)(void *state, unsigned int limit),
				       void *state)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		line[i].next = &line[i];
	/* A cycle of one, which takes in one line after the other. */
	for (i = 1; i < count; i++) {
		struct irqscope_walk_line *before = &line[below(state, i)];

		line[i].next = before->next;
		before->next = &line[i];
	}
}

/**
 * irqscope_walk() - walk through all lines of a cycle once
 * @first: any of them
 *
 * It ends by what the last load gives, and not by a count: whoever takes the time
 * behind it does not take it before all have come.
 */
static inline void irqscope_walk(const struct irqscope_walk_line *first)
{
	const struct irqscope_walk_line *line = first;

	do {
		line = line->next;
		/* Nobody uses what is read, so that a compiler could leave it out. */
		__asm__ volatile("" : "+r" (line));
	} while (line != first);
}

#endif /* IRQSCOPE_WALK_H */
