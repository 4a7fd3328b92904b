// SPDX-License-Identifier: GPL-2.0
/* Waits for a moment, or for a signal that ends what goes on. */
#include <time.h>

#include "waiting.h"

/* Tells the time in ms, from some moment on. */
unsigned long long waiting_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long long)now.tv_sec * 1000 +
	       (unsigned long long)now.tv_nsec / 1000000;
}

/*
 * Blocks the signals that end a run; they are waited for instead, so that
 * none is lost and none interrupts what follows.
 */
void waiting_block(sigset_t *set)
{
	struct sigaction hangup;

	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	/* Under nohup a hangup is to be ignored; it would be queued if blocked. */
	if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN)
		sigaddset(set, SIGHUP);
	sigprocmask(SIG_BLOCK, set, NULL);
}

/* Waits for a signal until some ms are over; true if one came. */
bool waiting_signal(const sigset_t *set, unsigned long long wait_ms)
{
	const struct timespec timeout = {
		.tv_sec = (time_t)(wait_ms / 1000),
		.tv_nsec = (long)(wait_ms % 1000) * 1000000,
	};

	return sigtimedwait(set, NULL, &timeout) > 0;
}

/* Waits for a signal until a moment has come; true if one came. */
bool waiting_until(const sigset_t *set, unsigned long long end_ms)
{
	const unsigned long long now_ms = waiting_now_ms();

	return waiting_signal(set, end_ms > now_ms ? end_ms - now_ms : 0);
}
