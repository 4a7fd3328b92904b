// SPDX-License-Identifier: GPL-2.0
/* The file user/cpu<N>: each read gives the next event of the CPU to one task. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/sched.h>

#include "stages.h"
#include "user.h"
#include "user_file.h"

/* The file of a CPU is open; one of those who share it is in a read. */
#define USER_OPEN	0
#define USER_READS	1

static DEFINE_PER_CPU(unsigned long, user_flags);

/* The CPU that a file is of. */
static unsigned int cpu_of(const struct file *file)
{
	return (unsigned long)file_inode(file)->i_private;
}

static int user_open(struct inode *inode, struct file *file)
{
	if (test_and_set_bit(USER_OPEN, per_cpu_ptr(&user_flags, cpu_of(file))))
		return -EBUSY;
	file->private_data = irqscope_stages_of(cpu_of(file));
	return stream_open(inode, file);
}

/* Wait for the next event. */
static int next_event(struct file *file, void __user *to)
{
	struct irqscope_stages *s = file->private_data;
	int ret = irqscope_user_enter(s, !(file->f_flags & O_NONBLOCK));

	if (!ret) {
		ret = irqscope_user_wait(s, to);
		if (ret == -EFAULT)
			irqscope_user_leave(s);
		return ret;
	}
	/* What it had was given to a task that was here. */
	if (ret != -EAGAIN)
		irqscope_user_leave(s);
	if (ret == -EPERM)
		pr_err_ratelimited("user/cpu%u: %s (pid %d) reads it without being bound to that CPU alone\n",
				   cpu_of(file), current->comm, current->pid);
	return ret;
}

static ssize_t user_read(struct file *file, char __user *to, size_t size, loff_t *pos)
{
	unsigned long *flags;
	int ret;

	irqscope_user_arrive(file->private_data);
	if (size < sizeof(struct irqscope_user_sample))
		return -EINVAL;
	flags = per_cpu_ptr(&user_flags, cpu_of(file));
	if (test_and_set_bit(USER_READS, flags))
		return -EBUSY;
	ret = next_event(file, to);
	clear_bit_unlock(USER_READS, flags);
	return ret ? ret : sizeof(struct irqscope_user_sample);
}

/* The task has what it has read: fewer steps lead here than to the next read. */
static int user_fsync(struct file *file, loff_t start, loff_t end, int datasync)
{
	irqscope_user_arrive(file->private_data);
	return 0;
}

static int user_release(struct inode *inode, struct file *file)
{
	irqscope_user_leave(file->private_data);
	clear_bit_unlock(USER_OPEN, per_cpu_ptr(&user_flags, cpu_of(file)));
	return 0;
}

const struct file_operations irqscope_user_fops = {
	.owner		= THIS_MODULE,
	.open		= user_open,
	.read		= user_read,
	.fsync		= user_fsync,
	.release	= user_release,
};
