// SPDX-License-Identifier: GPL-2.0
/* Rules on the kernel as a whole: preemption, the tick, what protects it. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "system_files.h"

/* Finds a text in another one that may hold anything. */
static bool contains(const struct bytes *bytes, const char *text)
{
	return bytes->size && memmem(bytes->data, bytes->size, text, strlen(text));
}

/* Tells whether one of several arguments has this value. */
static bool any_argument_is(const struct board *board, const char *const names[],
			    const char *value)
{
	for (; *names; names++)
		if (board_argument_is(board, *names, value))
			return true;
	return false;
}

/* Which preemption model the kernel has. */
static void check_preemption(const struct board *board, const struct rule *rule,
			     struct finding *finding)
{
	unsigned long long realtime = 0;
	struct bytes version;
	bool rt;

	(void)rule;
	board_number(board, FILE_REALTIME, &realtime);
	if (source_read_file(board->root, FILE_VERSION, &version) && !realtime &&
	    !board->config.bytes.data) {
		found(finding, CHECK_UNKNOWN, "the kernel does not tell");
		return;
	}
	rt = realtime || contains(&version, " PREEMPT_RT ") ||
	     kconfig_is_on(&board->config, "PREEMPT_RT");
	if (rt)
		found(finding, CHECK_OK, "PREEMPT_RT");
	else if (contains(&version, " PREEMPT_DYNAMIC "))
		found(finding, CHECK_BAD, "PREEMPT_DYNAMIC, not PREEMPT_RT");
	else if (contains(&version, " PREEMPT ") || kconfig_is_on(&board->config, "PREEMPT"))
		found(finding, CHECK_BAD, "PREEMPT, not PREEMPT_RT");
	else
		found(finding, CHECK_BAD, "not PREEMPT_RT");
	bytes_free(&version);
}

/* Whether the tick is as the boot arguments want it, and as somebody chose it. */
static void check_tick(const struct board *board, const struct rule *rule,
		       struct finding *finding)
{
	struct piece list;
	const bool wanted = board_argument(board, "nohz_full", &list);
	const bool running = cpus_count(&board->nohz_full);
	char text[CPUS_TEXT_LEN];

	(void)rule;
	if (!board->config.bytes.data) {
		found_no_config(board, finding);
	} else if (kconfig_is_on(&board->config, "HZ_PERIODIC")) {
		found(finding, CHECK_OK, "HZ_PERIODIC, and no nohz_full=");
		if (wanted)
			found(finding, CHECK_BAD, "nohz_full=%.*s has no effect: HZ_PERIODIC",
			      (int)list.length, list.at);
	} else if (kconfig_is_on(&board->config, "NO_HZ_FULL")) {
		found(finding, CHECK_OK, "NO_HZ_FULL, nohz_full on CPU %s",
		      cpus_text(text, &board->nohz_full));
		if (!wanted && !running)
			found(finding, CHECK_WARN, "NO_HZ_FULL, but no nohz_full=: only idle CPUs go without a tick");
	} else {
		found(finding, CHECK_WARN, "NO_HZ_IDLE");
		if (wanted)
			found(finding, CHECK_BAD, "nohz_full=%.*s has no effect: NO_HZ_FULL is not set",
			      (int)list.length, list.at);
	}
}

/* Whether an option for idle CPUs without a tick does nothing. */
static void check_nohz(const struct board *board, const struct rule *rule,
		       struct finding *finding)
{
	const bool possible = kconfig_is_on(&board->config, "NO_HZ_COMMON");

	(void)rule;
	if (!board->config.bytes.data)
		found_no_config(board, finding);
	else if (kconfig_is_on(&board->config, "NO_HZ") && !possible)
		found(finding, CHECK_WARN, "NO_HZ is set, but NO_HZ_COMMON is not: it does nothing");
	else if (possible && !kconfig_is_on(&board->config, "HIGH_RES_TIMERS"))
		found(finding, CHECK_WARN, "NO_HZ_COMMON without HIGH_RES_TIMERS");
	else if (possible && (board_argument_is(board, "nohz", "off") ||
			      board_argument_is(board, "highres", "off")))
		found(finding, CHECK_WARN, "NO_HZ_COMMON is set, but switched off by a boot argument");
	else
		found(finding, CHECK_OK, possible ? "NO_HZ_COMMON is in force" : "not set");
}

/* Tells whether the kernel may lie at another address after each boot. */
static bool has_kaslr(const struct board *board)
{
	struct piece value;

	return kconfig_is_on(&board->config, "RANDOMIZE_BASE") &&
	       !board_argument(board, "nokaslr", &value);
}

