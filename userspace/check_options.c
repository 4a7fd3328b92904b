// SPDX-License-Identifier: GPL-2.0
/* Rules on options of the kernel that are better left out. */
#include "check.h"

/* Whether an option is set that is better left out. */
void check_option_off(const struct board *board, const struct rule *rule,
		      struct finding *finding)
{
	switch (kconfig_get(&board->config, rule->option)) {
	case KCONFIG_UNKNOWN:
		found_no_config(board, finding);
		break;
	case KCONFIG_OFF:
		found(finding, CHECK_OK, "%s is not set", rule->option);
		break;
	default:
		found(finding, rule->wrong, "%s is set", rule->option);
		break;
	}
}

/* Whether the linear map of memory is read-only where the kernel is. */
static void check_rodata(const struct board *board, const struct rule *rule,
			 struct finding *finding)
{
	struct piece value;

	if (board_argument(board, "rodata", &value) && !piece_is(value, "full"))
		found(finding, CHECK_OK, "switched off by a boot argument");
	else
		check_option_off(board, rule, finding);
}

#define LISTED	"among the options that an AM62L campaign of 56 runs switched off; not measured by itself"

const struct rule check_option_rules[] = {
	{ "rodata_full", "read-only linear map (RODATA_FULL)", check_rodata,
	  "the kernel's memory is mapped in small pages, which costs TLB misses; " LISTED,
	  "rodata=on as a boot argument", "RODATA_FULL_DEFAULT_ENABLED", CHECK_WARN },
	{ "lse_atomics", "LSE atomics", check_option_off,
	  "cores like the Cortex-A53 have none, yet each atomic operation is built both ways; "
	  LISTED,
	  "build without ARM64_USE_LSE_ATOMICS", "ARM64_USE_LSE_ATOMICS", CHECK_INFO },
	{ "irq_time", "interrupt time accounting", check_option_off,
	  "each interrupt reads the clock twice more; " LISTED,
	  "build without IRQ_TIME_ACCOUNTING, or tsc=noirqtime (x86) as a boot argument",
	  "IRQ_TIME_ACCOUNTING", CHECK_WARN },
	{ "context_tracking", "forced context tracking", check_option_off,
	  "all CPUs pay at each entry to the kernel for what only nohz_full CPUs need; " LISTED,
	  "build without CONTEXT_TRACKING_USER_FORCE",
	  "CONTEXT_TRACKING_USER_FORCE", CHECK_WARN },
	{ "compaction", "compaction of memory", check_option_off,
	  "it moves pages, and whoever touches one of them then waits", "build without COMPACTION",
	  "COMPACTION", CHECK_INFO },
	{ "migration", "migration of pages", check_option_off,
	  "whoever touches a page that is being moved waits, mlockall() or not",
	  "build without MIGRATION", "MIGRATION", CHECK_INFO },
	{ "hotplug", "CPU hotplug", check_option_off,
	  "a CPU that comes or goes stops all others for a while; " LISTED,
	  "build without HOTPLUG_CPU (where the architecture permits it)",
	  "HOTPLUG_CPU", CHECK_INFO },
	{ "suspend", "suspend", check_option_off, LISTED, "build without SUSPEND", "SUSPEND",
	  CHECK_INFO },
	{ "ftrace", "function tracer", check_option_off,
	  "each function pays for it a little even while it is off; " LISTED,
	  "build without FUNCTION_TRACER", "FUNCTION_TRACER", CHECK_WARN },
	{ "lockdep", "lock checking (lockdep)", check_option_off,
	  "each lock is checked, with interrupts off: figures are those of the checks",
	  "build without PROVE_LOCKING", "LOCKDEP", CHECK_BAD },
	{ 0 }
};
