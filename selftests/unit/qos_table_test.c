// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of QoS registers: that they do not contradict themselves, and that
 * they say what the documents say. The second table below is written down from
 * those, as addresses, not from the tables under test.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../../driver/qos/k3.c"
#undef REGION
#include "../../driver/qos/dra7.c"

#include "kselftest.h"

#define ARRAY_LENGTH(array)	(sizeof(array) / sizeof((array)[0]))

/* What the module has room for: driver/qos/parse.c, device.h. */
#define ENDPOINTS_MAX		64
#define CHANNELS_MAX		32
#define NAME_LEN		64
#define PROPERTY_LEN		48

/* An endpoint as the documents have it; channels are 4 bytes apart. */
struct known_endpoint {
	const char *family;
	unsigned int window, size;
	const char *name, *field;
	unsigned int address, channels, shift, bits;
};

#define BUS(_family, _window, _size, _name, _base, _channels)		\
	{ _family, _window, _size, _name, "bus-priority", (_base) + 0x100,	\
	  _channels, 12, 3 }
#define ORDER(_family, _window, _size, _name, _base, _channels)		\
	{ _family, _window, _size, _name, "order-id", (_base) + 0x100, _channels, 4, 4 }
#define ASEL(_family, _window, _size, _name, _base, _channels)		\
	{ _family, _window, _size, _name, "asel", (_base) + 0x100, _channels, 8, 4 }
#define MAP(_family, _window, _size, _field, _address)			\
	{ _family, _window, _size, "ddr", _field, _address, 1, 0, 31 }
#define EMIF(_name, _address, _shift)					\
	{ "dra7-emif-priority", 0x4a002420, 0x18, _name, "emif-priority",	\
	  _address, 1, _shift, 3 }
#define L3(_name, _address, _shift)					\
	{ "dra7-l3-pressure", 0x4a00243c, 0x18, _name, "l3-pressure",	\
	  _address, 1, _shift, 2 }

#define AM62L(...)	BUS("am62l-cbass-qos", 0x45d20000, 0x8000, __VA_ARGS__)
#define AM62X(...)	BUS("am62x-cbass-qos", 0x45d20000, 0x8000, __VA_ARGS__)
#define AM62A(...)	BUS("am62a-cbass-qos", 0x45d20000, 0x10000, __VA_ARGS__)
#define AM62P(...)	BUS("am62p-cbass-qos", 0x45d20000, 0x10000, __VA_ARGS__)
#define J722S(...)	BUS("j722s-cbass-qos", 0x45d20000, 0x10000, __VA_ARGS__)
#define AM64X(...)	BUS("am64x-cbass-qos", 0x45d80000, 0x10000, __VA_ARGS__)
#define AM64X_ASEL(...)	ASEL("am64x-cbass-qos", 0x45d80000, 0x10000, __VA_ARGS__)
#define INFRA1(...)	BUS("am64x-cbass-qos", 0x45d20000, 0x1000, __VA_ARGS__)

