// SPDX-License-Identifier: GPL-2.0
/* What several formats need: the choice of cells, the conditions, the notes. */
#include <string.h>

#include "export.h"
#include "text.h"

#define NS_PER_MS	1000000ull

/* Tells whether a cell is wanted. */
bool export_wants(const struct export *export, size_t row)
{
	return !export->stage || !strcmp(export->table.rows[row].stage, export->stage);
}

/* Finds the value of a condition and cleans it; empty if there is none. */
bool export_condition(const struct export *export, const char *key,
		      char value[EXPORT_VALUE_LEN])
{
	struct piece found;

	*value = '\0';
	if (!snapshot_get_condition(export->snap, key, &found))
		return false;
	text_clean(value, EXPORT_VALUE_LEN, found.at, found.length);
	return true;
}

/* Writes what stands in brackets behind "yes", as the kernel says it elsewhere. */
static void put_change(const struct export *export, const char *value)
{
	const char *begin = strchr(value, '('), *end = strrchr(value, ')');

	if (begin && end > begin)
		fprintf(export->out, "# %.*s\n", (int)(end - begin - 1), begin + 1);
	else
		fputs("# the clocksource has changed during the run\n", export->out);
}

/* Writes that these are the numbers of one of two settings. */
static void put_trial(const struct export *export, const struct irqscope_trial *trial)
{
	const unsigned long long stop_ns = export->snap->run.stop_ns;
	const bool went_on = trial->end_ns && (!stop_ns || stop_ns > trial->end_ns);

	fprintf(export->out, "# trial: setting a, %llu ms of it%s; setting b, %llu ms, is in the snapshot%s%s\n",
		(unsigned long long)trial->recorded_ns[0] / NS_PER_MS,
		went_on ? ", and what came after the trial" : "",
		(unsigned long long)trial->recorded_ns[1] / NS_PER_MS,
		trial->flags & IRQSCOPE_TRIAL_QOS ? "; qos took part" : "",
		trial->flags & IRQSCOPE_TRIAL_FAILED ? "; a register did not hold" : "");
}

/* Writes what a reader must know before the numbers, as the kernel does. */
void export_notes(const struct export *export)
{
	struct irqscope_trial trial;
	char value[EXPORT_VALUE_LEN];

	if (export_condition(export, "clock_verdict", value) && strcmp(value, "ok"))
		fprintf(export->out, "# %s\n", value);
	if (export_condition(export, "clock_changed", value) && !strncmp(value, "yes", 3))
		put_change(export, value);
	if (snapshot_get_trial(export->snap, &trial))
		put_trial(export, &trial);
}
