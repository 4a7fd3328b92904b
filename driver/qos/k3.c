// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of the K3 SoCs: the QoS blocks of their interconnect (CBASS) and the
 * priority maps of their DDR controllers (DDRSS).
 *
 * Sources, by TI unless named otherwise:
 *   regions of all SoCs		MCU+ SDK headers, cslr_soc_baseaddress.h
 *   endpoints of AM62x, AM62A (and AM62D, which is alike), AM62P
 *					MCU+ SDK, qos_soc.h of the SoC
 *   endpoints of J722S			U-Boot j722s QoS table; TRM SPRUJB3
 *   endpoints of AM64x			MCU+ SDK, csl_soc_qos.h; TRM SPRUIM2
 *   endpoint of AM62L			field use; region by MCU+ SDK
 *   MAP register			U-Boot k3-qos.h; TRM SPRUIV7, SPRUIM2
 *   DDRSS maps				MCU+ SDK, cslr_emif.h
 *
 * Left out: order-id on AM62x, which its TRM wants to stay 0; bus-priority of
 * the display controllers, whose priority comes from a register of their own;
 * asel of the A53 cores and of debug, which have no coherent port to use it on,
 * and of ports for which no table says that they have it;
 * CPSW and the DMA controllers, whose priorities are set by channel elsewhere.
 * Where no table gives a number of channels, there is at least the first one.
 */
#include "table.h"

static const struct irqscope_qos_field bus_priority = {
	.name = "bus-priority", .bits = 3, .allowed = 0xff,
};

static const struct irqscope_qos_field order_id = {
	.name = "order-id", .bits = 4, .allowed = 0xffff, .unsafe = 1,
};

/* 0: as addressed; 14 and 15: coherent, with and without allocation in L2. */
static const struct irqscope_qos_field asel = {
	.name = "asel", .bits = 4, .allowed = 1u << 0 | 1u << 14 | 1u << 15,
	.unsafe = 1,
};

/* 1: PCIe address space. */
static const struct irqscope_qos_field asel_pcie = {
	.name = "asel", .bits = 4,
	.allowed = 1u << 0 | 1u << 1 | 1u << 14 | 1u << 15, .unsafe = 1,
};

/* A MAP register: order ID in bits 7:4, asel in 11:8, priority in 14:12. */
static const struct irqscope_qos_place bus[] = {
	{ &bus_priority, 0, 12 },
};

static const struct irqscope_qos_place order[] = {
	{ &order_id, 0, 4 },
};

static const struct irqscope_qos_place bus_order[] = {
	{ &bus_priority, 0, 12 }, { &order_id, 0, 4 },
};

static const struct irqscope_qos_place bus_asel[] = {
	{ &bus_priority, 0, 12 }, { &asel, 0, 8 },
};

static const struct irqscope_qos_place bus_asel_pcie[] = {
	{ &bus_priority, 0, 12 }, { &asel_pcie, 0, 8 },
};

/* The MAP registers of an endpoint begin 0x100 above its base. */
#define PORT(_name, _base, _channels, _places) {			\
	.name = _name, .offset = (_base) + 0x100, .channels = _channels,\
	.places = _places, .place_count = IRQSCOPE_QOS_COUNT(_places),	\
}

/* One without a field that could be set. */
#define BARE_PORT(_name, _base, _channels) {				\
	.name = _name, .offset = (_base) + 0x100, .channels = _channels,\
}

#define REGION(_base, _size, _endpoints) {				\
	.base = _base, .size = _size, .endpoints = _endpoints,		\
	.endpoint_count = IRQSCOPE_QOS_COUNT(_endpoints),		\
}

static const struct irqscope_qos_endpoint am62l_cbass0[] = {
	PORT("a53-read", 0x0400, 1, bus),
};

static const struct irqscope_qos_region am62l_regions[] = {
	REGION(0x45d20000, 0x8000, am62l_cbass0),
};

