// SPDX-License-Identifier: GPL-2.0
/* Measures a trial: pairs of blocks, of which chance decides the order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "capture.h"
#include "interval.h"
#include "message.h"
#include "progress.h"
#include "recording.h"
#include "session.h"
#include "trial_lever.h"
#include "verify.h"
#include "waiting.h"

/* Blocks that are kept at first. */
#define FIRST_ROOM	256
/* The kernel's own default. */
#define SETTLE_MS	100

/**
 * struct measure - a trial that goes on
 * @root: the root
 * @request: what the command line asks for
 * @seed: what the random numbers begin with
 * @chance: they
 * @signals: those that end it
 * @interrupted: one of them has come
 * @load: what runs beside it
 * @recording: what is noted about it
 * @tasks: those that are the stage user
 * @lever: what switches
 * @settle_ms: how long that takes to have its effect
 * @start_ms: when the run started
 * @pairs: how many there is time for
 * @error: what has ended it before that, or EXIT_FINE
 * @bytes: the snapshot that ended the last block
 * @before: what is in there
 * @block: all blocks, allocated
 * @count: how many
 * @room: for how many there is room
 */
struct measure {
	const char *root;
	const struct trial_request *request;
	unsigned long long seed;
	struct chance chance;
	sigset_t signals;
	bool interrupted;
	struct load load;
	struct recording recording;
	struct user_tasks tasks;
	struct lever lever;
	unsigned long long settle_ms;
	unsigned long long start_ms;
	unsigned int pairs;
	int error;
	struct bytes bytes;
	struct snapshot before;
	struct irqscope_trial_block *block;
	size_t count;
	size_t room;
};

/* Makes room for a block. */
static int make_room(struct measure *measure)
{
	const size_t room = measure->room ? 2 * measure->room : FIRST_ROOM;
	struct irqscope_trial_block *block;

	if (measure->count < measure->room)
		return EXIT_FINE;
	block = realloc(measure->block, room * sizeof(*block));
	if (!block)
		return complain("no memory for the blocks");
	measure->block = block;
	measure->room = room;
	return EXIT_FINE;
}

/* Gives the numbers of a setting. */
static struct snapshot of_setting(const struct snapshot *snap, unsigned int setting)
{
	return setting ? snapshot_setting_b(snap) : *snap;
}

/* Keeps what one cell has counted in a block. */
static int keep_cell(struct measure *measure, const struct snapshot *before,
		     const struct snapshot *now, size_t index,
		     const struct irqscope_trial_block *block)
{
	struct irqscope_trial_block *kept;
	struct interval interval;
	struct irqscope_cell cell;
	int error = make_room(measure);

	if (error)
		return error;
	snapshot_get_cell(now, index, &cell);
	interval_get(&interval, before, now, &cell);
	kept = &measure->block[measure->count++];
	*kept = *block;
	kept->cpu = cell.cpu;
	kept->stage = cell.stage;
	kept->count = interval.count;
	kept->max_ns = interval.max_ns;
	return EXIT_FINE;
}

/* Keeps what all cells have counted in a block, and the snapshot that ended it. */
static int keep_block(struct measure *measure, const struct snapshot *snap, unsigned int pair,
		      unsigned int setting)
{
	const struct snapshot now = of_setting(snap, setting);
	const struct snapshot before = of_setting(&measure->before, setting);
	struct irqscope_trial trial, trial_before = { 0 };
	struct irqscope_trial_block block = { .pair = pair, .setting = setting };
	int error = EXIT_FINE;
	size_t i;

	if (!snapshot_get_trial(snap, &trial))
		return complain("the trial was ended from elsewhere");
	if (measure->bytes.size) {
		if (interval_restarted(&before, &now))
			return complain("the run was cleared or started again from elsewhere");
		snapshot_get_trial(&measure->before, &trial_before);
	}
	block.end_ns = snap->run.taken_ns;
	block.length_ns = trial.recorded_ns[setting] - trial_before.recorded_ns[setting];
	for (i = 0; i < snapshot_cells(&now) && !error; i++)
		error = keep_cell(measure, measure->bytes.size ? &before : NULL, &now, i,
				  &block);
	return error;
}

