// SPDX-License-Identifier: GPL-2.0
/* The settings of a run: all of them reach the kernel, or none. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <irqscope_hist.h>

#include "message.h"
#include "number.h"
#include "settings.h"
#include "source.h"
#include "text.h"

#define THRESHOLD_US_MAX	10000000

/**
 * struct setting_kind - one setting
 * @option: its option on the command line
 * @file: its file in sysfs
 * @allowed: what may be written there, for people
 * @check: tells whether a text has the right form, for all but numbers
 * @least: least number
 * @most: greatest number; 0 for all but numbers
 */
struct setting_kind {
	const char *option;
	const char *file;
	const char *allowed;
	bool (*check)(const char *text);
	unsigned long long least;
	unsigned long long most;
};

/* Tells whether a text is one of the two phases. */
static bool check_phase(const char *text)
{
	return !strcmp(text, "fixed") || !strcmp(text, "random");
}

/* Steps over a name; false if there is none. The kernel knows which ones it has. */
static bool skip_name(const char **text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	const size_t length = strspn(*text, letters);

	*text += length;
	return length;
}

/* Tells whether a text is a list of names. */
static bool check_stages(const char *text)
{
	for (;; text++) {
		if (!skip_name(&text))
			return false;
		if (*text != ',' && *text != ' ')
			return !*text;
	}
}

/* Steps over a number of us; false if it is none, or too great. */
static bool skip_threshold(const char **text)
{
	const size_t length = strspn(*text, "0123456789");
	unsigned long long us;

	if (!length || length > 8)
		return false;
	us = strtoull(*text, NULL, 10);
	*text += length;
	return us <= THRESHOLD_US_MAX;
}

/* Tells whether a text is one threshold, or a list of them like irq:50,thread:100. */
static bool check_threshold(const char *text)
{
	if (*text >= '0' && *text <= '9')
		return skip_threshold(&text) && !*text;
	for (;; text++) {
		if (!skip_name(&text) || *text++ != ':' || !skip_threshold(&text))
			return false;
		if (*text != ',' && *text != ' ')
			return !*text;
	}
}

/* Tells whether a text is a list of CPUs, or stands for those online. */
static bool check_cpus(const char *text)
{
	return !strcmp(text, "all") || number_parse_cpus(text);
}

/* Tells whether a text is a width of bucket that the law has. */
static bool check_bucket(const char *text)
{
	unsigned long long bucket_ns;

	return number_parse(text, &bucket_ns) &&
	       bucket_ns <= IRQSCOPE_HIST_BUCKET_NS_MAX &&
	       irqscope_hist_valid((unsigned int)bucket_ns);
}

static const struct setting_kind kinds[SETTING_COUNT] = {
	[SETTING_PERIOD] = {
		"period", "period_us", "50 to 1000000 us", NULL, 50, 1000000 },
	[SETTING_STAGES] = {
		"stages", "stages", "names separated by commas, like irq,thread",
		check_stages, 0, 0 },
	[SETTING_THRESHOLD] = {
		"threshold", "threshold_us",
		"0 to 10000000 us, or a list like irq:50,thread:100 of such numbers",
		check_threshold, 0, 0 },
	[SETTING_STOP] = {
		"stop-on-outlier", "stop_on_outlier", "0 or 1", NULL, 0, 1 },
	[SETTING_PRIORITY] = {
		"priority", "thread_priority", "1 to 99", NULL, 1, 99 },
	[SETTING_PHASE] = {
		"phase", "phase", "fixed or random", check_phase, 0, 0 },
	[SETTING_WARMUP] = {
		"warmup", "warmup_ms", "0 to 60000 ms", NULL, 0, 60000 },
	[SETTING_BUCKET] = {
		"bucket", "bucket_ns", "a divisor of 1000 from 50 to 1000 ns",
		check_bucket, 0, 0 },
	[SETTING_MEM] = {
		"mem", "mem_kib", "1 to 4096 KiB", NULL, 1, 4096 },
	[SETTING_CPUS] = {
		"cpus", "cpus", "all, or a list like 0-2,5 of CPUs that are online",
		check_cpus, 0, 0 },
};

/* Lists the options of all settings for getopt_long(); one that is on or off needs no value. */
void settings_list(struct option options[SETTING_COUNT])
{
	int i;

	for (i = 0; i < SETTING_COUNT; i++)
		options[i] = (struct option){
			.name = kinds[i].option,
			.has_arg = kinds[i].most == 1 ? optional_argument :
							required_argument,
			.val = i,
		};
}

/* Tells whether a text has the form that a setting needs. */
static bool has_form(const struct setting_kind *kind, const char *text)
{
	unsigned long long number;

	if (kind->check)
		return kind->check(text);
	return number_parse(text, &number) && number >= kind->least &&
	       number <= kind->most;
}

/* Takes a setting from the command line if its form is right. */
int settings_take(struct settings *settings, enum setting setting,
		  const char *text)
{
	const struct setting_kind *kind = &kinds[setting];

	if (!has_form(kind, text))
		return complain("--%s \"%s\": must be %s", kind->option, text,
				kind->allowed);
	/* The kernel would read a number that begins with 0 as octal. */
	while (kind->most && text[0] == '0' && text[1])
		text++;
	settings->value[setting] = text;
	return EXIT_FINE;
}

/* Writes one setting and keeps what was there before. */
static int apply_one(const char *root, const struct setting_kind *kind,
		     const char *value, char **before)
{
	char old[SOURCE_VALUE_LEN];
	int error = source_read(root, kind->file, old, sizeof(old));

	if (error)
		return complain("%s" SOURCE_SYSFS "/%s: cannot be read: %s", root,
				kind->file, strerror(-error));
	*before = strdup(old);
	if (!*before)
		return complain("no memory for the old value of %s", kind->file);
	error = source_write(root, kind->file, value);
	if (!error)
		return EXIT_FINE;
	free(*before);
	*before = NULL;
	return complain("%s" SOURCE_SYSFS "/%s: \"%s\" was refused: %s (must be %s; dmesg has the reason)",
			root, kind->file, value, strerror(-error), kind->allowed);
}

/* Writes all settings; if one is refused, the others get their old values. */
int settings_apply(const char *root, const struct settings *settings,
		   struct settings_undo *undo)
{
	int error = EXIT_FINE, i;

	*undo = (struct settings_undo){ 0 };
	for (i = 0; i < SETTING_COUNT && !error; i++)
		if (settings->value[i])
			error = apply_one(root, &kinds[i], settings->value[i],
					  &undo->value[i]);
	if (error)
		settings_revert(root, undo);
	return error;
}

/* Puts the old values back, last one first. */
void settings_revert(const char *root, struct settings_undo *undo)
{
	char clean[SOURCE_VALUE_LEN];
	int error, i;

	for (i = SETTING_COUNT - 1; i >= 0; i--) {
		if (!undo->value[i])
			continue;
		error = source_write(root, kinds[i].file, undo->value[i]);
		if (!error)
			continue;
		text_clean(clean, sizeof(clean), undo->value[i], strlen(undo->value[i]));
		complain("%s" SOURCE_SYSFS "/%s: its old value \"%s\" could not be put back: %s",
			 root, kinds[i].file, clean, strerror(-error));
	}
	settings_keep(undo);
}

/* Forgets the old values: the new ones stay. */
void settings_keep(struct settings_undo *undo)
{
	int i;

	for (i = 0; i < SETTING_COUNT; i++) {
		free(undo->value[i]);
		undo->value[i] = NULL;
	}
}
