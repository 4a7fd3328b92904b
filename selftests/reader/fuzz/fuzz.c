// SPDX-License-Identifier: GPL-2.0
/* Runs the reader's commands in this process, and judges what they say. */
#include <ftw.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "json_check.h"
#include "message.h"

/**
 * struct said - what a command said
 * @command: the command
 * @code: its exit code
 * @out: what it printed to stdout, allocated
 * @out_size: bytes of that
 * @err: what it printed to stderr, allocated
 * @err_size: bytes of that
 */
struct said {
	const struct fuzz_command *command;
	int code;
	char *out;
	size_t out_size;
	char *err;
	size_t err_size;
};

/* How often each exit code was met. */
static unsigned long codes[EXIT_CONTRADICTION + 1];

/* Ends it all with what a command must not have done. */
static void fail(const struct said *said, const char *what)
{
	const char *const *argument = said->command->arguments;

	fputs("irqscope", stderr);
	while (*argument)
		fprintf(stderr, " %s", *argument++);
	fprintf(stderr, ": exit code %d: %s\n", said->code, what);
	fprintf(stderr, "stderr:\n%.2000s\nstdout:\n%.2000s\n", said->err, said->out);
	abort();
}

/* Tells whether a text disturbs no terminal. */
static bool is_clean(const char *text, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		if ((text[i] < ' ' && text[i] != '\n' && text[i] != '\t') || text[i] > '~')
			return false;
	return true;
}

/* Counts the lines of a text. */
static size_t count_lines(const char *text)
{
	size_t lines = 0;

	while ((text = strchr(text, '\n'))) {
		text++;
		lines++;
	}
	return lines;
}

/* Judges what a command said. */
static void judge(const struct said *said)
{
	const size_t lines = count_lines(said->err);
	const char *wrong;
	size_t byte;

	if (said->code < EXIT_FINE || said->code > EXIT_CONTRADICTION)
		fail(said, "there is no such exit code");
	codes[said->code]++;
	if (said->code == EXIT_LIMIT && !said->command->judges)
		fail(said, "there was no limit");
	if (said->err_size && said->err[said->err_size - 1] != '\n')
		fail(said, "stderr ends within a line");
	if (!is_clean(said->err, said->err_size) ||
	    (!said->command->binary && !is_clean(said->out, said->out_size)))
		fail(said, "a character that must not go to a terminal");
	/* What judges has printed it all by then, whatever comes of it. */
	if (said->command->json && (said->code == EXIT_FINE || said->out_size)) {
		wrong = json_check(said->out, said->out_size, NULL, &byte);
		if (wrong)
			fail(said, wrong);
	}
	if (said->code == EXIT_FINE) {
		if (lines > 1 && !said->command->talks)
			fail(said, "many words for nothing");
	} else if (!said->command->judges) {
		if (said->out_size)
			fail(said, "it failed, but not before it had printed");
		if (lines != 1 && !(lines && said->command->talks))
			fail(said, "a failure is worth one line");
	}
}

/* Runs a command as main() does, and aborts if it says what it must not. */
void fuzz_run(const struct fuzz_command *command, const char *root, const char *path)
{
	FILE *const out = stdout, *const err = stderr;
	struct said said = { .command = command };
	char *argv[FUZZ_ARGUMENTS + 1] = { NULL };
	sigset_t signals;
	int argc;

	for (argc = 0; command->arguments[argc]; argc++)
		argv[argc] = (char *)(strcmp(command->arguments[argc], FUZZ_FILE) ?
				      command->arguments[argc] : path);
	stdout = open_memstream(&said.out, &said.out_size);
	stderr = open_memstream(&said.err, &said.err_size);
	if (!stdout || !stderr)
		abort();
	optind = 0;
	/* Some block those that end them, which shall still end this. */
	sigprocmask(SIG_BLOCK, NULL, &signals);
	said.code = command->run(root, argc, argv);
	sigprocmask(SIG_SETMASK, &signals, NULL);
	fclose(stdout);
	fclose(stderr);
	stdout = out;
	stderr = err;
	judge(&said);
	free(said.out);
	free(said.err);
}

/* mkdtemp() changes it. */
static char dir[64] = "/tmp/irqscope-fuzz-XXXXXX";

/* Removes a file or a directory that is empty by now. */
static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

/* Removes the directory and what is in it, and tells how much was tried. */
static void finish(void)
{
	nftw(dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	fprintf(stderr, "exit codes: 0: %lu 1: %lu 2: %lu 3: %lu\n", codes[EXIT_FINE],
		codes[EXIT_INPUT], codes[EXIT_LIMIT], codes[EXIT_CONTRADICTION]);
}

/* Makes a directory that is removed at the end, and returns its name. */
const char *fuzz_make_dir(void)
{
	if (!mkdtemp(dir) || atexit(finish))
		abort();
	return dir;
}
