/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_OUTLIERS_REQUEST_H
#define READER_OUTLIERS_REQUEST_H

#include "outliers.h"

/**
 * struct outliers_request - what the command line asks for
 * @file: a saved snapshot; NULL for the kernel's
 * @system_map: the System.map, or NULL
 * @order: which come first
 * @limit: how many
 * @json: print JSON
 */
struct outliers_request {
	const char *file;
	const char *system_map;
	enum outliers_order order;
	size_t limit;
	bool json;
};

int outliers_request_take(struct outliers_request *request, int argc, char **argv);

#endif /* READER_OUTLIERS_REQUEST_H */