static const struct known_endpoint known_endpoints[] = {
	AM62L("a53-read", 0x45d20400, 1),

	AM62X("a53-read", 0x45d20400, 1), AM62X("a53-write", 0x45d20800, 1),
	AM62X("gpu-write", 0x45d20c00, 1), AM62X("gpu-read", 0x45d21000, 1),
	AM62X("debugss-write", 0x45d21800, 1), AM62X("debugss-read", 0x45d21c00, 1),
	AM62X("gic-write", 0x45d22000, 1), AM62X("gic-read", 0x45d22400, 1),
	AM62X("emmc8-read", 0x45d22800, 1), AM62X("emmc8-write", 0x45d22c00, 1),
	AM62X("sd0-read", 0x45d23000, 1), AM62X("sd0-write", 0x45d23400, 1),
	AM62X("sd1-write", 0x45d23800, 1), AM62X("sd1-read", 0x45d23c00, 1),
	AM62X("usb0-write", 0x45d24000, 1), AM62X("usb0-read", 0x45d24400, 1),
	AM62X("usb1-read", 0x45d24800, 1), AM62X("usb1-write", 0x45d24c00, 1),
	AM62X("sa3", 0x45d25400, 1),
	BUS("am62x-cbass-qos", 0x45d18000, 0x400, "m4f", 0x45d18000, 1),
	BUS("am62x-cbass-qos", 0x45d14000, 0x1000, "wkup-r5-read", 0x45d14000, 1),
	BUS("am62x-cbass-qos", 0x45d14000, 0x1000, "wkup-r5-write", 0x45d14400, 1),
	BUS("am62x-cbass-qos", 0x45d14000, 0x1000, "wkup-r5-peripheral", 0x45d14800, 1),
	BUS("am62x-cbass-qos", 0x45d04000, 0x800, "pruss-mst0", 0x45d04000, 1),
	BUS("am62x-cbass-qos", 0x45d04000, 0x800, "pruss-mst1", 0x45d04400, 1),

	AM62A("a53-read", 0x45d20400, 1), AM62A("a53-write", 0x45d20800, 1),
	AM62A("sd0-read", 0x45d23000, 1), AM62A("sd0-write", 0x45d23400, 1),
	AM62A("sd1-write", 0x45d23800, 1), AM62A("sd1-read", 0x45d23c00, 1),
	AM62A("usb0-write", 0x45d24000, 1), AM62A("usb0-read", 0x45d24400, 1),
	AM62A("usb1-read", 0x45d24800, 1), AM62A("usb1-write", 0x45d24c00, 1),
	AM62A("sa3", 0x45d25400, 1),
	AM62A("jpgenc-write", 0x45d25800, 1), AM62A("jpgenc-read", 0x45d25c00, 1),
	AM62A("vpu-pri-read", 0x45d26800, 1), AM62A("vpu-pri-write", 0x45d26c00, 1),
	AM62A("vpu-sec-read", 0x45d27000, 1), AM62A("vpu-sec-write", 0x45d27400, 1),
	AM62A("c7x", 0x45d27800, 1), AM62A("vpac-ldc", 0x45d28000, 1),
	ORDER("am62a-cbass-qos", 0x45d20000, 0x10000, "dss", 0x45d25000, 4),
	BUS("am62a-cbass-qos", 0x45d18000, 0x1000, "mcu-r5-read", 0x45d18000, 1),
	BUS("am62a-cbass-qos", 0x45d18000, 0x1000, "mcu-r5-write", 0x45d18400, 1),
	BUS("am62a-cbass-qos", 0x45d18000, 0x1000, "mcu-r5-peripheral", 0x45d18800, 1),
	BUS("am62a-cbass-qos", 0x45d14000, 0x1000, "wkup-r5-write", 0x45d14400, 1),

	AM62P("a53-read", 0x45d20400, 1), AM62P("a53-write", 0x45d20800, 1),
	AM62P("gpu-write", 0x45d29800, 1), AM62P("gpu-read", 0x45d2a000, 1),
	ORDER("am62p-cbass-qos", 0x45d30000, 0x800, "dss0", 0x45d30000, 4),
	ORDER("am62p-cbass-qos", 0x45d30000, 0x800, "dss1", 0x45d30400, 4),
	BUS("am62p-cbass-qos", 0x45d34000, 0x2000, "usb0-read", 0x45d34000, 1),
	BUS("am62p-cbass-qos", 0x45d34000, 0x2000, "usb0-write", 0x45d34400, 1),
	BUS("am62p-cbass-qos", 0x45d34000, 0x2000, "emmc8-write", 0x45d34800, 1),
	BUS("am62p-cbass-qos", 0x45d34000, 0x2000, "emmc8-read", 0x45d34c00, 1),
	BUS("am62p-cbass-qos", 0x45d34000, 0x2000, "usb1-read", 0x45d35000, 1),
	BUS("am62p-cbass-qos", 0x45d34000, 0x2000, "usb1-write", 0x45d35400, 1),
	BUS("am62p-cbass-qos", 0x45d14000, 0x2000, "main-r5-read", 0x45d15000, 1),
	BUS("am62p-cbass-qos", 0x45d14000, 0x2000, "main-r5-write", 0x45d15400, 1),
	BUS("am62p-cbass-qos", 0x45d14000, 0x2000, "main-r5-peripheral", 0x45d15800, 1),

	J722S("a53-read", 0x45d20400, 1), J722S("a53-write", 0x45d20800, 1),
	J722S("usb3-read", 0x45d24800, 1), J722S("usb3-write", 0x45d24c00, 1),
	J722S("c7x0", 0x45d27800, 1), J722S("vpac", 0x45d28000, 1),
	J722S("pcie-read", 0x45d29000, 1), J722S("pcie-write", 0x45d29400, 1),
	J722S("gpu-write", 0x45d29800, 32), J722S("gpu-read", 0x45d2a000, 32),
	J722S("c7x1", 0x45d2c000, 1),

	AM64X("a53-read", 0x45d80400, 1), AM64X("a53-write", 0x45d80800, 1),
	AM64X("emmc-write", 0x45d81000, 1), AM64X("emmc-read", 0x45d81400, 1),
	AM64X("gic-write", 0x45d82000, 1), AM64X("gic-read", 0x45d82400, 1),
	AM64X("r5fss0-0-read", 0x45d82800, 1), AM64X("r5fss0-0-write", 0x45d82c00, 1),
	AM64X("r5fss0-1-read", 0x45d83c00, 1), AM64X("r5fss0-1-write", 0x45d84000, 1),
	AM64X("r5fss1-0-read", 0x45d85000, 1), AM64X("r5fss1-0-write", 0x45d85400, 1),
	AM64X("r5fss1-1-read", 0x45d86400, 1), AM64X("r5fss1-1-write", 0x45d86800, 1),
	AM64X("icssg0", 0x45d87800, 16), AM64X("icssg1", 0x45d87c00, 16),
	ORDER("am64x-cbass-qos", 0x45d80000, 0x10000, "icssg0", 0x45d87800, 16),
	AM64X("pcie-read", 0x45d88000, 8), AM64X("pcie-write", 0x45d88400, 8),
	AM64X_ASEL("pcie-read", 0x45d88000, 8), AM64X_ASEL("usb-write", 0x45d89800, 8),
	AM64X_ASEL("sa2", 0x45d89000, 1), AM64X_ASEL("r5fss0-0-read", 0x45d82800, 1),
	AM64X("sd-write", 0x45d88800, 1), AM64X("sd-read", 0x45d88c00, 1),
	AM64X("sa2", 0x45d89000, 1),
	AM64X("usb-read", 0x45d89400, 8), AM64X("usb-write", 0x45d89800, 8),
	AM64X("debug-read", 0x45d8a000, 1), AM64X("debug-write", 0x45d8a400, 1),
	INFRA1("r5fss0-0-peripheral", 0x45d20000, 1),
	INFRA1("r5fss0-1-peripheral", 0x45d20400, 1),
	INFRA1("r5fss1-0-peripheral", 0x45d20800, 1),
	INFRA1("r5fss1-1-peripheral", 0x45d20c00, 1),
	BUS("am64x-cbass-qos", 0x45d30000, 0x400, "m4f", 0x45d30000, 1),

	MAP("k3-ddrss16-qos", 0x0f300024, 0x1c, "default-priority-map", 0x0f300030),
	MAP("k3-ddrss32-qos", 0x0f300030, 0x2c, "lpt-priority-map", 0x0f300030),
	MAP("k3-ddrss32-qos", 0x0f300030, 0x2c, "hpt-priority-map", 0x0f30004c),

	EMIF("mpu", 0x4a002420, 28), EMIF("dsp1-mdma", 0x4a002420, 16),
	EMIF("dsp1-cfg", 0x4a002420, 12), EMIF("dsp1-edma", 0x4a002420, 8),
	EMIF("dsp2-edma", 0x4a002420, 4), EMIF("dsp2-cfg", 0x4a002420, 0),
	EMIF("dsp2-mdma", 0x4a002424, 28), EMIF("iva", 0x4a002424, 24),
	EMIF("eve1-tc0", 0x4a002424, 16), EMIF("eve2-tc0", 0x4a002424, 12),
	EMIF("ipu1", 0x4a002428, 16), EMIF("ipu2", 0x4a002428, 12),
	EMIF("dma-system", 0x4a002428, 8), EMIF("edma-tc0", 0x4a002428, 0),
	EMIF("edma-tc1", 0x4a00242c, 28), EMIF("dss", 0x4a00242c, 24),
	EMIF("mlb-mmu1", 0x4a00242c, 20), EMIF("pcie1", 0x4a00242c, 16),
	EMIF("pcie2", 0x4a00242c, 12), EMIF("vip1", 0x4a00242c, 8),
	EMIF("vip2", 0x4a00242c, 4), EMIF("vip3", 0x4a00242c, 0),
	EMIF("vpe", 0x4a002430, 28), EMIF("mmc1-gpu-p1", 0x4a002430, 24),
	EMIF("mmc2-gpu-p2", 0x4a002430, 20), EMIF("bb2d", 0x4a002430, 16),
	EMIF("gmac-sw", 0x4a002430, 12), EMIF("usb1", 0x4a002430, 8),
	EMIF("usb2", 0x4a002430, 4), EMIF("usb3", 0x4a002430, 0),
	EMIF("usb4", 0x4a002434, 28), EMIF("sata", 0x4a002434, 12),
	EMIF("eve1-tc1", 0x4a002434, 8), EMIF("eve2-tc1", 0x4a002434, 4),

	L3("mpu", 0x4a00243c, 26), L3("dsp1-cfg", 0x4a00243c, 17),
	L3("dsp2-cfg", 0x4a00243c, 9),
	L3("ipu1", 0x4a002440, 12), L3("ipu2", 0x4a002440, 9),
	L3("gpu-p1", 0x4a002448, 23), L3("gpu-p2", 0x4a002448, 20),
	L3("sata", 0x4a00244c, 3), L3("mmc1", 0x4a00244c, 0),
	L3("mmc2", 0x4a002450, 17), L3("usb1", 0x4a002450, 15),
	L3("usb2", 0x4a002450, 12), L3("usb3", 0x4a002450, 9),
	L3("usb4", 0x4a002450, 6),
};

