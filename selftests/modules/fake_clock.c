// SPDX-License-Identifier: GPL-2.0
/*
 * A clocksource of 32768 Hz, made from the counter of the architecture: what
 * the kernel has on an AM57xx with the workaround for erratum i940.
 *
 *   echo fake_32k > /sys/module/irqscope_inject/parameters/fake_clock
 *   echo fake_32k > /sys/devices/system/clocksource/clocksource0/current_clocksource
 *
 * gives it this name and selects it. Writing 0 takes it away; the kernel then
 * chooses another one.
 *
 * A name that begins with "far" makes the counter itself one, with a count as if
 * it had been running for months. One that begins with "fast" is a clock of
 * 32768 Hz that goes one in 128 faster than it says. One that begins with
 * "rough" counts ns, but only 32768 times a second, as many as have passed: an
 * architected counter may do that to save power. One that begins with "back" is the
 * counter itself, but one read in eight tells an earlier time.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/clocksource.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/time64.h>

#include <counter.h>

#include "fake_clock.h"

#define FAKE_HZ		32768
/* The counter is taken in units of 2^4, so that the factor fits in 32 bits. */
#define COUNTER_SHIFT	4
#define FAR_COUNT	BIT_ULL(55)
#define BACK_COUNT	1000

static DEFINE_MUTEX(fake_lock);
static bool fake_registered;
static char fake_name[16];
static u32 fake_factor;

static u64 fake_read(struct clocksource *unused)
{
	return mul_u64_u32_shr(irqscope_counter_read() >> COUNTER_SHIFT, fake_factor, 32);
}

static u64 far_read(struct clocksource *unused)
{
	return FAR_COUNT + irqscope_counter_read();
}

static u64 back_read(struct clocksource *unused)
{
	static atomic_t reads;

	return irqscope_counter_read() - (atomic_inc_return(&reads) % 8 ? 0 : BACK_COUNT);
}

static u64 rough_read(struct clocksource *unused)
{
	return fake_read(unused) * NSEC_PER_SEC / FAKE_HZ;
}

/* Rated so that the kernel does not choose it by itself. */
static struct clocksource fake_clock = {
	.name	= fake_name,
	.rating	= 1,
	.flags	= CLOCK_SOURCE_IS_CONTINUOUS | CLOCK_SOURCE_VALID_FOR_HRES,
};

/* What a name begins with, and what the clock is then; the last one is any other. */
static const struct {
	const char *name;
	u64 (*read)(struct clocksource *clock);
	u32 hz;		/* 0: as fast as the counter */
	u64 mask;
} fake_kinds[] = {
	{ "far",	far_read,	0,		CLOCKSOURCE_MASK(64) },
	{ "back",	back_read,	0,		CLOCKSOURCE_MASK(64) },
	{ "rough",	rough_read,	NSEC_PER_SEC,	CLOCKSOURCE_MASK(32) },
	{ "",		fake_read,	FAKE_HZ,	CLOCKSOURCE_MASK(32) },
};

static int fake_register(void)
{
	const u64 hz = irqscope_counter_hz();
	unsigned int i = 0;
	int ret;

	if (!hz) {
		pr_err("fake_clock: this machine has no counter to make one from\n");
		return -ENODEV;
	}
	fake_factor = div64_u64((u64)FAKE_HZ << (32 + COUNTER_SHIFT), hz);
	if (!strncmp(fake_name, "fast", 4))
		fake_factor += fake_factor / 128;
	while (strncmp(fake_name, fake_kinds[i].name, strlen(fake_kinds[i].name)))
		i++;
	fake_clock.read = fake_kinds[i].read;
	fake_clock.mask = fake_kinds[i].mask;
	ret = clocksource_register_hz(&fake_clock, fake_kinds[i].hz ?: hz);
	fake_registered = !ret;
	return ret;
}

static int fake_unregister(void)
{
	int ret = clocksource_unregister(&fake_clock);

	fake_registered = ret != 0;
	return ret;
}

static int fake_set(const char *text, const struct kernel_param *param)
{
	char name[sizeof(fake_name)];
	int ret = 0;

	if (strscpy(name, text, sizeof(name)) < 0 || !*strim(name)) {
		pr_err("fake_clock: expected a name of up to %zu characters, or 0\n",
		       sizeof(name) - 1);
		return -EINVAL;
	}
	mutex_lock(&fake_lock);
	if (fake_registered)
		ret = fake_unregister();
	if (!ret && strcmp(strim(name), "0")) {
		strscpy(fake_name, strim(name), sizeof(fake_name));
		ret = fake_register();
	}
	mutex_unlock(&fake_lock);
	return ret;
}

static const struct kernel_param_ops fake_ops = {
	.set = fake_set,
};

module_param_cb(fake_clock, &fake_ops, NULL, 0200);
MODULE_PARM_DESC(fake_clock, "name of a clocksource of 32768 Hz to register, or 0 to take it away");

/* Leave no clocksource whose code is about to go. */
void fake_clock_exit(void)
{
	if (fake_registered && fake_unregister())
		pr_err("fake_clock: the kernel does not let it go\n");
}
