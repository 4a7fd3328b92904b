// SPDX-License-Identifier: GPL-2.0
/* Runs a measurement from its settings to its table. */
#include <string.h>

#include "capture.h"
#include "command.h"
#include "limit.h"
#include "message.h"
#include "number.h"
#include "progress.h"
#include "recording.h"
#include "request.h"
#include "save.h"
#include "session.h"
#include "show.h"
#include "source.h"
#include "user_tasks.h"
#include "verify.h"
#include "waiting.h"

/* How soon a run that was stopped from elsewhere is noticed. */
#define LOOK_EVERY_MS	PARTS_SECOND_MS

enum run_end {
	RUN_DONE,	/* its time was over, or a signal came */
	RUN_STOPPED,	/* an outlier or somebody else stopped it */
	RUN_LOST,	/* its file went away */
};

/**
 * struct run - a run that goes on
 * @root: the root
 * @request: what the command line asks for
 * @save: the file for the capture; none without a descriptor
 * @signals: those that end it
 * @load: what runs beside it
 * @tasks: those of the stage user
 * @recording: what is noted about it
 * @start_ms: when it started
 */
struct run {
	const char *root;
	const struct request *request;
	struct save *save;
	sigset_t signals;
	struct load load;
	struct user_tasks tasks;
	struct recording recording;
	unsigned long long start_ms;
};

/* Does what there is to do each second, counted from the end of the warm-up. */
static void do_second(struct run *run, struct progress *progress, bool recorded)
{
	if (load_has_ended(&run->load)) {
		progress_end(progress);
		load_tell(&run->load, run->start_ms);
	}
	if (recorded)
		recording_second(&run->recording);
}

/* Waits for the end of a run, whatever brings it about; @end_ms is 0 without one. */
static enum run_end wait_for_end(struct run *run, struct progress *progress,
				 unsigned long long record_ms, unsigned long long end_ms)
{
	unsigned long long now = run->start_ms, next_ms;
	char value[32];

	/* All seconds are those of one clock: what one is late, the next is not. */
	next_ms = run->start_ms + (record_ms - run->start_ms) % LOOK_EVERY_MS;
	while (!end_ms || now < end_ms) {
		progress_show(progress, now, run->start_ms, end_ms);
		if (waiting_until(&run->signals,
				  end_ms && end_ms < next_ms ? end_ms : next_ms))
			break;
		if (source_read(run->root, "run", value, sizeof(value)))
			return RUN_LOST;
		if (!strcmp(value, "0"))
			return RUN_STOPPED;
		now = waiting_now_ms();
		if (now < next_ms || (end_ms && now >= end_ms))
			continue;
		do_second(run, progress, next_ms >= record_ms);
		next_ms += LOOK_EVERY_MS * ((now - next_ms) / LOOK_EVERY_MS + 1);
	}
	return RUN_DONE;
}

/* Waits for the end of a run, and notes what there is at that moment. */
static enum run_end watch(struct run *run)
{
	const unsigned long long seconds = run->request->seconds;
	unsigned long long warmup_ms, record_ms;
	struct progress progress;
	enum run_end end;

	if (source_read_number(run->root, "warmup_ms", &warmup_ms))
		warmup_ms = 0;
	run->start_ms = waiting_now_ms();
	record_ms = run->start_ms + warmup_ms;
	progress_begin(&progress, run->root, run->request->quiet, run->start_ms);
	end = wait_for_end(run, &progress, record_ms,
			   seconds == NUMBER_FOREVER ? 0 : record_ms + seconds * 1000);
	recording_end(&run->recording);
	progress_end(&progress);
	return end;
}

/* Stops the run unless that has been done. */
static int stop(const char *root, enum run_end end)
{
	if (end == RUN_LOST)
		return complain("the module was unloaded: what it had measured is gone");
	return end == RUN_STOPPED ? EXIT_FINE : session_stop(root);
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

/* Completes a snapshot; it stays as it is if there is something wrong with it. */
static int complete(struct run *run, struct bytes *bytes)
{
	struct snapshot snap;
	int error = snapshot_parse(&snap, bytes, SOURCE_SNAPSHOT);

	if (!error && run->save->fd >= 0)
		error = capture_complete(bytes, &snap, run->root);
	if (!error)
		error = snapshot_parse(&snap, bytes, SOURCE_SNAPSHOT);
	if (!error)
		error = verify_snapshot(&snap);
	if (!error)
		error = recording_append(&run->recording, bytes, &snap, &run->load,
					 run->start_ms);
	return error;
}

/* Saves and prints what was measured; saving comes first, printing can fail. */
static int report(struct run *run)
{
	int error, missing, save_error = EXIT_FINE;
	struct bytes bytes;

	error = source_read_snapshot(run->root, &bytes, &missing);
	if (error || missing)
		return error ? error : show_sysfs(run->root, &run->request->gate);
	error = complete(run, &bytes);
	if (run->save->fd >= 0)
		save_error = save_finish(run->save, &bytes);
	if (!error)
		error = show_snapshot(&bytes, SOURCE_SNAPSHOT, &run->request->gate);
	bytes_free(&bytes);
	return error ? error : save_error;
}

/* Measures: start, wait, stop, report. */
static int measure(struct run *run)
{
	const char *root = run->root;
	int error, stop_error, tasks_error, limit;
	enum run_end end;

	error = session_start(root, &run->request->settings, &run->tasks);
	if (error)
		return error;
	end = watch(run);
	stop_error = stop(root, end);
	tasks_error = user_tasks_end(&run->tasks);
	if (load_has_ended(&run->load))
		load_tell(&run->load, run->start_ms);
	load_end(&run->load);
	if (end == RUN_LOST)
		return stop_error;
	limit = limit_check(root);
	if (end == RUN_STOPPED)
		tell_stopped(root, limit);
	error = report(run);
	if (!error)
		error = stop_error ? stop_error : tasks_error;
	return error ? error : limit;
}

/* Measures under the load that is wanted; that ends whatever happens. */
static int measure_loaded(struct run *run)
{
	int error;

	error = session_load(&run->load, &run->request->load, &run->signals);
	if (!error)
		error = measure(run);
	load_end(&run->load);
	load_free(&run->load);
	return error;
}

/* irqscope run [OPTIONS] */
int command_run(const char *root, int argc, char **argv)
{
	struct save save = { .fd = -1 };
	struct request request;
	struct run run = { .root = root, .request = &request, .save = &save };
	int error = request_take(&request, argc, argv);

	if (!error)
		error = session_require_idle(root);
	if (!error && request.save)
		error = session_prepare_save(root, request.save, &save);
	recording_init(&run.recording, root, save.fd >= 0);
	if (!error)
		error = measure_loaded(&run);
	recording_free(&run.recording);
	save_cancel(&save);
	return error;
}