/* Endpoints that must not take a field, or not be there at all. */
static const struct {
	const char *family, *name, *field;
} not_offered[] = {
	{ "am62l-cbass-qos", "a53-write", NULL },
	{ "am62l-cbass-qos", "dss", NULL },
	{ "am62x-cbass-qos", "dss", "bus-priority" },
	{ "am62x-cbass-qos", "dss", "order-id" },
	{ "am62x-cbass-qos", "a53-read", "order-id" },
	{ "am62a-cbass-qos", "gpu-read", NULL },
	{ "am62a-cbass-qos", "dss", "bus-priority" },
	{ "am62p-cbass-qos", "dss0", "bus-priority" },
	{ "am64x-cbass-qos", "cpsw", NULL },
	{ "am64x-cbass-qos", "a53-read", "asel" },
	{ "am64x-cbass-qos", "debug-read", "asel" },
	{ "am64x-cbass-qos", "icssg0", "asel" },
	{ "k3-ddrss16-qos", "ddr", "lpt-priority-map" },
	{ "k3-ddrss32-qos", "ddr", "default-priority-map" },
};

/* One field of one endpoint and where the tables have it. */
struct site {
	const struct irqscope_qos_family *family;
	const struct irqscope_qos_region *region;
	const struct irqscope_qos_endpoint *endpoint;
	const struct irqscope_qos_place *place;
};

