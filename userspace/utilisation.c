// SPDX-License-Identifier: GPL-2.0
/* How busy each CPU was between two looks at /proc/stat. */
#include "cpus.h"
#include "utilisation.h"

/* The columns of /proc/stat; guests are in user and nice already. */
enum column { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, COLUMNS };

/* Kernels have at least so many of them. */
#define COLUMNS_LEAST	(IDLE + 1)
/* More ticks than any kernel counts; a thousand times as many fit in 64 bits. */
#define MOST_TICKS	(1ull << 48)

/**
 * struct ticks - a line of a CPU
 * @cpu: number of the CPU
 * @column: time spent in each way, 0 for what this kernel does not count
 */
struct ticks {
	unsigned long long cpu;
	unsigned long long column[COLUMNS];
};

/* Takes a line apart; false if it is not that of a CPU. */
static bool parse_line(struct piece line, struct ticks *ticks)
{
	unsigned int i;

	*ticks = (struct ticks){ 0 };
	if (!piece_skip(&line, "cpu") || !piece_number(piece_word(&line), &ticks->cpu) ||
	    ticks->cpu >= CPUS_MAX)
		return false;
	for (i = 0; i < COLUMNS && line.length; i++)
		if (!piece_number(piece_word(&line), &ticks->column[i]))
			return false;
	return i >= COLUMNS_LEAST;
}

/* Finds the line of a CPU. */
static bool find_line(struct piece text, unsigned long long cpu, struct ticks *ticks)
{
	while (text.length)
		if (parse_line(piece_line(&text), ticks) && ticks->cpu == cpu)
			return true;
	return false;
}

/* Finds out what came on; some columns can go back a little, which is nothing. */
static unsigned long long subtract(struct ticks *end, const struct ticks *begin)
{
	unsigned long long total = 0;
	unsigned int i;

	for (i = 0; i < COLUMNS; i++) {
		end->column[i] = end->column[i] > begin->column[i] ?
				 end->column[i] - begin->column[i] : 0;
		if (end->column[i] > MOST_TICKS)
			return 0;
		total += end->column[i];
	}
	return total;
}

/* Writes a share in percent. */
static void write_share(FILE *out, const char *name, unsigned long long ticks,
			unsigned long long total)
{
	const unsigned long long tenths = (ticks * 1000 + total / 2) / total;

	fprintf(out, " %s %llu.%llu", name, tenths / 10, tenths % 10);
}

/* Writes the line of a CPU. */
static void write_cpu(FILE *out, const struct ticks *ticks, unsigned long long total)
{
	static const struct {
		const char *name;
		enum column column;
	} shares[] = {
		{ "user", USER }, { "nice", NICE }, { "system", SYSTEM },
		{ "iowait", IOWAIT }, { "irq", IRQ }, { "softirq", SOFTIRQ },
		{ "steal", STEAL }, { "idle", IDLE },
	};
	size_t i;

	fprintf(out, "cpu%llu:", ticks->cpu);
	write_share(out, "busy", total - ticks->column[IDLE] - ticks->column[IOWAIT], total);
	for (i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
		write_share(out, shares[i].name, ticks->column[shares[i].column], total);
	fputc('\n', out);
}

/* Writes a line for each CPU that was online at both ends. */
void utilisation_write(FILE *out, struct piece begin, struct piece end)
{
	struct ticks first, last;
	unsigned long long total;

	while (end.length) {
		if (!parse_line(piece_line(&end), &last) ||
		    !find_line(begin, last.cpu, &first))
			continue;
		total = subtract(&last, &first);
		if (total)
			write_cpu(out, &last, total);
	}
}
