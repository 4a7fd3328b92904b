/* SPDX-License-Identifier: GPL-2.0 */
/* The version of all of irqscope: module, reader and packages. */
#ifndef IRQSCOPE_VERSION_H
#define IRQSCOPE_VERSION_H

#define IRQSCOPE_VERSION	"0.1"

#endif /* IRQSCOPE_VERSION_H */
