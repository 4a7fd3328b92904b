// SPDX-License-Identifier: GPL-2.0
/*
 * Measures what a switch between two threads costs: on one CPU and at one
 * priority, they hand over to each other by semaphores.
 */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "app.h"

/* There and back so often between two looks at the clock, which cost as well. */
#define TURNS		16
#define SWITCHES	(2 * TURNS)
#define MOST_TURNS	1000000u

/* A round has to last many steps of the clock. */
#define ROUNDS		21
#define ROUND_STEPS	50
#define ROUND_LEAST_NS	2000000ull
#define ROUND_MOST_NS	50000000ull
#define ROUNDS_NS	150000000ull

/**
 * struct pair - two threads
 * @there: the other one may go on
 * @back: this one may go on
 * @done: the other one is to end
 */
struct pair {
	sem_t there;
	sem_t back;
	bool done;
};

/* Waits until a semaphore lets this thread go on. */
static void wait_for(sem_t *semaphore)
{
	while (sem_wait(semaphore) && errno == EINTR)
		;
}

/* What the other thread does. */
static void *answer(void *context)
{
	struct pair *pair = context;

	for (;;) {
		wait_for(&pair->there);
		/* Written before the post that ended the wait. */
		if (pair->done)
			return NULL;
		sem_post(&pair->back);
	}
}

/* Goes there and back a few times. */
static void take_turns(struct pair *pair)
{
	int i;

	for (i = 0; i < TURNS; i++) {
		sem_post(&pair->there);
		wait_for(&pair->back);
	}
}

/* Tells how long a round has to last. */
static unsigned long long round_length_ns(const struct app *app)
{
	const unsigned long long length_ns = app->step_ns * ROUND_STEPS;

	if (length_ns < ROUND_LEAST_NS)
		return ROUND_LEAST_NS;
	return length_ns < ROUND_MOST_NS ? length_ns : ROUND_MOST_NS;
}

/* Measures one round; 0 if the clock stood still. */
static unsigned long long time_round(struct pair *pair, unsigned long long length_ns)
{
	const unsigned long long start_ns = app_now_ns();
	unsigned long long took_ns, switches = 0;

	do {
		take_turns(pair);
		switches += SWITCHES;
		took_ns = app_now_ns() - start_ns;
	} while (took_ns < length_ns && switches < MOST_TURNS);
	return (took_ns + switches / 2) / switches;
}

/* Measures as many rounds as there is time for. */
static void time_rounds(struct app *app, struct pair *pair)
{
	const unsigned long long length_ns = round_length_ns(app);
	const unsigned long long end_ns = app_now_ns() + ROUNDS_NS;
	unsigned long long cost_ns[ROUNDS];
	size_t count = 0;

	/* The first turns find cold caches. */
	take_turns(pair);
	while (count < ROUNDS && app_now_ns() < end_ns) {
		cost_ns[count] = time_round(pair, length_ns);
		if (!cost_ns[count++])
			return;
	}
	spread_take(&app->switch_ns, cost_ns, count);
}

/* Measures what a switch between two threads costs. */
void app_time_switches(struct app *app)
{
	struct pair pair = { .done = false };
	pthread_t other;

	sem_init(&pair.there, 0, 0);
	sem_init(&pair.back, 0, 0);
	/* It inherits CPU, policy and priority. */
	if (!pthread_create(&other, NULL, answer, &pair)) {
		time_rounds(app, &pair);
		pair.done = true;
		sem_post(&pair.there);
		pthread_join(other, NULL);
	}
	sem_destroy(&pair.there);
	sem_destroy(&pair.back);
}
