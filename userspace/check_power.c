// SPDX-License-Identifier: GPL-2.0
/* Rules on what saves power: frequencies and idle states. */
#include <string.h>
#include <stdio.h>

#include "check.h"
#include "paths.h"
#include "system_files.h"

#define NAME_LEN	32
/* An idle state that takes longer to leave is worth a word. */
#define LATENCY_US_FINE	10

/**
 * struct governors - a look at the governors of all CPUs
 * @board: the machine
 * @finding: where to say it
 * @cpus: CPUs that have one
 * @count: those whose frequency may change
 */
struct governors {
	const struct board *board;
	struct finding *finding;
	unsigned int cpus;
	unsigned int count;
};

/* Looks at the governor of one CPU. */
static void look_at_governor(const char *root, const char *path,
			     const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct governors *governors = context;
	char name[NAME_LEN];

	(void)root;
	if (!board_value(governors->board, path, name, sizeof(name)))
		return;
	governors->cpus++;
	/* With userspace somebody has chosen a frequency. */
	if (!strcmp(name, "performance") || !strcmp(name, "userspace"))
		return;
	if (++governors->count <= CHECK_NAMES)
		found_more(governors->finding, "%s%s on CPU %llu",
			   governors->count > 1 ? ", " : "", name, number[0]);
	else if (governors->count == CHECK_NAMES + 1)
		found_more(governors->finding, ", and more");
}

/* Whether frequencies change. */
static void check_frequency(const struct board *board, const struct rule *rule,
			    struct finding *finding)
{
	struct governors governors = { .board = board, .finding = finding };

	(void)rule;
	paths_walk(board->root, FILE_GOVERNOR, look_at_governor, &governors);
	if (governors.count)
		finding->state = CHECK_WARN;
	else if (governors.cpus)
		found(finding, CHECK_OK, "fixed");
	else
		found_absent(board, finding, "absent");
}

/**
 * struct deepest - the slowest idle state that may be used
 * @board: the machine
 * @any: there are states
 * @latency_us: how long it takes to leave
 * @cpu: the CPU that has it
 * @name: what it is called
 */
struct deepest {
	const struct board *board;
	bool any;
	unsigned long long latency_us;
	unsigned long long cpu;
	char name[NAME_LEN];
};

/* Looks at one idle state of one CPU. */
static void look_at_state(const char *root, const char *path,
			  const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct deepest *deepest = context;
	unsigned long long latency_us, disabled;
	char other[128];

	(void)root;
	snprintf(other, sizeof(other), DIR_CPU "/cpu%llu/cpuidle/state%llu/disable", number[0],
		 number[1]);
	if (!board_number(deepest->board, path, &latency_us))
		return;
	deepest->any = true;
	if ((board_number(deepest->board, other, &disabled) && disabled) ||
	    latency_us <= deepest->latency_us)
		return;
	deepest->latency_us = latency_us;
	deepest->cpu = number[0];
	snprintf(other, sizeof(other), DIR_CPU "/cpu%llu/cpuidle/state%llu/name", number[0],
		 number[1]);
	board_value(deepest->board, other, deepest->name, sizeof(deepest->name));
}

/* How deep CPUs sleep. */
static void check_idle(const struct board *board, const struct rule *rule,
		       struct finding *finding)
{
	struct deepest deepest = { .board = board };

	(void)rule;
	paths_walk(board->root, FILE_IDLE_LATENCY, look_at_state, &deepest);
	if (!deepest.any)
		found_absent(board, finding, "absent");
	else if (!deepest.latency_us)
		found(finding, CHECK_OK, "none that takes time to leave");
	else
		found(finding, deepest.latency_us > LATENCY_US_FINE ? CHECK_WARN : CHECK_OK,
		      "%s takes %llu us to leave (CPU %llu)", deepest.name, deepest.latency_us,
		      deepest.cpu);
}

const struct rule check_power_rules[] = {
	{ "frequency", "CPU frequency", check_frequency,
	  "a CPU that runs slowly takes longer for everything, and a change of frequency takes time; CPUFreq is among what an AM62L campaign switched off, not measured by itself",
	  "for f in " DIR_CPU "/cpu*/cpufreq/scaling_governor; do echo performance > $f; done",
	  NULL, CHECK_OK },
	{ "idle", "idle states", check_idle,
	  "an interrupt waits until the CPU has left its idle state, and caches may be cold then",
	  "keep /dev/cpu_dma_latency open with 0 in it, or for f in " DIR_CPU "/cpu*/cpuidle/state[1-9]*/disable; do echo 1 > $f; done",
	  NULL, CHECK_OK },
	{ 0 }
};
