/* SPDX-License-Identifier: GPL-2.0 */
/* A QoS device: what its node wants, and what has become of it. */
#ifndef IRQSCOPE_QOS_DEVICE_H
#define IRQSCOPE_QOS_DEVICE_H

#include <linux/device.h>
#include <linux/ioport.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/of.h>

#include "table.h"

/**
 * enum qos_state - what has become of a field
 * @QOS_APPLIED: it holds what was wanted
 * @QOS_DRIFTED: it does not, or not what was found, once the device is unbound
 * @QOS_RESTORED: it was put back when the device was unbound
 */
enum qos_state {
	QOS_APPLIED,
	QOS_DRIFTED,
	QOS_RESTORED,
};

extern const char *const qos_state_names[];

/**
 * struct qos_item - a field of a channel that is set
 * @endpoint: endpoint
 * @place: field, and where the endpoint has it
 * @channel: channel
 * @offset: offset of the register in the window
 * @shift: lowest bit of the field
 * @mask: bits of the field
 * @wanted: those bits as they shall be
 * @found: those bits as they were before
 * @last: those bits as they were seen last, once the device is unbound
 */
struct qos_item {
	const struct irqscope_qos_endpoint *endpoint;
	const struct irqscope_qos_place *place;
	unsigned int channel;
	unsigned int offset;
	unsigned int shift;
	u32 mask;
	u32 wanted;
	u32 found;
	u32 last;
};

/**
 * struct qos_device - a node and its fields
 * @list: in the list of all
 * @name: name of the device
 * @family: kind of node
 * @region: window that the node has
 * @start: physical address of the window
 * @dev: the device, NULL once it is unbound
 * @base: the window, NULL once the device is unbound
 * @lock: register that locks the window, or NULL
 * @opened: the window was locked and is open now
 * @kobjects: directories in sysfs
 * @kobject_count: number of them
 * @complete: the probe has succeeded
 * @item_count: number of fields
 * @items: the fields
 *
 * All but @items and @item_count, which stay as they are after the probe, is
 * guarded by qos_lock.
 */
struct qos_device {
	struct list_head list;
	char *name;
	const struct irqscope_qos_family *family;
	const struct irqscope_qos_region *region;
	resource_size_t start;
	struct device *dev;
	void __iomem *base;
	void __iomem *lock;
	bool opened;
	struct kobject **kobjects;
	unsigned int kobject_count;
	bool complete;
	unsigned int item_count;
	struct qos_item items[];
};

/* Room for a map as text, and for the name of an item. */
#define QOS_VALUE_LEN	32
#define QOS_NAME_LEN	64

extern struct mutex qos_lock;
extern struct list_head qos_devices;

struct qos_device *qos_parse(struct device *dev,
			     const struct irqscope_qos_family *family,
			     const struct resource *window);
const struct irqscope_qos_family *qos_family_find(const struct device_node *node);

int qos_files_create(struct qos_device *qos);
void qos_files_remove(struct qos_device *qos);
int qos_reapply(struct qos_device *qos);

u64 qos_item_address(const struct qos_device *qos, const struct qos_item *item);
void qos_window_open(struct qos_device *qos);
void qos_window_close(struct qos_device *qos);
u32 qos_item_write(struct qos_device *qos, const struct qos_item *item, u32 bits);
u32 qos_item_now(const struct qos_device *qos, const struct qos_item *item);
enum qos_state qos_item_state(const struct qos_device *qos,
			      const struct qos_item *item);
void qos_item_name(const struct qos_item *item, char *name);
void qos_item_print(const struct qos_item *item, u32 bits, char *text);

#endif /* IRQSCOPE_QOS_DEVICE_H */
