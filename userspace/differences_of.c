// SPDX-License-Identifier: GPL-2.0
/* What two captures differ in: settings, conditions, load. */
#include <stdio.h>
#include <string.h>

#include "differences.h"
#include "load_text.h"
#include "setting_texts.h"

/* Durations that differ by less than one in so many are the same. */
#define DURATION_TOLERANCE	20
/* CPUs that were busy for as much longer, in 1/10 %, were busier. */
#define BUSY_TOLERANCE		50

/* Writes how long a run lasted. */
static void write_duration(char to[SETTING_TEXT_LEN], unsigned long long ns)
{
	snprintf(to, SETTING_TEXT_LEN, "%llu.%llu s", ns / 1000000000,
		 ns / 100000000 % 10);
}

/* Adds the durations if they differ by more than a little. */
static void add_durations(struct differences *differences, const struct snapshot *one,
			  const struct snapshot *other)
{
	const unsigned long long one_ns = setting_duration_ns(one);
	const unsigned long long other_ns = setting_duration_ns(other);
	const unsigned long long longer_ns = one_ns > other_ns ? one_ns : other_ns;
	const unsigned long long shorter_ns = one_ns > other_ns ? other_ns : one_ns;
	char text[SETTING_TEXT_LEN], other_text[SETTING_TEXT_LEN];

	if (longer_ns - shorter_ns <= longer_ns / DURATION_TOLERANCE)
		return;
	write_duration(text, one_ns);
	write_duration(other_text, other_ns);
	differences_add(differences, "duration", text, other_text, false);
}

/* Adds the settings in which two runs differ. */
void differences_of_settings(struct differences *differences, const struct snapshot *one,
			     const struct snapshot *other)
{
	char text[SETTING_TEXT_LEN], other_text[SETTING_TEXT_LEN];
	size_t i;

	for (i = 0; i < SETTING_TEXTS; i++) {
		setting_texts[i].write(text, one);
		setting_texts[i].write(other_text, other);
		differences_add(differences, setting_texts[i].key, text, other_text,
				setting_texts[i].decisive);
	}
	add_durations(differences, one, other);
}

/* Takes a line apart; false if its key is of no use here. */
static bool take_key(struct piece line, char key[DIFFERENCES_KEY_LEN])
{
	const struct piece name = piece_until(&line, ':');

	if (!name.length || name.length >= DIFFERENCES_KEY_LEN ||
	    memchr(name.at, '\0', name.length))
		return false;
	memcpy(key, name.at, name.length);
	key[name.length] = '\0';
	/*
	 * Settings are known for sure from elsewhere. The steps of a clock are
	 * observed, and a little different each time; the verdict judges them.
	 */
	return !setting_text_is(name) && strcmp(key, "clock_resolution_ns");
}

/* Tells whether a run has a stage. */
static bool has_stage(const struct snapshot *snap, const char *name)
{
	struct irqscope_stage_name stage;
	size_t i;

	for (i = 0; i < snapshot_stages(snap); i++) {
		snapshot_get_stage(snap, i, &stage);
		if (!strcmp(stage.name, name))
			return true;
	}
	return false;
}

/* Tells whether runs that differ in a condition are not of the same thing. */
static bool is_decisive(const char *key, const struct snapshot *snap)
{
	return !strcmp(key, "clock_class") ||
	       (!strcmp(key, "mem_kib") && has_stage(snap, "mem"));
}

/* Adds the lines of the one that the other has not, or not the same. */
static void add_lines(struct differences *differences, const struct snapshot *one,
		      const struct snapshot *other)
{
	char key[DIFFERENCES_KEY_LEN];
	struct piece text = { 0 };

	snapshot_get_text(one, IRQSCOPE_SECTION_CONDITIONS, &text);
	while (text.length)
		if (take_key(piece_line(&text), key))
			differences_add_value(differences, IRQSCOPE_SECTION_CONDITIONS, key,
					      one, other, is_decisive(key, one));
}

/* Adds the lines that only the other has. */
static void add_new_lines(struct differences *differences, const struct snapshot *one,
			  const struct snapshot *other)
{
	char key[DIFFERENCES_KEY_LEN];
	struct piece text = { 0 }, value;

	snapshot_get_text(other, IRQSCOPE_SECTION_CONDITIONS, &text);
	while (text.length)
		if (take_key(piece_line(&text), key) &&
		    !snapshot_get_condition(one, key, &value))
			differences_add_value(differences, IRQSCOPE_SECTION_CONDITIONS, key,
					      one, other, is_decisive(key, one));
}

/* Adds the conditions in which two runs differ. */
void differences_of_conditions(struct differences *differences, const struct snapshot *one,
			       const struct snapshot *other)
{
	struct piece text;
	const bool known = snapshot_get_text(one, IRQSCOPE_SECTION_CONDITIONS, &text);
	const bool other_known = snapshot_get_text(other, IRQSCOPE_SECTION_CONDITIONS, &text);

	if (known && other_known) {
		add_lines(differences, one, other);
		add_new_lines(differences, one, other);
	} else {
		/* Not even the class of the clock is known then. */
		differences_add(differences, "conditions", known ? "known" : "not known",
				other_known ? "known" : "not known", true);
	}
}

/* Reads how busy a CPU was, in 1/10 %. */
static bool get_busy(const struct snapshot *snap, const char *key, unsigned long long *tenths)
{
	struct load_share share;
	struct piece value;

	if (!snapshot_get_value(snap, IRQSCOPE_SECTION_LOAD, key, &value) ||
	    !load_text_share(&value, &share) || !piece_is(share.name, "busy"))
		return false;
	*tenths = share.tenths;
	return true;
}

/* Adds a CPU if it was busier in one of two runs. */
static void add_busy(struct differences *differences, const char *cpu,
		     const struct snapshot *one, const struct snapshot *other)
{
	char text[SETTING_TEXT_LEN], other_text[SETTING_TEXT_LEN];
	char key[DIFFERENCES_KEY_LEN + 8];
	unsigned long long tenths, other_tenths;

	if (!get_busy(one, cpu, &tenths) || !get_busy(other, cpu, &other_tenths))
		return;
	if (tenths <= other_tenths + BUSY_TOLERANCE && other_tenths <= tenths + BUSY_TOLERANCE)
		return;
	snprintf(key, sizeof(key), "%s busy", cpu);
	snprintf(text, sizeof(text), "%llu.%llu %%", tenths / 10, tenths % 10);
	snprintf(other_text, sizeof(other_text), "%llu.%llu %%", other_tenths / 10,
		 other_tenths % 10);
	differences_add(differences, key, text, other_text, false);
}

/* Adds what two runs differ in of their load. */
void differences_of_load(struct differences *differences, const struct snapshot *one,
			 const struct snapshot *other)
{
	char key[DIFFERENCES_KEY_LEN];
	struct piece text;

	differences_add_value(differences, IRQSCOPE_SECTION_LOAD, "load", one, other, true);
	differences_add_value(differences, IRQSCOPE_SECTION_LOAD, "command", one, other, true);
	if (!snapshot_get_text(other, IRQSCOPE_SECTION_LOAD, &text) ||
	    !snapshot_get_text(one, IRQSCOPE_SECTION_LOAD, &text))
		return;
	differences_add_value(differences, IRQSCOPE_SECTION_LOAD, "load_ended", one, other,
			      false);
	while (text.length)
		if (take_key(piece_line(&text), key) && !strncmp(key, "cpu", 3))
			add_busy(differences, key, one, other);
}
