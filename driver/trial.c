// SPDX-License-Identifier: GPL-2.0
/*
 * Trials: whoever holds the file "trial" open switches between the settings a and b
 * while a run goes on. Each has a bank of numbers, and where QoS takes part a is what
 * was found in the registers and b what is wanted there.
 *
 * When the file is closed, by whatever, or the run ends, the registers have what is
 * wanted again: that is what the device was bound for.
 *
 * All of this is guarded by what irqscope_run_lock() holds.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include "qos/qos.h"
#include "recorder.h"
#include "sampler.h"
#include "settings.h"
#include "trial.h"

/* No word is longer, with a newline. */
#define WORD_LEN	8
#define WORDS		"a, b, hold or, before the first a or b, qos"

/**
 * struct trial - the trial that goes on, or the last one
 * @is_open: somebody holds the file open
 * @ended: it ended, by the end of the run or by a register that does not hold
 * @failed: the latter
 * @switched: a setting has been chosen
 * @qos: QoS takes part
 * @generation: run that it belongs to
 * @open_ns: when it was opened
 * @end_ns: when it ended, or was closed
 * @used: bank in use
 * @from_ns: since when that has been recorded into, or will be; U64_MAX: it is not
 * @recorded_ns: how long each bank was recorded into, without the time since @from_ns
 * @switches: how often each setting was chosen
 */
static struct trial {
	bool is_open;
	bool ended;
	bool failed;
	bool switched;
	bool qos;
	u64 generation;
	u64 open_ns;
	u64 end_ns;
	enum irqscope_bank used;
	u64 from_ns;
	u64 recorded_ns[IRQSCOPE_BANKS];
	u32 switches[IRQSCOPE_BANKS];
} trial;

/* Add the time since a bank came into use. */
static void count_time(u64 now_ns)
{
	if (now_ns > trial.from_ns)
		trial.recorded_ns[trial.used] += now_ns - trial.from_ns;
	trial.from_ns = U64_MAX;
}

/* When the warm-up is over. */
static u64 warm_ns(const struct irqscope_run_info *run)
{
	return run->start_ns + (u64)run->config.warmup_ms * NSEC_PER_MSEC;
}

/* When recording begins again if the setting has just been switched. */
static u64 settled_ns(const struct irqscope_run_info *run)
{
	const u64 ns = ktime_get_ns() + (u64)run->config.trial_settle_ms * NSEC_PER_MSEC;

	return max(warm_ns(run), ns);
}

/* Put the registers back and record as any run does. */
static void finish(const struct irqscope_run_info *run)
{
	trial.ended = true;
	trial.end_ns = ktime_get_ns();
	cpus_read_lock();
	irqscope_sampler_hold();
	count_time(trial.end_ns);
	irqscope_recorder_use(IRQSCOPE_BANK_A);
	trial.used = IRQSCOPE_BANK_A;
	if (trial.qos)
		irqscope_qos_trial_set(false);
	irqscope_sampler_record(settled_ns(run));
	cpus_read_unlock();
}

/* Record nothing before the next switch: what is done meanwhile belongs to neither. */
static void hold(void)
{
	cpus_read_lock();
	irqscope_sampler_hold();
	count_time(ktime_get_ns());
	cpus_read_unlock();
}

/* Switch to a setting. */
static int choose(const struct irqscope_run_info *run, enum irqscope_bank bank)
{
	int ret = 0;

	cpus_read_lock();
	irqscope_sampler_hold();
	count_time(ktime_get_ns());
	irqscope_recorder_use(bank);
	trial.used = bank;
	trial.switched = true;
	trial.switches[bank]++;
	if (trial.qos)
		ret = irqscope_qos_trial_set(bank == IRQSCOPE_BANK_A);
	if (!ret) {
		trial.from_ns = settled_ns(run);
		irqscope_sampler_record(trial.from_ns);
	}
	cpus_read_unlock();
	if (!ret)
		return 0;
	pr_err("trial: qos: a register does not hold the value of %s; the trial has ended\n",
	       bank == IRQSCOPE_BANK_A ? "a" : "b");
	trial.failed = true;
	finish(run);
	return ret;
}

/* Have QoS take part. */
static int take_qos(void)
{
	unsigned int fields;

	if (trial.switched) {
		pr_err("trial: \"qos\" must come before the first \"a\" or \"b\"\n");
		return -EINVAL;
	}
	fields = irqscope_qos_trial_fields();
	if (!fields) {
		pr_err("trial: qos: there is no field that can be switched on a running system\n");
		return -ENODEV;
	}
	trial.qos = true;
	pr_warn("trial: qos: %u fields are switched on a running system; by TI's public text QoS is to be changed before the system runs only\n",
		fields);
	return 0;
}

