// SPDX-License-Identifier: GPL-2.0
/* Latency limits as people write them: irq=50us,thread=1.5ms@3. */
#include <limits.h>
#include <string.h>

#include "gate.h"
#include "message.h"
#include "piece.h"

#define LIMIT_NS_MAX	1000000000000ull
#define FRACTION_DIGITS	9

/* Tells how many ns a unit has, 0 if it is none; without one it is us. */
static unsigned long long unit_ns(struct piece unit)
{
	if (!unit.length || piece_is(unit, "us"))
		return 1000;
	if (piece_is(unit, "ns"))
		return 1;
	if (piece_is(unit, "ms"))
		return 1000000;
	return piece_is(unit, "s") ? 1000000000 : 0;
}

/* Takes the digits off the front. */
static struct piece take_digits(struct piece *text)
{
	size_t length = 0;

	while (length < text->length && text->at[length] >= '0' && text->at[length] <= '9')
		length++;
	return piece_take(text, length);
}

/* Adds a fraction of a unit; it must be whole ns. */
static bool add_fraction(struct piece digits, unsigned long long unit,
			 unsigned long long *ns)
{
	unsigned long long fraction;
	size_t i;

	if (digits.length > FRACTION_DIGITS || !piece_number(digits, &fraction))
		return false;
	fraction *= unit;
	for (i = 0; i < digits.length; i++) {
		if (fraction % 10)
			return false;
		fraction /= 10;
	}
	*ns += fraction;
	return true;
}

/* Reads a time like 50us, 1.5ms or 50. */
static bool read_time(struct piece text, unsigned long long *ns)
{
	const struct piece whole = take_digits(&text);
	const bool has_fraction = piece_skip(&text, ".");
	const struct piece fraction = take_digits(&text);
	const unsigned long long unit = unit_ns(text);

	if (!unit || !piece_number(whole, ns) || *ns > LIMIT_NS_MAX / unit)
		return false;
	*ns *= unit;
	if (has_fraction ? !add_fraction(fraction, unit, ns) : fraction.length)
		return false;
	return *ns && *ns <= LIMIT_NS_MAX;
}

/* Reads the name of a stage. */
static bool read_stage(struct piece text, char stage[IRQSCOPE_STAGE_NAME_LEN])
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";

	if (!text.length || text.length >= IRQSCOPE_STAGE_NAME_LEN)
		return false;
	memcpy(stage, text.at, text.length);
	stage[text.length] = '\0';
	return strspn(stage, allowed) == text.length;
}

/* Reads one limit. */
static bool read_limit(struct piece text, struct gate_limit *limit)
{
	const bool has_time = memchr(text.at, '=', text.length);
	const struct piece stage = piece_until(&text, '=');
	unsigned long long cpu = 0;
	struct piece time;

	*limit = (struct gate_limit){ .all_cpus = !memchr(text.at, '@', text.length) };
	time = piece_until(&text, '@');
	if (!limit->all_cpus && (!piece_number(text, &cpu) || cpu > UINT_MAX))
		return false;
	limit->cpu = (unsigned int)cpu;
	return has_time && read_stage(stage, limit->stage) && read_time(time, &limit->ns);
}

/* Tells whether there is a limit for the same already. */
static bool occurs(const struct gate *gate, const struct gate_limit *limit)
{
	size_t i;

	for (i = 0; i < gate->count; i++)
		if (!strcmp(gate->limit[i].stage, limit->stage) &&
		    gate->limit[i].all_cpus == limit->all_cpus &&
		    gate->limit[i].cpu == limit->cpu)
			return true;
	return false;
}

/* Takes a list of limits from the command line. */
int gate_take(struct gate *gate, const char *text)
{
	struct piece list = { text, strlen(text) }, item;
	struct gate_limit limit;
	bool more;

	do {
		more = memchr(list.at, ',', list.length);
		item = piece_until(&list, ',');
		if (!read_limit(item, &limit))
			return complain("--limit \"%s\": \"%.*s\" must be like irq=50us, thread=1.5ms or thread=120us@3 (ns, us, ms or s, above 0, to 1000s)",
					text, (int)item.length, item.at);
		if (occurs(gate, &limit))
			return complain("--limit \"%s\": \"%.*s\" is the second limit for the same",
					text, (int)item.length, item.at);
		if (gate->count == GATE_LIMITS)
			return complain("--limit: more than %d limits", GATE_LIMITS);
		gate->limit[gate->count++] = limit;
	} while (more);
	return EXIT_FINE;
}