/* Ends a block with a snapshot. */
static int end_block(struct measure *measure, unsigned int pair, unsigned int setting)
{
	struct snapshot snap;
	struct bytes bytes;
	int error, missing;

	error = source_read_snapshot(measure->root, &bytes, &missing);
	if (!error && missing)
		return complain("the module was unloaded: what it had measured is gone");
	if (!error)
		error = snapshot_parse(&snap, &bytes, SOURCE_SNAPSHOT);
	if (!error)
		error = verify_snapshot(&snap);
	if (!error)
		error = keep_block(measure, &snap, pair, setting);
	if (error) {
		bytes_free(&bytes);
		return error;
	}
	bytes_free(&measure->bytes);
	measure->bytes = bytes;
	measure->before = snap;
	return EXIT_FINE;
}

/* Records a block; a signal ends it early, and it does not count then. */
static int take_block(struct measure *measure, unsigned int pair, unsigned int setting)
{
	const unsigned long long wait_ms = measure->settle_ms + measure->request->block_ms;
	int error = lever_switch(&measure->lever, setting);

	if (error)
		return error;
	measure->interrupted = waiting_signal(&measure->signals, wait_ms);
	error = lever_hold(&measure->lever);
	return error || measure->interrupted ? error : end_block(measure, pair, setting);
}

/* Records all pairs. */
static int take_pairs(struct measure *measure, struct progress *progress)
{
	const unsigned long long pair_ms =
		2 * (measure->settle_ms + measure->request->block_ms);
	const unsigned long long start_ms = measure->start_ms;
	const unsigned int pairs = measure->pairs;
	unsigned int pair, first;
	size_t whole;
	int error = EXIT_FINE;

	for (pair = 0; pair < pairs && !error && !measure->interrupted; pair++) {
		progress_show(progress, waiting_now_ms(), start_ms, start_ms + pairs * pair_ms);
		if (load_has_ended(&measure->load)) {
			progress_end(progress);
			load_tell(&measure->load, start_ms);
		}
		first = chance_below(&measure->chance, 2);
		whole = measure->count;
		error = take_block(measure, pair, first);
		if (!error && !measure->interrupted)
			error = take_block(measure, pair, !first);
		/* Half a pair tells nothing. */
		if (error || measure->interrupted)
			measure->count = whole;
	}
	return error;
}

/* Tells how many pairs there is time for. */
static int count_pairs(struct measure *measure)
{
	const unsigned long long pair_ms =
		2 * (measure->settle_ms + measure->request->block_ms);
	const unsigned long long count = measure->request->seconds * 1000 / pair_ms;

	measure->pairs = (unsigned int)count;
	if (count >= pairs_least(1))
		return EXIT_FINE;
	return complain("--duration of %llu s is too short for blocks of %llu ms: it must be %llu s for the %zu pairs that a verdict needs",
			measure->request->seconds, measure->request->block_ms,
			(pairs_least(1) * pair_ms + 999) / 1000, pairs_least(1));
}

/* Waits until the warm-up is over, so that all blocks are equally long. */
static void wait_for_warmup(struct measure *measure)
{
	unsigned long long warmup_ms;

	if (source_read_number(measure->root, "warmup_ms", &warmup_ms))
		warmup_ms = 0;
	measure->interrupted = waiting_until(&measure->signals,
					     measure->start_ms + warmup_ms);
}

/* Writes a line, of what may have several. */
static void put_line(FILE *out, const char *key, const char *text)
{
	fprintf(out, "%s: ", key);
	for (; *text; text++)
		putc(*text == '\n' ? ' ' : *text, out);
	putc('\n', out);
}

/* Tells how many pairs are whole: those of the blocks that are kept. */
static unsigned int count_whole(const struct measure *measure)
{
	return measure->count ? measure->block[measure->count - 1].pair + 1 : 0;
}

