/* SPDX-License-Identifier: GPL-2.0 */
#ifndef INJECT_FAKE_CLOCK_H
#define INJECT_FAKE_CLOCK_H

void fake_clock_exit(void);

#endif /* INJECT_FAKE_CLOCK_H */
