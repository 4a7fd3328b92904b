// SPDX-License-Identifier: GPL-2.0
/* Collects what the kernel says about its clock: the module's report, and sysfs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock_kernel.h"
#include "message.h"

#define EVENTS_AT_ONCE	32

/* Tells why there is no report, as a sentence. */
static const char *explain(const char *root, int error)
{
	char value[32];

	if (error == -EACCES)
		return "Only root may read the report of the kernel module.";
	if (source_read(root, "run", value, sizeof(value)) == -ENOENT)
		return "The kernel module is not loaded (insmod irqscope.ko).";
	if (source_read_path(root, SOURCE_DEBUGFS, value, sizeof(value)) == -ENOENT)
		return "There is no debugfs here (not in this kernel, or not mounted).";
	return "The kernel module that is loaded has no report on the clock.";
}

/* Reads the module's report; where there is none, that is no error. */
static int read_report(struct clock_kernel *kernel, const char *root)
{
	int error = source_read_file(root, SOURCE_CLOCK, &kernel->bytes);

	if (error == -ENOENT || error == -EACCES) {
		kernel->missing = explain(root, error);
		return EXIT_FINE;
	}
	if (error)
		return complain("%s" SOURCE_CLOCK ": %s", root, strerror(-error));
	return clock_lines_parse(&kernel->lines, &kernel->bytes, SOURCE_CLOCK);
}

/* Makes room for one more device. */
static struct clock_event *add_event(struct clock_kernel *kernel)
{
	struct clock_event *event = kernel->event;
	const size_t count = kernel->event_count + EVENTS_AT_ONCE;

	if (kernel->event_count % EVENTS_AT_ONCE == 0) {
		event = realloc(event, count * sizeof(*event));
		if (!event)
			return NULL;
		kernel->event = event;
	}
	return &kernel->event[kernel->event_count];
}

/* Reads the clock event device of every CPU; the first number without one ends it. */
static int read_events(struct clock_kernel *kernel, const char *root)
{
	struct clock_event *event;
	char path[96];

	for (;;) {
		event = add_event(kernel);
		if (!event)
			return complain("no memory for the clock event devices");
		event->cpu = kernel->event_count;
		snprintf(path, sizeof(path),
			 SOURCE_CLOCKEVENTS "/clockevent%llu/current_device",
			 event->cpu);
		if (source_read_path(root, path, event->device, sizeof(event->device)))
			return EXIT_FINE;
		kernel->event_count++;
	}
}

/* Reads one of the files about the clocksource; empty if it is not there. */
static void read_clocksource(const char *root, const char *file, char *value,
			     size_t size)
{
	char path[96];
	size_t length;

	snprintf(path, sizeof(path), SOURCE_CLOCKSOURCE "/%s", file);
	if (source_read_path(root, path, value, size))
		value[0] = '\0';
	/* The kernel leaves a blank behind each name. */
	length = strlen(value);
	while (length && value[length - 1] == ' ')
		value[--length] = '\0';
}

/* Collects everything; clock_kernel_free() has to follow in any case. */
int clock_kernel_read(struct clock_kernel *kernel, const char *root)
{
	int error;

	*kernel = (struct clock_kernel){ 0 };
	error = read_report(kernel, root);
	if (error)
		return error;
	read_clocksource(root, "current_clocksource", kernel->current,
			 sizeof(kernel->current));
	read_clocksource(root, "available_clocksource", kernel->available,
			 sizeof(kernel->available));
	return read_events(kernel, root);
}

/* Gives back what all of that occupies. */
void clock_kernel_free(struct clock_kernel *kernel)
{
	clock_lines_free(&kernel->lines);
	bytes_free(&kernel->bytes);
	free(kernel->event);
	kernel->event = NULL;
	kernel->event_count = 0;
}
