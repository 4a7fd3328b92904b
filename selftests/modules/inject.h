/* SPDX-License-Identifier: GPL-2.0 */
#ifndef INJECT_INJECT_H
#define INJECT_INJECT_H

#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/types.h>

/**
 * struct injected - how long the delays of one injection were
 * @longest_ns: the longest
 * @shortest_ns: the shortest, all bits set as long as there is none
 * @count: how many there were
 */
struct injected {
	unsigned long long longest_ns;
	unsigned long long shortest_ns;
	unsigned int count;
};

/* Begin with no delays. */
static inline void injected_clear(struct injected *injected)
{
	injected->longest_ns = 0;
	injected->shortest_ns = U64_MAX;
	injected->count = 0;
}

/* Count a delay. */
static inline void injected_add(struct injected *injected, u64 took_ns)
{
	injected->longest_ns = max_t(u64, injected->longest_ns, took_ns);
	injected->shortest_ns = min_t(u64, injected->shortest_ns, took_ns);
	injected->count++;
}

void inject_watch_exit(void);

#ifdef CONFIG_TRACEPOINTS
int inject_timer(unsigned int cpu, u64 delay_ns, u32 period_ns, unsigned int count,
		 struct injected *injected);
#else
static inline int inject_timer(unsigned int cpu, u64 delay_ns, u32 period_ns,
			       unsigned int count, struct injected *injected)
{
	return -EOPNOTSUPP;
}
#endif

#endif /* INJECT_INJECT_H */
