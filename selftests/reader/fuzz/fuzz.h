/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_FUZZ_H
#define READER_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One more than a command has. */
#define FUZZ_ARGUMENTS	10

/* Takes the place of the path in the arguments of a command. */
#define FUZZ_FILE	"FILE"

/**
 * struct fuzz_command - a command of the reader, and what it may say
 * @run: the command
 * @arguments: its arguments, the name first
 * @json: what it prints is JSON
 * @judges: it prints what there is and judges it then, by exit code 2 or 1
 * @binary: what it prints is no text
 * @talks: it says on stderr what there is to say, be it many lines
 */
struct fuzz_command {
	int (*run)(const char *root, int argc, char **argv);
	const char *arguments[FUZZ_ARGUMENTS];
	bool json;
	bool judges;
	bool binary;
	bool talks;
};

/* Runs a command as main() does, and aborts if it says what it must not. */
void fuzz_run(const struct fuzz_command *command, const char *root, const char *path);
/* Makes a directory that is removed at the end, and returns its name. */
const char *fuzz_make_dir(void);

/* What libFuzzer calls. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
/* Its own way to change some bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif /* READER_FUZZ_H */
