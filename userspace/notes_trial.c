// SPDX-License-Identifier: GPL-2.0
/* The "# " lines that tell of a trial. */
#include <stdio.h>

#include "notes.h"
#include "text.h"

#define NS_PER_MS	1000000ull
#define VALUE_LEN	200

/* Prints how long a setting was recorded, and in how many blocks. */
static void print_setting(const struct irqscope_trial *trial, unsigned int setting)
{
	const unsigned long long ms = trial->recorded_ns[setting] / NS_PER_MS;

	printf("%c for %llu.%03llu s after %u switches", "ab"[setting], ms / 1000, ms % 1000,
	       trial->switches[setting]);
}

/* Prints the command that makes a setting. */
static void print_command(const struct snapshot *snap, const char *key)
{
	char clean[VALUE_LEN];
	struct piece value;

	if (!snapshot_get_value(snap, IRQSCOPE_SECTION_LOAD, key, &value))
		return;
	text_clean(clean, sizeof(clean), value.at, value.length);
	printf("# %s: %s\n", key, clean);
}

/* Prints what there was of a trial, if there was one. */
void notes_print_trial(const struct snapshot *snap)
{
	struct irqscope_trial trial;

	if (!snapshot_get_trial(snap, &trial))
		return;
	fputs("# trial: ", stdout);
	print_setting(&trial, 0);
	fputs(", ", stdout);
	print_setting(&trial, 1);
	printf(", the first %u ms after each not recorded%s%s%s\n", trial.settle_ms,
	       trial.flags & IRQSCOPE_TRIAL_QOS ? "; a: qos as found, b: as wanted" : "",
	       trial.flags & IRQSCOPE_TRIAL_FAILED ? "; a register did not hold its value" : "",
	       trial.end_ns ? "" : "; it goes on");
	print_command(snap, "trial_a");
	print_command(snap, "trial_b");
	print_command(snap, "trial_cut");
}
