// SPDX-License-Identifier: GPL-2.0
/* Shows who had the CPU when samples were late. */
#include <string.h>

#include "command.h"
#include "message.h"
#include "outliers_max.h"
#include "outliers_print.h"
#include "outliers_request.h"
#include "resolve.h"
#include "snapshot.h"
#include "symbols.h"
#include "verify.h"

/* How the text of the outliers begins. */
#define TEXT_BEGIN	"# lost: "

/* What one may have to know besides. */
enum note {
	NOTE_NONE,
	NOTE_THRESHOLD,
	NOTE_MAP,
	NOTE_ANCHOR,
};

static const char *const notes[] = {
	[NOTE_NONE] = NULL,
	[NOTE_THRESHOLD] =
		"there was no threshold: irqscope run --threshold sets one",
	[NOTE_MAP] =
		"addresses are of functions that this kernel has no names for (KALLSYMS): --system-map FILE names them",
	[NOTE_ANCHOR] =
		"no function can be named: how far the kernel was moved from where its System.map has it is hidden (kptr_restrict)",
};

/**
 * struct input - where the outliers come from, and what belongs to them
 * @name: the file, for messages
 * @bytes: the snapshot, or the bare text
 * @snap: the snapshot
 * @has_snapshot: there is one
 * @modules: /proc/modules, if it is not in the snapshot
 * @symbols: the System.map, if there is one
 * @outliers: the outliers
 */
struct input {
	const char *name;
	struct bytes bytes;
	struct snapshot snap;
	bool has_snapshot;
	struct bytes modules;
	struct symbols symbols;
	struct outliers outliers;
};

/* Gives back what the input occupies. */
static void free_input(struct input *input)
{
	outliers_free(&input->outliers);
	symbols_free(&input->symbols);
	bytes_free(&input->modules);
	bytes_free(&input->bytes);
}

/* Reads a saved file. */
static int read_file(struct input *input, const char *path)
{
	int error = source_read_file("", path, &input->bytes);

	input->name = path;
	return error ? complain("%s: %s", path, strerror(-error)) : EXIT_FINE;
}

/* Reads what the kernel has, and which modules there are. */
static int read_kernel(struct input *input, const char *root)
{
	int error, missing;

	input->name = SOURCE_SNAPSHOT;
	error = source_read_snapshot(root, &input->bytes, &missing);
	if (!error && missing)
		error = source_require_module(root);
	if (error)
		return error;
	if (missing)
		return complain("no debugfs here (not in this kernel, or not mounted): nothing tells of the outliers");
	/* Without modules in the kernel the file is not there, nor needed. */
	source_read_file(root, SOURCE_MODULES, &input->modules);
	return EXIT_FINE;
}

/* Finds the text of the outliers: in a snapshot that is in order, or bare. */
static int find_text(struct input *input, struct piece *text)
{
	int error;

	*text = (struct piece){ (const char *)input->bytes.data, input->bytes.size };
	if (piece_begins(*text, TEXT_BEGIN))
		return EXIT_FINE;
	error = snapshot_parse(&input->snap, &input->bytes, input->name);
	if (!error)
		error = verify_snapshot(&input->snap);
	if (error)
		return error;
	input->has_snapshot = true;
	if (!snapshot_get_text(&input->snap, IRQSCOPE_SECTION_OUTLIERS, text))
		return complain("%s: it holds no outliers: it comes from an older version of the kernel module",
				input->name);
	return EXIT_FINE;
}

/* Names what lies at addresses. */
static int resolve(struct input *input, const char *system_map)
{
	struct piece modules = { (const char *)input->modules.data, input->modules.size };
	int error = EXIT_FINE;

	if (input->has_snapshot)
		snapshot_get_text(&input->snap, IRQSCOPE_SECTION_MODULES, &modules);
	resolve_modules(&input->outliers, modules);
	if (system_map)
		error = symbols_read(&input->symbols, system_map);
	if (!error && system_map)
		error = resolve_kernel(&input->outliers, &input->symbols);
	return error;
}

/* Reads everything there is about the outliers. */
static int read_input(struct input *input, const char *root,
		      const struct outliers_request *request)
{
	struct piece text;
	int error = request->file ? read_file(input, request->file) :
				    read_kernel(input, root);

	if (!error)
		error = find_text(input, &text);
	if (!error)
		error = outliers_parse(&input->outliers, text, input->name,
				       (size_t)(text.at - (const char *)input->bytes.data));
	if (error)
		return error;
	if (input->has_snapshot)
		outliers_mark_maxima(&input->outliers, &input->snap);
	return resolve(input, request->system_map);
}

/* Tells whether there are frames without a name: hidden, or just an address. */
static bool has_nameless(const struct outliers *outliers, bool only_addresses)
{
	const struct outlier_frame *frame = outliers->frame;
	size_t i;

	for (i = 0; i < outliers->frame_count; i++, frame++)
		if (!frame->has_offset && (frame->has_address || !only_addresses))
			return true;
	return false;
}

/* Finds what one has to know besides. */
static enum note find_note(const struct input *input, const char *system_map)
{
	const struct outliers *outliers = &input->outliers;
	struct piece threshold;

	if (!outliers->count && input->has_snapshot &&
	    snapshot_get_condition(&input->snap, "threshold_us", &threshold) &&
	    piece_is(threshold, "0"))
		return NOTE_THRESHOLD;
	if (!system_map && has_nameless(outliers, true))
		return NOTE_MAP;
	if (system_map && !outliers->has_anchor && has_nameless(outliers, false))
		return NOTE_ANCHOR;
	return NOTE_NONE;
}

/* Prints the outliers, for people or for programs. */
static void print(struct input *input, const struct outliers_request *request)
{
	const char *note = notes[find_note(input, request->system_map)];

	outliers_sort(&input->outliers, request->order);
	if (!request->json) {
		outliers_print_text(&input->outliers, request->limit, note);
		return;
	}
	outliers_print_json(&input->outliers, request->limit);
	if (note)
		complain("%s", note);
}

/* irqscope outliers [OPTIONS] [FILE] */
int command_outliers(const char *root, int argc, char **argv)
{
	struct outliers_request request;
	struct input input = { 0 };
	int error = outliers_request_take(&request, argc, argv);

	if (!error)
		error = read_input(&input, root, &request);
	if (!error)
		print(&input, &request);
	free_input(&input);
	return error;
}
