// SPDX-License-Identifier: GPL-2.0
/* Runs a measurement from its settings to its table. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capture.h"
#include "command.h"
#include "limit.h"
#include "message.h"
#include "number.h"
#include "progress.h"
#include "request.h"
#include "save.h"
#include "settings.h"
#include "show.h"
#include "source.h"

/* How soon a run that was stopped from elsewhere is noticed. */
#define LOOK_EVERY_MS	1000

enum run_end {
	RUN_DONE,	/* its time was over, or a signal came */
	RUN_STOPPED,	/* an outlier or somebody else stopped it */
	RUN_LOST,	/* its file went away */
};

/* Tells the time in ms, from some moment on. */
static unsigned long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long long)now.tv_sec * 1000 +
	       (unsigned long long)now.tv_nsec / 1000000;
}

/* Makes sure that no run is active. */
static int require_idle(const char *root)
{
	char value[32];
	int error = source_require_module(root);

	if (error)
		return error;
	error = source_read(root, "run", value, sizeof(value));
	if (!error && !strcmp(value, "1"))
		return complain("a run is active already; stop it first: echo 0 > %s" SOURCE_SYSFS "/run",
				root);
	return EXIT_FINE;
}

/* Makes sure that there will be a snapshot, and a file to save it in. */
static int prepare_save(const char *root, const char *path, struct save *save)
{
	struct bytes bytes;
	int error, missing;

	error = source_read_snapshot(root, &bytes, &missing);
	if (error)
		return error;
	bytes_free(&bytes);
	if (missing)
		return complain("no debugfs here (not in this kernel, or not mounted): there will be no snapshot to save");
	return save_begin(save, path);
}

/*
 * Blocks the signals that end a run; they are waited for instead, so that
 * none is lost and none interrupts what follows.
 */
static void block_signals(sigset_t *set)
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

/* Waits for a signal until it is time to look again; true if one came. */
static bool wait_for_signal(const sigset_t *set, unsigned long long wait_ms)
{
	const struct timespec timeout = {
		.tv_sec = (time_t)(wait_ms / 1000),
		.tv_nsec = (long)(wait_ms % 1000) * 1000000,
	};

	return sigtimedwait(set, NULL, &timeout) > 0;
}

/* Waits for the end of a run, whatever brings it about. */
static enum run_end wait_for_end(const char *root, const sigset_t *set,
				 struct progress *progress,
				 unsigned long long record_ms)
{
	const unsigned long long start_ms = now_ms();
	const unsigned long long end_ms = record_ms ? start_ms + record_ms : 0;
	unsigned long long now, wait_ms;
	char value[32];

	for (now = start_ms; !end_ms || now < end_ms; now = now_ms()) {
		progress_show(progress, now, start_ms, end_ms);
		wait_ms = LOOK_EVERY_MS;
		if (end_ms && end_ms - now < wait_ms)
			wait_ms = end_ms - now;
		if (wait_for_signal(set, wait_ms))
			break;
		if (source_read(root, "run", value, sizeof(value)))
			return RUN_LOST;
		if (!strcmp(value, "0"))
			return RUN_STOPPED;
	}
	return RUN_DONE;
}

/* Tells how long a run has to be; its warm-up comes on top. */
static unsigned long long whole_ms(const char *root, unsigned long long seconds)
{
	unsigned long long warmup_ms;

	if (seconds == NUMBER_FOREVER)
		return 0;
	if (source_read_number(root, "warmup_ms", &warmup_ms))
		warmup_ms = 0;
	return seconds * 1000 + warmup_ms;
}

/* Stops the run unless that has been done. */
static int stop(const char *root, enum run_end end)
{
	int error;

	if (end == RUN_LOST)
		return complain("the module was unloaded: what it had measured is gone");
	if (end == RUN_STOPPED)
		return EXIT_FINE;
	error = source_write(root, "run", "0");
	if (error)
		return complain("%s" SOURCE_SYSFS "/run: the run could not be stopped: %s",
				root, strerror(-error));
	return EXIT_FINE;
}

/* Tells why a run ended before its time. */
static void tell_stopped(const char *root, int limit)
{
	unsigned long long by_outlier;

	if (limit == EXIT_LIMIT &&
	    !source_read_number(root, "stop_on_outlier", &by_outlier) && by_outlier)
		complain("an outlier ended the run, as it was told to; this is what there is");
	else
		complain("the run was stopped from elsewhere; this is what there is");
}

/* Saves a snapshot, complete, or as it is if there is something wrong with it. */
static int save_snapshot(const char *root, struct save *save, struct bytes *bytes)
{
	struct snapshot snap;
	int error, save_error;

	error = snapshot_parse(&snap, bytes, SOURCE_SNAPSHOT);
	if (!error)
		error = capture_complete(bytes, &snap, root);
	save_error = save_finish(save, bytes);
	return error ? error : save_error;
}

/* Saves and prints what was measured; saving comes first, printing can fail. */
static int report(const char *root, const struct gate *gate, struct save *save)
{
	int error, missing, save_error = EXIT_FINE;
	struct bytes bytes;

	error = source_read_snapshot(root, &bytes, &missing);
	if (error || missing)
		return error ? error : show_sysfs(root, gate);
	if (save->fd >= 0)
		save_error = save_snapshot(root, save, &bytes);
	error = show_snapshot(&bytes, SOURCE_SNAPSHOT, gate);
	bytes_free(&bytes);
	return error ? error : save_error;
}

/* Starts the run; if it does not start, the settings are as they were. */
static int start_alone(const char *root, const struct settings *settings)
{
	struct settings_undo undo;
	int error = settings_apply(root, settings, &undo);

	if (error)
		return error;
	error = source_write(root, "run", "1");
	if (!error) {
		settings_keep(&undo);
		return EXIT_FINE;
	}
	complain("%s" SOURCE_SYSFS "/run: the run could not be started: %s (dmesg has the reason)",
		 root, strerror(-error));
	settings_revert(root, &undo);
	return EXIT_INPUT;
}

/* Starts the run while no other reader changes settings or starts one. */
static int start(const char *root, const struct settings *settings)
{
	int lock = source_lock(root, "run");
	int error = require_idle(root);

	if (!error)
		error = start_alone(root, settings);
	if (lock >= 0)
		close(lock);
	return error;
}

/* Measures: start, wait, stop, report. */
static int measure(const char *root, const struct request *request,
		   struct save *save)
{
	struct progress progress;
	enum run_end end;
	sigset_t set;
	int error, stop_error, limit;

	block_signals(&set);
	error = start(root, &request->settings);
	if (error)
		return error;
	progress_begin(&progress, root, request->quiet, now_ms());
	end = wait_for_end(root, &set, &progress,
			   whole_ms(root, request->seconds));
	progress_end(&progress);
	stop_error = stop(root, end);
	if (end == RUN_LOST)
		return stop_error;
	limit = limit_check(root);
	if (end == RUN_STOPPED)
		tell_stopped(root, limit);
	error = report(root, &request->gate, save);
	if (!error)
		error = stop_error;
	return error ? error : limit;
}

/* irqscope run [OPTIONS] */
int command_run(const char *root, int argc, char **argv)
{
	struct save save = { .fd = -1 };
	struct request request;
	int error = request_take(&request, argc, argv);

	if (!error)
		error = require_idle(root);
	if (!error && request.save)
		error = prepare_save(root, request.save, &save);
	if (!error)
		error = measure(root, &request, &save);
	save_cancel(&save);
	return error;
}
