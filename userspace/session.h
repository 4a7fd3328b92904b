/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SESSION_H
#define READER_SESSION_H

#include <signal.h>

#include "load.h"
#include "save.h"
#include "settings.h"
#include "user_tasks.h"

/* What all that measures begins and ends with. These say what went wrong. */
int session_require_idle(const char *root);
int session_prepare_save(const char *root, const char *path, struct save *save);
/* Blocks the signals that end a run; load_end() and load_free() have to follow. */
int session_load(struct load *load, const struct load_profile *profile, sigset_t *signals);
/* user_tasks_end() has to follow a start, when the run is over. */
int session_start(const char *root, const struct settings *settings,
		  struct user_tasks *tasks);
int session_stop(const char *root);

#endif /* READER_SESSION_H */
