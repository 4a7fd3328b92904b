// SPDX-License-Identifier: GPL-2.0
/*
 * Outliers as text. Addresses are for those who may see them: a kernel that has
 * symbols prints these; else what kptr_restrict hides stays hidden.
 */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "outlier.h"
#include "outlier_report.h"
#include "text.h"

/* Records that a CPU can have. */
#define RECORDS_MAX	(IRQSCOPE_OUTLIERS + IRQSCOPE_LATENCIES)
/* Room for the first lines, for a record without its frames, and for a frame. */
#define HEAD_TEXT	256
#define RECORD_TEXT	640
#define FRAME_TEXT	192

/* A record and the CPU that it is of. */
struct entry {
	unsigned int cpu;
	struct irqscope_outlier outlier;
};

/* All records of all CPUs. */
struct entries {
	struct entry *entry;
	unsigned int count;
	u64 lost;
};

static const char *policy_name(u32 policy)
{
	switch (policy) {
	case SCHED_NORMAL:
		return "other";
	case SCHED_FIFO:
		return "fifo";
	case SCHED_RR:
		return "rr";
	case SCHED_BATCH:
		return "batch";
	case SCHED_IDLE:
		return "idle";
	case SCHED_DEADLINE:
		return "deadline";
	default:
		return "unknown";
	}
}

static const char *const mode_names[] = {
	[IRQSCOPE_MODE_KERNEL]	= "kernel",
	[IRQSCOPE_MODE_USER]	= "user",
	[IRQSCOPE_MODE_IDLE]	= "idle",
};

/* May whoever opens the file see addresses? */
static bool addresses_hidden(void)
{
	char text[2 * sizeof(void *) + 3];

	snprintf(text, sizeof(text), "%pK", wake_up_process);
	return !text[strspn(text, "0x")];
}

/* Is this the address of code? Where there are no symbols, nobody knows. */
static bool is_code(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN];

	if (!IS_ENABLED(CONFIG_KALLSYMS))
		return true;
	sprint_symbol_no_offset(text, address);
	return strncmp(text, "0x", 2);
}

/* Do two addresses lie in the same function? The names are too long for a stack. */
static bool same_function(unsigned long one, unsigned long other)
{
	static char names[2][KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(names[0], one);
	sprint_symbol_no_offset(names[1], other);
	return !strcmp(names[0], names[1]);
}

/*
 * Is the caller missing from the frames, and the link register leads to it? On
 * arm64 frames are linked by records, and the caller is missing as long as a
 * function has none; once it has one, the register is left over from a call that
 * it made itself, and points into it. On arm frames are found by tables, which are
 * wrong at the beginning of a function: what they find is no code.
 */
static bool caller_in_link(const struct irqscope_culprit *who)
{
	const bool found = who->frame_count > 1 && is_code(who->frames[1]);

	if (!who->link || !is_code(who->link) || (found && IS_ENABLED(CONFIG_ARM)))
		return false;
	return !IS_ENABLED(CONFIG_KALLSYMS) ||
	       !same_function(who->frames[0], who->link - 1);
}

/*
 * One frame; return addresses are looked up as what comes before them. Without a
 * name the kernel would print the address itself, to those, too, who shall not see
 * it: so it does for code that has gone since, or that has never had a name.
 */
static void add_frame(struct irqscope_text *text, unsigned long address, bool is_return,
		      bool hidden)
{
	static char name[KSYM_SYMBOL_LEN];

	/* All of them take long, and the threads of this CPU are being measured. */
	cond_resched();
	if (IS_ENABLED(CONFIG_KALLSYMS)) {
		snprintf(name, sizeof(name), is_return ? "%pB" : "%pS", (void *)address);
		if (strncmp(name, "0x", 2)) {
			irqscope_text_add(text, "  at: %s\n", name);
			return;
		}
	}
	if (hidden)
		irqscope_text_add(text, "  at: hidden\n");
	else
		irqscope_text_add(text, "  at: 0x%px\n", (void *)address);
}

/*
 * The link register, if it may be the second frame. Where there are no symbols,
 * whoever resolves the address has to see whether it lies in another function.
 */
static void add_link(struct irqscope_text *text, unsigned long address, bool hidden)
{
	if (IS_ENABLED(CONFIG_KALLSYMS) || hidden)
		add_frame(text, address, true, hidden);
	else
		irqscope_text_add(text, "  at: 0x%px ?\n", (void *)address);
}

/*
 * What the frames are. A late interrupt that came into a program or the idle loop
 * was held up by none of these, but by the handler of an interrupt before it,
 * which has returned, by firmware, the secure world or a hypervisor.
 */
static const char *cause_of(const struct irqscope_outlier *outlier)
{
	if (outlier->caught == IRQSCOPE_CAUGHT_NOT)
		return "not_caught";
	if (outlier->caught == IRQSCOPE_CAUGHT_ACT)
		return "in_the_act";
	if (outlier->culprit.mode == IRQSCOPE_MODE_KERNEL)
		return "interrupted_at";
	return "unattributed";
}

/* The task that had the CPU. */
static void add_task(struct irqscope_text *text, const struct irqscope_culprit *who)
{
	irqscope_text_add(text, "  task: comm=%*pE pid=%d policy=%s prio=%d mode=%s preempt=",
			  (int)strlen(who->comm), who->comm, who->pid,
			  policy_name(who->policy), who->prio, mode_names[who->mode]);
	if (who->preempt < 0)
		irqscope_text_add(text, "unknown");
	else
		irqscope_text_add(text, "%d", who->preempt);
	irqscope_text_add(text, " softirq=%s\n", who->softirq ? "yes" : "no");
	irqscope_text_add(text, "  since_last: irqs=%u softirqs=%u\n", who->irqs,
			  who->softirqs);
}

/* Does the place tell anything? The idle loop has not held up an interrupt. */
static bool has_frames(const struct irqscope_outlier *outlier)
{
	if (outlier->caught == IRQSCOPE_CAUGHT_LATE)
		return outlier->culprit.mode == IRQSCOPE_MODE_KERNEL;
	return outlier->caught == IRQSCOPE_CAUGHT_ACT;
}

/* Where it was, and the callers. */
static void add_frames(struct irqscope_text *text, const struct irqscope_culprit *who,
		       bool hidden)
{
	const bool link = caller_in_link(who);
	unsigned int i;

	if (!who->frame_count)
		return;
	add_frame(text, who->frames[0], false, hidden);
	if (link)
		add_link(text, who->link, hidden);
	for (i = 1; i < who->frame_count && is_code(who->frames[i]); i++)
		add_frame(text, who->frames[i], true, hidden);
	/* None was found, or from here on what was found is no code. */
	if ((i == 1 && !link) || i < who->frame_count)
		irqscope_text_add(text, "  caller: unavailable\n");
}

static void add_outlier(struct irqscope_text *text, const struct entry *entry, bool hidden)
{
	const struct irqscope_outlier *outlier = &entry->outlier;
	unsigned int stage;

	irqscope_text_add(text, "outlier: cpu=%u seq=%llu t_ns=%llu late=%s", entry->cpu,
			  outlier->seq, outlier->t_ns, irqscope_stage_names[outlier->late]);
	for (stage = 0; stage < IRQSCOPE_LATENCIES; stage++)
		if (outlier->known & BIT(stage))
			irqscope_text_add(text, " %s_ns=%lld", irqscope_stage_names[stage],
					  outlier->latency_ns[stage]);
		else if (stage == outlier->late)
			irqscope_text_add(text, " %s_ns=unfinished",
					  irqscope_stage_names[stage]);
	irqscope_text_add(text, "\n");
	if (outlier->caught != IRQSCOPE_CAUGHT_NOT)
		add_task(text, &outlier->culprit);
	irqscope_text_add(text, "  cause: %s\n", cause_of(outlier));
	if (has_frames(outlier))
		add_frames(text, &outlier->culprit, hidden);
	irqscope_text_add(text, "\n");
}

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->outlier.t_ns != y->outlier.t_ns)
		return x->outlier.t_ns < y->outlier.t_ns ? -1 : 1;
	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	return x->outlier.number < y->outlier.number ? -1 : x->outlier.number > y->outlier.number;
}

