// SPDX-License-Identifier: GPL-2.0
/* Tells of each outlier in plain words. */
#include <stdio.h>
#include <stdlib.h>

#include "outliers_print.h"
#include "text.h"

/* Longer than any name that the kernel has. */
#define NAME_LEN	256
#define NS_PER_S	1000000000ull

/**
 * struct phrase - a word of the report, and what it means
 * @word: the word
 * @phrase: what is said for it
 */
struct phrase {
	const char *word;
	const char *phrase;
};

static const struct phrase modes[] = {
	{ "kernel", "in the kernel" },
	{ "user", "in a program" },
	{ "idle", "in the idle loop" },
};

/*
 * With interrupts on, the time that firmware or a hypervisor took looks like
 * that of the code which they interrupted: it is not called guilty.
 */
static const struct phrase causes[] = {
	{ "in_the_act", "caught in the act" },
	{ "not_caught", "who had the CPU was not caught" },
	{
		"interrupted_at",
		"interrupts came back on here: who kept them off, or was interrupted by time taken from outside, cannot be told apart",
	},
	{
		"unattributed",
		"unattributed: a program or the idle loop holds up no interrupt; another interrupt's handler, firmware, the secure world or a hypervisor took the time",
	},
};

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* Prints a piece of the report as it may be printed. */
static void print_piece(struct piece piece)
{
	char clean[NAME_LEN];

	text_clean(clean, sizeof(clean), piece.at, piece.length);
	fputs(clean, stdout);
}

/* Prints what a word means; one that is not known, as it stands. */
static void print_phrase(struct piece word, const struct phrase *phrases, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (piece_is(word, phrases[i].word)) {
			fputs(phrases[i].phrase, stdout);
			return;
		}
	}
	print_piece(word);
}

/* Prints a latency in us, rounded. */
static void print_us(long long ns)
{
	const unsigned long long tenths = ((unsigned long long)llabs(ns) + 50) / 100;

	printf("%llu.%llu us", tenths / 10, tenths % 10);
}

/* Prints how late the other stages of the same sample were. */
static void print_others(const struct outlier *outlier)
{
	const struct outlier_latency *latency = outlier->latency;
	const char *before = " (";
	size_t i;

	for (i = 0; i < outlier->latency_count; i++) {
		if (i == outlier->late)
			continue;
		fputs(before, stdout);
		print_piece(latency[i].stage);
		putchar(' ');
		before = ", ";
		if (!latency[i].known) {
			fputs("unfinished", stdout);
			continue;
		}
		print_us(latency[i].ns);
		if (latency[i].ns < 0)
			fputs(" early", stdout);
	}
	if (*before == ',')
		putchar(')');
}

/* Prints what happened, where and when. */
static void print_what(const struct outlier *outlier)
{
	const struct outlier_latency *late = &outlier->latency[outlier->late];
	const unsigned long long us = outlier->t_ns % NS_PER_S / 1000;

	printf("cpu %llu ", outlier->cpu);
	print_piece(late->stage);
	putchar(' ');
	if (late->known) {
		print_us(late->ns);
		fputs(late->ns < 0 ? " early" : " late", stdout);
	} else {
		fputs("never got to run", stdout);
	}
	print_others(outlier);
	printf(", seq %llu, at %llu.%06llu s", outlier->seq, outlier->t_ns / NS_PER_S, us);
	if (outlier->is_max) {
		printf("; the max of cpu %llu ", outlier->cpu);
		print_piece(late->stage);
	}
	putchar('\n');
}

/* Prints how a task was scheduled. */
static void print_policy(const struct outlier_task *task)
{
	print_piece(task->policy);
	if (piece_is(task->policy, "fifo") || piece_is(task->policy, "rr"))
		printf(", priority %lld", task->prio);
	else if (!piece_is(task->policy, "deadline"))
		printf(", nice %lld", task->prio);
}

