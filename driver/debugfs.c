// SPDX-License-Identifier: GPL-2.0
/*
 * The files in debugfs. Each takes a snapshot when it is opened and reads from
 * that; they show and change nothing. They are read-only and of mode 0400,
 * since a kernel in lockdown refuses others. It refuses "trial", too, which is
 * written. Those in user/ are of another kind.
 */
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <irqscope_hist.h>

#include "clock_report.h"
#include "control.h"
#include "debugfs.h"
#include "outlier_report.h"
#include "qos/qos.h"
#include "report.h"
#include "snapshot.h"
#include "trial.h"
#include "user_file.h"

static struct dentry *debugfs_root;

/* Open a text file: a snapshot of @stages, printed by @show when read. */
static int text_open(struct file *file, u32 stages,
		     int (*show)(struct seq_file *m, void *unused))
{
	struct irqscope_snapshot *s = irqscope_snapshot_take(stages, false);
	int ret;

	if (IS_ERR(s))
		return PTR_ERR(s);
	ret = single_open(file, show, s);
	if (ret)
		irqscope_snapshot_free(s);
	return ret;
}

static int text_release(struct inode *inode, struct file *file)
{
	irqscope_snapshot_free(((struct seq_file *)file->private_data)->private);
	return single_release(inode, file);
}

static int summary_show(struct seq_file *m, void *unused)
{
	irqscope_report_summary(m, m->private);
	return 0;
}

static int summary_open(struct inode *inode, struct file *file)
{
	return text_open(file, IRQSCOPE_ALL_STAGES, summary_show);
}

static int hist_show(struct seq_file *m, void *unused)
{
	irqscope_report_hist(m, m->private);
	return 0;
}

/* The file's private data is the number of its stage. */
static int hist_open(struct inode *inode, struct file *file)
{
	return text_open(file, BIT((unsigned long)inode->i_private), hist_show);
}

static int conditions_show(struct seq_file *m, void *unused)
{
	const struct irqscope_snapshot *s = m->private;

	seq_write(m, s->conditions, s->conditions_len);
	return 0;
}

static int conditions_open(struct inode *inode, struct file *file)
{
	/* No stage: the text without the numbers. */
	return text_open(file, 0, conditions_show);
}

/* What was open()ed, as bytes in memory, and how to give it back. */
struct copy {
	const void *data;
	size_t size;
	void *owner;
	void (*release)(void *owner);
};

static int copy_open(struct file *file, const struct copy *copy)
{
	file->private_data = kmemdup(copy, sizeof(*copy), GFP_KERNEL);
	if (file->private_data)
		return 0;
	copy->release(copy->owner);
	return -ENOMEM;
}

static ssize_t copy_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	const struct copy *copy = file->private_data;

	return simple_read_from_buffer(to, count, pos, copy->data, copy->size);
}

static loff_t copy_llseek(struct file *file, loff_t offset, int whence)
{
	const struct copy *copy = file->private_data;

	return fixed_size_llseek(file, offset, whence, copy->size);
}

static int copy_release(struct inode *inode, struct file *file)
{
	const struct copy *copy = file->private_data;

	copy->release(copy->owner);
	kfree(copy);
	return 0;
}

static void release_snapshot(void *snapshot)
{
	irqscope_snapshot_free(snapshot);
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	struct irqscope_snapshot *s = irqscope_snapshot_take(IRQSCOPE_ALL_STAGES, true);
	struct copy copy = { .owner = s, .release = release_snapshot };

	if (IS_ERR(s))
		return PTR_ERR(s);
	copy.data = s->data;
	copy.size = s->size;
	return copy_open(file, &copy);
}

static void release_text(void *text)
{
	kvfree(text);
}

static int qos_open(struct inode *inode, struct file *file)
{
	struct copy copy = { .release = release_text };

	copy.owner = irqscope_qos_table(&copy.size);
	if (!copy.owner)
		return -ENOMEM;
	copy.data = copy.owner;
	return copy_open(file, &copy);
}

static int outliers_open(struct inode *inode, struct file *file)
{
	struct copy copy = { .release = release_text };

	irqscope_run_lock();
	copy.owner = irqscope_outlier_report(&copy.size);
	irqscope_run_unlock();
	if (IS_ERR(copy.owner))
		return PTR_ERR(copy.owner);
	copy.data = copy.owner;
	return copy_open(file, &copy);
}

static int clock_open(struct inode *inode, struct file *file)
{
	struct copy copy = { .release = release_text };
	u32 bucket_ns = irqscope_run_lock()->config.bucket_ns;

	irqscope_run_unlock();
	copy.owner = irqscope_clock_report(bucket_ns, &copy.size);
	if (IS_ERR(copy.owner))
		return PTR_ERR(copy.owner);
	copy.data = copy.owner;
	return copy_open(file, &copy);
}

/* The owner keeps the module loaded while a file is open. */
#define TEXT_FILE(_name)				\
static const struct file_operations _name##_fops = {	\
	.owner		= THIS_MODULE,			\
	.open		= _name##_open,			\
	.read		= seq_read,			\
	.llseek		= seq_lseek,			\
	.release	= text_release,			\
}

#define COPY_FILE(_name)				\
static const struct file_operations _name##_fops = {	\
	.owner		= THIS_MODULE,			\
	.open		= _name##_open,			\
	.read		= copy_read,			\
	.llseek		= copy_llseek,			\
	.release	= copy_release,			\
}

TEXT_FILE(summary);
TEXT_FILE(hist);
TEXT_FILE(conditions);

COPY_FILE(snapshot);
COPY_FILE(qos);
COPY_FILE(clock);
COPY_FILE(outliers);

/*
 * The files that tasks of the stage user read. They are removed with the module, which
 * stays as long as one is open: what debugfs does against a removal in the middle of a
 * read would be in each sample, and is not needed.
 */
static void __init make_user_files(void)
{
	struct dentry *user = debugfs_create_dir("user", debugfs_root);
	unsigned long cpu;
	char name[16];

	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "cpu%lu", cpu);
		debugfs_create_file_unsafe(name, 0400, user, (void *)cpu, &irqscope_user_fops);
	}
}

/**
 * irqscope_debugfs_init() - make the files
 *
 * Context: process. Without debugfs nothing is made and nothing is missed.
 */
void __init irqscope_debugfs_init(void)
{
	struct dentry *hist;
	unsigned long stage;

	debugfs_root = debugfs_create_dir(IRQSCOPE_NAME, NULL);
	debugfs_create_file("summary", 0400, debugfs_root, NULL, &summary_fops);
	debugfs_create_file("conditions", 0400, debugfs_root, NULL, &conditions_fops);
	debugfs_create_file("snapshot", 0400, debugfs_root, NULL, &snapshot_fops);
	debugfs_create_file("outliers", 0400, debugfs_root, NULL, &outliers_fops);
	debugfs_create_file("clock", 0400, debugfs_root, NULL, &clock_fops);
	debugfs_create_file("trial", 0200, debugfs_root, NULL, &irqscope_trial_fops);
	if (IS_ENABLED(CONFIG_OF))
		debugfs_create_file("qos", 0400, debugfs_root, NULL, &qos_fops);
	hist = debugfs_create_dir("hist", debugfs_root);
	for (stage = 0; stage < IRQSCOPE_STAGES; stage++)
		debugfs_create_file(irqscope_stage_names[stage], 0400, hist,
				    (void *)stage, &hist_fops);
	make_user_files();
}

/**
 * irqscope_debugfs_exit() - remove the files
 *
 * Context: process.
 */
void irqscope_debugfs_exit(void)
{
	debugfs_remove_recursive(debugfs_root);
}
