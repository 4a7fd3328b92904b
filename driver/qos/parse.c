// SPDX-License-Identifier: GPL-2.0
/*
 * From a devicetree node to a list of fields. Everything is checked here,
 * before any register is touched: one error, and there is no list.
 */
#include <linux/bitmap.h>
#include <linux/err.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "device.h"

#define PREFIX		"irqscope,"
#define CHANNELS	PREFIX "channels"
#define PROPERTY_LEN	48
#define ENDPOINTS_MAX	64
#define CHANNELS_MAX	32

static bool allow_unsafe_qos;
module_param(allow_unsafe_qos, bool, 0);
MODULE_PARM_DESC(allow_unsafe_qos, "allow QoS fields whose change can lock up a running system: order-id, asel (default no)");

/* The families of all tables, one after the other. */
static const struct irqscope_qos_family *family_at(unsigned int index)
{
	if (index < irqscope_qos_k3_count)
		return &irqscope_qos_k3[index];
	index -= irqscope_qos_k3_count;
	return index < irqscope_qos_dra7_count ? &irqscope_qos_dra7[index] : NULL;
}

/**
 * qos_family_find() - the family that a node is of
 * @node: the node
 *
 * Return: the family, or NULL.
 */
const struct irqscope_qos_family *qos_family_find(const struct device_node *node)
{
	const struct irqscope_qos_family *family;
	unsigned int i;

	for (i = 0; (family = family_at(i)); i++)
		if (of_device_is_compatible(node, family->compatible))
			return family;
	return NULL;
}

/* Which SoC of a family this machine is, or NULL. */
static const char *machine_of(const struct irqscope_qos_family *family)
{
	const char *const *soc;

	for (soc = family->socs; *soc; soc++)
		if (of_machine_is_compatible(*soc))
			return *soc;
	return NULL;
}

/* The SoCs of a family as text. */
static void print_socs(const struct irqscope_qos_family *family, char *text, size_t size)
{
	const char *const *soc;
	size_t len = 0;

	for (soc = family->socs; *soc; soc++)
		len += scnprintf(text + len, size - len, "%s%s", len ? " or " : "", *soc);
}

/* Is the node for this SoC? A SoC that no table knows is left to its user. */
static int check_soc(struct device *dev, const struct irqscope_qos_family *family,
		     bool *known)
{
	const struct irqscope_qos_family *other;
	char socs[QOS_NAME_LEN];
	const char *soc;
	unsigned int i;

	*known = machine_of(family);
	if (*known)
		return 0;
	print_socs(family, socs, sizeof(socs));
	for (i = 0; (other = family_at(i)); i++) {
		soc = machine_of(other);
		if (soc) {
			dev_err(dev, "qos: %pOF: compatible \"%s\" is for %s, this is %s\n",
				dev->of_node, family->compatible, socs, soc);
			return -ENODEV;
		}
	}
	dev_warn(dev, "qos: %pOF: this SoC is in no table; taken for %s\n",
		 dev->of_node, socs);
	return 0;
}

/* The window that the node has; at its true address if the SoC is known. */
static const struct irqscope_qos_region *
find_region(struct device *dev, const struct irqscope_qos_family *family,
	    const struct resource *window, bool known)
{
	const struct irqscope_qos_region *region = family->regions;
	unsigned int i;

	for (i = 0; i < family->region_count; i++)
		if (family->regions[i].base == window->start)
			region = &family->regions[i];
	if (known && region->base != window->start) {
		dev_err(dev, "qos: %pOF: reg: no QoS block of this SoC is at %pa; the first is at 0x%08x\n",
			dev->of_node, &window->start, region->base);
		return ERR_PTR(-EINVAL);
	}
	if (window->start % 4) {
		dev_err(dev, "qos: %pOF: reg: %pa is not a multiple of 4\n", dev->of_node,
			&window->start);
		return ERR_PTR(-EINVAL);
	}
	if (resource_size(window) != region->size) {
		dev_err(dev, "qos: %pOF: reg: size 0x%llx is not 0x%x\n", dev->of_node,
			(u64)resource_size(window), region->size);
		return ERR_PTR(-EINVAL);
	}
	return region;
}

/* "0 to 7", or "0, 14, 15": the numbers that a field takes. */
static void print_allowed(const struct irqscope_qos_field *field, char *text, size_t size)
{
	unsigned int value, len = 0, end = fls(field->allowed) - 1;

	if (field->allowed == GENMASK(end, 0)) {
		snprintf(text, size, "0 to %u", end);
		return;
	}
	for (value = 0; value <= end; value++)
		if (field->allowed & BIT(value))
			len += scnprintf(text + len, size - len, "%s%u",
					 len ? ", " : "", value);
}

