// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots taken while the module samples as fast as it can: do the numbers
 * belong together in each of them, and is any sample lost?
 *
 * usage: snapshot_test [SNAPSHOTS]
 *        snapshot_test max-time CPU STAGE
 *
 * What a snapshot looks like is taken from include/uapi/irqscope.h alone.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uapi/irqscope.h>

#include "kselftest.h"

#define SYSFS		"/sys/devices/platform/irqscope/"
#define SNAPSHOT	"/sys/kernel/debug/irqscope/snapshot"
#define PERIOD_US	50

typedef unsigned long long u64;

struct snapshot {
	uint8_t *data;
	size_t size;
	const struct irqscope_run *run;
	const struct irqscope_law *law;
	const struct irqscope_stage_name *stages;
	const struct irqscope_cpu_state *cpus;
	const struct irqscope_cell *cells;
	const __u64 *buckets;
	unsigned int stage_count, cpu_count, cell_count;
};

/* Write a word to a sysfs file; 0 or the error number. */
static int sysfs_write(const char *name, const char *value)
{
	char path[256];
	int fd, error = 0;

	snprintf(path, sizeof(path), SYSFS "%s", name);
	fd = open(path, O_WRONLY);
	if (fd < 0)
		return errno;
	if (write(fd, value, strlen(value)) < 0)
		error = errno;
	close(fd);
	return error;
}

/* Write a word to a sysfs file that must take it. */
static void sysfs_set(const char *name, const char *value)
{
	int error = sysfs_write(name, value);

	if (error)
		ksft_exit_fail_msg("%s <- %s: %s\n", name, value, strerror(error));
}

/* Read a whole file, @chunk bytes at a time. */
static uint8_t *read_file(const char *path, size_t chunk, size_t *size)
{
	size_t room = 1 << 16;
	uint8_t *data = malloc(room);
	int fd = open(path, O_RDONLY);
	ssize_t got;

	if (fd < 0 || !data)
		ksft_exit_fail_msg("%s: %s\n", path, strerror(errno));
	*size = 0;
	for (;;) {
		if (room - *size < chunk) {
			room = 2 * room + chunk;
			data = realloc(data, room);
		}
		got = read(fd, data + *size, chunk);
		if (got <= 0)
			break;
		*size += got;
	}
	if (got < 0)
		ksft_exit_fail_msg("%s: %s\n", path, strerror(errno));
	close(fd);
	return data;
}

/* Find a section; its entries must be at least as large as we know them. */
static const void *find_section(const struct snapshot *s, unsigned int type,
				size_t entry_size, unsigned int *count)
{
	const struct irqscope_header *header = (void *)s->data;
	unsigned int i;

	for (i = 0; i < header->section_count; i++) {
		const struct irqscope_section *section = (void *)
			(s->data + header->header_size + i * header->section_size);

		if (section->type != type)
			continue;
		if (section->entry_size != entry_size ||
		    section->offset + section->entry_count * entry_size > s->size)
			ksft_exit_fail_msg("section %u does not fit\n", type);
		if (count)
			*count = section->entry_count;
		return s->data + section->offset;
	}
	ksft_exit_fail_msg("no section %u\n", type);
}

/* Take a snapshot and find its parts. */
static void take(struct snapshot *s, size_t chunk)
{
	const struct irqscope_header *header;

	s->data = read_file(SNAPSHOT, chunk, &s->size);
	header = (void *)s->data;
	if (s->size < sizeof(*header) ||
	    memcmp(header->magic, IRQSCOPE_MAGIC, sizeof(header->magic)) ||
	    header->byte_order != IRQSCOPE_BYTE_ORDER ||
	    header->version_major != IRQSCOPE_VERSION_MAJOR ||
	    header->total_size != s->size)
		ksft_exit_fail_msg("not a snapshot of %zu bytes\n", s->size);
	s->run = find_section(s, IRQSCOPE_SECTION_RUN, sizeof(*s->run), NULL);
	s->law = find_section(s, IRQSCOPE_SECTION_LAW, sizeof(*s->law), NULL);
	s->stages = find_section(s, IRQSCOPE_SECTION_STAGE, sizeof(*s->stages),
				 &s->stage_count);
	s->cpus = find_section(s, IRQSCOPE_SECTION_CPU, sizeof(*s->cpus),
			       &s->cpu_count);
	s->cells = find_section(s, IRQSCOPE_SECTION_CELL, sizeof(*s->cells),
				&s->cell_count);
	s->buckets = find_section(s, IRQSCOPE_SECTION_BUCKETS, sizeof(__u64), NULL);
}

static void drop(struct snapshot *s)
{
	free(s->data);
	s->data = NULL;
}

