// SPDX-License-Identifier: GPL-2.0
/*
 * QoS devices: apply what their nodes want, check that it holds, put it back.
 *
 * If one field does not hold, all of the node are put back and the probe fails.
 */
#include <linux/device.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pm.h>
#include <linux/slab.h>

#include "device.h"
#include "qos.h"

/* What one lock register locks. */
#define LOCKED_SIZE	0x1000

/* Guards the list, and the registers against our own read-modify-write. */
DEFINE_MUTEX(qos_lock);
LIST_HEAD(qos_devices);

/* Put back the first @count fields, the last one first; how many hold. */
static unsigned int restore(struct qos_device *qos, unsigned int count)
{
	struct qos_item *item;
	unsigned int held = 0;

	while (count--) {
		item = &qos->items[count];
		item->last = qos_item_write(qos, item, item->found);
		held += item->last == item->found;
		if (item->last != item->found)
			dev_err(qos->dev, "qos: register 0x%08llx: bits 0x%08x do not go back to 0x%08x, they read 0x%08x\n",
				qos_item_address(qos, item), item->mask, item->found, item->last);
	}
	return held;
}

/* Log what a field has become. */
static void log_item(struct qos_device *qos, const struct qos_item *item)
{
	char name[QOS_NAME_LEN], found[QOS_VALUE_LEN], wanted[QOS_VALUE_LEN];

	qos_item_name(item, name);
	qos_item_print(item, item->found, found);
	qos_item_print(item, item->wanted, wanted);
	dev_info(qos->dev, "qos: %s: %s to %s, register 0x%08llx reads 0x%08x\n", name,
		 found, wanted, qos_item_address(qos, item),
		 readl(qos->base + item->offset));
}

/* Set all fields for the first time; on failure all are as they were. */
static int apply(struct qos_device *qos)
{
	struct qos_item *item;
	unsigned int i;
	u32 bits;

	/* A blocked window ends in an abort that no driver can catch. */
	dev_info(qos->dev, "qos: now accessing 0x%08llx to 0x%08llx; if this is the last line, the block is firewalled\n",
		 (u64)qos->start, (u64)qos->start + qos->region->size - 1);
	if (qos->lock)
		dev_info(qos->dev, "qos: and the lock register at 0x%08x\n",
			 qos->family->lock_base);
	qos_window_open(qos);
	for (i = 0; i < qos->item_count; i++) {
		item = &qos->items[i];
		item->found = readl(qos->base + item->offset) & item->mask;
		bits = qos_item_write(qos, item, item->wanted);
		if (bits != item->wanted) {
			dev_err(qos->dev, "qos: register 0x%08llx: wrote 0x%08x to bits 0x%08x, they read 0x%08x; putting all back\n",
				qos_item_address(qos, item), item->wanted, item->mask, bits);
			restore(qos, i + 1);
			qos_window_close(qos);
			return -EIO;
		}
		log_item(qos, item);
	}
	qos_window_close(qos);
	return 0;
}

/* Take a device out of the list and free it; qos_lock is held. */
static void forget(struct qos_device *qos)
{
	list_del(&qos->list);
	kfree(qos->name);
	kfree(qos);
}

/* Forget what is known of an earlier life of a device; qos_lock is held. */
static void forget_earlier(const char *name)
{
	struct qos_device *qos, *next;

	list_for_each_entry_safe(qos, next, &qos_devices, list)
		if (!qos->dev && !strcmp(qos->name, name))
			forget(qos);
}

/* Do two nodes share registers? The resource tree cannot tell in all cases. */
static int check_overlap(const struct qos_device *qos)
{
	const struct qos_device *other;

	list_for_each_entry(other, &qos_devices, list) {
		if (!other->dev || other->start >= qos->start + qos->region->size ||
		    qos->start >= other->start + other->region->size)
			continue;
		dev_err(qos->dev, "qos: %pOF: reg: 0x%08llx with size 0x%x overlaps %pOF\n",
			qos->dev->of_node, (u64)qos->start, qos->region->size,
			other->dev->of_node);
		return -EBUSY;
	}
	return 0;
}

