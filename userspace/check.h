/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_CHECK_H
#define READER_CHECK_H

#include "board.h"

enum check_state {
	CHECK_OK,
	CHECK_INFO,	/* worth knowing, nothing to mend */
	CHECK_WARN,	/* can cost latency, or does not do what it says */
	CHECK_BAD,	/* is known to cost much, or contradicts what was asked for */
	CHECK_UNKNOWN,
	CHECK_STATES,
};

/* Room for what is found and for what to do about it; more is cut. */
#define CHECK_TEXT_LEN	2048
/* Most names that are listed. */
#define CHECK_NAMES	12

/**
 * struct finding - what a rule says
 * @state: how it is
 * @found: what was found
 * @reason: why that matters; the rule's unless it sets another one
 * @remedy: what to do about it; the rule's unless it sets another one
 */
struct finding {
	enum check_state state;
	char found[CHECK_TEXT_LEN];
	char reason[CHECK_TEXT_LEN];
	char remedy[CHECK_TEXT_LEN];
};

/**
 * struct rule - a rule
 * @name: its name, for programs
 * @what: what it looks at, for people
 * @check: looks
 * @reason: why it matters
 * @remedy: what to do about it
 * @option: for check_option_off(): the option of the kernel, without CONFIG_
 * @wrong: for check_option_off(): the state if it is set
 */
struct rule {
	const char *name;
	const char *what;
	void (*check)(const struct board *board, const struct rule *rule,
		      struct finding *finding);
	const char *reason;
	const char *remedy;
	const char *option;
	enum check_state wrong;
};

/* The groups; an entry without a name ends each. */
extern const struct rule check_kernel_rules[];
extern const struct rule check_option_rules[];
extern const struct rule check_isolation_rules[];
extern const struct rule check_interrupt_rules[];
extern const struct rule check_memory_rules[];
extern const struct rule check_power_rules[];
extern const struct rule check_task_rules[];
extern const struct rule check_clock_rules[];

void check_option_off(const struct board *board, const struct rule *rule,
		      struct finding *finding);

void found(struct finding *finding, enum check_state state, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void found_more(struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void found_because(struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void found_remedy(struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void found_absent(const struct board *board, struct finding *finding, const char *text);
void found_no_config(const struct board *board, struct finding *finding);

#endif /* READER_CHECK_H */
