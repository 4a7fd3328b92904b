// SPDX-License-Identifier: GPL-2.0
/*
 * qos/ under a QoS device: a directory with one value per file for each field,
 * and a file that sets again what has changed.
 *
 * As a directory is told from another by its name alone, the kernel's own
 * kobjects do, and nothing of this module has to outlive it.
 */
#include <linux/kobject.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "device.h"

/**
 * qos_item_name() - the name of a field's directory
 * @item: the field
 * @name: QOS_NAME_LEN characters, filled in with endpoint.channel.field
 */
void qos_item_name(const struct qos_item *item, char *name)
{
	snprintf(name, QOS_NAME_LEN, "%s.%u.%s", item->endpoint->name, item->channel,
		 item->place->field->name);
}

/**
 * qos_item_print() - print the value of a field
 * @item: the field
 * @bits: its bits
 * @text: QOS_VALUE_LEN characters, filled in with a number, or with the eight of
 *	a map, separated by commas
 */
void qos_item_print(const struct qos_item *item, u32 bits, char *text)
{
	const struct irqscope_qos_field *field = item->place->field;
	const unsigned int count = field->map ? IRQSCOPE_QOS_MAP_LENGTH : 1;
	unsigned int i, len = 0;

	for (i = 0; i < count; i++)
		len += scnprintf(text + len, QOS_VALUE_LEN - len, "%s%u", i ? "," : "",
				 irqscope_qos_decode(field, item->shift, bits, i));
}

const char *const qos_state_names[] = {
	[QOS_APPLIED]	= "applied",
	[QOS_DRIFTED]	= "drifted",
	[QOS_RESTORED]	= "restored",
};

/**
 * qos_item_state() - the state of a field
 * @qos: the device
 * @item: the field
 *
 * Context: process, qos_lock held or the device bound.
 * Return: the state.
 */
enum qos_state qos_item_state(const struct qos_device *qos, const struct qos_item *item)
{
	const u32 now = qos_item_now(qos, item);

	if (!qos->base)
		return now == item->found ? QOS_RESTORED : QOS_DRIFTED;
	return now == item->wanted ? QOS_APPLIED : QOS_DRIFTED;
}

/* The device whose directory qos this is. */
static struct qos_device *device_of(struct kobject *directory)
{
	return dev_get_drvdata(kobj_to_dev(directory->parent));
}

/* The field whose directory this is. */
static struct qos_item *item_of(struct kobject *kobj)
{
	struct qos_device *qos = device_of(kobj->parent);
	char name[QOS_NAME_LEN];
	unsigned int i;

	for (i = 0; i < qos->item_count; i++) {
		qos_item_name(&qos->items[i], name);
		if (!strcmp(name, kobject_name(kobj)))
			return &qos->items[i];
	}
	return NULL;
}

static ssize_t show_bits(const struct qos_item *item, u32 bits, char *buf)
{
	char text[QOS_VALUE_LEN];

	qos_item_print(item, bits, text);
	return sysfs_emit(buf, "%s\n", text);
}

static ssize_t found_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	const struct qos_item *item = item_of(kobj);

	return item ? show_bits(item, item->found, buf) : -ENOENT;
}

static ssize_t wanted_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	const struct qos_item *item = item_of(kobj);

	return item ? show_bits(item, item->wanted, buf) : -ENOENT;
}

static ssize_t now_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	const struct qos_item *item = item_of(kobj);

	if (!item)
		return -ENOENT;
	return show_bits(item, qos_item_now(device_of(kobj->parent), item), buf);
}

static ssize_t state_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	const struct qos_item *item = item_of(kobj);

	if (!item)
		return -ENOENT;
	return sysfs_emit(buf, "%s\n",
			  qos_state_names[qos_item_state(device_of(kobj->parent), item)]);
}

static struct kobj_attribute found_attr = __ATTR_RO(found);
static struct kobj_attribute wanted_attr = __ATTR_RO(wanted);
/* By hand: "current" is a macro, the running task. */
static struct kobj_attribute now_attr = {
	.attr = { .name = "current", .mode = 0444 }, .show = now_show,
};

static struct kobj_attribute state_attr = __ATTR_RO(state);

static struct attribute *item_attrs[] = {
	&found_attr.attr,
	&wanted_attr.attr,
	&now_attr.attr,
	&state_attr.attr,
	NULL
};

static const struct attribute_group item_group = {
	.attrs = item_attrs,
};

static ssize_t apply_store(struct kobject *kobj, struct kobj_attribute *attr,
			   const char *buf, size_t count)
{
	struct qos_device *qos = device_of(kobj);
	int ret;

	if (!sysfs_streq(buf, "1") || strnlen(buf, count) != count) {
		dev_err(qos->dev, "qos: apply: \"%*pE\" is not 1\n",
			(int)strcspn(buf, "\n"), buf);
		return -EINVAL;
	}
	ret = qos_reapply(qos);
	return ret < 0 ? ret : count;
}

static struct kobj_attribute apply_attr = __ATTR_WO(apply);

/* Make one directory and remember it. */
static struct kobject *make_directory(struct qos_device *qos, const char *name,
				      struct kobject *parent)
{
	struct kobject *kobj = kobject_create_and_add(name, parent);

	if (kobj)
		qos->kobjects[qos->kobject_count++] = kobj;
	return kobj;
}

/**
 * qos_files_create() - make the files of a device
 * @qos: the device, bound
 *
 * Context: process.
 * Return: 0; a negative error, and there are none.
 */
int qos_files_create(struct qos_device *qos)
{
	struct kobject *root, *kobj;
	char name[QOS_NAME_LEN];
	unsigned int i;
	int ret = -ENOMEM;

	qos->kobjects = kcalloc(1 + qos->item_count, sizeof(*qos->kobjects), GFP_KERNEL);
	if (!qos->kobjects)
		return -ENOMEM;
	root = make_directory(qos, "qos", &qos->dev->kobj);
	if (!root)
		goto remove;
	ret = sysfs_create_file(root, &apply_attr.attr);
	for (i = 0; !ret && i < qos->item_count; i++) {
		qos_item_name(&qos->items[i], name);
		kobj = make_directory(qos, name, root);
		ret = kobj ? sysfs_create_group(kobj, &item_group) : -ENOMEM;
	}
	if (!ret)
		return 0;
remove:
	qos_files_remove(qos);
	return ret;
}

/**
 * qos_files_remove() - remove the files of a device, waiting for their readers
 * @qos: the device
 *
 * Context: process.
 */
void qos_files_remove(struct qos_device *qos)
{
	/* Children before their parents. */
	while (qos->kobject_count) {
		struct kobject *kobj = qos->kobjects[--qos->kobject_count];

		kobject_del(kobj);
		kobject_put(kobj);
	}
	kfree(qos->kobjects);
	qos->kobjects = NULL;
}