/* Map the window, and the register that locks it. */
static int map_window(struct qos_device *qos)
{
	const struct irqscope_qos_family *family = qos->family;
	const u32 size = qos->region->size;
	struct device *dev = qos->dev;

	if (!devm_request_mem_region(dev, qos->start, size, dev_name(dev))) {
		if (!family->shared) {
			dev_err(dev, "qos: %pOF: reg: 0x%08llx with size 0x%x is claimed by another driver\n",
				dev->of_node, (u64)qos->start, size);
			return -EBUSY;
		}
		dev_info(dev, "qos: 0x%08llx is claimed by another driver; mapped without claiming it\n",
			 (u64)qos->start);
	}
	qos->base = devm_ioremap(dev, qos->start, size);
	/* The lock is for the registers beside it, not for a window elsewhere. */
	if (qos->base && family->lock_base &&
	    family->lock_base / LOCKED_SIZE == qos->start / LOCKED_SIZE) {
		qos->lock = devm_ioremap(dev, family->lock_base, 4);
		if (!qos->lock)
			qos->base = NULL;
	}
	if (qos->base)
		return 0;
	dev_err(dev, "qos: cannot map 0x%08llx\n", (u64)qos->start);
	return -ENOMEM;
}

/*
 * Put a device back as it was found. It stays in the list, for show, unless its
 * probe has failed.
 */
static void unbind(void *data)
{
	struct qos_device *qos = data;
	unsigned int held;

	mutex_lock(&qos_lock);
	qos_window_open(qos);
	held = restore(qos, qos->item_count);
	qos_window_close(qos);
	dev_info(qos->dev, "qos: %u of %u fields put back\n", held, qos->item_count);
	qos->base = NULL;
	qos->lock = NULL;
	qos->dev = NULL;
	if (!qos->complete)
		forget(qos);
	mutex_unlock(&qos_lock);
}

static void remove_files(void *data)
{
	qos_files_remove(data);
}

/* Put a device that was parsed into force; on failure the caller frees it. */
static int bind(struct qos_device *qos)
{
	int ret;

	qos->name = kstrdup(dev_name(qos->dev), GFP_KERNEL);
	if (!qos->name)
		return -ENOMEM;
	mutex_lock(&qos_lock);
	ret = check_overlap(qos);
	if (!ret)
		ret = map_window(qos);
	if (!ret)
		ret = apply(qos);
	if (!ret) {
		forget_earlier(qos->name);
		list_add_tail(&qos->list, &qos_devices);
	}
	mutex_unlock(&qos_lock);
	return ret;
}

static int qos_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	const struct irqscope_qos_family *family = qos_family_find(dev->of_node);
	struct resource *window;
	struct qos_device *qos;
	int ret;

	if (!family)
		return -ENODEV;
	window = platform_get_resource(pdev, IORESOURCE_MEM, 0);
	if (!window) {
		dev_err(dev, "qos: %pOF: reg: missing, or not within the ranges of the parent bus\n",
			dev->of_node);
		return -EINVAL;
	}
	qos = qos_parse(dev, family, window);
	if (IS_ERR(qos))
		return PTR_ERR(qos);
	ret = bind(qos);
	if (ret) {
		kfree(qos->name);
		kfree(qos);
		return ret;
	}
	platform_set_drvdata(pdev, qos);
	ret = devm_add_action_or_reset(dev, unbind, qos);
	if (ret)
		return ret;
	ret = qos_files_create(qos);
	if (ret)
		return ret;
	ret = devm_add_action_or_reset(dev, remove_files, qos);
	qos->complete = !ret;
	return ret;
}

/* Before devices may interrupt again: a sleep may have reset the registers. */
static int qos_resume(struct device *dev)
{
	qos_reapply(dev_get_drvdata(dev));
	return 0;
}

static const struct dev_pm_ops qos_pm = {
	.resume_noirq = qos_resume,
	.restore_noirq = qos_resume,
	.thaw_noirq = qos_resume,
};