/* What AM62x and AM62A have in common; read and write are in no fixed order. */
#define AM62X_AM62A_PORTS						\
	PORT("a53-read", 0x0400, 1, bus),				\
	PORT("a53-write", 0x0800, 1, bus),				\
	PORT("debugss-write", 0x1800, 1, bus),				\
	PORT("debugss-read", 0x1c00, 1, bus),				\
	PORT("gic-write", 0x2000, 1, bus),				\
	PORT("gic-read", 0x2400, 1, bus),				\
	PORT("emmc8-read", 0x2800, 1, bus),				\
	PORT("emmc8-write", 0x2c00, 1, bus),				\
	PORT("sd0-read", 0x3000, 1, bus),				\
	PORT("sd0-write", 0x3400, 1, bus),				\
	PORT("sd1-write", 0x3800, 1, bus),				\
	PORT("sd1-read", 0x3c00, 1, bus),				\
	PORT("usb0-write", 0x4000, 1, bus),				\
	PORT("usb0-read", 0x4400, 1, bus),				\
	PORT("usb1-read", 0x4800, 1, bus),				\
	PORT("usb1-write", 0x4c00, 1, bus),				\
	PORT("sa3", 0x5400, 1, bus)

static const struct irqscope_qos_endpoint am62x_cbass0[] = {
	AM62X_AM62A_PORTS,
	PORT("gpu-write", 0x0c00, 1, bus),
	PORT("gpu-read", 0x1000, 1, bus),
	BARE_PORT("dss", 0x5000, 4),
};

static const struct irqscope_qos_endpoint m4f[] = {
	PORT("m4f", 0x0000, 1, bus),
};

static const struct irqscope_qos_endpoint wkup_r5[] = {
	PORT("wkup-r5-read", 0x0000, 1, bus),
	PORT("wkup-r5-write", 0x0400, 1, bus),
	PORT("wkup-r5-peripheral", 0x0800, 1, bus),
};

static const struct irqscope_qos_endpoint am62x_central2[] = {
	PORT("pruss-mst0", 0x0000, 1, bus),
	PORT("pruss-mst1", 0x0400, 1, bus),
};

static const struct irqscope_qos_region am62x_regions[] = {
	REGION(0x45d20000, 0x8000, am62x_cbass0),
	REGION(0x45d18000, 0x0400, m4f),
	REGION(0x45d14000, 0x1000, wkup_r5),
	REGION(0x45d04000, 0x0800, am62x_central2),
};

static const struct irqscope_qos_endpoint am62a_cbass0[] = {
	AM62X_AM62A_PORTS,
	PORT("dss", 0x5000, 4, order),
	PORT("jpgenc-write", 0x5800, 1, bus),
	PORT("jpgenc-read", 0x5c00, 1, bus),
	PORT("vpu-pri-read", 0x6800, 1, bus),
	PORT("vpu-pri-write", 0x6c00, 1, bus),
	PORT("vpu-sec-read", 0x7000, 1, bus),
	PORT("vpu-sec-write", 0x7400, 1, bus),
	PORT("c7x", 0x7800, 1, bus),
	PORT("vpac-ldc", 0x8000, 1, bus),
};

static const struct irqscope_qos_endpoint mcu_r5[] = {
	PORT("mcu-r5-read", 0x0000, 1, bus),
	PORT("mcu-r5-write", 0x0400, 1, bus),
	PORT("mcu-r5-peripheral", 0x0800, 1, bus),
};

static const struct irqscope_qos_region am62a_regions[] = {
	REGION(0x45d20000, 0x10000, am62a_cbass0),
	REGION(0x45d18000, 0x1000, mcu_r5),
	REGION(0x45d14000, 0x1000, wkup_r5),
};

/* What AM62P and J722S have in common. */
static const struct irqscope_qos_endpoint am62p_cbass0[] = {
	PORT("a53-read", 0x0400, 1, bus),
	PORT("a53-write", 0x0800, 1, bus),
	PORT("gpu-write", 0x9800, 1, bus),
	PORT("gpu-read", 0xa000, 1, bus),
};

static const struct irqscope_qos_endpoint main_r5[] = {
	PORT("main-r5-read", 0x1000, 1, bus),
	PORT("main-r5-write", 0x1400, 1, bus),
	PORT("main-r5-peripheral", 0x1800, 1, bus),
};

