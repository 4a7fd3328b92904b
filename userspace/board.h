/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_BOARD_H
#define READER_BOARD_H

#include "cpus.h"
#include "kconfig.h"

/**
 * struct board - the machine that is checked
 * @root: where its files are
 * @config: how its kernel was configured
 * @cmdline: what its kernel was booted with
 * @cmdline_known: whether that could be read
 * @cpus_known: whether the CPUs are known
 * @last: the last CPU that there can be
 * @online: CPUs that run
 * @isolated_known: whether the kernel says which CPUs are isolated
 * @isolated: those that are isolated, from the scheduler or the tick
 * @nohz_full: those that can run without a tick
 */
struct board {
	const char *root;
	struct kconfig config;
	struct bytes cmdline;
	bool cmdline_known;
	bool cpus_known;
	unsigned int last;
	struct cpus online;
	bool isolated_known;
	struct cpus isolated;
	struct cpus nohz_full;
};

/* Returns an exit code; board_free() has to follow in any case. */
int board_read(struct board *board, const char *root, const char *config);
void board_free(struct board *board);
/* Both are false for what is not there; @value is empty where none is given. */
bool board_argument(const struct board *board, const char *name, struct piece *value);
bool board_argument_is(const struct board *board, const char *name, const char *value);
bool board_value(const struct board *board, const char *path, char *value, size_t size);
bool board_number(const struct board *board, const char *path, unsigned long long *number);
bool board_cpus(const struct board *board, const char *path, struct cpus *cpus);

#endif /* READER_BOARD_H */