/* Read the numbers of a property; complains about what is wrong with them. */
static int read_numbers(struct device *dev, struct device_node *node,
			const struct irqscope_qos_field *field, u32 *numbers)
{
	const int count = field->map ? IRQSCOPE_QOS_MAP_LENGTH : 1;
	char property[PROPERTY_LEN], allowed[QOS_VALUE_LEN];
	int i, given;

	snprintf(property, sizeof(property), PREFIX "%s", field->name);
	print_allowed(field, allowed, sizeof(allowed));
	given = of_property_count_u32_elems(node, property);
	if (given != count) {
		dev_err(dev, "qos: %pOF: %s: %d values are not %d of %s\n", node,
			property, max(given, 0), count, allowed);
		return -EINVAL;
	}
	if (of_property_read_u32_array(node, property, numbers, count))
		return -EINVAL;
	for (i = 0; i < count; i++) {
		if (numbers[i] < 32 && field->allowed & BIT(numbers[i]))
			continue;
		dev_err(dev, "qos: %pOF: %s: %u is not %s\n", node, property,
			numbers[i], allowed);
		return -EINVAL;
	}
	if (field->unsafe && !allow_unsafe_qos) {
		dev_err(dev, "qos: %pOF: %s: a change on a running system can lock it up; refused without the module parameter allow_unsafe_qos=1\n",
			node, property);
		return -EPERM;
	}
	return 0;
}

/* Read which channels of an endpoint are meant; all, if none are named. */
static int read_channels(struct device *dev, struct device_node *node,
			 const struct irqscope_qos_endpoint *endpoint,
			 unsigned long *channels)
{
	int i, count;
	u32 channel;

	bitmap_zero(channels, CHANNELS_MAX);
	if (!of_find_property(node, CHANNELS, NULL)) {
		bitmap_set(channels, 0, endpoint->channels);
		return 0;
	}
	count = of_property_count_u32_elems(node, CHANNELS);
	if (count <= 0) {
		dev_err(dev, "qos: %pOF: " CHANNELS ": no numbers from 0 to %u\n", node,
			endpoint->channels - 1);
		return -EINVAL;
	}
	for (i = 0; i < count; i++) {
		of_property_read_u32_index(node, CHANNELS, i, &channel);
		if (channel >= endpoint->channels) {
			dev_err(dev, "qos: %pOF: " CHANNELS ": %u is not 0 to %u\n", node,
				channel, endpoint->channels - 1);
			return -EINVAL;
		}
		if (__test_and_set_bit(channel, channels)) {
			dev_err(dev, "qos: %pOF: " CHANNELS ": %u stands there twice\n",
				node, channel);
			return -EINVAL;
		}
	}
	return 0;
}

/* Does an endpoint take this property? */
static bool takes_property(const struct irqscope_qos_endpoint *endpoint,
			   const char *name, bool children)
{
	unsigned int i;

	if (children && !strcmp(name, CHANNELS))
		return true;
	for (i = 0; i < endpoint->place_count; i++)
		if (!strcmp(name + strlen(PREFIX), endpoint->places[i].field->name))
			return true;
	return false;
}

/* Refuse properties of ours that the endpoint does not take. */
static int check_properties(struct device *dev, struct device_node *node,
			    const struct irqscope_qos_endpoint *endpoint,
			    bool children)
{
	struct property *property;
	char fields[128] = "no field that can be set";
	unsigned int i, len = 0;

	for_each_property_of_node(node, property) {
		if (strncmp(property->name, PREFIX, strlen(PREFIX)) ||
		    takes_property(endpoint, property->name, children))
			continue;
		for (i = 0; i < endpoint->place_count; i++)
			len += scnprintf(fields + len, sizeof(fields) - len, "%s" PREFIX "%s",
					 len ? ", " : "", endpoint->places[i].field->name);
		dev_err(dev, "qos: %pOF: %s: not offered for %s, which has %s\n", node,
			property->name, endpoint->name, fields);
		return -EINVAL;
	}
	return 0;
}

/* Append the fields that the node of an endpoint sets. */
static int parse_endpoint(struct qos_device *qos, struct device_node *node,
			  const struct irqscope_qos_endpoint *endpoint)
{
	DECLARE_BITMAP(channels, CHANNELS_MAX);
	const unsigned int before = qos->item_count;
	unsigned int i, channel;
	int ret;

	ret = check_properties(qos->dev, node, endpoint, qos->family->children);
	if (!ret)
		ret = read_channels(qos->dev, node, endpoint, channels);
	if (ret)
		return ret;

	for (i = 0; i < endpoint->place_count; i++) {
		const struct irqscope_qos_place *place = &endpoint->places[i];
		u32 numbers[IRQSCOPE_QOS_MAP_LENGTH];
		char property[PROPERTY_LEN];

		snprintf(property, sizeof(property), PREFIX "%s", place->field->name);
		if (!of_find_property(node, property, NULL))
			continue;
		ret = read_numbers(qos->dev, node, place->field, numbers);
		if (ret)
			return ret;
		for_each_set_bit(channel, channels, CHANNELS_MAX) {
			struct qos_item *item = &qos->items[qos->item_count++];

			item->endpoint = endpoint;
			item->place = place;
			item->channel = channel;
			item->offset = endpoint->offset + place->offset + 4 * channel;
			item->shift = endpoint->shift + place->shift;
			item->mask = irqscope_qos_mask(place->field, item->shift);
			item->wanted = irqscope_qos_encode(place->field, item->shift,
							   numbers);
		}
	}
	if (qos->item_count == before) {
		dev_err(qos->dev, "qos: %pOF: sets nothing\n", node);
		return -EINVAL;
	}
	return 0;
}

