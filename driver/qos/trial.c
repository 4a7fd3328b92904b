// SPDX-License-Identifier: GPL-2.0
/*
 * Setting fields again on a running system: what has drifted, and for a trial what
 * was found and what is wanted, in turns.
 *
 * Fields whose change can lock a running system stay out of trials.
 */
#include <linux/device.h>

#include "device.h"
#include "qos.h"

/* A trial has the values in force that were found; guarded by qos_lock. */
static bool trial_at_found;

/* Does a field take part in trials? */
static bool takes_part(const struct qos_item *item)
{
	return !item->place->field->unsafe;
}

/* The bits that a field is to have now. */
static u32 item_target(const struct qos_item *item)
{
	return trial_at_found && takes_part(item) ? item->found : item->wanted;
}

/*
 * Set the fields of a device that do not hold what they are to have; @trial: only
 * those that take part in one. How many had to be set; -EIO if one does not hold.
 */
static int set_again(struct qos_device *qos, bool trial)
{
	unsigned int i, changed = 0;
	struct qos_item *item;
	int ret = 0;
	u32 bits;

	lockdep_assert_held(&qos_lock);
	qos_window_open(qos);
	for (i = 0; i < qos->item_count; i++) {
		item = &qos->items[i];
		bits = item_target(item);
		if ((trial && !takes_part(item)) || qos_item_now(qos, item) == bits)
			continue;
		if (qos_item_write(qos, item, bits) == bits) {
			changed++;
			continue;
		}
		dev_err(qos->dev, "qos: register 0x%08llx does not hold bits 0x%08x any more\n",
			qos_item_address(qos, item), bits);
		ret = -EIO;
	}
	qos_window_close(qos);
	return ret ? ret : changed;
}

/**
 * qos_reapply() - set again what no longer holds
 * @qos: the device, bound
 *
 * Context: process; takes qos_lock.
 * Return: number of fields that had to be set; -EIO if one does not hold.
 */
int qos_reapply(struct qos_device *qos)
{
	int ret;

	mutex_lock(&qos_lock);
	ret = set_again(qos, false);
	mutex_unlock(&qos_lock);
	if (ret > 0)
		dev_info(qos->dev, "qos: set %u of %u fields again\n", ret,
			 qos->item_count);
	return ret;
}

/**
 * irqscope_qos_trial_fields() - how many fields a trial would switch
 *
 * Context: process.
 * Return: number of fields.
 */
unsigned int irqscope_qos_trial_fields(void)
{
	const struct qos_device *qos;
	unsigned int i, count = 0;

	mutex_lock(&qos_lock);
	list_for_each_entry(qos, &qos_devices, list)
		for (i = 0; qos->base && i < qos->item_count; i++)
			count += takes_part(&qos->items[i]);
	mutex_unlock(&qos_lock);
	return count;
}

/**
 * irqscope_qos_trial_set() - switch all fields that take part in a trial
 * @found: to what was found; else to what is wanted, which also ends a trial
 *
 * All of them are set, also if one of them does not hold. A device that resumes
 * meanwhile gets the same.
 *
 * Context: process.
 * Return: 0; -EIO if one does not hold, which the log names.
 */
int irqscope_qos_trial_set(bool found)
{
	struct qos_device *qos;
	int ret = 0;

	mutex_lock(&qos_lock);
	trial_at_found = found;
	list_for_each_entry(qos, &qos_devices, list)
		if (qos->base && set_again(qos, true) < 0)
			ret = -EIO;
	mutex_unlock(&qos_lock);
	return ret;
}
