/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_DESCENDANTS_H
#define READER_DESCENDANTS_H

#include <stdbool.h>

/*
 * Sends a signal to all descendants of this process, whatever session and group
 * they are in, but for those that have ended; false if there are none.
 */
bool descendants_signal(int signal);

#endif /* READER_DESCENDANTS_H */
