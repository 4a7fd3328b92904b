/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tables of QoS registers are made of. The module and the host tests
 * compile them, so this includes nothing.
 *
 * A field of a register lies in
 *	region base + endpoint offset + place offset + 4 * channel
 * shifted by endpoint shift + place shift.
 */
#ifndef IRQSCOPE_QOS_TABLE_H
#define IRQSCOPE_QOS_TABLE_H

#ifndef NULL
#define NULL	((void *)0)
#endif

/* A map has a number for each of the bus priorities 0 to 7. */
#define IRQSCOPE_QOS_MAP_LENGTH		8u
/* Map fields take a nibble each, the first one at the top of the register. */
#define IRQSCOPE_QOS_MAP_SHIFT(i)	(4u * (IRQSCOPE_QOS_MAP_LENGTH - 1u - (i)))

/**
 * struct irqscope_qos_field - something that can be set
 * @name: name of the property, without the prefix "irqscope,"
 * @bits: width of a number in the register
 * @allowed: mask of BIT(value): the values that a number may have
 * @map: not one number but a map of eight
 * @unsafe: a change on a running system can lock it up
 */
struct irqscope_qos_field {
	const char *name;
	unsigned int bits;
	unsigned int allowed;
	unsigned char map;
	unsigned char unsafe;
};

/**
 * struct irqscope_qos_place - where an endpoint has a field
 * @field: the field
 * @offset: offset of its register from that of the endpoint
 * @shift: its lowest bit
 */
struct irqscope_qos_place {
	const struct irqscope_qos_field *field;
	unsigned int offset;
	unsigned int shift;
};

/**
 * struct irqscope_qos_endpoint - an initiator, or a port of one
 * @name: name of its node
 * @offset: offset of its first register in the region
 * @shift: added to the shift of its places
 * @channels: registers in a row, one for each channel
 * @places: its fields
 * @place_count: number of them, 0 for an endpoint without any
 */
struct irqscope_qos_endpoint {
	const char *name;
	unsigned int offset;
	unsigned int shift;
	unsigned int channels;
	const struct irqscope_qos_place *places;
	unsigned int place_count;
};

/**
 * struct irqscope_qos_region - a window of registers
 * @base: physical address
 * @size: bytes
 * @endpoints: what lies in it
 * @endpoint_count: number of them
 */
struct irqscope_qos_region {
	unsigned int base;
	unsigned int size;
	const struct irqscope_qos_endpoint *endpoints;
	unsigned int endpoint_count;
};

/**
 * struct irqscope_qos_family - a kind of device node
 * @compatible: of the node
 * @socs: root compatibles of the SoCs that have it, ending with NULL
 * @regions: its windows; a node has one of them
 * @region_count: number of them
 * @children: endpoints are children of the node; else the one endpoint is the
 *	node itself
 * @shared: another driver may have claimed the window
 * @lock_base: physical address of the register that locks the window, or 0
 */
struct irqscope_qos_family {
	const char *compatible;
	const char *const *socs;
	const struct irqscope_qos_region *regions;
	unsigned int region_count;
	unsigned char children;
	unsigned char shared;
	unsigned int lock_base;
};

#define IRQSCOPE_QOS_COUNT(array)	(sizeof(array) / sizeof((array)[0]))

extern const struct irqscope_qos_family irqscope_qos_k3[];
extern const unsigned int irqscope_qos_k3_count;
extern const struct irqscope_qos_family irqscope_qos_dra7[];
extern const unsigned int irqscope_qos_dra7_count;

/**
 * irqscope_qos_mask() - the bits that a field occupies in its register
 * @field: the field
 * @shift: where it lies
 *
 * Return: mask of the bits.
 */
static inline unsigned int irqscope_qos_mask(const struct irqscope_qos_field *field,
					     unsigned int shift)
{
	const unsigned int number = (1u << field->bits) - 1u;
	unsigned int i, mask = 0;

	if (!field->map)
		return number << shift;
	for (i = 0; i < IRQSCOPE_QOS_MAP_LENGTH; i++)
		mask |= number << IRQSCOPE_QOS_MAP_SHIFT(i);
	return mask << shift;
}

/**
 * irqscope_qos_encode() - put numbers where a field has them
 * @field: the field
 * @shift: where it lies
 * @numbers: one number, or IRQSCOPE_QOS_MAP_LENGTH for a map
 *
 * Return: bits of the register, within irqscope_qos_mask().
 */
static inline unsigned int irqscope_qos_encode(const struct irqscope_qos_field *field,
					       unsigned int shift,
					       const unsigned int *numbers)
{
	unsigned int i, value = 0;

	if (!field->map)
		return numbers[0] << shift;
	for (i = 0; i < IRQSCOPE_QOS_MAP_LENGTH; i++)
		value |= numbers[i] << IRQSCOPE_QOS_MAP_SHIFT(i);
	return value << shift;
}

/**
 * irqscope_qos_decode() - read a number of a field
 * @field: the field
 * @shift: where it lies
 * @value: the register
 * @index: which number of a map, 0 if it is none
 *
 * Return: the number.
 */
static inline unsigned int irqscope_qos_decode(const struct irqscope_qos_field *field,
					       unsigned int shift, unsigned int value,
					       unsigned int index)
{
	value >>= shift;
	if (field->map)
		value >>= IRQSCOPE_QOS_MAP_SHIFT(index);
	return value & ((1u << field->bits) - 1u);
}

#endif /* IRQSCOPE_QOS_TABLE_H */
