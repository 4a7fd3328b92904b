// SPDX-License-Identifier: GPL-2.0
/* What all that measures begins and ends with: the load, the run, the file to save in. */
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "session.h"
#include "source.h"
#include "waiting.h"

/* What of a load does not work has ended by then. */
#define LOAD_FAILS_MS	1000

/* Makes sure that no run is active. */
int session_require_idle(const char *root)
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
int session_prepare_save(const char *root, const char *path, struct save *save)
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

/* Starts the load, if one is wanted, and makes sure that it goes on. */
int session_load(struct load *load, const struct load_profile *profile, sigset_t *signals)
{
	int error;

	waiting_block(signals);
	error = load_start(load, profile);
	if (error || !load->supervisor)
		return error;
	if (waiting_signal(signals, LOAD_FAILS_MS))
		return complain("ended before the run had started; nothing was measured");
	return load_require(load);
}

/* Has a run begin, with the tasks that it needs. */
static int begin(const char *root, struct user_tasks *tasks)
{
	int error = user_tasks_start(tasks, root);

	if (error)
		return error;
	error = source_write(root, "run", "1");
	if (!error) {
		user_tasks_go(tasks);
		return EXIT_FINE;
	}
	complain("%s" SOURCE_SYSFS "/run: the run could not be started: %s (dmesg has the reason)",
		 root, strerror(-error));
	user_tasks_end(tasks);
	return EXIT_INPUT;
}

/* Starts the run; if it does not start, the settings are as they were. */
static int start_alone(const char *root, const struct settings *settings,
		       struct user_tasks *tasks)
{
	struct settings_undo undo;
	int error = settings_apply(root, settings, &undo);

	if (error)
		return error;
	error = begin(root, tasks);
	if (error)
		settings_revert(root, &undo);
	else
		settings_keep(&undo);
	return error;
}

/* Starts the run while no other reader changes settings or starts one. */
int session_start(const char *root, const struct settings *settings,
		  struct user_tasks *tasks)
{
	int lock = source_lock(root, "run");
	int error = session_require_idle(root);

	if (!error)
		error = start_alone(root, settings, tasks);
	if (lock >= 0)
		close(lock);
	return error;
}

/* Stops the run. */
int session_stop(const char *root)
{
	const int error = source_write(root, "run", "0");

	if (error)
		return complain("%s" SOURCE_SYSFS "/run: the run could not be stopped: %s",
				root, strerror(-error));
	return EXIT_FINE;
}
