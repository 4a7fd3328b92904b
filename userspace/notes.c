// SPDX-License-Identifier: GPL-2.0
/* The "# " lines above the table: what one has to know to read it. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "notes.h"
#include "setting_texts.h"
#include "text.h"

#define NS_PER_S	1000000000ull
#define NS_PER_MS	1000000ull
/* A verdict can be as long as the kernel has room for. */
#define VALUE_LEN	400

/* Finds the value of a "key: value" line in the conditions, and cleans it. */
static bool get_condition(const struct snapshot *snap, const char *key,
			  char value[VALUE_LEN])
{
	struct piece found;

	if (!snapshot_get_condition(snap, key, &found))
		return false;
	text_clean(value, VALUE_LEN, found.at, found.length);
	return true;
}

/* Warns if a condition has another value than the one that needs no warning. */
static void print_warning(const struct snapshot *snap, const char *key,
			  const char *harmless)
{
	char value[VALUE_LEN];

	if (get_condition(snap, key, value) && strcmp(value, "absent") &&
	    strncmp(value, harmless, strlen(harmless)))
		printf("# %s: %s\n", key, value);
}

/* Names the kernel that was measured. */
static void print_kernel(const struct snapshot *snap)
{
	char kernel[VALUE_LEN], arch[VALUE_LEN], preempt[VALUE_LEN];

	if (!get_condition(snap, "kernel", kernel))
		return;
	printf("# kernel %s", kernel);
	if (get_condition(snap, "arch", arch))
		printf(" %s", arch);
	if (get_condition(snap, "preempt", preempt))
		printf(", preempt %s", preempt);
	putchar('\n');
}

/* Names the clock by which the run was measured. */
static void print_clock(const struct snapshot *snap)
{
	char clock[VALUE_LEN], value[VALUE_LEN];

	if (!get_condition(snap, "clocksource", clock))
		return;
	printf("# clock %s", clock);
	if (get_condition(snap, "clock_class", value))
		printf(" (class %s)", value);
	if (get_condition(snap, "clock_resolution_ns", value) && *value >= '0' && *value <= '9')
		printf(", steps of %s ns", value);
	if (get_condition(snap, "highres", value) && !strcmp(value, "no"))
		fputs(", no high-resolution timers", stdout);
	/* Another verdict than this one has a line of its own. */
	if (get_condition(snap, "clock_verdict", value) && !strcmp(value, "ok"))
		fputs(", verdict ok", stdout);
	putchar('\n');
}

/* Prints the settings of the run. */
static void print_settings(const struct snapshot *snap)
{
	const struct irqscope_run *run = &snap->run;

	printf("# period %u us, phase %s, bucket %u ns, thread priority %u",
	       run->period_us,
	       run->flags & IRQSCOPE_RUN_RANDOM ? "random" : "fixed",
	       snap->law.bucket_ns, run->thread_priority);
	if (run->hold_idle_us >= 0)
		printf(", CPU latency held at %d us", run->hold_idle_us);
	putchar('\n');
}

/* Prints when the run was and how long it took. */
static void print_run(const struct snapshot *snap)
{
	const struct irqscope_run *run = &snap->run;
	const time_t start_s = (time_t)(run->start_real_ns / NS_PER_S);
	const unsigned long long ms = setting_duration_ns(snap) / NS_PER_MS;
	struct tm tm;

	printf("# run %llu", (unsigned long long)run->generation);
	if (gmtime_r(&start_s, &tm))
		printf(", started %d-%02d-%02d %02d:%02d:%02d UTC",
		       tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
		       tm.tm_hour, tm.tm_min, tm.tm_sec);
	printf(", %s %llu.%03llu s, the first %u ms not recorded\n",
	       run->flags & IRQSCOPE_RUN_RUNNING ? "running for" : "ran",
	       ms / 1000, ms % 1000, run->warmup_ms);
}

/* Prints what makes the numbers doubtful. */
void notes_print_warnings(const struct snapshot *snap)
{
	print_warning(snap, "clock_verdict", "ok");
	print_warning(snap, "clock_changed", "no");
	notes_print_trial(snap);
}

/* Prints the notes of a snapshot that has been verified. */
void notes_print(const struct snapshot *snap)
{
	notes_print_warnings(snap);
	print_kernel(snap);
	print_clock(snap);
	print_settings(snap);
	if (snap->run.generation)
		print_run(snap);
	else
		puts("# no run yet since the module was loaded");
	notes_print_load(snap);
}

/* Names the kernel and its clock, as sysfs and procfs do. */
static void print_system(const char *root)
{
	char value[VALUE_LEN], clean[VALUE_LEN];

	if (!source_read_kernel_release(root, value, sizeof(value))) {
		text_clean(clean, sizeof(clean), value, strlen(value));
		printf("# kernel %s\n", clean);
	}
	if (source_read_path(root, SOURCE_CLOCKSOURCE "/current_clocksource", value,
			     sizeof(value)))
		return;
	text_clean(clean, sizeof(clean), value, strlen(value));
	printf("# clock %s; the steps of the clock are not known here (irqscope clock tells)\n",
	       clean);
}

/* Prints the notes that sysfs alone can give. */
void notes_print_sysfs(const char *root)
{
	unsigned long long period_us, run;

	puts("# no debugfs here (not in this kernel, or not mounted): percentiles are unknown");
	print_system(root);
	if (!source_read_number(root, "period_us", &period_us))
		printf("# period %llu us\n", period_us);
	if (!source_read_number(root, "run", &run))
		printf("# %s\n", run ? "running" : "not running");
}
