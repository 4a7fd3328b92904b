/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_LIMIT_H
#define READER_LIMIT_H

int limit_check(const char *root);

#endif /* READER_LIMIT_H */
