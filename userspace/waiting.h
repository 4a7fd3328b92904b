/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_WAITING_H
#define READER_WAITING_H

#include <signal.h>
#include <stdbool.h>

unsigned long long waiting_now_ms(void);
void waiting_block(sigset_t *set);
/* True if a signal came before that many ms were over. */
bool waiting_signal(const sigset_t *set, unsigned long long wait_ms);
bool waiting_until(const sigset_t *set, unsigned long long end_ms);

#endif /* READER_WAITING_H */
