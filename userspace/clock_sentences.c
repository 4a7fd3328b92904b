// SPDX-License-Identifier: GPL-2.0
/* Tells about the clock in sentences, with what is wrong first. */
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "text.h"

/* Longer texts are cut off; the figures have more of them. */
#define SENTENCE_LEN	300
/* From here on a step hides what people look for. */
#define COARSE_NS	1000

/* Prints a piece of text as it may be printed. */
static void print_text(struct piece text)
{
	char clean[SENTENCE_LEN];

	text_clean(clean, sizeof(clean), text.at, text.length);
	fputs(clean, stdout);
}

/* Prints a line's value as a sentence, unless it is one of two that need none. */
static void print_unless(const struct clock_kernel *kernel, const char *key,
			 const char *harmless, const char *start)
{
	const struct clock_line *line = clock_lines_find(&kernel->lines, key);

	if (!line || clock_line_is(line, harmless) || clock_line_unknown(line))
		return;
	fputs(start, stdout);
	print_text(line->value);
	puts(".");
}

/* Prints each part of a verdict as a warning. */
static void print_verdict(struct piece verdict)
{
	const char *end;
	struct piece part;

	while (verdict.length) {
		end = memmem(verdict.at, verdict.length, "; ", 2);
		part = verdict;
		if (end)
			part.length = (size_t)(end - verdict.at);
		fputs("Warning: ", stdout);
		print_text(part);
		putchar('\n');
		verdict.length -= part.length + (end ? 2 : 0);
		verdict.at += part.length + (end ? 2 : 0);
	}
}

/* Prints what makes the figures of this clock doubtful. */
static void print_warnings(const struct clock_kernel *kernel, const struct app *app)
{
	const struct clock_line *verdict = clock_lines_find(&kernel->lines, "verdict");

	if (verdict && !clock_line_unknown(verdict)) {
		if (!clock_line_is(verdict, "ok"))
			print_verdict(verdict->value);
	} else if (app && app->step_ns >= COARSE_NS) {
		printf("Warning: the clock moves in steps of %llu ns; what is finer is not measured\n",
		       app->step_ns);
	}
	if (app && app->backsteps)
		printf("Warning: the clock went back %llu times in %llu reads\n",
		       app->backsteps, app->reads);
	print_unless(kernel, "i940", "no", "Erratum i940: ");
	print_unless(kernel, "changed", "no", "The clock has changed: ");
}

/* Prints a frequency. */
static void print_frequency(unsigned long long hz)
{
	if (hz >= 1000000)
		printf("%llu.%03llu MHz", hz / 1000000, hz / 1000 % 1000);
	else
		printf("%llu.%03llu kHz", hz / 1000, hz % 1000);
}

/* Prints what a read costs the kernel, from the best to the worst CPU. */
static void print_kernel_reads(const struct clock_lines *lines)
{
	char text[TEXT_DURATION_LEN];
	struct spread spread, range = { 0 };
	unsigned long long cpu;
	size_t i;

	for (i = 0; i < lines->count; i++) {
		if (!clock_line_cpu(&lines->line[i], "read_ns", &cpu) ||
		    !clock_line_spread(&lines->line[i], &spread))
			continue;
		if (!range.known || spread.median < range.min)
			range.min = spread.median;
		if (!range.known || spread.median > range.max)
			range.max = spread.median;
		range.known = true;
	}
	if (!range.known)
		return;
	printf(", a read costs %s", text_duration(text, range.min));
	if (range.max > range.min)
		printf(" to %s", text_duration(text, range.max));
}