/* Whether the kernel's memory is taken out of the page tables of programs. */
static void check_kpti(const struct board *board, const struct rule *rule,
		       struct finding *finding)
{
	static const char *const options[] = {
		"UNMAP_KERNEL_AT_EL0", "PAGE_TABLE_ISOLATION", "MITIGATION_PAGE_TABLE_ISOLATION",
	};
	static const char *const switches[] = { "kpti", "pti", NULL };
	const char *option = NULL;
	char meltdown[128];
	struct piece value;
	size_t i;

	(void)rule;
	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (kconfig_is_on(&board->config, options[i]))
			option = options[i];
	board_value(board, FILE_MELTDOWN, meltdown, sizeof(meltdown));
	if (strstr(meltdown, "PTI"))
		found(finding, CHECK_WARN, "in force (%s)", meltdown);
	else if (any_argument_is(board, switches, "off") || board_argument_is(board, "kpti", "0") ||
		 board_argument(board, "nopti", &value))
		found(finding, CHECK_OK, "switched off by a boot argument");
	else if (!option && board->config.bytes.data)
		found(finding, CHECK_OK, "not compiled in");
	/* On arm64 it can be in force for the sake of KASLR, too; that file is silent then. */
	else if (option && !strcmp(option, options[0]) &&
		 (strcmp(meltdown, "Not affected") || has_kaslr(board)))
		found(finding, CHECK_WARN, "%s is set: in force where KASLR or the core wants it",
		      option);
	else if (!strcmp(meltdown, "Not affected") && option)
		found(finding, CHECK_OK, "not in force: this CPU needs none");
	else if (option)
		found(finding, CHECK_WARN, "%s is set", option);
	else
		found_no_config(board, finding);
}

/* Whether the kernel lies at another address after each boot. */
static void check_kaslr(const struct board *board, const struct rule *rule,
			struct finding *finding)
{
	struct piece value;

	if (board_argument(board, "nokaslr", &value))
		found(finding, CHECK_OK, "switched off by a boot argument");
	else
		check_option_off(board, rule, finding);
}

/* Whether each system call begins at another place of the stack. */
static void check_kstack(const struct board *board, const struct rule *rule,
			 struct finding *finding)
{
	static const char *const on[] = { "on", "1", "y" };
	struct piece value;
	size_t i;

	(void)rule;
	if (board_argument(board, "randomize_kstack_offset", &value)) {
		found(finding, CHECK_OK, "switched off by a boot argument");
		for (i = 0; i < sizeof(on) / sizeof(on[0]); i++)
			if (piece_is(value, on[i]))
				found(finding, CHECK_WARN, "switched on by a boot argument");
	} else if (!board->config.bytes.data) {
		found_no_config(board, finding);
	} else if (kconfig_is_on(&board->config, "RANDOMIZE_KSTACK_OFFSET_DEFAULT")) {
		found(finding, CHECK_WARN, "RANDOMIZE_KSTACK_OFFSET_DEFAULT is set");
	} else {
		found(finding, CHECK_OK, "off");
	}
}

#define LISTED	"among the options that an AM62L campaign of 56 runs switched off; not measured by itself"

const struct rule check_kernel_rules[] = {
	{ "preemption", "preemption model", check_preemption,
	  "without PREEMPT_RT, whatever holds a lock or handles an interrupt delays real-time tasks without a bound",
	  "build the kernel with PREEMPT_RT", NULL, CHECK_OK },
	{ "tick", "tick", check_tick,
	  "HZ_PERIODIC or NO_HZ_FULL (with nohz_full=, rcu_nocbs=, isolcpus=, irqaffinity=) must be chosen deliberately, or idle CPUs stop their tick and pay for it when they wake",
	  "build with HZ_PERIODIC, or with NO_HZ_FULL and boot with nohz_full= for the isolated CPUs",
	  NULL, CHECK_OK },
	{ "nohz", "idle CPUs without a tick", check_nohz,
	  "an option that does nothing hides which kind of tick there is",
	  "build with HZ_PERIODIC and without NO_HZ, or make it effective", NULL, CHECK_OK },
	{ "kpti", "page table isolation (KPTI)", check_kpti,
	  "each entry to the kernel changes page tables; " LISTED,
	  "kpti=0 (arm64) or pti=off (x86) as a boot argument, if untrusted code never runs there",
	  NULL, CHECK_OK },
	{ "kaslr", "random address of the kernel (KASLR)", check_kaslr,
	  "on arm64 it can bring page table isolation with it; " LISTED,
	  "nokaslr as a boot argument", "RANDOMIZE_BASE", CHECK_WARN },
	{ "kstack", "random stack offset (RANDOMIZE_KSTACK_OFFSET)", check_kstack,
	  "each system call pays for it; " LISTED,
	  "randomize_kstack_offset=off as a boot argument", NULL, CHECK_OK },
	{ 0 }
};