/* Copy the records of all CPUs, oldest first. */
static int collect(struct entries *entries)
{
	struct irqscope_outlier *copy;
	struct irqscope_lost lost;
	unsigned int cpu, count, i;

	copy = kvmalloc_array(RECORDS_MAX, sizeof(*copy), GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		struct entry *grown;

		count = irqscope_outliers_read(cpu, copy, &lost);
		entries->lost += lost.made - lost.kept;
		if (!count)
			continue;
		grown = kvmalloc_array(entries->count + count, sizeof(*grown), GFP_KERNEL);
		if (!grown) {
			kvfree(copy);
			return -ENOMEM;
		}
		if (entries->count)
			memcpy(grown, entries->entry, entries->count * sizeof(*grown));
		kvfree(entries->entry);
		entries->entry = grown;
		for (i = 0; i < count; i++)
			grown[entries->count++] = (struct entry){ cpu, copy[i] };
	}
	kvfree(copy);
	sort(entries->entry, entries->count, sizeof(*entries->entry), compare_entries, NULL);
	return 0;
}

/* How much room the text of all records may take. */
static size_t text_size(const struct entries *entries)
{
	size_t size = HEAD_TEXT;
	unsigned int i;

	for (i = 0; i < entries->count; i++)
		size += RECORD_TEXT +
			(1 + entries->entry[i].outlier.culprit.frame_count) * FRAME_TEXT;
	return size;
}

static void add_all(struct irqscope_text *text, const struct entries *entries)
{
	const bool hidden = addresses_hidden();
	unsigned int i;

	irqscope_text_add(text, "# lost: %llu\n", entries->lost);
	if (hidden)
		irqscope_text_add(text, "# anchor: wake_up_process hidden\n");
	else
		irqscope_text_add(text, "# anchor: wake_up_process 0x%px\n", wake_up_process);
	for (i = 0; i < entries->count; i++)
		add_outlier(text, &entries->entry[i], hidden);
}

/**
 * irqscope_outlier_report() - all outliers of the current or last run
 * @len: number of characters
 *
 * Context: process, the run held by irqscope_run_lock().
 * Return: the text, for kvfree(); an error pointer.
 */
char *irqscope_outlier_report(size_t *len)
{
	struct irqscope_text text = {};
	struct entries entries = {};
	int ret;

	ret = collect(&entries);
	if (!ret) {
		text.size = text_size(&entries);
		text.buf = kvmalloc(text.size, GFP_KERNEL);
		if (text.buf)
			add_all(&text, &entries);
		else
			ret = -ENOMEM;
	}
	kvfree(entries.entry);
	*len = text.len;
	return ret ? ERR_PTR(ret) : text.buf;
}
