// SPDX-License-Identifier: GPL-2.0
/* What a rule of the check-up says: text, put together piece by piece. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

/* Appends text; what does not fit is cut. */
static void append(char *text, const char *format, va_list args)
{
	const size_t length = strlen(text);

	vsnprintf(text + length, CHECK_TEXT_LEN - length, format, args);
}

/* Says what was found. */
void found(struct finding *finding, enum check_state state, const char *format, ...)
{
	va_list args;

	finding->state = state;
	finding->found[0] = '\0';
	va_start(args, format);
	append(finding->found, format, args);
	va_end(args);
}

/* Says more of what was found. */
void found_more(struct finding *finding, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	append(finding->found, format, args);
	va_end(args);
}

/* Says why it matters here. */
void found_because(struct finding *finding, const char *format, ...)
{
	va_list args;

	finding->reason[0] = '\0';
	va_start(args, format);
	append(finding->reason, format, args);
	va_end(args);
}

/* Says what to do about it; repeated calls go on with it. */
void found_remedy(struct finding *finding, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	append(finding->remedy, format, args);
	va_end(args);
}

/* Says that there is no such thing here, which may be so only where sysfs is. */
void found_absent(const struct board *board, struct finding *finding, const char *text)
{
	if (board->cpus_known)
		found(finding, CHECK_OK, "%s", text);
	else
		found(finding, CHECK_UNKNOWN, "there is no sysfs");
}

/* Says that it cannot be known without the kernel's configuration. */
void found_no_config(const struct board *board, struct finding *finding)
{
	found(finding, CHECK_UNKNOWN, "not without the kernel's configuration (%s)",
	      board->config.missing);
	found_remedy(finding, "irqscope check --config FILE");
}
