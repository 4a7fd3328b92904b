// SPDX-License-Identifier: GPL-2.0
/* The rule on interrupts that an isolated CPU takes. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"
#include "paths.h"
#include "system_files.h"

/* Interrupts of a GIC below this are of one CPU each. */
#define GIC_SHARED	32
#define NAME_LEN	48

/**
 * struct row - a row of /proc/interrupts
 * @isolated: how many interrupts the isolated CPUs took
 * @name: chip, number and name, as the kernel writes them
 */
struct row {
	unsigned long long isolated;
	struct piece name;
};

/**
 * struct look - a look at all interrupts
 * @board: the machine
 * @table: /proc/interrupts
 * @finding: where to say it
 * @count: interrupts that an isolated CPU may get
 * @fixed: those of them that the kernel lets nobody move
 * @taken: interrupts that isolated CPUs took of these
 */
struct look {
	const struct board *board;
	struct bytes table;
	struct finding *finding;
	unsigned int count;
	unsigned int fixed;
	unsigned long long taken;
};

/* Takes a word, and the blanks before it. */
static struct piece take_word(struct piece *text)
{
	while (piece_skip(text, " "))
		;
	return piece_word(text);
}

/* Adds up the columns of the isolated CPUs; offline CPUs have none. */
static void read_row(const struct board *board, struct piece head, struct piece line,
		     struct row *row)
{
	unsigned long long cpu, count;
	struct piece column;

	*row = (struct row){ 0 };
	for (;;) {
		column = take_word(&head);
		if (!piece_skip(&column, "CPU") || !piece_number(column, &cpu))
			break;
		if (!piece_number(take_word(&line), &count))
			return;
		if (cpus_has(&board->isolated, cpu))
			row->isolated += count;
	}
	while (piece_skip(&line, " "))
		;
	row->name = line;
}

/* Finds the row of an interrupt; false if there is none, so nothing uses it. */
static bool find_row(const struct look *look, unsigned long long irq, struct row *row)
{
	struct piece text = { (const char *)look->table.data, look->table.size };
	const struct piece head = piece_line(&text);
	unsigned long long number;
	struct piece line;

	while (text.length) {
		line = piece_line(&text);
		while (piece_skip(&line, " "))
			;
		if (!piece_number(piece_until(&line, ':'), &number) || number != irq)
			continue;
		read_row(look->board, head, line, row);
		return true;
	}
	return false;
}

/* Tells whether an interrupt is one that each CPU has for itself. */
static bool is_private(struct piece name)
{
	unsigned long long number;
	const struct piece chip = take_word(&name);

	return piece_begins(chip, "GIC") && piece_number(take_word(&name), &number) &&
	       number < GIC_SHARED;
}

/* Takes the last word of a name, which is what the driver calls it. */
static void short_name(char to[NAME_LEN], struct piece name)
{
	struct piece last = { "?", 1 }, word;

	while (name.length) {
		word = take_word(&name);
		if (word.length)
			last = word;
	}
	snprintf(to, NAME_LEN, "%.*s", (int)(last.length < NAME_LEN ? last.length : NAME_LEN),
		 last.at);
}

/* Tells whether the kernel lets nobody move an interrupt. */
static bool is_fixed(const char *root, unsigned long long irq)
{
	char path[PATH_MAX];
	struct stat status;

	return snprintf(path, sizeof(path), "%s/proc/irq/%llu/smp_affinity_list", root, irq) <
	       (int)sizeof(path) && !stat(path, &status) && !(status.st_mode & 0200);
}

/* Finds where an interrupt goes: if possible where it does, not where it may. */
static bool find_cpus(const struct board *board, const char *wanted, unsigned long long irq,
		      struct cpus *cpus)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/irq/%llu/effective_affinity_list", irq);
	return board_cpus(board, path, cpus) || board_cpus(board, wanted, cpus);
}

/* Looks at one interrupt. */
static void look_at(const char *root, const char *path,
		    const unsigned long long number[PATHS_NUMBERS], void *context)
{
	struct look *look = context;
	char name[NAME_LEN], text[CPUS_TEXT_LEN];
	struct cpus cpus;
	struct row row;

	/* A list that is empty is of one that each CPU has for itself. */
	if (!find_cpus(look->board, path, number[0], &cpus))
		return;
	cpus = cpus_and(&cpus, &look->board->isolated);
	if (!cpus_count(&cpus) || !find_row(look, number[0], &row) || is_private(row.name))
		return;
	look->taken += row.isolated;
	if (++look->count > CHECK_NAMES)
		return;
	short_name(name, row.name);
	found_more(look->finding, "%s%llu %s on CPU %s (%llu%s)", look->count > 1 ? ", " : "",
		   number[0], name, cpus_text(text, &cpus), row.isolated,
		   is_fixed(root, number[0]) ? ", cannot be moved" : "");
	if (is_fixed(root, number[0]))
		look->fixed++;
	else
		found_remedy(look->finding, " %llu", number[0]);
}

/* Says what to do, for those that were named. */
static void finish(struct look *look, const struct cpus *others)
{
	struct finding *finding = look->finding;
	char irqs[CHECK_TEXT_LEN], text[CPUS_TEXT_LEN];

	finding->state = look->taken ? CHECK_BAD : CHECK_WARN;
	if (look->count > CHECK_NAMES)
		found_more(finding, ", and %u more", look->count - CHECK_NAMES);
	strcpy(irqs, finding->remedy);
	finding->remedy[0] = '\0';
	if (irqs[0])
		found_remedy(finding, "for i in%s; do echo %s > /proc/irq/$i/smp_affinity_list; done",
			     irqs, cpus_count(others) ? cpus_text(text, others) : "0");
	else
		found_remedy(finding, "isolcpus=managed_irq,domain,... as a boot argument, or fewer queues in the driver");
}

/* Which interrupts an isolated CPU takes. */
static void check_interrupts(const struct board *board, const struct rule *rule,
			     struct finding *finding)
{
	const struct cpus others = cpus_without(&board->online, &board->isolated);
	struct look look = { .board = board, .finding = finding };

	(void)rule;
	if (!cpus_count(&board->isolated)) {
		found(finding, board->isolated_known ? CHECK_OK : CHECK_UNKNOWN,
		      board->isolated_known ? "no CPU is isolated" :
		      "which CPUs are isolated is not known");
		return;
	}
	if (source_read_file(board->root, FILE_INTERRUPTS, &look.table)) {
		found(finding, CHECK_UNKNOWN, FILE_INTERRUPTS " cannot be read");
		return;
	}
	paths_walk(board->root, FILE_IRQ_WANTED, look_at, &look);
	if (look.count)
		finish(&look, &others);
	else
		found(finding, CHECK_OK, "none");
	bytes_free(&look.table);
}

const struct rule check_interrupt_rules[] = {
	{ "interrupts", "interrupts on isolated CPUs", check_interrupts,
	  "a driver can choose CPUs in spite of irqaffinity=: on AM62L the interrupts of Ethernet queues came to the isolated core, each a delay for the task there",
	  NULL, NULL, CHECK_OK },
	{ 0 }
};
