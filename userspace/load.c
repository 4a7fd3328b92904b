// SPDX-License-Identifier: GPL-2.0
/* The load that runs beside a measurement, from its name to its end. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load.h"
#include "load_supervisor.h"
#include "message.h"
#include "waiting.h"

/* Anything else is a command. */
#define NAME_OF_COMMANDS	"command"
/* Between two programs that run at the same time. */
#define AND	" & "
/* Room for "exit code 255". */
#define STATUS_LEN	32

/* Those of the campaigns whose results ours shall be comparable with. */
static const struct load_profile profiles[] = {
	{ "sdk", { "stress-ng --cpu-method=all -c 4" } },
	{ "core1", { "taskset -c 1 stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80%" } },
	{ "both", { "taskset -c 1 stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80%",
		    "taskset -c 0 stress-ng --cpu 1 --cpu-load 50" } },
	{ "memrate",
	  { "stress-ng --memrate 1 --memrate-rd-mbs 70 --memrate-wr-mbs 140 --taskset 0" } },
};

/* Takes the name of a profile, or a command. */
int load_take(struct load_profile *profile, const char *text)
{
	size_t i;

	if (!text[strspn(text, " \t\n")])
		return complain("--load \"%s\": must be sdk, core1, both, memrate or a command",
				text);
	for (i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
		if (strcmp(profiles[i].name, text))
			continue;
		*profile = profiles[i];
		return EXIT_FINE;
	}
	*profile = (struct load_profile){ NAME_OF_COMMANDS, { text } };
	return EXIT_FINE;
}

/* Writes the programs on one line, as the shell would run them. */
static char *join_programs(const struct load_profile *profile)
{
	size_t size = 1, length = 0;
	char *text, *end;
	int i;

	for (i = 0; i < LOAD_PROGRAMS && profile->program[i]; i++)
		size += strlen(profile->program[i]) + strlen(AND);
	text = malloc(size);
	if (!text)
		return NULL;
	for (i = 0; i < LOAD_PROGRAMS && profile->program[i]; i++)
		length += (size_t)sprintf(text + length, "%s%s", i ? AND : "",
					  profile->program[i]);
	while ((end = strchr(text, '\n')))
		*end = ' ';
	return text;
}

/* Starts the supervisor, which starts the programs. */
static int start_supervisor(struct load *load, const int leash[2], const int news[2])
{
	/* If somebody kills the supervisor, what it has started is ours. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	load->supervisor = fork();
	if (load->supervisor < 0)
		return complain("--load: %s", strerror(errno));
	if (!load->supervisor) {
		close(leash[1]);
		close(news[0]);
		load_supervise(&load->profile, leash[0], news[1]);
	}
	load->leash = leash[1];
	load->news = news[0];
	return EXIT_FINE;
}

/* Starts a load; without a profile there is none. */
int load_start(struct load *load, const struct load_profile *profile)
{
	int leash[2], news[2], error;

	*load = (struct load){ .profile = *profile };
	if (!profile->name)
		return EXIT_FINE;
	load->command = join_programs(profile);
	if (!load->command)
		return complain("--load: no memory");
	if (pipe2(leash, O_CLOEXEC))
		return complain("--load: %s", strerror(errno));
	if (pipe2(news, O_CLOEXEC | O_NONBLOCK)) {
		error = complain("--load: %s", strerror(errno));
	} else {
		error = start_supervisor(load, leash, news);
		close(news[1]);
		if (error)
			close(news[0]);
	}
	close(leash[0]);
	if (error)
		close(leash[1]);
	return error;
}

/* Lets go of the supervisor, and waits until it has ended; tells how that did. */
static int end_supervisor(struct load *load)
{
	int status = 0;

	close(load->leash);
	close(load->news);
	waitpid(load->supervisor, &status, 0);
	load->supervisor = 0;
	if (WIFSIGNALED(status))
		load_kill();
	return status;
}

/* Finds out whether it has ended. */
static void hear_news(struct load *load)
{
	struct load_news news;
	ssize_t got;

	if (load->supervisor <= 0 || load->over)
		return;
	got = read(load->news, &news, sizeof(news));
	if (got < 0)
		return;
	load->over = true;
	if (got == sizeof(news)) {
		load->end_ms = news.end_ms;
		load->status = news.status;
		return;
	}
	/* Without a supervisor there is no load: somebody has killed it. */
	load->end_ms = waiting_now_ms();
	load->status = end_supervisor(load);
}

/* Tells in words how a program ended. */
static const char *status_text(char to[STATUS_LEN], int status)
{
	if (WIFSIGNALED(status))
		snprintf(to, STATUS_LEN, "signal %d", WTERMSIG(status));
	else
		snprintf(to, STATUS_LEN, "exit code %d", WEXITSTATUS(status));
	return to;
}

/* Makes sure that it has not ended at once. */
int load_require(struct load *load)
{
	char text[STATUS_LEN];

	hear_news(load);
	if (!load->over)
		return EXIT_FINE;
	return complain("--load %s: \"%s\" has ended at once, %s; nothing was measured",
			load->profile.name, load->command,
			status_text(text, load->status));
}

/* Tells how many seconds after the start of the run it ended. */
static unsigned long long ended_after(const struct load *load, unsigned long long start_ms)
{
	return load->end_ms > start_ms ? (load->end_ms - start_ms) / 1000 : 0;
}

/* Tells whether it has ended since the last look. */
bool load_has_ended(struct load *load)
{
	const bool knew = load->over;

	hear_news(load);
	return load->over && !knew;
}

/* Says that it has ended. */
void load_tell(const struct load *load, unsigned long long start_ms)
{
	char text[STATUS_LEN];

	complain("--load %s: \"%s\" has ended after %llu s of the run, %s",
		 load->profile.name, load->command, ended_after(load, start_ms),
		 status_text(text, load->status));
}

/* Ends all that is left of it. */
void load_end(struct load *load)
{
	int status = 0;

	if (load->supervisor > 0)
		status = end_supervisor(load);
	if (status)
		complain("--load %s: some of its programs could not be ended",
			 load->profile.name);
}

/* Writes "key: value" lines about it. */
void load_write(FILE *out, const struct load *load, unsigned long long start_ms)
{
	char text[STATUS_LEN];

	fprintf(out, "load: %s\n", load->profile.name ? load->profile.name : "none");
	if (!load->profile.name)
		return;
	fprintf(out, "command: %s\n", load->command);
	if (load->over)
		fprintf(out, "load_ended: after %llu s, %s\n", ended_after(load, start_ms),
			status_text(text, load->status));
	else
		fputs("load_ended: no\n", out);
}

/* Forgets it; it has been ended. */
void load_free(struct load *load)
{
	free(load->command);
	load->command = NULL;
}