/* Refuse settings that stand on the wrong node: they would have no effect. */
static int check_shape(struct qos_device *qos)
{
	struct device_node *node = qos->dev->of_node;
	struct device_node *child;
	struct property *property;

	if (of_property_count_elems_of_size(node, "reg", sizeof(u32)) >
	    of_n_addr_cells(node) + of_n_size_cells(node)) {
		dev_err(qos->dev, "qos: %pOF: reg: more than one entry; each window is a node\n",
			node);
		return -EINVAL;
	}
	if (!qos->family->children) {
		child = of_get_next_available_child(node, NULL);
		if (child)
			dev_err(qos->dev, "qos: %pOF: has no endpoints to set\n", child);
		of_node_put(child);
		return child ? -EINVAL : 0;
	}
	for_each_property_of_node(node, property) {
		if (strncmp(property->name, PREFIX, strlen(PREFIX)))
			continue;
		dev_err(qos->dev, "qos: %pOF: %s: belongs to an endpoint, which is a child node\n",
			node, property->name);
		return -EINVAL;
	}
	return 0;
}

/* The endpoint that a child node names, by its place in the table, or -1. */
static int find_endpoint(struct qos_device *qos, struct device_node *child)
{
	const struct irqscope_qos_region *region = qos->region;
	char names[512] = "";
	unsigned int i, len = 0;

	for (i = 0; i < region->endpoint_count; i++)
		if (of_node_name_eq(child, region->endpoints[i].name))
			return i;
	for (i = 0; i < region->endpoint_count; i++)
		len += scnprintf(names + len, sizeof(names) - len, " %s",
				 region->endpoints[i].name);
	dev_err(qos->dev, "qos: %pOF: no such endpoint; there are:%s\n", child, names);
	return -1;
}

/* Parse the child nodes, each of which is an endpoint. */
static int parse_children(struct qos_device *qos)
{
	DECLARE_BITMAP(seen, ENDPOINTS_MAX);
	struct device_node *child;
	int index, ret = 0;

	bitmap_zero(seen, ENDPOINTS_MAX);
	for_each_available_child_of_node(qos->dev->of_node, child) {
		index = find_endpoint(qos, child);
		if (index < 0) {
			ret = -EINVAL;
		} else if (__test_and_set_bit(index, seen)) {
			dev_err(qos->dev, "qos: %pOF: a second node for endpoint %s\n",
				child, qos->region->endpoints[index].name);
			ret = -EINVAL;
		} else {
			ret = parse_endpoint(qos, child, &qos->region->endpoints[index]);
		}
		if (ret) {
			of_node_put(child);
			return ret;
		}
	}
	if (!qos->item_count) {
		dev_err(qos->dev, "qos: %pOF: names no endpoint\n", qos->dev->of_node);
		return -EINVAL;
	}
	return 0;
}

/* The most fields that can be set in a region. */
static unsigned int count_fields(const struct irqscope_qos_region *region)
{
	unsigned int i, count = 0;

	for (i = 0; i < region->endpoint_count; i++)
		count += region->endpoints[i].channels * region->endpoints[i].place_count;
	return count;
}

/**
 * qos_parse() - read what a node wants
 * @dev: its device
 * @family: its kind
 * @window: its window
 *
 * Context: process. No register is touched.
 * Return: a device with its list of fields, not yet bound to anything, for
 * kfree(); an error pointer, and the log has the reason.
 */
struct qos_device *qos_parse(struct device *dev,
			     const struct irqscope_qos_family *family,
			     const struct resource *window)
{
	const struct irqscope_qos_region *region;
	struct qos_device *qos;
	bool known;
	int ret;

	ret = check_soc(dev, family, &known);
	if (ret)
		return ERR_PTR(ret);
	region = find_region(dev, family, window, known);
	if (IS_ERR(region))
		return ERR_CAST(region);

	qos = kzalloc(struct_size(qos, items, count_fields(region)), GFP_KERNEL);
	if (!qos)
		return ERR_PTR(-ENOMEM);
	qos->dev = dev;
	qos->family = family;
	qos->region = region;
	qos->start = window->start;
	ret = check_shape(qos);
	if (ret)
		goto free;
	if (family->children)
		ret = parse_children(qos);
	else
		ret = parse_endpoint(qos, dev->of_node, &region->endpoints[0]);
	if (!ret)
		return qos;
free:
	kfree(qos);
	return ERR_PTR(ret);
}