/* Tells about the clock what the module reports. */
static void print_report(const struct clock_lines *lines)
{
	const struct clock_line *class = clock_lines_find(lines, "class");
	const char *before = ":";
	unsigned long long number;

	fputs("The kernel tells time by ", stdout);
	print_text(clock_lines_find(lines, "name")->value);
	if (class) {
		fputs(" (class ", stdout);
		print_text(clock_line_head(class));
		putchar(')');
	}
	if (clock_line_number(clock_lines_find(lines, "frequency_hz"), &number)) {
		fputs(": ", stdout);
		print_frequency(number);
		before = ",";
	}
	if (clock_line_number(clock_lines_find(lines, "resolution_observed_ns"), &number)) {
		printf("%s steps of %llu ns", before, number);
		before = ",";
	}
	print_kernel_reads(lines);
	puts(".");
	if (class && clock_line_head(class).length < class->value.length) {
		fputs("Name and observation disagree: class ", stdout);
		print_text(class->value);
		puts(".");
	}
}

/* Tells about the clock what the kernel says. */
static void print_kernel(const struct clock_kernel *kernel)
{
	const struct clock_line *name = clock_lines_find(&kernel->lines, "name");
	const struct piece current = { kernel->current, strlen(kernel->current) };

	if (name)
		print_report(&kernel->lines);
	else
		puts(kernel->missing);
	if (!current.length) {
		if (!name)
			puts("By which clock the kernel tells time is not in sysfs either.");
	} else if (!name) {
		fputs("The kernel tells time by ", stdout);
		print_text(current);
		puts(", as sysfs says; its class and the verdict on it are not known.");
	} else if (!clock_line_is(name, kernel->current) && !clock_line_unknown(name)) {
		fputs("By now sysfs names another clock: ", stdout);
		print_text(current);
		puts(".");
	}
}

/* Prints the median of a spread, and how far it reaches. */
static void print_spread(const struct spread *spread)
{
	char text[TEXT_DURATION_LEN];

	if (!spread->known) {
		fputs("an unknown time", stdout);
		return;
	}
	fputs(text_duration(text, spread->median), stdout);
	printf(" (%s", text_duration(text, spread->min));
	printf(" to %s)", text_duration(text, spread->max));
}

/* Tells what a read costs an application, and why. */
static void print_path(const struct app *app)
{
	static const char *const paths[] = {
		[APP_PATH_UNKNOWN] = "clock_gettime() costs ",
		[APP_PATH_VDSO] = "clock_gettime() goes through the vDSO: a call costs ",
		[APP_PATH_SYSCALL] = "clock_gettime() makes a system call: every call costs ",
	};

	fputs(paths[app->path], stdout);
	print_spread(&app->read_ns);
	puts(".");
	if (app->path == APP_PATH_UNKNOWN)
		printf("Whether it makes a system call is not known: %s.\n",
		       strerror(app->path_error));
}

/* Tells how the time moves that an application reads. */
static void print_steps(const struct app *app)
{
	const unsigned long long ppm = app_equal_ppm(app);

	if (!app->step_ns)
		puts("An application that watches the clock does not see it move.");
	else if (!app->equal)
		printf("An application sees each read in a row give a later time, by %llu ns or more.\n",
		       app->step_ns);
	else
		printf("An application sees steps of %llu ns or more; %llu.%llu %% of reads give the time of the one before.\n",
		       app->step_ns, ppm / 10000, ppm / 1000 % 10);
}

/* Tells what an application sees. */
static void print_app(const struct app *app)
{
	print_path(app);
	print_steps(app);
	fputs("A sleep of 1 ns takes ", stdout);
	print_spread(&app->sleep_ns);
	fputs(".\nA switch between two threads takes ", stdout);
	print_spread(&app->switch_ns);
	printf(".\nThis was measured on CPU %u at ", app->cpu);
	if (app->priority)
		printf("SCHED_FIFO priority %u.\n", app->priority);
	else
		puts("ordinary priority: others may have come in between.");
	if (app->priority_error)
		printf("SCHED_FIFO priority %u is not possible here: %s.\n",
		       app->wanted_priority, strerror(app->priority_error));
}

/* Tells about the clock in sentences. */
void clock_print_sentences(const struct clock_kernel *kernel, const struct app *app)
{
	print_warnings(kernel, app);
	print_kernel(kernel);
	if (app)
		print_app(app);
}
