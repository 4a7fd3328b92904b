// SPDX-License-Identifier: GPL-2.0
/* Rules on the clock and on QoS. */
#include <errno.h>
#include <string.h>

#include "check.h"
#include "clock_kernel.h"
#include "system_files.h"

/* How much of a text is shown. */
#define SHOWN(piece)	((int)((piece).length < 96 ? (piece).length : 96)), (piece).at

#define GUEST	"a virtual machine: its host takes time that nobody sees here"
#define SLOW	"each read goes over a bus, and takes a microsecond or more"

/**
 * struct clock_kind - a clock that is known by its name or class
 * @name: how name or class begin
 * @state: what it is worth
 * @why: what is wrong with it
 */
struct clock_kind {
	const char *name;
	enum check_state state;
	const char *why;
};

static const struct clock_kind clock_kinds[] = {
	{ "arch", CHECK_OK, NULL },
	{ "tsc", CHECK_OK, NULL },
	{ "kvm-clock", CHECK_INFO, GUEST },
	{ "hyperv", CHECK_INFO, GUEST },
	{ "hpet", CHECK_WARN, SLOW },
	{ "pm-timer", CHECK_WARN, SLOW },
	{ "acpi_pm", CHECK_WARN, SLOW },
	{ "gp-timer", CHECK_WARN, SLOW ": 2.5 us instead of 0.25 us on AM5729" },
	{ "32k", CHECK_BAD, "it moves in steps of 30.5 us: what is finer is not measured" },
	{ "jiffies", CHECK_BAD, "it moves with the tick" },
	{ "refined-jiffies", CHECK_BAD, "it moves with the tick" },
};

/* Finds what is known of a clock. */
static const struct clock_kind *find_kind(struct piece name)
{
	size_t i;

	for (i = 0; i < sizeof(clock_kinds) / sizeof(clock_kinds[0]); i++)
		if (piece_begins(name, clock_kinds[i].name))
			return &clock_kinds[i];
	return NULL;
}

/* Says what a clock is worth. */
static void judge_clock(struct finding *finding, struct piece name)
{
	const struct clock_kind *kind = find_kind(name);

	found(finding, kind ? kind->state : CHECK_UNKNOWN, "%.*s", SHOWN(name));
	if (!kind)
		found_because(finding, "a clock of this name is not known here");
	else if (kind->why)
		found_because(finding, "%s", kind->why);
}

/* Finds the value of a line "key: value"; false if there is none. */
static bool find_line(const struct bytes *bytes, const char *key, struct piece *value)
{
	struct piece text = { (const char *)bytes->data, bytes->size };

	while (text.length) {
		*value = piece_line(&text);
		if (piece_skip(value, key) && piece_skip(value, ": "))
			return true;
	}
	return false;
}

/* What the kernel tells time by. */
static void check_clocksource(const struct board *board, const struct rule *rule,
			      struct finding *finding)
{
	struct piece class, verdict, i940;
	struct bytes bytes;
	char name[128];

	(void)rule;
	if (!source_read_file(board->root, SOURCE_CLOCK, &bytes) &&
	    find_line(&bytes, "class", &class) && !piece_begins(class, "unknown")) {
		judge_clock(finding, class);
		if (find_line(&bytes, "verdict", &verdict) && !piece_is(verdict, "ok"))
			found(finding, CHECK_BAD, "%.*s: %.*s", SHOWN(class), SHOWN(verdict));
		if (find_line(&bytes, "i940", &i940) && piece_begins(i940, "yes"))
			found_remedy(finding, "let the bootloader apply the overlay against erratum i940, see the README");
	} else if (board_value(board, FILE_CURRENT_CLOCK, name, sizeof(name)) && name[0]) {
		judge_clock(finding, (struct piece){ name, strlen(name) });
	} else {
		found(finding, CHECK_UNKNOWN, "the kernel does not tell");
	}
	bytes_free(&bytes);
}