static const struct irqscope_qos_endpoint rt_data0[] = {
	PORT("dss0", 0x0000, 4, order),
	PORT("dss1", 0x0400, 4, order),
};

static const struct irqscope_qos_endpoint rt_cfg0[] = {
	PORT("usb0-read", 0x0000, 1, bus),
	PORT("usb0-write", 0x0400, 1, bus),
	PORT("emmc8-write", 0x0800, 1, bus),
	PORT("emmc8-read", 0x0c00, 1, bus),
	PORT("usb1-read", 0x1000, 1, bus),
	PORT("usb1-write", 0x1400, 1, bus),
};

static const struct irqscope_qos_region am62p_regions[] = {
	REGION(0x45d20000, 0x10000, am62p_cbass0),
	REGION(0x45d30000, 0x0800, rt_data0),
	REGION(0x45d34000, 0x2000, rt_cfg0),
	REGION(0x45d14000, 0x2000, main_r5),
};

static const struct irqscope_qos_endpoint j722s_cbass0[] = {
	PORT("a53-read", 0x0400, 1, bus),
	PORT("a53-write", 0x0800, 1, bus),
	PORT("usb3-read", 0x4800, 1, bus),
	PORT("usb3-write", 0x4c00, 1, bus),
	PORT("c7x0", 0x7800, 1, bus),
	PORT("vpac", 0x8000, 1, bus),
	PORT("pcie-read", 0x9000, 1, bus),
	PORT("pcie-write", 0x9400, 1, bus),
	PORT("gpu-write", 0x9800, 32, bus),
	PORT("gpu-read", 0xa000, 32, bus),
	PORT("c7x1", 0xc000, 1, bus),
};

static const struct irqscope_qos_region j722s_regions[] = {
	REGION(0x45d20000, 0x10000, j722s_cbass0),
	REGION(0x45d30000, 0x0800, rt_data0),
	REGION(0x45d34000, 0x2000, rt_cfg0),
	REGION(0x45d14000, 0x2000, main_r5),
};

static const struct irqscope_qos_endpoint am64x_cbass0[] = {
	PORT("a53-read", 0x0400, 1, bus),
	PORT("a53-write", 0x0800, 1, bus),
	PORT("emmc-write", 0x1000, 1, bus_asel),
	PORT("emmc-read", 0x1400, 1, bus_asel),
	PORT("gic-write", 0x2000, 1, bus_asel),
	PORT("gic-read", 0x2400, 1, bus_asel),
	PORT("r5fss0-0-read", 0x2800, 1, bus_asel),
	PORT("r5fss0-0-write", 0x2c00, 1, bus_asel),
	PORT("r5fss0-1-read", 0x3c00, 1, bus_asel),
	PORT("r5fss0-1-write", 0x4000, 1, bus_asel),
	PORT("r5fss1-0-read", 0x5000, 1, bus_asel),
	PORT("r5fss1-0-write", 0x5400, 1, bus_asel),
	PORT("r5fss1-1-read", 0x6400, 1, bus_asel),
	PORT("r5fss1-1-write", 0x6800, 1, bus_asel),
	PORT("icssg0", 0x7800, 16, bus_order),
	PORT("icssg1", 0x7c00, 16, bus_order),
	PORT("pcie-read", 0x8000, 8, bus_asel_pcie),
	PORT("pcie-write", 0x8400, 8, bus_asel_pcie),
	PORT("sd-write", 0x8800, 1, bus),
	PORT("sd-read", 0x8c00, 1, bus),
	PORT("sa2", 0x9000, 1, bus_asel),
	PORT("usb-read", 0x9400, 8, bus_asel),
	PORT("usb-write", 0x9800, 8, bus_asel),
	PORT("debug-read", 0xa000, 1, bus),
	PORT("debug-write", 0xa400, 1, bus),
};

static const struct irqscope_qos_endpoint am64x_mcu[] = {
	PORT("m4f", 0x0000, 1, bus_asel),
};