/* The cell of a CPU and stage, or NULL. */
static const struct irqscope_cell *find_cell(const struct snapshot *s,
					     unsigned int cpu, const char *stage)
{
	unsigned int i;

	for (i = 0; i < s->cell_count; i++)
		if (s->cells[i].cpu == cpu &&
		    !strcmp(s->stages[s->cells[i].stage].name, stage))
			return &s->cells[i];
	return NULL;
}

/* The lower edge of a bucket, as the header words it. */
static u64 edge(const struct irqscope_law *law, unsigned int bucket)
{
	const u64 body_ns = (u64)law->body_buckets * law->bucket_ns;
	unsigned int octave, step;

	if (bucket < law->body_buckets)
		return (u64)bucket * law->bucket_ns;
	octave = (bucket - law->body_buckets) / law->octave_buckets;
	step = (bucket - law->body_buckets) % law->octave_buckets;
	return (body_ns + step * (body_ns / law->octave_buckets)) << octave;
}

static bool complain(const struct snapshot *s, const struct irqscope_cell *cell,
		     const char *format, ...)
{
	va_list args;
	char what[128];

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	ksft_print_msg("cpu %u %s: %s\n", cell->cpu, s->stages[cell->stage].name, what);
	return false;
}

/* Do the numbers of one cell belong together? */
static bool cell_consistent(const struct snapshot *s, const struct irqscope_cell *cell)
{
	const struct irqscope_counters *n = &cell->counters;
	const __u64 *buckets = s->buckets + cell->first_bucket;
	unsigned int i, first = UINT32_MAX, last = 0;
	u64 total = 0;

	for (i = 0; i <= s->law->bucket_count; i++) {
		total += buckets[i];
		if (buckets[i]) {
			last = i;
			if (first == UINT32_MAX)
				first = i;
		}
	}
	if (total != n->count)
		return complain(s, cell, "count %llu, buckets %llu", (u64)n->count, total);
	if (!n->count)
		return !n->sum_ns && !n->min_ns && !n->max_ns;
	if (n->min_ns > n->sum_ns / n->count ||
	    n->max_ns < (n->sum_ns + n->count - 1) / n->count)
		return complain(s, cell, "min %llu, sum %llu, max %llu", (u64)n->min_ns,
				(u64)n->sum_ns, (u64)n->max_ns);
	if (n->min_ns < edge(s->law, first) || n->min_ns >= edge(s->law, first + 1))
		return complain(s, cell, "min %llu not in bucket %u", (u64)n->min_ns, first);
	if (n->max_ns < edge(s->law, last) ||
	    (last < s->law->bucket_count && n->max_ns >= edge(s->law, last + 1)))
		return complain(s, cell, "max %llu not in bucket %u", (u64)n->max_ns, last);
	if (n->max_time_ns > s->run->taken_ns ||
	    n->max_time_ns < s->run->start_ns)
		return complain(s, cell, "max at %llu, not within the run", (u64)n->max_time_ns);
	return true;
}

/* Has no counter gone back since an earlier snapshot? */
static bool cell_went_on(const struct snapshot *s, const struct irqscope_cell *cell,
			 const struct snapshot *before)
{
	const struct irqscope_cell *old =
		find_cell(before, cell->cpu, s->stages[cell->stage].name);
	const __u64 *now = s->buckets + cell->first_bucket, *then;
	unsigned int i;

	if (!old)
		return true;
	then = before->buckets + old->first_bucket;
	for (i = 0; i <= s->law->bucket_count; i++)
		if (now[i] < then[i])
			return complain(s, cell, "bucket %u went back", i);
	if (cell->counters.count < old->counters.count ||
	    cell->counters.sum_ns < old->counters.sum_ns ||
	    cell->counters.busy < old->counters.busy ||
	    cell->counters.early < old->counters.early ||
	    cell->counters.max_ns < old->counters.max_ns)
		return complain(s, cell, "a counter went back");
	return true;
}

/* Many snapshots while all CPUs sample. */
static void test_running(unsigned int snapshots)
{
	struct snapshot s, before = { 0 };
	bool consistent = true, went_on = true;
	unsigned int i, c;
	u64 first = 0, last = 0;

	for (i = 0; i < snapshots; i++) {
		take(&s, 1 << 16);
		for (c = 0; c < s.cell_count; c++) {
			consistent = cell_consistent(&s, &s.cells[c]) && consistent;
			if (before.data)
				went_on = cell_went_on(&s, &s.cells[c], &before) && went_on;
		}
		if (s.cell_count)
			last = s.cells[0].counters.count;
		if (!i)
			first = last;
		if (before.data)
			drop(&before);
		before = s;
	}
	ksft_print_msg("%u snapshots, %llu samples in between\n", snapshots, last - first);
	ksft_test_result(consistent, "snapshots_consistent\n");
	ksft_test_result(went_on, "counters_never_go_back\n");
	ksft_test_result(last > first, "sampling_goes_on\n");
	drop(&before);
}