/* Tells whether the driver has QoS for this SoC. */
static bool has_qos(const struct board *board)
{
	static const char *const socs[] = {
		"ti,am62l3", "ti,am625", "ti,am623", "ti,am62a7", "ti,am62d2", "ti,am62p5",
		"ti,j722s", "ti,am642", "ti,dra7",
	};
	struct piece text, name;
	struct bytes bytes;
	bool known = false;
	size_t i;

	if (source_read_file(board->root, FILE_COMPATIBLE, &bytes))
		return false;
	text = (struct piece){ (const char *)bytes.data, bytes.size };
	while (text.length) {
		name = piece_until(&text, '\0');
		for (i = 0; i < sizeof(socs) / sizeof(socs[0]); i++)
			known |= piece_is(name, socs[i]);
	}
	bytes_free(&bytes);
	return known;
}

/* Takes a column of the table; several blanks are between them. */
static struct piece take_column(struct piece *line)
{
	while (piece_skip(line, " "))
		;
	return piece_word(line);
}

/* Looks at a row; returns whether its field is as it is wanted. */
static bool look_at_field(struct piece line, struct finding *finding, unsigned int wrong)
{
	const struct piece device = take_column(&line), endpoint = take_column(&line);
	const struct piece field = take_column(&line), before = take_column(&line);
	const struct piece wanted = take_column(&line), now = take_column(&line);
	const struct piece state = take_column(&line);

	(void)device;
	(void)before;
	if (piece_is(state, "applied") && piece_equal(wanted, now))
		return true;
	if (wrong < CHECK_NAMES)
		found_more(finding, "%s%.*s %.*s is %.*s, not %.*s (%.*s)", wrong ? ", " : "",
			   SHOWN(endpoint), SHOWN(field), SHOWN(now), SHOWN(wanted), SHOWN(state));
	return false;
}

/* Looks at all rows of the module's table. */
static void look_at_fields(struct piece text, struct finding *finding)
{
	unsigned int right = 0, wrong = 0;
	struct piece line;

	piece_line(&text);
	while (text.length) {
		line = piece_line(&text);
		if (!line.length)
			continue;
		if (look_at_field(line, finding, wrong))
			right++;
		else
			wrong++;
	}
	if (wrong)
		finding->state = CHECK_BAD;
	else if (right)
		found(finding, CHECK_OK, "%u field%s as wanted", right, right > 1 ? "s" : "");
}

/* Tells why the module's table may exist and yet cannot be read; NULL if it cannot. */
static const char *explain_unread(const struct board *board, int error)
{
	char value[32];

	if (error == -EACCES || error == -EPERM)
		return "only root may read what the module says";
	if (!source_read(board->root, "thread_priority", value, sizeof(value)) &&
	    source_read_path(board->root, SOURCE_DEBUGFS, value, sizeof(value)) == -ENOENT)
		return "the module is there, but debugfs is not";
	return NULL;
}

/* Whether QoS fields are set, and are what they shall be. */
static void check_qos(const struct board *board, const struct rule *rule,
		      struct finding *finding)
{
	const char *unread;
	struct bytes bytes;
	int error = source_read_file(board->root, FILE_QOS, &bytes);

	(void)rule;
	if (!error)
		look_at_fields((struct piece){ (const char *)bytes.data, bytes.size }, finding);
	bytes_free(&bytes);
	if (finding->found[0])
		return;
	unread = explain_unread(board, error);
	if (unread) {
		found(finding, CHECK_UNKNOWN, "%s", unread);
	} else if (has_qos(board)) {
		found(finding, CHECK_WARN, "none that this module set, on a SoC that has it");
		found_remedy(finding, "apply the QoS overlay of this SoC, see dts/overlays");
	} else {
		found(finding, CHECK_INFO, "none that this module set; none is known for this machine");
	}
}

const struct rule check_clock_rules[] = {
	{ "clocksource", "clock", check_clocksource,
	  "every figure is a difference of two readings of it",
	  "irqscope clock tells more", NULL, CHECK_OK },
	{ "qos", "DDR and interconnect QoS", check_qos,
	  "the largest lever of an AM62L campaign: 8 of 8 pairs of runs better, worst case 134 us less on core 0 and 39 us less on core 1 (mean)",
	  NULL, NULL, CHECK_OK },
	{ 0 }
};
