// SPDX-License-Identifier: GPL-2.0
/* Measures the steps of the clock, and what a read and a short sleep cost. */
#include <time.h>

#include "app.h"

/* Steps are watched until there were enough, or for so long. */
#define ENOUGH_READS	10000
#define ENOUGH_STEPS	1000
#define WATCH_NS	100000000ull
/* A clock that stands still must not keep us. */
#define MOST_READS	4000000ull

/*
 * A batch begins and ends with a step, so its length is as exact as a read is
 * short; it lasts many steps all the same, so that few of its reads come upon one.
 */
#define BATCHES		101
#define BATCH_STEPS	20
#define BATCH_LEAST_NS	50000ull
#define BATCH_MOST_NS	50000000ull
#define BATCHES_NS	100000000ull

#define SLEEPS		200
#define SLEEPS_NS	150000000ull

/* Watches the clock: how it steps, and how often it does not. */
void app_watch_steps(struct app *app)
{
	const unsigned long long start_ns = app_now_ns();
	unsigned long long now_ns, last_ns = start_ns, steps = 0;

	while (app->reads < MOST_READS && last_ns - start_ns < WATCH_NS &&
	       (app->reads < ENOUGH_READS || steps < ENOUGH_STEPS)) {
		now_ns = app_now_ns();
		app->reads++;
		if (now_ns == last_ns) {
			app->equal++;
		} else if (now_ns < last_ns) {
			app->backsteps++;
		} else {
			steps++;
			if (!app->step_ns || now_ns - last_ns < app->step_ns)
				app->step_ns = now_ns - last_ns;
		}
		last_ns = now_ns;
	}
}

/* Tells whether a time has come. */
static bool has_come(const struct timespec *now, const struct timespec *time)
{
	return now->tv_sec > time->tv_sec ||
	       (now->tv_sec == time->tv_sec && now->tv_nsec >= time->tv_nsec);
}

/* Reads the clock until a time has come, or too often; tells how often. */
static unsigned long long read_until(const struct timespec *time)
{
	unsigned long long reads = 0;
	struct timespec now;

	/* Nothing else is in the loop: it is the read that is measured. */
	do {
		clock_gettime(CLOCK_MONOTONIC, &now);
		reads++;
	} while (!has_come(&now, time) && reads < MOST_READS);
	return reads;
}

/* Reads the clock until it shows a time, as close to the step as one can. */
static unsigned long long batch_reads(unsigned long long end_ns)
{
	const struct timespec end = {
		.tv_sec = (time_t)(end_ns / 1000000000),
		.tv_nsec = (long)(end_ns % 1000000000),
	};

	return read_until(&end);
}

/* Tells how long a batch has to last. */
static unsigned long long batch_length_ns(const struct app *app)
{
	const unsigned long long length_ns = app->step_ns * BATCH_STEPS;

	if (length_ns < BATCH_LEAST_NS)
		return BATCH_LEAST_NS;
	return length_ns < BATCH_MOST_NS ? length_ns : BATCH_MOST_NS;
}

/* Measures what a read of the clock costs. */
void app_time_reads(struct app *app)
{
	const unsigned long long length_ns = batch_length_ns(app);
	unsigned long long cost_ns[BATCHES], reads, from_ns, now_ns, end_ns;
	size_t count = 0;

	if (!app->step_ns)
		return;
	batch_reads(app_now_ns() + 1);
	from_ns = app_now_ns();
	end_ns = from_ns + BATCHES_NS;
	while (count < BATCHES && from_ns < end_ns) {
		/* The reads of app_now_ns() belong to the batch before them. */
		reads = batch_reads(from_ns + length_ns) + 1;
		now_ns = app_now_ns();
		if (now_ns < from_ns + length_ns)
			break;
		cost_ns[count++] = (now_ns - from_ns + reads / 2) / reads;
		from_ns = now_ns;
	}
	spread_take(&app->read_ns, cost_ns, count);
}

/* Measures how long the shortest of all sleeps takes. */
void app_time_sleeps(struct app *app)
{
	const struct timespec shortest = { .tv_nsec = 1 };
	const unsigned long long end_ns = app_now_ns() + SLEEPS_NS;
	unsigned long long took_ns[SLEEPS], before_ns, now_ns;
	size_t count = 0;

	do {
		before_ns = app_now_ns();
		if (clock_nanosleep(CLOCK_MONOTONIC, 0, &shortest, NULL))
			break;
		now_ns = app_now_ns();
		took_ns[count++] = now_ns > before_ns ? now_ns - before_ns : 0;
	} while (count < SLEEPS && now_ns < end_ns);
	spread_take(&app->sleep_ns, took_ns, count);
}
