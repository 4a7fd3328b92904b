// SPDX-License-Identifier: GPL-2.0
/* irqscope trial: whether a setting helps, on this machine and under this load. */
#include "command.h"
#include "message.h"
#include "save.h"
#include "session.h"
#include "snapshot_open.h"
#include "trial.h"
#include "verify.h"

#define SEED_DEFAULT	1

/* Tells what the exit code is. */
static int find_result(const struct trial *trial, const struct trial_request *request)
{
	if (request->fail_if_worse && trial_count(trial, TRIAL_HURTS))
		return EXIT_LIMIT;
	return trial_count(trial, TRIAL_SHORT) < trial->count ? EXIT_FINE : EXIT_INPUT;
}

/* Judges a trial, prints it and draws it. */
static int judge(const struct snapshot *snap, const struct trial_request *request)
{
	struct trial trial;
	int error = trial_begin(&trial, snap);

	if (!error)
		error = trial_judge(&trial, request->has_seed ? request->seed : SEED_DEFAULT);
	if (!error)
		error = trial_print(&trial);
	if (!error && request->plot)
		error = trial_save_picture(&trial, request->plot, request->terminal);
	if (!error)
		error = find_result(&trial, request);
	trial_end(&trial);
	return error;
}

/* Judges a saved trial. */
static int judge_file(const struct trial_request *request)
{
	struct snapshot snap;
	struct bytes bytes = { 0 };
	int error = snapshot_open(&snap, &bytes, "", request->file);

	if (!error)
		error = judge(&snap, request);
	bytes_free(&bytes);
	return error;
}

/* Measures, saves and judges; saving comes first. What an error has cut short, too. */
static int measure(const char *root, const struct trial_request *request, struct save *save)
{
	struct bytes bytes = { 0 };
	struct snapshot snap;
	const int cut = trial_measure(root, request, &bytes);
	int error = EXIT_FINE;

	if (!bytes.size)
		return cut;
	if (save->fd >= 0)
		error = save_finish(save, &bytes);
	if (!error)
		error = snapshot_parse(&snap, &bytes, SOURCE_SNAPSHOT);
	if (!error)
		error = verify_snapshot(&snap);
	if (!error)
		error = judge(&snap, request);
	bytes_free(&bytes);
	return cut ? cut : error;
}

/* irqscope trial [OPTIONS] [FILE] */
int command_trial(const char *root, int argc, char **argv)
{
	struct trial_request request;
	struct save save = { .fd = -1 };
	int error = trial_take(&request, argc, argv);

	if (error)
		return error;
	if (request.file)
		return judge_file(&request);
	error = session_require_idle(root);
	if (!error && request.output)
		error = session_prepare_save(root, request.output, &save);
	if (!error)
		error = measure(root, &request, &save);
	save_cancel(&save);
	return error;
}
