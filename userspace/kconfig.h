/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_KCONFIG_H
#define READER_KCONFIG_H

#include "piece.h"
#include "source.h"

/**
 * struct kconfig - how a kernel was configured
 * @bytes: the text; none if it is not known
 * @missing: why it is not known, for people
 */
struct kconfig {
	struct bytes bytes;
	const char *missing;
};

enum kconfig_answer {
	KCONFIG_UNKNOWN,
	KCONFIG_OFF,
	KCONFIG_MODULE,
	KCONFIG_ON,
};

/* With a @path that is read, and an exit code returned; else what the root has. */
int kconfig_read(struct kconfig *config, const char *root, const char *path);
void kconfig_free(struct kconfig *config);
enum kconfig_answer kconfig_get(const struct kconfig *config, const char *option);
bool kconfig_is_on(const struct kconfig *config, const char *option);

#endif /* READER_KCONFIG_H */