static const struct irqscope_qos_endpoint am64x_infra1[] = {
	PORT("r5fss0-0-peripheral", 0x0000, 1, bus),
	PORT("r5fss0-1-peripheral", 0x0400, 1, bus),
	PORT("r5fss1-0-peripheral", 0x0800, 1, bus),
	PORT("r5fss1-1-peripheral", 0x0c00, 1, bus),
};

static const struct irqscope_qos_region am64x_regions[] = {
	REGION(0x45d80000, 0x10000, am64x_cbass0),
	REGION(0x45d30000, 0x0400, am64x_mcu),
	REGION(0x45d20000, 0x1000, am64x_infra1),
};

/* A map has a nibble of 3 bits for each bus priority; 0 is the highest. */
static const struct irqscope_qos_field default_map = {
	.name = "default-priority-map", .bits = 3, .allowed = 0xff, .map = 1,
};

static const struct irqscope_qos_field lpt_map = {
	.name = "lpt-priority-map", .bits = 3, .allowed = 0xff, .map = 1,
};

static const struct irqscope_qos_field hpt_map = {
	.name = "hpt-priority-map", .bits = 3, .allowed = 0xff, .map = 1,
};

/*
 * The windows leave out V2A_CTL (0x20) below them, which decodes addresses, and
 * the interrupt, ECC and PHY registers from 0x70 on.
 */
#define DDRSS16_BASE	0x0f300024
#define DDRSS32_BASE	0x0f300030

static const struct irqscope_qos_place ddrss16_places[] = {
	{ &default_map, 0x0f300030 - DDRSS16_BASE, 0 },
};

static const struct irqscope_qos_place ddrss32_places[] = {
	{ &lpt_map, 0x0f300030 - DDRSS32_BASE, 0 },
	{ &hpt_map, 0x0f30004c - DDRSS32_BASE, 0 },
};

#define CONTROLLER(_places) {						\
	.name = "ddr", .channels = 1, .places = _places,		\
	.place_count = IRQSCOPE_QOS_COUNT(_places),			\
}

static const struct irqscope_qos_endpoint ddrss16[] = {
	CONTROLLER(ddrss16_places),
};

static const struct irqscope_qos_endpoint ddrss32[] = {
	CONTROLLER(ddrss32_places),
};

static const struct irqscope_qos_region ddrss16_regions[] = {
	REGION(DDRSS16_BASE, 0x1c, ddrss16),
};

static const struct irqscope_qos_region ddrss32_regions[] = {
	REGION(DDRSS32_BASE, 0x2c, ddrss32),
};

static const char *const am62l[] = { "ti,am62l3", NULL };
static const char *const am62x[] = { "ti,am625", "ti,am623", NULL };
static const char *const am62a[] = { "ti,am62a7", "ti,am62d2", NULL };
static const char *const am62p[] = { "ti,am62p5", NULL };
static const char *const j722s[] = { "ti,j722s", NULL };
static const char *const am64x[] = { "ti,am642", NULL };
static const char *const with_ddrss16[] = {
	"ti,am62l3", "ti,am625", "ti,am623", "ti,am642", NULL
};

static const char *const with_ddrss32[] = {
	"ti,am62a7", "ti,am62d2", "ti,am62p5", "ti,j722s", NULL
};

#define CBASS(_soc) {							\
	.compatible = "irqscope," #_soc "-cbass-qos", .socs = _soc,	\
	.regions = _soc##_regions,					\
	.region_count = IRQSCOPE_QOS_COUNT(_soc##_regions),		\
	.children = 1,							\
}

const struct irqscope_qos_family irqscope_qos_k3[] = {
	CBASS(am62l), CBASS(am62x), CBASS(am62a),
	CBASS(am62p), CBASS(j722s), CBASS(am64x),
	{
		.compatible = "irqscope,k3-ddrss16-qos", .socs = with_ddrss16,
		.regions = ddrss16_regions, .region_count = 1,
	}, {
		.compatible = "irqscope,k3-ddrss32-qos", .socs = with_ddrss32,
		.regions = ddrss32_regions, .region_count = 1,
	},
};

const unsigned int irqscope_qos_k3_count = IRQSCOPE_QOS_COUNT(irqscope_qos_k3);
