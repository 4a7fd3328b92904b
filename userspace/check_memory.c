// SPDX-License-Identifier: GPL-2.0
/* Rules on memory, random numbers and cgroups. */
#include <string.h>

#include "check.h"
#include "system_files.h"

/* Whether equal pages are searched for and merged. */
static void check_ksm(const struct board *board, const struct rule *rule,
		      struct finding *finding)
{
	unsigned long long run;
	char value[32];

	(void)rule;
	if (board_number(board, FILE_KSM, &run))
		found(finding, run == 1 ? CHECK_WARN : CHECK_OK,
		      run == 1 ? "running" : "not running");
	else if (board_value(board, FILE_KSM, value, sizeof(value)))
		found(finding, CHECK_UNKNOWN, "\"%s\" is no state of it", value);
	else
		found_absent(board, finding, "absent");
}

/* Whether huge pages are made for programs that did not ask for them. */
static void check_thp(const struct board *board, const struct rule *rule,
		      struct finding *finding)
{
	char value[64];

	(void)rule;
	if (!board_value(board, FILE_THP, value, sizeof(value)))
		found_absent(board, finding, "absent (compiled out)");
	else if (strstr(value, "[always]"))
		found(finding, CHECK_WARN, "always");
	else if (strstr(value, "[madvise]"))
		found(finding, CHECK_OK, "only where a program asks for them");
	else if (strstr(value, "[never]"))
		found(finding, CHECK_OK, "never");
	else
		found(finding, CHECK_UNKNOWN, "\"%s\"", value);
}

/* Whether pages can go to a disk. */
static void check_swap(const struct board *board, const struct rule *rule,
		       struct finding *finding)
{
	const enum kconfig_answer compiled = kconfig_get(&board->config, "SWAP");
	struct piece text, line;
	struct bytes swaps;

	(void)rule;
	if (source_read_file(board->root, FILE_SWAPS, &swaps)) {
		found(finding, compiled == KCONFIG_OFF ? CHECK_OK : CHECK_UNKNOWN,
		      compiled == KCONFIG_OFF ? "not compiled in" : "not known");
		return;
	}
	text = (struct piece){ (const char *)swaps.data, swaps.size };
	piece_line(&text);
	line = piece_line(&text);
	if (line.length) {
		line = piece_word(&line);
		found(finding, CHECK_BAD, "in use: %.*s",
		      (int)(line.length < 128 ? line.length : 128), line.at);
	} else {
		found(finding, CHECK_OK, "not in use");
	}
	bytes_free(&swaps);
}

/* Whether random numbers come from the secure world. */
static void check_rng(const struct board *board, const struct rule *rule,
		      struct finding *finding)
{
	char value[128];

	(void)rule;
	if (!board_value(board, FILE_RNG, value, sizeof(value)))
		found_absent(board, finding, "absent");
	else if (strstr(value, "optee"))
		found(finding, CHECK_BAD, "%s", value);
	else
		found(finding, CHECK_OK, "%s", value[0] ? value : "none");
}

/* Names the controllers of /proc/cgroups that are enabled; returns how many. */
static unsigned int name_controllers(struct piece text, struct finding *finding)
{
	struct piece line, name, last;
	unsigned int count = 0;

	while (text.length) {
		line = piece_line(&text);
		if (piece_begins(line, "#"))
			continue;
		name = piece_until(&line, '\t');
		for (last = name; line.length;)
			last = piece_until(&line, '\t');
		if (!name.length || !piece_is(last, "1") || ++count > CHECK_NAMES)
			continue;
		found_more(finding, "%s%.*s", count > 1 ? " " : "",
			   (int)(name.length < 32 ? name.length : 32), name.at);
	}
	return count;
}

/* Which controllers the cgroups have. */
static void check_cgroups(const struct board *board, const struct rule *rule,
			  struct finding *finding)
{
	struct bytes table;
	char value[256];

	(void)rule;
	if (!source_read_file(board->root, FILE_CGROUPS, &table)) {
		found(finding, CHECK_WARN, "%s", "");
		if (!name_controllers((struct piece){ (const char *)table.data, table.size },
				      finding))
			found(finding, CHECK_OK, "none");
		bytes_free(&table);
	} else if (board_value(board, FILE_CGROUP2, value, sizeof(value)) && value[0]) {
		found(finding, CHECK_WARN, "%s", value);
	} else if (kconfig_is_on(&board->config, "CGROUPS")) {
		found(finding, CHECK_UNKNOWN, "which there are is not known");
	} else {
		found_absent(board, finding, "absent");
	}
}

/* Whether there are cpusets; the list of controllers tells without a configuration. */
static void check_cpusets(const struct board *board, const struct rule *rule,
			  struct finding *finding)
{
	struct piece text;
	struct bytes table;

	check_option_off(board, rule, finding);
	if (finding->state != CHECK_UNKNOWN ||
	    source_read_file(board->root, FILE_CGROUPS, &table))
		return;
	finding->remedy[0] = '\0';
	found(finding, CHECK_OK, "no such controller");
	text = (struct piece){ (const char *)table.data, table.size };
	while (text.length)
		if (piece_begins(piece_line(&text), "cpuset\t"))
			found(finding, rule->wrong, "there is such a controller");
	bytes_free(&table);
}

const struct rule check_memory_rules[] = {
	{ "ksm", "merging of equal pages (KSM)", check_ksm,
	  "ksmd compares pages all the time, and a write to a merged one is a page fault; stopped in the AM62L campaign, together with services",
	  "echo 0 > " FILE_KSM, NULL, CHECK_OK },
	{ "thp", "transparent huge pages", check_thp,
	  "khugepaged moves the pages of running programs",
	  "echo never > " FILE_THP, NULL, CHECK_OK },
	{ "swap", "swap", check_swap,
	  "a page that went to a disk must come back before its program goes on", "swapoff -a",
	  NULL, CHECK_OK },
	{ "hwrng", "hardware random numbers", check_rng,
	  "each call of OP-TEE is a switch to the secure world, which no interrupt gets through: without it core 0 had 163 us less of worst case (mean, AM62L)",
	  "build OP-TEE with its software PRNG, or leave HW_RANDOM_OPTEE out", NULL, CHECK_OK },
	{ "cgroups", "cgroup controllers", check_cgroups,
	  "they do accounting at each switch of tasks; among what an AM62L campaign switched off, cpusets alone about 40 us of worst case",
	  "build without those that nothing uses, or cgroup_disable=NAME,... as a boot argument",
	  NULL, CHECK_OK },
	{ "cpusets", "cpusets", check_cpusets, "about 40 us of worst case in an AM62L campaign",
	  "build without CPUSETS", "CPUSETS", CHECK_WARN },
	{ 0 }
};
