// SPDX-License-Identifier: GPL-2.0
/*
 * Names what lies at the addresses that the kernel could not name. A frame that
 * is not the first of its record is where a call returns to: the call itself,
 * which may be the last instruction of a function, stands before it.
 */
#include "message.h"
#include "modules.h"
#include "resolve.h"
#include "text.h"

/* A kernel is moved by whole pages, of this size at least. */
#define PAGE_BYTES	4096
/* How much of a name is told in a message. */
#define SHOWN_LEN	80

/**
 * struct resolver - what addresses are looked up in
 * @symbols: the functions of the kernel, or NULL
 * @slide: how far the kernel was moved when it started
 * @modules: text of /proc/modules
 */
struct resolver {
	const struct symbols *symbols;
	unsigned long long slide;
	struct piece modules;
};

/* Looks an address up among the functions of the kernel. */
static void name_function(const struct resolver *resolver, struct outlier_frame *frame,
			  unsigned long long address)
{
	const struct symbol *symbol =
		symbols_at(resolver->symbols, address - resolver->slide);

	if (!symbol)
		return;
	frame->symbol = symbol->name;
	frame->offset = frame->address - resolver->slide - symbol->address;
	frame->size = symbols_size(resolver->symbols, symbol);
	frame->has_offset = true;
}

/* Looks an address up among the modules. */
static void name_module(const struct resolver *resolver, struct outlier_frame *frame,
			unsigned long long address)
{
	struct module module;

	if (!modules_find(resolver->modules, address, &module))
		return;
	frame->module = module.name;
	frame->offset = frame->address - module.address;
	frame->has_offset = true;
}

/* Looks one frame up. */
static void resolve_frame(const struct resolver *resolver, struct outlier_frame *frame,
			  bool is_return)
{
	const unsigned long long address = frame->address - is_return;

	if (!frame->has_address || frame->has_offset)
		return;
	if (resolver->symbols)
		name_function(resolver, frame, address);
	else
		name_module(resolver, frame, address);
}

/* Leaves out a second frame that is but a place in the function of the first. */
static void omit_same(struct outlier_frame *frame)
{
	if (frame[1].maybe && frame[1].symbol.length &&
	    piece_equal(frame[0].symbol, frame[1].symbol) &&
	    piece_equal(frame[0].module, frame[1].module))
		frame[1].omitted = true;
}

/* Looks all frames up. */
static void resolve_all(struct outliers *outliers, const struct resolver *resolver)
{
	const struct outlier *record = outliers->record;
	size_t i, frame;

	for (i = 0; i < outliers->count; i++, record++) {
		for (frame = 0; frame < record->frame_count; frame++)
			resolve_frame(resolver, &outliers->frame[record->first_frame + frame],
				      frame > 0);
		if (record->frame_count > 1)
			omit_same(&outliers->frame[record->first_frame]);
	}
}

/* Names functions of the kernel, if it is known where it lies. */
int resolve_kernel(struct outliers *outliers, const struct symbols *symbols)
{
	struct resolver resolver = { .symbols = symbols };
	const struct symbol *anchor;
	char name[SHOWN_LEN];

	if (!outliers->has_anchor)
		return EXIT_FINE;
	text_clean(name, sizeof(name), outliers->anchor.at, outliers->anchor.length);
	anchor = symbols_find(symbols, outliers->anchor);
	if (!anchor)
		return complain("%s: it has no function %s: not a whole System.map",
				symbols->path, name);
	/* In Thumb code, the lowest bit of an address of a function is set. */
	resolver.slide = (outliers->anchor_address & ~1ull) - (anchor->address & ~1ull);
	if (resolver.slide % PAGE_BYTES)
		return complain("%s: %s is at 0x%llx there, but at 0x%llx in the kernel that was measured: the System.map of another kernel",
				symbols->path, name, anchor->address,
				outliers->anchor_address);
	resolve_all(outliers, &resolver);
	return EXIT_FINE;
}

/* Tells in which modules the rest lies, and where. */
void resolve_modules(struct outliers *outliers, struct piece modules)
{
	const struct resolver resolver = { .modules = modules };

	resolve_all(outliers, &resolver);
}