/* Two readings of one open file, in pieces and after a seek, are the same. */
static void test_pieces(void)
{
	size_t size, again_size = 0, step = 1;
	uint8_t *again = malloc(1 << 24);
	int fd = open(SNAPSHOT, O_RDONLY);
	struct snapshot s;
	ssize_t got;
	off_t end;
	bool same;

	take(&s, 7);
	ksft_test_result(cell_consistent(&s, &s.cells[0]), "read_seven_bytes_at_a_time\n");
	drop(&s);

	end = lseek(fd, 0, SEEK_END);
	size = 0;
	lseek(fd, 0, SEEK_SET);
	s.data = malloc(1 << 24);
	while ((got = read(fd, s.data + size, 1 << 16)) > 0)
		size += got;
	/* again, with pieces of growing length, later and from elsewhere */
	usleep(10000);
	for (; again_size < size; again_size += got, step = step * 3 + 1) {
		got = pread(fd, again + again_size, step % 10000, again_size);
		if (got <= 0)
			break;
	}
	same = size == (size_t)end && again_size == size && !memcmp(s.data, again, size);
	ksft_test_result(same, "one_open_is_one_moment\n");
	close(fd);
	free(s.data);
	free(again);
}

/*
 * After a stop: every event of irq has arrived at the thread or was counted,
 * and every period of the run has left a sample or was counted as missed.
 */
static void test_stopped(void)
{
	bool closed = true, complete = true;
	const struct irqscope_counters *irq, *thread;
	/* Starting and stopping a CPU may take long where time is not counted. */
	const u64 slack_us = getenv("IRQSCOPE_ICOUNT") ? 20000 : 1000000;
	struct snapshot s;
	unsigned int i;
	u64 periods;

	take(&s, 1 << 16);
	for (i = 0; i < s.cpu_count; i++) {
		irq = &find_cell(&s, s.cpus[i].cpu, "irq")->counters;
		thread = &find_cell(&s, s.cpus[i].cpu, "thread")->counters;
		ksft_print_msg("cpu %u: irq %llu, thread %llu, busy %llu, missed %llu\n",
			       s.cpus[i].cpu, (u64)irq->count, (u64)thread->count,
			       (u64)thread->busy, (u64)s.cpus[i].missed);
		if (thread->count + thread->early + thread->busy !=
		    irq->count + irq->early)
			closed = false;
		periods = (s.run->stop_ns - s.run->start_ns) / (PERIOD_US * 1000);
		/*
		 * The timers start one after the other, a period ahead, and end
		 * one after the other; here that may take a while.
		 */
		if (irq->count + irq->early + s.cpus[i].missed > periods + 1 ||
		    irq->count + irq->early + s.cpus[i].missed +
			    slack_us / PERIOD_US < periods) {
			ksft_print_msg("cpu %u: %llu periods\n", s.cpus[i].cpu, periods);
			complete = false;
		}
	}
	ksft_test_result(s.cpu_count > 0 && closed, "every_event_arrived_or_counted\n");
	ksft_test_result(s.cpu_count > 0 && complete, "every_period_sampled_or_counted\n");
	drop(&s);
}

/* Print when the greatest latency of a CPU and stage was recorded, in ns. */
static int print_max_time(unsigned int cpu, const char *stage)
{
	const struct irqscope_cell *cell;
	struct snapshot s;

	take(&s, 1 << 16);
	cell = find_cell(&s, cpu, stage);
	if (!cell)
		return 1;
	printf("%llu\n", (u64)cell->counters.max_time_ns);
	drop(&s);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned int snapshots = argc > 1 ? atoi(argv[1]) : 1000;
	struct snapshot a, b;

	if (argc == 4 && !strcmp(argv[1], "max-time"))
		return print_max_time(atoi(argv[2]), argv[3]);
	ksft_print_header();
	if (access(SYSFS "run", W_OK))
		ksft_exit_skip("irqscope is not loaded, or not root\n");
	if (access(SNAPSHOT, R_OK))
		ksft_exit_skip("no debugfs\n");
	ksft_set_plan(8);

	sysfs_set("run", "0");
	sysfs_set("period_us", "50");
	sysfs_set("warmup_ms", "0");
	sysfs_set("stages", "irq,thread");
	sysfs_set("cpus", "all");
	sysfs_set("run", "1");
	usleep(20000);

	test_running(snapshots);
	test_pieces();
	sysfs_set("run", "0");
	test_stopped();

	take(&a, 1 << 16);
	usleep(20000);
	take(&b, 1 << 16);
	ksft_test_result(a.size == b.size && a.cell_count == b.cell_count &&
			 !memcmp(a.cells, b.cells, a.cell_count * sizeof(*a.cells)),
			 "nothing_recorded_after_stop\n");
	ksft_finished();
}