static const struct of_device_id qos_of_match[] = {
	{ .compatible = "irqscope,am62l-cbass-qos" },
	{ .compatible = "irqscope,am62x-cbass-qos" },
	{ .compatible = "irqscope,am62a-cbass-qos" },
	{ .compatible = "irqscope,am62p-cbass-qos" },
	{ .compatible = "irqscope,j722s-cbass-qos" },
	{ .compatible = "irqscope,am64x-cbass-qos" },
	{ .compatible = "irqscope,k3-ddrss16-qos" },
	{ .compatible = "irqscope,k3-ddrss32-qos" },
	{ .compatible = "irqscope,dra7-emif-priority" },
	{ .compatible = "irqscope,dra7-l3-pressure" },
	{ }
};

/*
 * Not MODULE_DEVICE_TABLE(): where the modpost of the kernel's headers was built
 * for another word size, it refuses the table.
 */
MODULE_ALIAS("of:N*T*Cirqscope,*");

static struct platform_driver qos_driver = {
	.probe = qos_probe,
	.driver = {
		.name = "irqscope-qos",
		.of_match_table = qos_of_match,
		.pm = &qos_pm,
	},
};

/**
 * irqscope_qos_init() - take on the QoS nodes of the devicetree
 *
 * Context: process.
 * Return: 0 or a negative error. A node that is refused is no error.
 */
int __init irqscope_qos_init(void)
{
	return platform_driver_register(&qos_driver);
}

/**
 * irqscope_qos_exit() - put everything back
 *
 * Context: process.
 */
void irqscope_qos_exit(void)
{
	struct qos_device *qos, *next;

	platform_driver_unregister(&qos_driver);
	list_for_each_entry_safe(qos, next, &qos_devices, list)
		forget(qos);
}

/**
 * irqscope_qos_count() - in which states the fields are
 * @counts: filled in
 *
 * Context: process.
 */
void irqscope_qos_count(struct irqscope_qos_counts *counts)
{
	const struct qos_device *qos;
	unsigned int i;

	*counts = (struct irqscope_qos_counts){ 0 };
	mutex_lock(&qos_lock);
	list_for_each_entry(qos, &qos_devices, list) {
		for (i = 0; i < qos->item_count; i++) {
			switch (qos_item_state(qos, &qos->items[i])) {
			case QOS_APPLIED:
				counts->applied++;
				break;
			case QOS_DRIFTED:
				counts->drifted++;
				break;
			case QOS_RESTORED:
				counts->restored++;
				break;
			}
		}
	}
	mutex_unlock(&qos_lock);
}

/* Room for a row of the table. */
#define ROW_LEN		256

/**
 * irqscope_qos_table() - print the table of all fields
 * @len: filled in with the length of the text
 *
 * Context: process.
 * Return: the text, for kvfree(); NULL without memory.
 */
char *irqscope_qos_table(size_t *len)
{
	char found[QOS_VALUE_LEN], wanted[QOS_VALUE_LEN], now[QOS_VALUE_LEN];
	const struct qos_device *qos;
	size_t size = ROW_LEN;
	unsigned int i;
	char *text;

	mutex_lock(&qos_lock);
	list_for_each_entry(qos, &qos_devices, list)
		size += qos->item_count * ROW_LEN;
	text = kvmalloc(size, GFP_KERNEL);
	if (!text)
		goto unlock;

	*len = scnprintf(text, size, "%-28s %-24s %-22s %s %s %s %s\n", "device",
			 "endpoint[channel]", "field", "found", "wanted", "now", "state");
	list_for_each_entry(qos, &qos_devices, list) {
		for (i = 0; i < qos->item_count; i++) {
			const struct qos_item *item = &qos->items[i];
			char endpoint[QOS_NAME_LEN];

			snprintf(endpoint, sizeof(endpoint), "%s[%u]",
				 item->endpoint->name, item->channel);
			qos_item_print(item, item->found, found);
			qos_item_print(item, item->wanted, wanted);
			qos_item_print(item, qos_item_now(qos, item), now);
			*len += scnprintf(text + *len, size - *len,
					  "%-28s %-24s %-22s %s %s %s %s\n", qos->name,
					  endpoint, item->place->field->name, found,
					  wanted, now,
					  qos_state_names[qos_item_state(qos, item)]);
		}
	}
unlock:
	mutex_unlock(&qos_lock);
	return text;
}
