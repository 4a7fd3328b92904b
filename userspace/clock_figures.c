// SPDX-License-Identifier: GPL-2.0
/* Tells about the clock as "key: value" lines, as the module does. */
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "text.h"

/* More than the kernel has reason to say in one line. */
#define LINE_LEN	1000

/* Prints one piece of a line. */
static void print_text(const char *text, size_t length)
{
	char clean[LINE_LEN];

	text_clean(clean, sizeof(clean), text, length);
	fputs(clean, stdout);
}

/* Prints what the module reports, as it does. */
static void print_lines(const struct clock_lines *lines)
{
	const struct clock_line *line;
	size_t i;

	for (i = 0; i < lines->count; i++) {
		line = &lines->line[i];
		print_text(line->key.at, line->key.length);
		fputs(": ", stdout);
		print_text(line->value.at, line->value.length);
		putchar('\n');
	}
}

/* Prints a text of sysfs. */
static void print_sysfs_text(const char *key, const char *text)
{
	printf("%s: ", key);
	print_text(*text ? text : "absent", strlen(*text ? text : "absent"));
	putchar('\n');
}

/* Prints what sysfs says. */
static void print_sysfs(const struct clock_kernel *kernel)
{
	char key[64];
	size_t i;

	print_sysfs_text("sysfs_clocksource", kernel->current);
	print_sysfs_text("sysfs_available", kernel->available);
	for (i = 0; i < kernel->event_count; i++) {
		snprintf(key, sizeof(key), "sysfs_clockevent[cpu%llu]",
			 kernel->event[i].cpu);
		print_sysfs_text(key, kernel->event[i].device);
	}
}

/* Prints min, median and max. */
static void print_spread(const char *key, const struct spread *spread)
{
	if (spread->known)
		printf("%s: %llu %llu %llu\n", key, spread->min, spread->median,
		       spread->max);
	else
		printf("%s: unknown\n", key);
}

/* Prints at which priority was measured. */
static void print_priority(const struct app *app)
{
	printf("app_priority: %u", app->priority);
	if (app->priority_error)
		printf(" (%u: %s)", app->wanted_priority, strerror(app->priority_error));
	putchar('\n');
}

/* Prints how a read gets at the time. */
static void print_path(const struct app *app)
{
	if (app->path == APP_PATH_UNKNOWN)
		printf("app_path: unknown (%s)\n", strerror(app->path_error));
	else
		printf("app_path: %s\n", app_path_name(app));
}

/* Prints what an application sees. */
static void print_app(const struct app *app)
{
	printf("app_cpu: %u\n", app->cpu);
	print_priority(app);
	print_path(app);
	if (app->step_ns)
		printf("app_step_ns: %llu\n", app->step_ns);
	else
		puts("app_step_ns: unknown");
	printf("app_equal_reads_ppm: %llu\n", app_equal_ppm(app));
	printf("app_backsteps: %llu\n", app->backsteps);
	print_spread("app_read_ns", &app->read_ns);
	print_spread("app_sleep_ns", &app->sleep_ns);
	print_spread("app_switch_ns", &app->switch_ns);
	printf("app_took_ms: %llu\n", app->took_ms);
}

/* Tells about the clock in figures. */
void clock_print_figures(const struct clock_kernel *kernel, const struct app *app)
{
	print_lines(&kernel->lines);
	print_sysfs(kernel);
	if (app)
		print_app(app);
}