/* Do what a word says. */
static int take_word(const struct irqscope_run_info *run, const char *word)
{
	if (trial.ended) {
		pr_err("trial: it has ended\n");
		return -ESHUTDOWN;
	}
	if (sysfs_streq(word, "a"))
		return choose(run, IRQSCOPE_BANK_A);
	if (sysfs_streq(word, "b"))
		return choose(run, IRQSCOPE_BANK_B);
	if (sysfs_streq(word, "qos"))
		return take_qos();
	if (!sysfs_streq(word, "hold")) {
		irqscope_complain("trial", word, WORDS);
		return -EINVAL;
	}
	hold();
	return 0;
}

static ssize_t trial_write(struct file *file, const char __user *from, size_t count,
			   loff_t *pos)
{
	char word[WORD_LEN + 1] = "";
	int ret;

	if (copy_from_user(word, from, min_t(size_t, count, WORD_LEN)))
		return -EFAULT;
	if (count > WORD_LEN || strnlen(word, count) != count) {
		irqscope_complain("trial", word, WORDS);
		return -EINVAL;
	}
	ret = take_word(irqscope_run_lock(), word);
	irqscope_run_unlock();
	return ret ? ret : count;
}

/* Begin a trial: both banks are empty, and nothing is recorded before the first switch. */
static int begin(const struct irqscope_run_info *run)
{
	int ret;

	if (trial.is_open) {
		pr_err("trial: somebody else has one open\n");
		return -EBUSY;
	}
	if (!run->running) {
		pr_err("trial: there is no run; write 1 to run\n");
		return -ENODEV;
	}
	cpus_read_lock();
	/* First, so that the empty banks stay so. */
	irqscope_sampler_hold();
	ret = irqscope_recorder_split();
	if (ret)
		irqscope_sampler_record(warm_ns(run));
	cpus_read_unlock();
	if (ret)
		return ret;
	trial = (struct trial){
		.is_open = true, .generation = run->generation,
		.open_ns = ktime_get_ns(), .from_ns = U64_MAX,
	};
	return 0;
}

static int trial_open(struct inode *inode, struct file *file)
{
	int ret;

	/* Whoever looks at all files must not begin one. */
	if (!(file->f_mode & FMODE_WRITE))
		return -EACCES;
	ret = begin(irqscope_run_lock());
	irqscope_run_unlock();
	return ret;
}

static int trial_release(struct inode *inode, struct file *file)
{
	const struct irqscope_run_info *run = irqscope_run_lock();

	if (!trial.ended)
		finish(run);
	trial.is_open = false;
	irqscope_run_unlock();
	return 0;
}

/* The owner keeps the module loaded while the file is open. */
const struct file_operations irqscope_trial_fops = {
	.owner		= THIS_MODULE,
	.open		= trial_open,
	.write		= trial_write,
	.llseek		= noop_llseek,
	.release	= trial_release,
};

/**
 * irqscope_trial_run_stops() - end a trial with its run
 *
 * Context: process, the state of runs held still; nothing samples any more.
 */
void irqscope_trial_run_stops(void)
{
	if (!trial.is_open || trial.ended)
		return;
	trial.ended = true;
	trial.end_ns = ktime_get_ns();
	count_time(trial.end_ns);
	if (trial.qos)
		irqscope_qos_trial_set(false);
}

/**
 * irqscope_trial_run_clears() - forget what was counted, with the numbers
 *
 * Context: process, the state of runs held still.
 */
void irqscope_trial_run_clears(void)
{
	memset(trial.recorded_ns, 0, sizeof(trial.recorded_ns));
	memset(trial.switches, 0, sizeof(trial.switches));
	if (trial.from_ns != U64_MAX)
		trial.from_ns = max_t(u64, trial.from_ns, ktime_get_ns());
}

/**
 * irqscope_trial_get() - tell of the trial of a run
 * @run: the run, held by irqscope_run_lock()
 * @to: filled in
 *
 * Context: process.
 * Return: false if the run has none.
 */
bool irqscope_trial_get(const struct irqscope_run_info *run, struct irqscope_trial *to)
{
	const u64 now_ns = ktime_get_ns();
	unsigned int bank;

	if (!run->generation || trial.generation != run->generation)
		return false;
	*to = (struct irqscope_trial){
		.open_ns = trial.open_ns, .end_ns = trial.ended ? trial.end_ns : 0,
		.flags = (trial.qos ? IRQSCOPE_TRIAL_QOS : 0) |
			 (trial.failed ? IRQSCOPE_TRIAL_FAILED : 0) |
			 (trial.used == IRQSCOPE_BANK_B ? IRQSCOPE_TRIAL_AT_B : 0),
		.settle_ms = run->config.trial_settle_ms,
	};
	for (bank = 0; bank < IRQSCOPE_BANKS; bank++) {
		to->recorded_ns[bank] = trial.recorded_ns[bank];
		to->switches[bank] = trial.switches[bank];
	}
	if (now_ns > trial.from_ns)
		to->recorded_ns[trial.used] += now_ns - trial.from_ns;
	return true;
}