/* Prints who had the CPU and what it was doing. */
static void print_task(const struct outlier_task *task)
{
	print_piece(task->comm);
	printf(" (pid %lld, ", task->pid);
	print_policy(task);
	fputs(") ", stdout);
	print_phrase(task->mode, modes, COUNT(modes));
	/* A program can be preempted, whatever the kernel counts. */
	if (!piece_is(task->mode, "user")) {
		if (task->preempt > 0)
			printf(", preemption disabled %lld deep", task->preempt);
		else if (!task->preempt)
			fputs(", preemption enabled", stdout);
		if (piece_is(task->softirq, "yes"))
			fputs(", in a softirq or with softirqs disabled", stdout);
	}
}

/* Prints a number of things. */
static void print_count(unsigned long long count, const char *thing)
{
	printf("%llu %s%s", count, thing, count == 1 ? "" : "s");
}

/* Prints who it was. */
static void print_who(const struct outlier *outlier)
{
	fputs("  ", stdout);
	if (outlier->has_task) {
		print_task(&outlier->task);
		fputs("; ", stdout);
	}
	print_phrase(outlier->cause, causes, COUNT(causes));
	if (outlier->has_task && piece_is(outlier->task.mode, "idle") &&
	    piece_is(outlier->cause, "unattributed"))
		fputs(", or leaving an idle state did", stdout);
	putchar('\n');
	if (outlier->has_since) {
		fputs("  since the last sample: ", stdout);
		print_count(outlier->irqs, "interrupt");
		fputs(", ", stdout);
		print_count(outlier->softirqs, "softirq");
		putchar('\n');
	}
}

/* Prints a place in a function. */
static void print_function(const struct outlier_frame *frame)
{
	print_piece(frame->symbol);
	printf("+0x%llx", frame->offset);
	if (frame->size)
		printf("/0x%llx", frame->size);
	if (frame->module.length) {
		fputs(" [", stdout);
		print_piece(frame->module);
		putchar(']');
	}
}

/* Prints a place in the code, as far as it is known; false if it is hidden. */
static bool print_frame(const struct outlier_frame *frame)
{
	if (!frame->has_offset && !frame->has_address)
		return false;
	if (frame->omitted)
		return true;
	fputs("  ", stdout);
	if (frame->symbol.length) {
		print_function(frame);
	} else if (frame->has_offset) {
		putchar('[');
		print_piece(frame->module);
		printf("]+0x%llx", frame->offset);
	} else {
		printf("0x%llx", frame->address);
	}
	if (frame->maybe && !frame->symbol.length)
		fputs(" (if in another function than the one above)", stdout);
	putchar('\n');
	return true;
}

/* Prints all places in the code. */
static void print_frames(const struct outliers *outliers, const struct outlier *outlier)
{
	size_t i, hidden = 0;

	for (i = 0; i < outlier->frame_count; i++)
		hidden += !print_frame(&outliers->frame[outlier->first_frame + i]);
	if (hidden)
		printf("  (%zu address%s: hidden by kptr_restrict)\n", hidden,
		       hidden == 1 ? "" : "es");
	if (outlier->no_callers)
		puts("  (further callers are not known)");
}

/* Prints how many outliers there were, and are. */
static void print_heading(const struct outliers *outliers, size_t shown)
{
	print_count(outliers->count, "outlier record");
	fputs(outliers->lost ? ", " : ", none lost", stdout);
	if (outliers->lost)
		printf("%llu more lost: of each CPU the newest are kept, and the worst of each stage",
		       outliers->lost);
	if (shown < outliers->count)
		printf("; %zu shown", shown);
	putchar('\n');
}

/* Prints one outlier. */
static void print_outlier(const struct outliers *outliers, const struct outlier *outlier)
{
	putchar('\n');
	print_what(outlier);
	print_who(outlier);
	print_frames(outliers, outlier);
}

/* Prints outliers in their order, up to a number of them. */
void outliers_print_text(const struct outliers *outliers, size_t limit, const char *note)
{
	const size_t shown = limit < outliers->count ? limit : outliers->count;
	size_t i;

	print_heading(outliers, shown);
	if (note)
		printf("# %s\n", note);
	for (i = 0; i < shown; i++)
		print_outlier(outliers, &outliers->record[i]);
}
