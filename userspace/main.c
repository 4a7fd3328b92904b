// SPDX-License-Identifier: GPL-2.0
/* irqscope: reads what the irqscope kernel module measures. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <irqscope.h>
#include <irqscope_version.h>

#include "command.h"
#include "message.h"
#include "usage.h"

static const char usage[] =
"Usage: irqscope [--root DIR] COMMAND [ARGUMENTS]\n"
"\n"
"Reads what the kernel module irqscope measures.\n"
"\n"
"Commands:\n"
"  run [OPTIONS]   measure for a while and print the table\n"
"  top [OPTIONS]   show again and again what a run measures\n"
"  show [OPTIONS] [FILE]\n"
"                  print the table, of the kernel or of a saved snapshot\n"
"  save FILE       save a snapshot of everything\n"
"  save --system DIR\n"
"                  save the files that check reads\n"
"  check [OPTIONS] tell what on this machine can cost latency, and what to do\n"
"  outliers [OPTIONS] [FILE]\n"
"                  tell who had the CPU when samples were late\n"
"  hist [OPTIONS] [FILE]\n"
"                  draw the histogram of a stage\n"
"  plot [OPTIONS] OUT.png|.svg|.pdf [FILE...]\n"
"                  draw histograms as a picture, by gnuplot\n"
"  export --format FORMAT [OPTIONS] [FILE]\n"
"                  write it all in a format that other tools read\n"
"  clock [OPTIONS] tell which clock there is, what it costs and what it hides\n"
"  compare [OPTIONS] A B...\n"
"                  tell whether captures differ by more than chance\n"
"  merge --output OUT A B...\n"
"                  add captures up\n"
"  trial [OPTIONS] measure under two settings in turns, and tell whether one helps\n"
"\n"
"Options:\n"
"  --root DIR      put DIR in front of /sys and /proc\n"
"  --version       print the version, and that of the snapshot format\n"
"  --help          print this; irqscope COMMAND --help tells more\n"
"\n"
"Exit code: 0 fine, 1 wrong usage or input, 2 a limit (show, run) or a threshold\n"
"(run) was exceeded or something is bad (check) or worse (compare, trial), 3 data that\n"
"contradicts itself.\n";

/**
 * struct command - one command
 * @name: how it is called
 * @run: does it
 * @usage: its help
 */
struct command {
	const char *name;
	int (*run)(const char *root, int argc, char **argv);
	const char *usage;
};

static const struct command commands[] = {
	{ "run", command_run, usage_run },
	{ "top", command_top, usage_top },
	{ "show", command_show, usage_show },
	{ "save", command_save, usage_save },
	{ "check", command_check, usage_check },
	{ "outliers", command_outliers, usage_outliers },
	{ "hist", command_hist, usage_hist },
	{ "plot", command_plot, usage_plot },
	{ "export", command_export, usage_export },
	{ "clock", command_clock, usage_clock },
	{ "compare", command_compare, usage_compare },
	{ "merge", command_merge, usage_merge },
	{ "trial", command_trial, usage_trial },
};

/* Finds a command by its name. */
static const struct command *find_command(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

/* Runs a command, or prints its help. */
static int dispatch(const char *root, int argc, char **argv)
{
	const struct command *command;
	int result;

	if (!argc)
		return complain("which command? irqscope --help tells");
	command = find_command(argv[0]);
	if (!command)
		return complain("there is no command \"%s\"; irqscope --help tells",
				argv[0]);
	/* Start again, behind the options that come before the command. */
	optind = 0;
	result = command->run(root, argc, argv);
	if (result == COMMAND_HELP) {
		fputs(command->usage, stdout);
		return EXIT_FINE;
	}
	return result;
}

/* Takes the options before the command and runs the command. */
static int run_arguments(int argc, char **argv)
{
	static const struct option options[] = {
		{ "root", required_argument, NULL, 'r' },
		{ "version", no_argument, NULL, 'V' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	const char *root = "";
	int option;

	/* The plus ends the options where the command begins. */
	while ((option = getopt_long(argc, argv, "+h", options, NULL)) != -1) {
		switch (option) {
		case 'r':
			root = optarg;
			break;
		case 'V':
			printf("irqscope %s (snapshot format %d.%d)\n",
			       IRQSCOPE_VERSION, IRQSCOPE_VERSION_MAJOR,
			       IRQSCOPE_VERSION_MINOR);
			return EXIT_FINE;
		case 'h':
			fputs(usage, stdout);
			return EXIT_FINE;
		default:
			return EXIT_INPUT;
		}
	}
	return dispatch(root, argc - optind, argv + optind);
}

/* Makes sure that all that was printed has arrived. */
static int finish_output(void)
{
	int failed = ferror(stdout);

	/* Why an earlier write failed is forgotten by now; one more tells. */
	if (failed) {
		clearerr(stdout);
		putchar('\n');
	}
	errno = 0;
	if (fclose(stdout))
		failed = 1;
	if (!failed)
		return EXIT_FINE;
	/* Whoever closed the pipe knows. */
	if (errno != EPIPE)
		complain("stdout: %s", errno ? strerror(errno) : "write error");
	return EXIT_INPUT;
}

/* Runs the arguments; lost output is an error too. */
int main(int argc, char **argv)
{
	int result, lost;

	/* A closed pipe must not kill a run, but be seen at the end. */
	signal(SIGPIPE, SIG_IGN);
	/* Whoever ignores the end of children hands that down; ours have to be waited for. */
	signal(SIGCHLD, SIG_DFL);
	result = run_arguments(argc, argv);
	lost = finish_output();
	return result ? result : lost;
}