static const struct irqscope_qos_family *family_at(unsigned int i)
{
	if (i < irqscope_qos_k3_count)
		return &irqscope_qos_k3[i];
	i -= irqscope_qos_k3_count;
	return i < irqscope_qos_dra7_count ? &irqscope_qos_dra7[i] : NULL;
}

typedef bool (*site_check)(const struct site *site);

/* Call a check for every field of a region; true if all of them are. */
static bool every_field_of(const struct irqscope_qos_family *family,
			   const struct irqscope_qos_region *region, site_check check)
{
	bool good = true;
	unsigned int e, p;

	for (e = 0; e < region->endpoint_count; e++) {
		const struct irqscope_qos_endpoint *endpoint = &region->endpoints[e];

		for (p = 0; p < endpoint->place_count; p++) {
			const struct site site = {
				family, region, endpoint, &endpoint->places[p],
			};

			if (check(&site))
				continue;
			ksft_print_msg("%s %s %s\n", family->compatible, endpoint->name,
				       site.place->field->name);
			good = false;
		}
	}
	return good;
}

/* Call a check for every field of the tables; true if all of them are. */
static bool every_field(site_check check)
{
	const struct irqscope_qos_family *family;
	bool good = true;
	unsigned int f, r;

	for (f = 0; (family = family_at(f)); f++)
		for (r = 0; r < family->region_count; r++)
			good &= every_field_of(family, &family->regions[r], check);
	return good;
}