/* Makes what the section about the load says of the trial; NULL without memory. */
static char *describe(const struct measure *measure)
{
	const struct trial_request *request = measure->request;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	put_line(out, "trial", request->qos ? "qos" : "commands");
	if (!request->qos) {
		put_line(out, "trial_a", request->command[0]);
		put_line(out, "trial_b", request->command[1]);
	}
	fprintf(out, "trial_seed: %llu\n", measure->seed);
	if (measure->error)
		fprintf(out, "trial_cut: %u of %u pairs\n", count_whole(measure),
			measure->pairs);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

/* Tells whether a snapshot goes on from the one that ended the last block. */
static bool goes_on(const struct measure *measure, const struct snapshot *snap)
{
	struct irqscope_trial trial;

	return snapshot_get_trial(snap, &trial) && !interval_restarted(&measure->before, snap);
}

/* Completes the last snapshot. */
static int complete(struct measure *measure, struct bytes *bytes)
{
	struct bytes blocks = {
		(unsigned char *)measure->block, measure->count * sizeof(*measure->block),
	};
	struct snapshot snap;
	int error = snapshot_parse(&snap, bytes, SOURCE_SNAPSHOT);

	measure->recording.more = describe(measure);
	if (!error && !measure->recording.more)
		error = complain("no memory for the trial");
	/* What has cut it short has been told. */
	if (!error && measure->error && !goes_on(measure, &snap))
		return measure->error;
	if (!error)
		error = capture_complete(bytes, &snap, measure->root);
	if (!error)
		error = snapshot_parse(&snap, bytes, SOURCE_SNAPSHOT);
	if (!error)
		error = verify_snapshot(&snap);
	if (!error)
		error = recording_append(&measure->recording, bytes, &snap, &measure->load,
					 measure->start_ms);
	if (!error && blocks.size)
		error = capture_append(bytes, IRQSCOPE_SECTION_TRIAL_BLOCKS,
				       sizeof(*measure->block), &blocks);
	return error;
}

/* Takes the snapshot that ends it all; the run has been stopped. */
static int finish(struct measure *measure, struct bytes *bytes)
{
	int error, missing;

	error = source_read_snapshot(measure->root, bytes, &missing);
	if (!error && missing)
		return measure->error ? measure->error :
		       complain("the module was unloaded: what it had measured is gone");
	return error ? error : complete(measure, bytes);
}

/* Measures while the run goes on. */
static int measure_run(struct measure *measure)
{
	struct progress progress;
	int error, end_error;

	measure->start_ms = waiting_now_ms();
	progress_begin(&progress, measure->root, measure->request->quiet, measure->start_ms);
	error = lever_begin(&measure->lever, measure->root, measure->request);
	if (!error)
		wait_for_warmup(measure);
	recording_second(&measure->recording);
	if (!error && !measure->interrupted)
		error = take_pairs(measure, &progress);
	recording_end(&measure->recording);
	progress_end(&progress);
	/* The run ends before the trial does: setting a gets nothing of what follows. */
	end_error = session_stop(measure->root);
	if (user_tasks_end(&measure->tasks))
		end_error = EXIT_INPUT;
	if (lever_end(&measure->lever))
		end_error = EXIT_INPUT;
	return error ? error : end_error;
}

/* Measures under the load, which ends whatever happens. */
static int measure_loaded(struct measure *measure, struct bytes *bytes)
{
	int error = count_pairs(measure);

	if (!error)
		error = session_load(&measure->load, &measure->request->load,
				     &measure->signals);
	if (!error)
		error = session_start(measure->root, &measure->request->settings,
				      &measure->tasks);
	if (!error)
		error = measure_run(measure);
	load_end(&measure->load);
	measure->error = error;
	/* What was measured before an error counts as much as the rest would have. */
	if (!error || measure->count)
		error = finish(measure, bytes);
	load_free(&measure->load);
	if (error)
		bytes_free(bytes);
	return measure->error ? measure->error : error;
}

/* Chooses what the random numbers begin with. */
static void choose_seed(struct measure *measure)
{
	measure->seed = measure->request->seed;
	if (!measure->request->has_seed &&
	    getrandom(&measure->seed, sizeof(measure->seed), 0) != sizeof(measure->seed))
		measure->seed = waiting_now_ms();
	measure->chance.state = measure->seed;
}

/* Measures a trial. */
int trial_measure(const char *root, const struct trial_request *request,
		  struct bytes *bytes)
{
	struct measure measure = {
		.root = root, .request = request, .lever = { .fd = -1 },
	};
	int error = session_require_idle(root);

	if (error)
		return error;
	choose_seed(&measure);
	if (source_read_number(root, "trial_settle_ms", &measure.settle_ms))
		measure.settle_ms = SETTLE_MS;
	recording_init(&measure.recording, root, false);
	error = measure_loaded(&measure, bytes);
	free(measure.recording.more);
	recording_free(&measure.recording);
	bytes_free(&measure.bytes);
	free(measure.block);
	return error;
}
