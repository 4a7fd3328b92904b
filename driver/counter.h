/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counter that the architecture gives every CPU: where there is one, it can
 * be read at any time, whatever the kernel tells time by.
 */
#ifndef IRQSCOPE_COUNTER_H
#define IRQSCOPE_COUNTER_H

#include <linux/types.h>

#if defined(CONFIG_X86)
#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/tsc.h>

#define IRQSCOPE_COUNTER_CLASS	"tsc"

static inline bool irqscope_counter_exists(void)
{
	return boot_cpu_has(X86_FEATURE_TSC);
}

static inline u64 irqscope_counter_read(void)
{
	return rdtsc_ordered();
}

static inline u64 irqscope_counter_nominal_hz(void)
{
	return (u64)tsc_khz * 1000;
}

#elif defined(CONFIG_ARM_ARCH_TIMER)
#include <clocksource/arm_arch_timer.h>
#include <asm/arch_timer.h>

#define IRQSCOPE_COUNTER_CLASS	"arch-counter"

#ifdef CONFIG_ARM64
/* Every ARMv8 has one. */
static inline bool irqscope_counter_exists(void)
{
	return true;
}

#else
#include <asm/cputype.h>

/*
 * Cortex-A9 and older have none, and reading it is an undefined instruction
 * there. Of the features in ID_PFR1, GenTimer (bits 19:16) tells; the register
 * exists where the architecture field of the CPU id is all ones (ARM DDI 0406).
 */
static inline bool irqscope_counter_exists(void)
{
	return ((read_cpuid_id() >> 16) & 0xf) == 0xf &&
	       ((read_cpuid_ext(CPUID_EXT_PFR1) >> 16) & 0xf);
}
#endif

static inline u64 irqscope_counter_read(void)
{
	return arch_timer_read_counter();
}

/* CNTFRQ, as the firmware has set it; 0 if it has not. */
static inline u64 irqscope_counter_nominal_hz(void)
{
	return arch_timer_get_cntfrq();
}

#else
#define IRQSCOPE_COUNTER_CLASS	"none"

static inline bool irqscope_counter_exists(void)
{
	return false;
}

static inline u64 irqscope_counter_read(void)
{
	return 0;
}

static inline u64 irqscope_counter_nominal_hz(void)
{
	return 0;
}
#endif

/* How fast it counts, 0 where there is none or nobody has said. */
static inline u64 irqscope_counter_hz(void)
{
	return irqscope_counter_exists() ? irqscope_counter_nominal_hz() : 0;
}

#endif /* IRQSCOPE_COUNTER_H */
