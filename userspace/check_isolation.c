// SPDX-License-Identifier: GPL-2.0
/* Rules on isolated CPUs and the boot arguments that belong to them. */
#include <string.h>

#include "check.h"

/*
 * Takes the CPUs of an argument that may have words in front, as isolcpus= does:
 * "managed_irq,domain,1-3". False if it is not there or says nonsense.
 */
static bool take_cpus(const struct board *board, const char *name, struct cpus *cpus)
{
	static const char *const words[] = { "domain,", "managed_irq,", "nohz," };
	struct piece list;
	size_t i = 0;

	*cpus = (struct cpus){ 0 };
	if (!board_argument(board, name, &list))
		return false;
	/* In any order. */
	while (i < sizeof(words) / sizeof(words[0]))
		i = piece_skip(&list, words[i]) ? 0 : i + 1;
	return cpus_parse(cpus, list, board->last);
}

/* Says that there is nothing to isolate or nothing known of it; false if there is. */
static bool nothing_isolated(const struct board *board, struct finding *finding)
{
	if (!board->isolated_known && !cpus_count(&board->isolated))
		found(finding, CHECK_UNKNOWN, "which CPUs are isolated is not known");
	else if (!cpus_count(&board->isolated))
		found(finding, CHECK_OK, "no CPU is isolated");
	else
		return false;
	return true;
}

/* Which CPUs are isolated. */
static void check_isolated(const struct board *board, const struct rule *rule,
			   struct finding *finding)
{
	const struct cpus there = cpus_and(&board->isolated, &board->online);
	char text[CPUS_TEXT_LEN];
	unsigned int last;

	(void)rule;
	if (board->cpus_known && cpus_count(&board->online) == 1) {
		found(finding, CHECK_OK, "there is one CPU only");
	} else if (!board->isolated_known && !cpus_count(&board->isolated)) {
		found(finding, CHECK_UNKNOWN, "which CPUs are isolated is not known");
	} else if (!cpus_count(&board->isolated)) {
		last = cpus_last(&board->online);
		found(finding, CHECK_WARN, "none");
		if (last)
			found_remedy(finding, "isolcpus=managed_irq,domain,%u nohz_full=%u rcu_nocbs=%u irqaffinity=0 as boot arguments",
				     last, last, last);
	} else if (board->cpus_known && !cpus_count(&there)) {
		found(finding, CHECK_WARN, "CPU %s, but not online",
		      cpus_text(text, &board->isolated));
	} else {
		found(finding, CHECK_OK, "CPU %s", cpus_text(text, &board->isolated));
	}
}

/* Whether isolcpus= did what it says. */
static void check_isolcpus(const struct board *board, const struct rule *rule,
			   struct finding *finding)
{
	char text[CPUS_TEXT_LEN], more[CPUS_TEXT_LEN];
	struct cpus cpus, missing;
	struct piece value;

	(void)rule;
	if (!board->cmdline_known) {
		found(finding, CHECK_UNKNOWN, "the boot arguments are not known");
		return;
	}
	if (!board_argument(board, "isolcpus", &value)) {
		found(finding, CHECK_OK, "not given");
		if (cpus_count(&board->isolated))
			found(finding, CHECK_INFO, "not given, but CPU %s is set apart by other means",
			      cpus_text(text, &board->isolated));
		return;
	}
	if (!take_cpus(board, "isolcpus", &cpus)) {
		found(finding, CHECK_BAD, "\"%.*s\" is no list of CPUs", (int)value.length,
		      value.at);
		return;
	}
	missing = cpus_without(&cpus, &board->isolated);
	if (!board->isolated_known)
		found(finding, CHECK_UNKNOWN, "CPU %s is wanted; whether it is isolated is not known",
		      cpus_text(text, &cpus));
	else if (cpus_count(&missing))
		found(finding, CHECK_BAD, "CPU %s is wanted, but %s is not isolated",
		      cpus_text(text, &cpus), cpus_text(more, &missing));
	else
		found(finding, CHECK_OK, "CPU %s, as isolated", cpus_text(text, &cpus));
}

/* Whether the isolated CPUs do without a tick. */
static void check_nohz_full(const struct board *board, const struct rule *rule,
			    struct finding *finding)
{
	char text[CPUS_TEXT_LEN];
	struct cpus ticking, wanted;

