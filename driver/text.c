// SPDX-License-Identifier: GPL-2.0
/* Text that grows in a buffer. */
#include <linux/kernel.h>

#include "text.h"

/**
 * irqscope_text_add() - add to a text
 * @text: the text
 * @format: what to add, as for printk()
 */
void irqscope_text_add(struct irqscope_text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text->len += vscnprintf(text->buf + text->len, text->size - text->len,
				format, args);
	va_end(args);
}
