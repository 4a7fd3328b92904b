/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_COMMAND_H
#define READER_COMMAND_H

/* Returned by a command whose help is wanted instead of its work. */
#define COMMAND_HELP	(-1)

/*
 * What main() calls: argv[0] is the command's name. They return an exit code
 * or COMMAND_HELP.
 */
int command_check(const char *root, int argc, char **argv);
int command_clock(const char *root, int argc, char **argv);
int command_compare(const char *root, int argc, char **argv);
int command_export(const char *root, int argc, char **argv);
int command_hist(const char *root, int argc, char **argv);
int command_merge(const char *root, int argc, char **argv);
int command_outliers(const char *root, int argc, char **argv);
int command_plot(const char *root, int argc, char **argv);
int command_run(const char *root, int argc, char **argv);
int command_save(const char *root, int argc, char **argv);
int command_show(const char *root, int argc, char **argv);
int command_top(const char *root, int argc, char **argv);
int command_trial(const char *root, int argc, char **argv);

#endif /* READER_COMMAND_H */
