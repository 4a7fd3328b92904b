/* SPDX-License-Identifier: GPL-2.0 */
/* Text that grows in a buffer. */
#ifndef IRQSCOPE_TEXT_H
#define IRQSCOPE_TEXT_H

#include <linux/types.h>

/**
 * struct irqscope_text - text that grows in a buffer
 * @buf: the buffer
 * @size: bytes in it; what does not fit is cut off
 * @len: characters so far
 */
struct irqscope_text {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3) void irqscope_text_add(struct irqscope_text *text, const char *format, ...);

#endif /* IRQSCOPE_TEXT_H */
