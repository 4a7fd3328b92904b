// SPDX-License-Identifier: GPL-2.0
/* Gets a snapshot that is in order, from the kernel or from a file. */
#include <string.h>

#include "message.h"
#include "snapshot_open.h"
#include "verify.h"

/* Reads the kernel's snapshot. */
static int read_kernel(struct bytes *bytes, const char *root)
{
	int error, missing;

	error = source_read_snapshot(root, bytes, &missing);
	if (!error && missing)
		error = source_require_module(root);
	if (!error && missing)
		return complain("no debugfs here (not in this kernel, or not mounted): there are no histograms");
	return error;
}

/* Reads a saved snapshot. */
static int read_file(struct bytes *bytes, const char *path)
{
	const int error = source_read_file("", path, bytes);

	return error ? complain("%s: %s", path, strerror(-error)) : EXIT_FINE;
}

/* Reads a snapshot, the kernel's if @path is NULL, and checks it. */
int snapshot_open(struct snapshot *snap, struct bytes *bytes, const char *root,
		  const char *path)
{
	int error = path ? read_file(bytes, path) : read_kernel(bytes, root);

	if (!error)
		error = snapshot_parse(snap, bytes, path ? path : SOURCE_SNAPSHOT);
	return error ? error : verify_snapshot(snap);
}
