/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_VERIFY_H
#define READER_VERIFY_H

#include "snapshot.h"

int verify_snapshot(const struct snapshot *snap);

#endif /* READER_VERIFY_H */
