// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of AM57xx and DRA7: priorities at the DDR controllers (EMIF) and
 * pressure on the L3 interconnect, by initiator. Mind the directions: 0 is the
 * highest EMIF priority, 3 is the highest L3 pressure.
 *
 * Sources: TI's vision SDK and control module headers of DRA7; TRM SPRUI30.
 */
#include "table.h"

static const struct irqscope_qos_field emif_priority = {
	.name = "emif-priority", .bits = 3, .allowed = 0xff,
};

static const struct irqscope_qos_field l3_pressure = {
	.name = "l3-pressure", .bits = 2, .allowed = 0xf,
};

static const struct irqscope_qos_place emif[] = { { &emif_priority, 0, 0 } };
static const struct irqscope_qos_place l3[] = { { &l3_pressure, 0, 0 } };

#define INITIATOR(_name, _offset, _shift, _places) {			\
	.name = _name, .offset = _offset, .shift = _shift,		\
	.channels = 1, .places = _places, .place_count = 1,		\
}

/* CTRL_CORE_EMIF_INITIATOR_PRIORITY_1 to 6 */
static const struct irqscope_qos_endpoint emif_initiators[] = {
	INITIATOR("mpu",		0x00, 28, emif),
	INITIATOR("dsp1-mdma",		0x00, 16, emif),
	INITIATOR("dsp1-cfg",		0x00, 12, emif),
	INITIATOR("dsp1-edma",		0x00,  8, emif),
	INITIATOR("dsp2-edma",		0x00,  4, emif),
	INITIATOR("dsp2-cfg",		0x00,  0, emif),
	INITIATOR("dsp2-mdma",		0x04, 28, emif),
	INITIATOR("iva",		0x04, 24, emif),
	INITIATOR("eve1-tc0",		0x04, 16, emif),
	INITIATOR("eve2-tc0",		0x04, 12, emif),
	INITIATOR("ipu1",		0x08, 16, emif),
	INITIATOR("ipu2",		0x08, 12, emif),
	INITIATOR("dma-system",		0x08,  8, emif),
	INITIATOR("edma-tc0",		0x08,  0, emif),
	INITIATOR("edma-tc1",		0x0c, 28, emif),
	INITIATOR("dss",		0x0c, 24, emif),
	INITIATOR("mlb-mmu1",		0x0c, 20, emif),
	INITIATOR("pcie1",		0x0c, 16, emif),
	INITIATOR("pcie2",		0x0c, 12, emif),
	INITIATOR("vip1",		0x0c,  8, emif),
	INITIATOR("vip2",		0x0c,  4, emif),
	INITIATOR("vip3",		0x0c,  0, emif),
	INITIATOR("vpe",		0x10, 28, emif),
	INITIATOR("mmc1-gpu-p1",	0x10, 24, emif),
	INITIATOR("mmc2-gpu-p2",	0x10, 20, emif),
	INITIATOR("bb2d",		0x10, 16, emif),
	INITIATOR("gmac-sw",		0x10, 12, emif),
	INITIATOR("usb1",		0x10,  8, emif),
	INITIATOR("usb2",		0x10,  4, emif),
	INITIATOR("usb3",		0x10,  0, emif),
	INITIATOR("usb4",		0x14, 28, emif),
	INITIATOR("sata",		0x14, 12, emif),
	INITIATOR("eve1-tc1",		0x14,  8, emif),
	INITIATOR("eve2-tc1",		0x14,  4, emif),
};

/* CTRL_CORE_L3_INITIATOR_PRESSURE_1, 2, 4, 5 and 6 */
static const struct irqscope_qos_endpoint l3_initiators[] = {
	INITIATOR("mpu",		0x00, 26, l3),
	INITIATOR("dsp1-cfg",		0x00, 17, l3),
	INITIATOR("dsp2-cfg",		0x00,  9, l3),
	INITIATOR("ipu1",		0x04, 12, l3),
	INITIATOR("ipu2",		0x04,  9, l3),
	INITIATOR("gpu-p1",		0x0c, 23, l3),
	INITIATOR("gpu-p2",		0x0c, 20, l3),
	INITIATOR("sata",		0x10,  3, l3),
	INITIATOR("mmc1",		0x10,  0, l3),
	INITIATOR("mmc2",		0x14, 17, l3),
	INITIATOR("usb1",		0x14, 15, l3),
	INITIATOR("usb2",		0x14, 12, l3),
	INITIATOR("usb3",		0x14,  9, l3),
	INITIATOR("usb4",		0x14,  6, l3),
};

#define REGION(_base, _endpoints) {					\
	.base = _base, .size = 0x18, .endpoints = _endpoints,		\
	.endpoint_count = IRQSCOPE_QOS_COUNT(_endpoints),		\
}

static const struct irqscope_qos_region emif_regions[] = {
	REGION(0x4a002420, emif_initiators),
};

static const struct irqscope_qos_region l3_regions[] = {
	REGION(0x4a00243c, l3_initiators),
};

static const char *const dra7[] = { "ti,dra7", NULL };

/* CTRL_CORE_MMR_LOCK_1 guards both windows. */
#define LOCK_BASE	0x4a002540

const struct irqscope_qos_family irqscope_qos_dra7[] = {
	{
		.compatible = "irqscope,dra7-emif-priority", .socs = dra7,
		.regions = emif_regions, .region_count = 1,
		.children = 1, .shared = 1, .lock_base = LOCK_BASE,
	}, {
		.compatible = "irqscope,dra7-l3-pressure", .socs = dra7,
		.regions = l3_regions, .region_count = 1,
		.children = 1, .shared = 1, .lock_base = LOCK_BASE,
	},
};

const unsigned int irqscope_qos_dra7_count = IRQSCOPE_QOS_COUNT(irqscope_qos_dra7);
