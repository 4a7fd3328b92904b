// SPDX-License-Identifier: GPL-2.0
/*
 * The registers of a QoS device: how a field is read and written. A write changes
 * only the bits of its field and is read back.
 */
#include <linux/device.h>
#include <linux/io.h>

#include "device.h"

/*
 * TI's SDK takes a window for open if its lock reads as the key that opens it.
 * What it reads as otherwise is not established.
 */
#define DRA7_UNLOCK	0x2ff1ac2b
#define DRA7_LOCK	0x1a1c8144

/**
 * qos_item_address() - where a field is, as people look it up
 * @qos: the device
 * @item: the field
 *
 * Return: physical address of its register.
 */
u64 qos_item_address(const struct qos_device *qos, const struct qos_item *item)
{
	return (u64)qos->start + item->offset;
}

/**
 * qos_window_open() - open a window that is known to be locked
 * @qos: the device, bound
 *
 * Context: process, qos_lock held.
 */
void qos_window_open(struct qos_device *qos)
{
	qos->opened = qos->lock && readl(qos->lock) == DRA7_LOCK;
	if (qos->opened)
		writel(DRA7_UNLOCK, qos->lock);
}

/**
 * qos_window_close() - lock a window again
 * @qos: the device, bound
 *
 * What was open stays so: other code writes there, too.
 *
 * Context: process, qos_lock held.
 */
void qos_window_close(struct qos_device *qos)
{
	if (qos->opened)
		writel(DRA7_LOCK, qos->lock);
	qos->opened = false;
}

/* Change the bits of a field; returns them as they then read. */
static u32 item_try(struct qos_device *qos, const struct qos_item *item, u32 bits)
{
	void __iomem *reg = qos->base + item->offset;
	u32 value = readl(reg);

	if ((value & item->mask) != bits)
		writel((value & ~item->mask) | bits, reg);
	return readl(reg) & item->mask;
}

/**
 * qos_item_write() - change the bits of a field, and no others
 * @qos: the device, bound
 * @item: the field
 * @bits: its bits
 *
 * It works also where only the write shows that the window is locked.
 *
 * Context: process, qos_lock held, the window open.
 * Return: the bits as they then read.
 */
u32 qos_item_write(struct qos_device *qos, const struct qos_item *item, u32 bits)
{
	u32 now = item_try(qos, item, bits);

	if (now == bits || !qos->lock || qos->opened ||
	    readl(qos->lock) == DRA7_UNLOCK)
		return now;
	writel(DRA7_UNLOCK, qos->lock);
	qos->opened = true;
	return item_try(qos, item, bits);
}

/**
 * qos_item_now() - the bits of a field as they are
 * @qos: the device
 * @item: the field
 *
 * Context: process, qos_lock held or the device bound.
 * Return: the bits; as they were last, if the device is not bound any more.
 */
u32 qos_item_now(const struct qos_device *qos, const struct qos_item *item)
{
	if (!qos->base)
		return item->last;
	return readl(qos->base + item->offset) & item->mask;
}
