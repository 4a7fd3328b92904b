// SPDX-License-Identifier: GPL-2.0
/*
 * The process between the reader and the programs of a load. It holds on to all of
 * their descendants, in whatever session they are, and ends them when the reader
 * wants it, or when there is no reader any more.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descendants.h"
#include "load_supervisor.h"
#include "message.h"
#include "waiting.h"

/* How long programs may take to end when asked to, and when not asked any more. */
#define TERM_MS	3000
#define KILL_MS	5000
#define LOOK_EVERY_MS	20

/* Puts /dev/null in the place of a stream. */
static void silence(int stream)
{
	const int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd >= 0)
		dup2(fd, stream);
}

/* Gives a program what it expects: signals, and an ordinary priority. */
static void become_ordinary(void)
{
	const struct sched_param param = { .sched_priority = 0 };
	sigset_t none;

	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* There is no sched_setscheduler() in some libc. */
	pthread_setschedparam(pthread_self(), SCHED_OTHER, &param);
	if (getpriority(PRIO_PROCESS, 0) < 0)
		setpriority(PRIO_PROCESS, 0, 0);
}

/* Starts a program in a session of its own. */
static pid_t start_program(const char *program)
{
	const pid_t parent = getpid(), pid = fork();

	if (pid)
		return pid;
	setsid();
	become_ordinary();
	/* Nobody but the supervisor could end what it leaves behind. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		execl("/bin/sh", "sh", "-c", program, (char *)NULL);
	_exit(127);
}

/* Takes note of what has ended; tells of a program if it is the first one. */
static void reap(pid_t program[LOAD_PROGRAMS], int *news)
{
	struct load_news message = { .end_ms = waiting_now_ms() };
	ssize_t put = 0;
	pid_t pid;
	int i;

	while ((pid = waitpid(-1, &message.status, WNOHANG)) > 0) {
		for (i = 0; i < LOAD_PROGRAMS; i++) {
			if (program[i] != pid)
				continue;
			program[i] = 0;
			if (*news < 0)
				continue;
			put = write(*news, &message, sizeof(message));
			/* Whoever does not hear it is gone, which the leash tells. */
			(void)put;
			*news = -1;
		}
	}
}

/* Signals everything again and again until it has ended; false if it does not. */
static bool signal_all(int signal, unsigned long long most_ms)
{
	const unsigned long long end_ms = waiting_now_ms() + most_ms;
	bool first = true;

	/* Only one SIGTERM, but SIGKILL also for what is started meanwhile. */
	while (descendants_signal(first || signal == SIGKILL ? signal : 0)) {
		if (waiting_now_ms() >= end_ms)
			return false;
		poll(NULL, 0, LOOK_EVERY_MS);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		first = false;
	}
	return true;
}

/* Ends what is left without asking; false if it does not end. */
bool load_kill(void)
{
	return signal_all(SIGKILL, KILL_MS);
}

/* Waits until the leash is let go, or somebody else wants an end. */
static void watch(pid_t program[LOAD_PROGRAMS], int leash, int news, int signals)
{
	struct signalfd_siginfo info = { .ssi_signo = SIGCHLD };
	struct pollfd fds[] = {
		{ .fd = leash, .events = POLLIN },
		{ .fd = signals, .events = POLLIN },
	};

	while (info.ssi_signo == SIGCHLD) {
		reap(program, &news);
		if (poll(fds, 2, -1) < 0 || fds[0].revents ||
		    read(signals, &info, sizeof(info)) != sizeof(info))
			break;
	}
}

/* Prepares to learn of children that end, and of signals that end us. */
static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_SETMASK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

/* Starts all programs; false if one could not be started. */
static bool start_programs(const struct load_profile *profile, pid_t program[LOAD_PROGRAMS])
{
	int i;

	for (i = 0; i < LOAD_PROGRAMS && profile->program[i]; i++) {
		program[i] = start_program(profile->program[i]);
		if (program[i] > 0)
			continue;
		complain("--load: \"%s\" could not be started: %s", profile->program[i],
			 strerror(errno));
		return false;
	}
	return true;
}

/* Runs the programs until the leash is let go. */
void load_supervise(const struct load_profile *profile, int leash, int news)
{
	pid_t program[LOAD_PROGRAMS] = { 0 };
	const int signals = open_signals();
	int result = EXIT_FINE;

	/* Apart from the reader: in its terminal, and under its name. */
	setsid();
	prctl(PR_SET_NAME, "irqscope-load");
	/* Orphans become our children. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	silence(STDIN_FILENO);
	silence(STDOUT_FILENO);
	if (start_programs(profile, program))
		watch(program, leash, news, signals);
	else
		result = EXIT_INPUT;
	if (!signal_all(SIGTERM, TERM_MS) && !load_kill())
		result = EXIT_INPUT;
	_exit(result);
}
