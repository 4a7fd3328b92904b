/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_LOAD_H
#define READER_LOAD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* No profile has more programs. */
#define LOAD_PROGRAMS	2

/**
 * struct load_profile - a load that has a name
 * @name: the name
 * @program: its programs, as the shell takes them; the rest is NULL
 */
struct load_profile {
	const char *name;
	const char *program[LOAD_PROGRAMS];
};

/**
 * struct load - what runs beside the measurement
 * @profile: its name and programs; all NULL without a load
 * @command: its programs on one line; allocated
 * @supervisor: the process that watches it, and ends it when we are gone; 0 if
 *	there is none
 * @leash: as long as this is open at our end, the load runs
 * @news: the supervisor tells here of the first program that ends
 * @over: a program has ended
 * @end_ms: when, by the clock of waiting_now_ms()
 * @status: how, as waitpid() has it
 */
struct load {
	struct load_profile profile;
	char *command;
	pid_t supervisor;
	int leash;
	int news;
	bool over;
	unsigned long long end_ms;
	int status;
};

int load_take(struct load_profile *profile, const char *text);
int load_start(struct load *load, const struct load_profile *profile);
/* Makes sure that it has not ended at once. */
int load_require(struct load *load);
/* Tells whether it has ended since the last look, and says so. */
bool load_has_ended(struct load *load);
void load_tell(const struct load *load, unsigned long long start_ms);
void load_end(struct load *load);
/* Writes "key: value" lines about it; @start_ms is when the run started. */
void load_write(FILE *out, const struct load *load, unsigned long long start_ms);
void load_free(struct load *load);

#endif /* READER_LOAD_H */