	(void)rule;
	ticking = cpus_without(&board->isolated, &board->nohz_full);
	if (take_cpus(board, "nohz_full", &wanted)) {
		wanted = cpus_without(&wanted, &board->nohz_full);
		if (cpus_count(&wanted)) {
			found(finding, CHECK_BAD, "nohz_full= wants CPU %s, but the kernel does not do it there",
			      cpus_text(text, &wanted));
			found_remedy(finding, "build with NO_HZ_FULL, or leave nohz_full= out");
			return;
		}
	}
	if (nothing_isolated(board, finding))
		return;
	if (!cpus_count(&ticking))
		found(finding, CHECK_OK, "on all isolated CPUs");
	else if (kconfig_is_on(&board->config, "HZ_PERIODIC"))
		found(finding, CHECK_OK, "the kernel has a periodic tick");
	else
		found(finding, CHECK_WARN, "not on the isolated CPU %s", cpus_text(text, &ticking));
}

/* Whether the isolated CPUs are spared RCU callbacks. */
static void check_rcu_nocbs(const struct board *board, const struct rule *rule,
			    struct finding *finding)
{
	char text[CPUS_TEXT_LEN];
	struct cpus spared, left;
	struct piece value;

	(void)rule;
	if (board_argument(board, "rcu_nocbs", &value) &&
	    kconfig_get(&board->config, "RCU_NOCB_CPU") == KCONFIG_OFF) {
		found(finding, CHECK_BAD, "rcu_nocbs= has no effect: RCU_NOCB_CPU is not set");
		found_remedy(finding, "build with RCU_NOCB_CPU");
		return;
	}
	if (nothing_isolated(board, finding))
		return;
	if (!board->cmdline_known) {
		found(finding, CHECK_UNKNOWN, "the boot arguments are not known");
		return;
	}
	take_cpus(board, "rcu_nocbs", &spared);
	/* nohz_full= brings it along. */
	spared = cpus_or(&spared, &board->nohz_full);
	left = cpus_without(&board->isolated, &spared);
	if (!cpus_count(&left))
		found(finding, CHECK_OK, "on all isolated CPUs");
	else if (kconfig_is_on(&board->config, "RCU_NOCB_CPU_DEFAULT_ALL"))
		found(finding, CHECK_OK, "on all CPUs by configuration");
	else
		found(finding, CHECK_WARN, "not on the isolated CPU %s", cpus_text(text, &left));
}

/* Whether interrupts are kept from the isolated CPUs by default. */
static void check_irqaffinity(const struct board *board, const struct rule *rule,
			      struct finding *finding)
{
	char text[CPUS_TEXT_LEN];
	struct cpus wanted, both, others;

	(void)rule;
	if (nothing_isolated(board, finding))
		return;
	others = cpus_without(&board->online, &board->isolated);
	found_remedy(finding, "irqaffinity=%s as a boot argument",
		     cpus_count(&others) ? cpus_text(text, &others) : "0");
	if (!board->cmdline_known) {
		found(finding, CHECK_UNKNOWN, "the boot arguments are not known");
		return;
	}
	if (!take_cpus(board, "irqaffinity", &wanted) || !cpus_count(&wanted)) {
		found(finding, CHECK_WARN, "not given");
		return;
	}
	both = cpus_and(&wanted, &board->isolated);
	if (cpus_count(&both))
		found(finding, CHECK_BAD, "it names the isolated CPU %s", cpus_text(text, &both));
	else
		found(finding, CHECK_OK, "CPU %s", cpus_text(text, &wanted));
}

const struct rule check_isolation_rules[] = {
	{ "isolated", "isolated CPUs", check_isolated,
	  "isolation keeps the load of one core off another: with both loaded it is what kept core 0 from disturbing core 1 (AM62L); it looks worse only while the other cores idle",
	  "bring the CPU online, or isolate another one", NULL, CHECK_OK },
	{ "isolcpus", "boot argument isolcpus", check_isolcpus,
	  "the scheduler puts ordinary tasks on a CPU that is not isolated",
	  "correct isolcpus=; with words in front, domain must be one: isolcpus=managed_irq,domain,1",
	  NULL, CHECK_OK },
	{ "nohz_full", "no tick on isolated CPUs (nohz_full)", check_nohz_full,
	  "each tick is an interrupt that delays whatever comes at the same moment",
	  "nohz_full= for the isolated CPUs as a boot argument, or build with HZ_PERIODIC deliberately",
	  NULL, CHECK_OK },
	{ "rcu_nocbs", "no RCU callbacks on isolated CPUs (rcu_nocbs)", check_rcu_nocbs,
	  "callbacks of RCU, of any number, run on the CPU that queued them",
	  "rcu_nocbs= for the isolated CPUs as a boot argument", NULL, CHECK_OK },
	{ "irqaffinity", "boot argument irqaffinity", check_irqaffinity,
	  "isolcpus= alone leaves interrupts where they are", NULL, NULL, CHECK_OK },
	{ 0 }
};
