// SPDX-License-Identifier: GPL-2.0
/* Tells about the clock as one JSON object. */
#include <string.h>

#include "clock.h"
#include "json.h"

#define FORMAT_NAME	"irqscope-clock"
/* Goes up when a member changes its meaning or goes away. */
#define FORMAT_VERSION	1

/* Writes a text; null for one that is not there. */
static void put_text(struct json *json, const char *key, const struct clock_line *line)
{
	if (line)
		json_bytes(json, key, line->value.at, line->value.length);
	else
		json_null(json, key);
}

/* Writes a number, or null. */
static void put_number(struct json *json, const char *key, const struct clock_line *line)
{
	unsigned long long number;

	if (clock_line_number(line, &number))
		json_number(json, key, number);
	else
		json_null(json, key);
}

/* Writes a number with a fraction, or null. */
static void put_decimal(struct json *json, const char *key, const struct clock_line *line)
{
	struct piece decimal;

	if (clock_line_decimal(line, &decimal))
		json_decimal(json, key, decimal.at, decimal.length);
	else
		json_null(json, key);
}

/* Writes the members of a spread, each null if it is not known. */
static void put_members(struct json *json, const struct spread *spread)
{
	if (spread->known) {
		json_number(json, "min", spread->min);
		json_number(json, "median", spread->median);
		json_number(json, "max", spread->max);
	} else {
		json_null(json, "min");
		json_null(json, "median");
		json_null(json, "max");
	}
}

/* Writes a spread. */
static void put_spread(struct json *json, const char *key, const struct spread *spread)
{
	if (!spread->known) {
		json_null(json, key);
		return;
	}
	json_open_object(json, key);
	put_members(json, spread);
	json_close_object(json);
}

/* Writes what a read costs the kernel on each CPU. */
static void put_kernel_reads(struct json *json, const struct clock_lines *lines)
{
	struct spread spread;
	unsigned long long cpu;
	size_t i;

	json_open_array(json, "read_ns");
	for (i = 0; i < lines->count; i++) {
		if (!clock_line_cpu(&lines->line[i], "read_ns", &cpu))
			continue;
		clock_line_spread(&lines->line[i], &spread);
		json_open_object(json, NULL);
		json_number(json, "cpu", cpu);
		put_members(json, &spread);
		json_close_object(json);
	}
	json_close_array(json);
}

/* Writes the clock event device of each CPU, as the module names it. */
static void put_events(struct json *json, const struct clock_lines *lines)
{
	unsigned long long cpu;
	size_t i;

	json_open_array(json, "clockevents");
	for (i = 0; i < lines->count; i++) {
		if (!clock_line_cpu(&lines->line[i], "clockevent", &cpu))
			continue;
		json_open_object(json, NULL);
		json_number(json, "cpu", cpu);
		put_text(json, "device", &lines->line[i]);
		json_close_object(json);
	}
	json_close_array(json);
}

/**
 * struct member - a line of the report that becomes a member of the same name
 * @key: the key
 * @put: writes it
 */
struct member {
	const char *key;
	void (*put)(struct json *json, const char *key, const struct clock_line *line);
};

/* Writes the module's report. */
static void put_report(struct json *json, const struct clock_lines *lines)
{
	static const struct member members[] = {
		{ "id", put_text },
		{ "bracket", put_text },
		{ "frequency_hz", put_number },
		{ "resolution_observed_ns", put_number },
		{ "equal_reads_ppm", put_number },
		{ "backsteps", put_number },
		{ "resolution_claimed_ns", put_number },
		{ "wrap_s", put_number },
		{ "arch_counter", put_text },
		{ "arch_frequency_hz", put_number },
		{ "drift_ppm", put_decimal },
		{ "i940", put_text },
		{ "changed", put_text },
		{ "took_ms", put_number },
	};
	const struct clock_line *class = clock_lines_find(lines, "class");
	struct piece head;
	size_t i;

	if (class) {
		head = clock_line_head(class);
		json_bytes(json, "class", head.at, head.length);
	} else {
		json_null(json, "class");
	}
	put_text(json, "class_text", class);
	for (i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		members[i].put(json, members[i].key, clock_lines_find(lines, members[i].key));
	put_kernel_reads(json, lines);
	put_events(json, lines);
}

/* Writes a list that stands as words in a text. */
static void put_words(struct json *json, const char *key, const char *text)
{
	size_t length;

	json_open_array(json, key);
	for (text += strspn(text, " "); *text; text += length + strspn(text + length, " ")) {
		length = strcspn(text, " ");
		json_bytes(json, NULL, text, length);
	}
	json_close_array(json);
}

/* Writes what sysfs says. */
static void put_sysfs(struct json *json, const struct clock_kernel *kernel)
{
	size_t i;

	json_open_object(json, "sysfs");
	json_text(json, "current_clocksource", *kernel->current ? kernel->current : NULL);
	put_words(json, "available_clocksource", kernel->available);
	json_open_array(json, "clockevents");
	for (i = 0; i < kernel->event_count; i++) {
		json_open_object(json, NULL);
		json_number(json, "cpu", kernel->event[i].cpu);
		json_text(json, "device", kernel->event[i].device);
		json_close_object(json);
	}
	json_close_array(json);
	json_close_object(json);
}

/* Writes a number, or null instead of 0. */
static void put_positive(struct json *json, const char *key, unsigned long long number)
{
	if (number)
		json_number(json, key, number);
	else
		json_null(json, key);
}

/* Writes what went wrong, or null. */
static void put_error(struct json *json, const char *key, int error)
{
	json_text(json, key, error ? strerror(error) : NULL);
}

/* Writes what an application sees. */
static void put_app(struct json *json, const struct app *app)
{
	if (!app) {
		json_null(json, "application");
		return;
	}
	json_open_object(json, "application");
	json_number(json, "cpu", app->cpu);
	json_number(json, "priority", app->priority);
	put_error(json, "priority_error", app->priority_error);
	json_text(json, "path", app_path_name(app));
	put_error(json, "path_error", app->path_error);
	put_positive(json, "step_ns", app->step_ns);
	json_number(json, "equal_reads_ppm", app_equal_ppm(app));
	json_number(json, "backsteps", app->backsteps);
	put_spread(json, "read_ns", &app->read_ns);
	put_spread(json, "sleep_ns", &app->sleep_ns);
	put_spread(json, "switch_ns", &app->switch_ns);
	json_number(json, "took_ms", app->took_ms);
	json_close_object(json);
}

/* Writes the name of the clock, by the module or else by sysfs. */
static void put_name(struct json *json, const struct clock_kernel *kernel)
{
	const struct clock_line *name = clock_lines_find(&kernel->lines, "name");

	if (name)
		put_text(json, "name", name);
	else
		json_text(json, "name", *kernel->current ? kernel->current : NULL);
}

/* Tells about the clock in JSON. */
void clock_print_json(const struct clock_kernel *kernel, const struct app *app)
{
	const struct clock_line *verdict = clock_lines_find(&kernel->lines, "verdict");
	struct json json = { .out = stdout };

	json_open_object(&json, NULL);
	json_text(&json, "format", FORMAT_NAME);
	json_number(&json, "version", FORMAT_VERSION);
	put_text(&json, "verdict", verdict);
	json_text(&json, "missing", kernel->missing);
	put_name(&json, kernel);
	put_report(&json, &kernel->lines);
	put_sysfs(&json, kernel);
	put_app(&json, app);
	json_close_object(&json);
}