/* Call a check for every region; true if all of them are. */
static bool every_region(bool (*check)(const struct irqscope_qos_region *region))
{
	const struct irqscope_qos_family *family;
	bool good = true;
	unsigned int f, r;

	for (f = 0; (family = family_at(f)); f++)
		for (r = 0; r < family->region_count; r++)
			if (!check(&family->regions[r])) {
				ksft_print_msg("%s 0x%08x\n", family->compatible,
					       family->regions[r].base);
				good = false;
			}
	return good;
}

static unsigned int offset_of(const struct site *site, unsigned int channel)
{
	return site->endpoint->offset + site->place->offset + 4 * channel;
}

static unsigned int shift_of(const struct site *site)
{
	return site->endpoint->shift + site->place->shift;
}

static unsigned int mask_of(const struct site *site)
{
	return irqscope_qos_mask(site->place->field, shift_of(site));
}

/* Every register is aligned and within its window. */
static bool in_window(const struct site *site)
{
	const unsigned int end = offset_of(site, site->endpoint->channels - 1) + 4;

	return site->endpoint->channels && !(offset_of(site, 0) % 4) &&
	       !(site->region->base % 4) && end <= site->region->size;
}

/* The field fits into 32 bits, as does all it may hold into the field. */
static bool fits(const struct site *site)
{
	const struct irqscope_qos_field *field = site->place->field;
	const unsigned int width = field->map ? 4 * 7 + field->bits : field->bits;

	return field->bits && field->bits <= 4 && shift_of(site) + width <= 32 &&
	       field->allowed && !(field->allowed >> (1u << field->bits));
}

/* Any allowed number, anywhere in a map, comes back, alone and within the mask. */
static bool round_trips(const struct site *site)
{
	const struct irqscope_qos_field *field = site->place->field;
	const unsigned int length = field->map ? 8 : 1, mask = mask_of(site);
	unsigned int numbers[8], value, bits, i, j;

	for (value = 0; value < 32; value++) {
		if (!(field->allowed & 1u << value))
			continue;
		for (i = 0; i < length; i++) {
			for (j = 0; j < 8; j++)
				numbers[j] = 0;
			numbers[i] = value;
			bits = irqscope_qos_encode(field, shift_of(site), numbers);
			if (bits & ~mask)
				return false;
			for (j = 0; j < length; j++)
				if (irqscope_qos_decode(field, shift_of(site), bits | ~mask, j) !=
				    numbers[j])
					return false;
		}
	}
	return true;
}

/* Bits that the tables give away twice within a region. */
static bool no_overlap(const struct irqscope_qos_region *region)
{
	static unsigned int taken[0x10000 / 4];
	unsigned int e, p, c;

	memset(taken, 0, sizeof(taken));
	for (e = 0; e < region->endpoint_count; e++) {
		const struct irqscope_qos_endpoint *endpoint = &region->endpoints[e];

		for (p = 0; p < endpoint->place_count; p++)
			for (c = 0; c < endpoint->channels; c++) {
				const struct site site = {
					NULL, region, endpoint, &endpoint->places[p],
				};
				const unsigned int offset = offset_of(&site, c);

				if (offset / 4 >= ARRAY_LENGTH(taken))
					return false;
				if (taken[offset / 4] & mask_of(&site)) {
					ksft_print_msg("%s, channel %u, at 0x%x\n",
						       endpoint->name, c, offset);
					return false;
				}
				taken[offset / 4] |= mask_of(&site);
			}
	}
	return true;
}

/* Names can be told apart, and the module has room for them. */
static bool names_good(const struct irqscope_qos_region *region)
{
	unsigned int e, other, p, length = 0;

	for (e = 0; e < region->endpoint_count; e++) {
		const struct irqscope_qos_endpoint *endpoint = &region->endpoints[e];

		length += 1 + strlen(endpoint->name);
		if (!*endpoint->name || strspn(endpoint->name,
					       "abcdefghijklmnopqrstuvwxyz0123456789-") !=
		    strlen(endpoint->name))
			return false;
		for (other = 0; other < e; other++)
			if (!strcmp(endpoint->name, region->endpoints[other].name))
				return false;
		for (p = 0; p < endpoint->place_count; p++) {
			const char *field = endpoint->places[p].field->name;

			if (strlen(endpoint->name) + strlen(field) + sizeof(".31.") > NAME_LEN ||
			    strlen(field) + sizeof("irqscope,") > PROPERTY_LEN)
				return false;
			for (other = 0; other < p; other++)
				if (!strcmp(field, endpoint->places[other].field->name))
					return false;
		}
		if (endpoint->channels > CHANNELS_MAX)
			return false;
	}
	/* All of them in one line of the log. */
	return region->endpoint_count && region->endpoint_count <= ENDPOINTS_MAX && length < 512;
}

