// SPDX-License-Identifier: GPL-2.0
/* What several rules of the check-up want to know of a machine. */
#include <string.h>

#include "board.h"
#include "message.h"
#include "system_files.h"

/* Reads the first line of a file; false if there is none. */
bool board_value(const struct board *board, const char *path, char *value, size_t size)
{
	value[0] = '\0';
	return !source_read_path(board->root, path, value, size);
}

/* Reads a number; false if there is none. */
bool board_number(const struct board *board, const char *path, unsigned long long *number)
{
	char value[32];

	return board_value(board, path, value, sizeof(value)) &&
	       piece_number((struct piece){ value, strlen(value) }, number);
}

/* Reads a list of CPUs; false if there is none. */
bool board_cpus(const struct board *board, const char *path, struct cpus *cpus)
{
	char value[SOURCE_VALUE_LEN];

	*cpus = (struct cpus){ 0 };
	return board_value(board, path, value, sizeof(value)) &&
	       cpus_parse(cpus, (struct piece){ value, strlen(value) }, CPUS_MAX - 1);
}

/* Finds the last argument of a name; what stands behind -- is not the kernel's. */
bool board_argument(const struct board *board, const char *name, struct piece *value)
{
	struct piece line = { (const char *)board->cmdline.data, board->cmdline.size };
	struct piece words = piece_line(&line), word, key;
	bool any = false;

	*value = (struct piece){ 0 };
	while (words.length) {
		word = piece_word(&words);
		if (piece_is(word, "--"))
			break;
		key = piece_until(&word, '=');
		if (!piece_is(key, name))
			continue;
		*value = word;
		any = true;
	}
	return any;
}

/* Tells whether an argument has a value. */
bool board_argument_is(const struct board *board, const char *name, const char *value)
{
	struct piece found;

	return board_argument(board, name, &found) && piece_is(found, value);
}

/* Finds out which CPUs there are, and which are set apart. */
static void read_cpus(struct board *board)
{
	struct cpus possible, more;

	board->cpus_known = board_cpus(board, FILE_ONLINE, &board->online);
	board_cpus(board, FILE_POSSIBLE, &possible);
	possible = cpus_or(&possible, &board->online);
	board->last = cpus_last(&possible);
	board->isolated_known = board_cpus(board, FILE_ISOLATED, &board->isolated);
	if (board_cpus(board, FILE_NOHZ_FULL, &board->nohz_full))
		board->isolated = cpus_or(&board->isolated, &board->nohz_full);
	if (board_cpus(board, FILE_CPUSET_ISOLATED, &more))
		board->isolated = cpus_or(&board->isolated, &more);
}

/* Reads what several rules want; only a configuration that was named must be there. */
int board_read(struct board *board, const char *root, const char *config)
{
	*board = (struct board){ .root = root };
	board->cmdline_known = !source_read_file(root, FILE_CMDLINE, &board->cmdline);
	read_cpus(board);
	if (!board->cmdline_known && !board->cpus_known)
		return complain("%s/: neither " FILE_CMDLINE " nor " FILE_ONLINE " is there", root);
	return kconfig_read(&board->config, root, config);
}

/* Gives back what it occupies. */
void board_free(struct board *board)
{
	bytes_free(&board->cmdline);
	kconfig_free(&board->config);
}
