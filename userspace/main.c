// SPDX-License-Identifier: GPL-2.0
/* irqscope: reads what the irqscope kernel module measures. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <irqscope.h>

#include "command.h"
#include "message.h"

static const char usage[] =
"Usage: irqscope [--root DIR] COMMAND [ARGUMENTS]\n"
"\n"
"Reads what the kernel module irqscope measures.\n"
"\n"
"Commands:\n"
"  run [OPTIONS]   measure for a while and print the table\n"
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
"  export --format FORMAT [OPTIONS] [FILE]\n"
"                  write it all in a format that other tools read\n"
"  clock [OPTIONS] tell which clock there is, what it costs and what it hides\n"
"\n"
"Options:\n"
"  --root DIR      put DIR in front of /sys and /proc\n"
"  --version       print the version, and that of the snapshot format\n"
"  --help          print this; irqscope COMMAND --help tells more\n"
"\n"
"Exit code: 0 fine, 1 wrong usage or input, 2 a limit (show, run) or a threshold\n"
"(run) was exceeded or something is bad (check), 3 data that contradicts itself.\n";

static const char usage_run[] =
"Usage: irqscope [--root DIR] run [OPTIONS]\n"
"\n"
"Sets the kernel module up, runs it, shows the progress on stderr and prints\n"
"the table. Ctrl-C (or SIGTERM, SIGHUP) ends the run early; what was measured\n"
"until then is kept and printed. What no option sets stays as sysfs has it, and\n"
"what an option sets stays so afterwards.\n"
"\n"
"  --duration T    record for T: 10, 10s, 5m, 2h, 1d; 0 or forever: until Ctrl-C\n"
"                  (default 60 s); the warm-up comes on top\n"
"  --cpus LIST     measure these CPUs, like 0-2,5; all: those online at the start\n"
"  --period US     sample every so many us, 50 to 1000000\n"
"  --stages LIST   measure these stages: irq, softirq, thread, work\n"
"  --threshold US  keep a record of each sample beyond this many us, 0 (off) to\n"
"                  10000000, or with a number for each stage, irq:50,thread:100;\n"
"                  irqscope outliers shows them, and the exit code is 2\n"
"  --stop-on-outlier  end the run with the first of them (=0: do not)\n"
"  --priority N    SCHED_FIFO priority of the stage thread, 1 to 99\n"
"  --phase PHASE   fixed or random\n"
"  --warmup MS     do not record the first ms, 0 to 60000\n"
"  --bucket NS     width of a bucket, a divisor of 1000 from 50 to 1000 ns\n"
"  --limit LIST    end with exit code 2 if a latency was greater: irq=50us,thread=1.5ms,\n"
"                  thread=80us@3 for one CPU (ns, us, ms, s); 1 if it was not measured\n"
"  --save FILE     save the snapshot as well\n"
"  --quiet         no progress\n";

static const char usage_show[] =
"Usage: irqscope [--root DIR] show [OPTIONS] [FILE]\n"
"\n"
"Prints the table of the kernel, or of the snapshot in FILE (- is stdin). Times\n"
"are in us. Lines that begin with # tell what one has to know to read it.\n"
"\n"
"  --limit LIST    end with exit code 2 if a latency is greater: irq=50us,thread=1.5ms,\n"
"                  thread=80us@3 for one CPU (ns, us, ms, s); 1 if it was not measured\n";

static const char usage_save[] =
"Usage: irqscope [--root DIR] save FILE\n"
"       irqscope [--root DIR] save --system DIR\n"
"\n"
"Checks a snapshot of the kernel's numbers and saves it in FILE (- is stdout).\n"
"\n"
"  --system DIR    save instead the files that irqscope check reads, in DIR, which\n"
"                  must be new or empty; irqscope --root DIR check works on them\n"
"                  anywhere. Among them are the names of all processes.\n";

static const char usage_check[] =
"Usage: irqscope [--root DIR] check [OPTIONS]\n"
"\n"
"Looks at what on this machine can cost latency: the kernel and its boot\n"
"arguments, isolated CPUs, interrupts, tasks, memory, power, the clock, QoS. A line\n"
"for each rule: its state, what it looked at, what it found, why that matters, and\n"
"a remedy. States: bad (known to cost much, or against what was asked for), warn\n"
"(can cost latency), info, unknown (it cannot be told here), ok.\n"
"\n"
"  --config FILE   the configuration of the kernel, packed by gzip or not (default:\n"
"                  /proc/config.gz or /boot/config-<release>)\n"
"  --json          print one JSON object instead\n"
"\n"
"Exit code: 0 nothing is bad (there may be warnings), 2 something is, 1 wrong usage\n"
"or a FILE that cannot be read.\n";

static const char usage_outliers[] =
"Usage: irqscope [--root DIR] outliers [OPTIONS] [FILE]\n"
"\n"
"Tells of each sample beyond its threshold (irqscope run --threshold): how late\n"
"it was, who had the CPU then, and where in the code that was, callers below. FILE\n"
"is a saved snapshot, or the text of the kernel's file outliers (- is stdin).\n"
"\n"
"  --newest        the newest first (default)\n"
"  --worst         the worst first, before all those that never got to run\n"
"  --limit N       the first N only\n"
"  --json          print one JSON object instead\n"
"  --system-map FILE\n"
"                  name the functions by this System.map, for a kernel that has no\n"
"                  symbol names itself (KALLSYMS)\n";

static const char usage_hist[] =
"Usage: irqscope [--root DIR] hist [OPTIONS] [FILE]\n"
"\n"
"Draws the histogram of a stage, of the kernel or of the snapshot in FILE (- is\n"
"stdin). Rows are of 1 us, those without samples between two others are one; what\n"
"is above the linear body of the histogram is the last row. A bar that is too short\n"
"to be drawn is a dot.\n"
"\n"
"  --stage S       this stage (default: the only one, or thread)\n"
"  --cpu N         this CPU (default: all of them together)\n"
"  --rows N        so many rows at most, 2 to 1000 (default 20): wider ones if rows of\n"
"                  1 us are more\n"
"  --log           rows that double in width instead, up to the greatest latency\n";

static const char usage_export[] =
"Usage: irqscope [--root DIR] export --format FORMAT [OPTIONS] [FILE]\n"
"\n"
"Writes the kernel's numbers, or those of the snapshot in FILE (- is stdin), as\n"
"\n"
"  cyclictest      the histogram of one stage, as cyclictest -h prints it\n"
"  rt-tests-json   JSON as rt-tests write it: irq as interrupts, thread as threads\n"
"  csv             a row for each CPU and stage\n"
"  json            all that there is; userspace/irqscope.schema.json describes it\n"
"  prometheus      metrics for the textfile collector of node_exporter\n"
"\n"
"  --stage S       this stage only (cyclictest: default the only one, or thread)\n"
"  --buckets       csv: a row for each bucket with samples\n"
"  --output FILE   write FILE, which others see complete or not at all\n";

static const char usage_clock[] =
"Usage: irqscope [--root DIR] clock [OPTIONS]\n"
"\n"
"Tells what the kernel says about its clock, and what an application sees of it:\n"
"steps, the cost of clock_gettime() and the way it goes, of a sleep of 1 ns, and\n"
"of a switch between two threads. That is measured on one CPU, which is busy with\n"
"it for up to a second, whatever the clock. Sentences come first, then all figures\n"
"as \"key: value\". A cost is a median, with min and max behind it.\n"
"\n"
"  --cpu N         measure on this CPU (default: where the program runs)\n"
"  --priority N    SCHED_FIFO priority to measure at, 1 to 99 (default 80); 0: an\n"
"                  ordinary one\n"
"  --no-tests      measure nothing, only tell what the kernel says\n"
"  --json          print one JSON object instead\n"
"\n"
"What is measured is of the machine at hand, also with --root.\n";

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
	{ "show", command_show, usage_show },
	{ "save", command_save, usage_save },
	{ "check", command_check, usage_check },
	{ "outliers", command_outliers, usage_outliers },
	{ "hist", command_hist, usage_hist },
	{ "export", command_export, usage_export },
	{ "clock", command_clock, usage_clock },
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
	result = run_arguments(argc, argv);
	lost = finish_output();
	return result ? result : lost;
}