/* No two regions of a family share an address, and the first is the one named. */
static bool regions_apart(void)
{
	const struct irqscope_qos_family *family, *other;
	unsigned int f, r, s;

	for (f = 0; (family = family_at(f)); f++) {
		if (!family->region_count || !family->socs[0] ||
		    (!family->children && family->regions[0].endpoint_count != 1))
			return false;
		for (r = 0; r < family->region_count; r++)
			for (s = 0; s < r; s++) {
				const struct irqscope_qos_region *a = &family->regions[r];
				const struct irqscope_qos_region *b = &family->regions[s];

				if (a->base < b->base + b->size && b->base < a->base + a->size) {
					ksft_print_msg("%s: 0x%08x and 0x%08x\n",
						       family->compatible, a->base, b->base);
					return false;
				}
			}
		for (r = 0; r < f; r++) {
			other = family_at(r);
			if (!strcmp(family->compatible, other->compatible))
				return false;
		}
	}
	return true;
}

/* order-id and asel, and nothing else, need the parameter. */
static bool unsafe_marked(const struct site *site)
{
	const char *name = site->place->field->name;

	return site->place->field->unsafe == (!strcmp(name, "order-id") || !strcmp(name, "asel"));
}

static const struct irqscope_qos_family *find_family(const char *name)
{
	const struct irqscope_qos_family *family;
	unsigned int f;

	for (f = 0; (family = family_at(f)); f++)
		if (!strncmp(family->compatible, "irqscope,", 9) &&
		    !strcmp(family->compatible + 9, name))
			return family;
	return NULL;
}

/* Find an endpoint, with a field or with none asked for. */
static bool find_site(const char *family, const char *name, const char *field,
		      unsigned int window, struct site *site)
{
	unsigned int r, e, p;

	site->family = find_family(family);
	if (!site->family)
		return false;
	for (r = 0; r < site->family->region_count; r++) {
		site->region = &site->family->regions[r];
		for (e = 0; e < site->region->endpoint_count; e++) {
			site->endpoint = &site->region->endpoints[e];
			if (strcmp(site->endpoint->name, name) ||
			    (window && site->region->base != window))
				continue;
			if (!field)
				return true;
			for (p = 0; p < site->endpoint->place_count; p++) {
				site->place = &site->endpoint->places[p];
				if (!strcmp(site->place->field->name, field))
					return true;
			}
		}
	}
	return false;
}

/* Is everything in the documents as the tables have it? */
static bool as_documented(void)
{
	bool good = true;
	unsigned int i;

	for (i = 0; i < ARRAY_LENGTH(known_endpoints); i++) {
		const struct known_endpoint *known = &known_endpoints[i];
		struct site site;
		unsigned int mask;

		mask = known->bits == 31 ? 0x77777777 : ((1u << known->bits) - 1) << known->shift;
		if (find_site(known->family, known->name, known->field, known->window, &site) &&
		    site.region->size == known->size &&
		    site.region->base + offset_of(&site, 0) == known->address &&
		    site.endpoint->channels == known->channels && mask_of(&site) == mask)
			continue;
		ksft_print_msg("%s %s %s: should be at 0x%08x, mask 0x%08x\n", known->family,
			       known->name, known->field, known->address, mask);
		good = false;
	}
	return good;
}

static bool rest_not_offered(void)
{
	bool good = true;
	struct site site;
	unsigned int i;

	for (i = 0; i < ARRAY_LENGTH(not_offered); i++) {
		if (!find_family(not_offered[i].family) ||
		    !find_site(not_offered[i].family, not_offered[i].name,
			       not_offered[i].field, 0, &site))
			continue;
		ksft_print_msg("%s %s %s\n", not_offered[i].family, not_offered[i].name,
			       not_offered[i].field ? not_offered[i].field : "");
		good = false;
	}
	return good;
}

