// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps the parts of a run of so many seconds as the reader does, and prints them:
 * partstest SECONDS. Second s adds s samples to CPU 0, one of them of s % 100 us,
 * and from the 700th on one sample of 0 us to CPU 1.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parts.h"

#define NS_PER_S	1000000000ull
#define START_NS	(100 * NS_PER_S)
#define BUCKET_NS	1000
#define CPU1_FROM	700

static struct {
	struct irqscope_header header;
	struct irqscope_section section[6];
	struct irqscope_run run;
	struct irqscope_law law;
	struct irqscope_stage_name stage;
	struct irqscope_cpu_state cpu[2];
	struct irqscope_cell cell[2];
	__u64 buckets[2 * IRQSCOPE_HIST_LENGTH + 1];
} image;

/* Describes one section. */
static void set_section(unsigned int index, unsigned int type, const void *data,
			size_t entry_size, size_t entry_count)
{
	image.section[index] = (struct irqscope_section){
		.type = type,
		.entry_size = (__u32)entry_size,
		.entry_count = entry_count,
		.offset = (size_t)((const char *)data - (const char *)&image),
	};
}

/* Fills in what stays. */
static void begin_image(void)
{
	image.header = (struct irqscope_header){
		.magic = IRQSCOPE_MAGIC,
		.byte_order = IRQSCOPE_BYTE_ORDER,
		.version_major = IRQSCOPE_VERSION_MAJOR,
		.header_size = sizeof(image.header),
		.section_count = 6,
		.section_size = sizeof(image.section[0]),
		.total_size = sizeof(image),
	};
	image.run = (struct irqscope_run){ .generation = 1, .start_ns = START_NS };
	image.law = (struct irqscope_law){
		.bucket_ns = BUCKET_NS,
		.body_buckets = IRQSCOPE_HIST_BODY,
		.octave_buckets = IRQSCOPE_HIST_OCTAVE,
		.octaves = IRQSCOPE_HIST_OCTAVES,
		.bucket_count = IRQSCOPE_HIST_BUCKETS,
	};
	strcpy(image.stage.name, "irq");
	image.cpu[1].cpu = 1;
	image.cell[1].cpu = 1;
	image.cell[1].first_bucket = IRQSCOPE_HIST_LENGTH;
}

/* Adds samples of so many us. */
static void add(struct irqscope_cell *cell, unsigned int us, __u64 count)
{
	struct irqscope_counters *counters = &cell->counters;

	image.buckets[cell->first_bucket + us] += count;
	counters->count += count;
	counters->sum_ns += count * us * 1000;
	if (us * 1000 > counters->max_ns)
		counters->max_ns = us * 1000;
}

/* Adds a second, and describes what there is then. */
static void add_second(unsigned int second)
{
	const size_t cpus = second < CPU1_FROM ? 1 : 2;

	add(&image.cell[0], 0, second - 1);
	add(&image.cell[0], second % 100, 1);
	image.cell[0].counters.min_ns = image.buckets[0] ? 0 : 1000;
	if (cpus == 2)
		add(&image.cell[1], 0, 1);
	image.run.taken_ns = START_NS + second * NS_PER_S;
	set_section(0, IRQSCOPE_SECTION_RUN, &image.run, sizeof(image.run), 1);
	set_section(1, IRQSCOPE_SECTION_LAW, &image.law, sizeof(image.law), 1);
	set_section(2, IRQSCOPE_SECTION_STAGE, &image.stage, sizeof(image.stage), 1);
	set_section(3, IRQSCOPE_SECTION_CPU, image.cpu, sizeof(image.cpu[0]), cpus);
	set_section(4, IRQSCOPE_SECTION_CELL, image.cell, sizeof(image.cell[0]), cpus);
	set_section(5, IRQSCOPE_SECTION_BUCKETS, image.buckets, sizeof(__u64),
		    cpus * IRQSCOPE_HIST_LENGTH);
}

/* Writes the snapshot where the reader looks for it. */
static void put_snapshot(int fd)
{
	if (pwrite(fd, &image, sizeof(image), 0) != sizeof(image)) {
		perror("partstest");
		exit(1);
	}
}

/* Prints the blocks in s and us; a max is at most a bucket too great. */
static void print_blocks(const struct bytes *blocks)
{
	struct irqscope_block block;
	size_t i;

	for (i = 0; i < blocks->size; i += sizeof(block)) {
		memcpy(&block, blocks->data + i, sizeof(block));
		printf("%llu %llu %u %llu %llu\n",
		       (unsigned long long)((block.end_ns - START_NS) / NS_PER_S),
		       (unsigned long long)(block.length_ns / NS_PER_S), block.cpu,
		       (unsigned long long)block.count,
		       (unsigned long long)(block.max_ns / 1000));
	}
}

/* Makes a root with nothing but the snapshot in it, and opens that. */
static int make_root(char *root, char *path, size_t size)
{
	char *at;

	if (!mkdtemp(root))
		return -1;
	snprintf(path, size, "%s" SOURCE_SNAPSHOT, root);
	for (at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
	return creat(path, 0600);
}

/* Removes the root. */
static void remove_root(const char *root, char *path)
{
	unlink(path);
	while (strlen(path) > strlen(root)) {
		*strrchr(path, '/') = '\0';
		rmdir(path);
	}
}

/* Takes a snapshot each second, and prints what was kept in the end. */
int main(int argc, char **argv)
{
	const unsigned int seconds = argc == 2 ? (unsigned int)atoi(argv[1]) : 0;
	char root[] = "/tmp/partstest.XXXXXX", path[256];
	const int fd = make_root(root, path, sizeof(path));
	struct parts parts;
	struct bytes blocks;
	unsigned int second;

	if (fd < 0 || !seconds) {
		fprintf(stderr, "usage: partstest SECONDS\n");
		return 1;
	}
	begin_image();
	parts_begin(&parts);
	for (second = 1; second <= seconds; second++) {
		add_second(second);
		put_snapshot(fd);
		parts_take(&parts, root);
	}
	if (!parts_blocks(&parts, &blocks))
		print_blocks(&blocks);
	bytes_free(&blocks);
	parts_free(&parts);
	remove_root(root, path);
	return 0;
}