/* Does a field of an endpoint encode to this word? */
static bool encodes(const char *family, const char *name, const char *field,
		    const unsigned int *numbers, unsigned int word)
{
	struct site site;
	unsigned int bits;

	if (!find_site(family, name, field, 0, &site))
		return false;
	bits = irqscope_qos_encode(site.place->field, shift_of(&site), numbers);
	if (bits == word)
		return true;
	ksft_print_msg("%s %s %s: 0x%08x, not 0x%08x\n", family, name, field, bits, word);
	return false;
}

#define NUMBERS(...)	((const unsigned int [8]) { __VA_ARGS__ })

static bool words_known(void)
{
	return encodes("am62l-cbass-qos", "a53-read", "bus-priority", NUMBERS(6), 0x6000) &&
	       encodes("am62l-cbass-qos", "a53-read", "bus-priority", NUMBERS(7), 0x7000) &&
	       encodes("am64x-cbass-qos", "icssg0", "order-id", NUMBERS(15), 0xf0) &&
	       encodes("am64x-cbass-qos", "sa2", "asel", NUMBERS(14), 0xe00) &&
	       encodes("k3-ddrss16-qos", "ddr", "default-priority-map",
		       NUMBERS(0, 0, 0, 0, 0, 0, 0, 1), 0x00000001) &&
	       encodes("k3-ddrss16-qos", "ddr", "default-priority-map",
		       NUMBERS(0, 1, 2, 3, 4, 5, 6, 7), 0x01234567) &&
	       encodes("k3-ddrss32-qos", "ddr", "lpt-priority-map",
		       NUMBERS(2, 3, 4, 5, 6, 6, 7, 7), 0x23456677) &&
	       encodes("k3-ddrss32-qos", "ddr", "hpt-priority-map",
		       NUMBERS(0, 0, 1, 1, 2, 3, 4, 5), 0x00112345) &&
	       encodes("dra7-emif-priority", "mpu", "emif-priority", NUMBERS(7), 0x70000000) &&
	       encodes("dra7-l3-pressure", "usb1", "l3-pressure", NUMBERS(3), 0x18000);
}

/* Which numbers a field takes: pressure to 3, PCIe's own asel only at PCIe. */
static bool numbers_known(void)
{
	struct site site;

	return find_site("am64x-cbass-qos", "pcie-read", "asel", 0, &site) &&
	       site.place->field->allowed == 0xc003 &&
	       find_site("am64x-cbass-qos", "usb-read", "asel", 0, &site) &&
	       site.place->field->allowed == 0xc001 &&
	       find_site("am64x-cbass-qos", "a53-read", "bus-priority", 0, &site) &&
	       site.place->field->allowed == 0xff &&
	       find_site("k3-ddrss16-qos", "ddr", "default-priority-map", 0, &site) &&
	       site.place->field->allowed == 0xff &&
	       find_site("dra7-emif-priority", "mpu", "emif-priority", 0, &site) &&
	       site.place->field->allowed == 0xff &&
	       find_site("dra7-l3-pressure", "mpu", "l3-pressure", 0, &site) &&
	       site.place->field->allowed == 0xf &&
	       site.family->lock_base == 0x4a002540 && site.family->shared;
}

int main(void)
{
	ksft_print_header();
	ksft_set_plan(11);
	ksft_test_result(every_field(in_window), "registers_in_window\n");
	ksft_test_result(every_field(fits), "fields_fit\n");
	ksft_test_result(every_field(round_trips), "numbers_round_trip\n");
	ksft_test_result(every_field(unsafe_marked), "unsafe_fields_marked\n");
	ksft_test_result(every_region(no_overlap), "no_bits_twice\n");
	ksft_test_result(every_region(names_good), "names_unique_and_short\n");
	ksft_test_result(regions_apart(), "regions_apart\n");
	ksft_test_result(as_documented(), "endpoints_as_documented\n");
	ksft_test_result(rest_not_offered(), "rest_not_offered\n");
	ksft_test_result(words_known(), "words_known\n");
	ksft_test_result(numbers_known(), "numbers_known\n");
	ksft_finished();
}
