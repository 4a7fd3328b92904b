/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_SYSTEM_FILES_H
#define READER_SYSTEM_FILES_H

#include "source.h"

/* What the check-up reads, and irqscope save --system saves; # is a number. */
#define FILE_CONFIG	"/proc/config.gz"
#define FILE_BOOT_CONFIG	"/boot/config-"
#define FILE_CMDLINE	"/proc/cmdline"
#define FILE_VERSION	"/proc/version"
#define FILE_RELEASE	"/proc/sys/kernel/osrelease"
#define FILE_REALTIME	"/sys/kernel/realtime"
#define FILE_COMPATIBLE	"/sys/firmware/devicetree/base/compatible"

#define DIR_CPU		"/sys/devices/system/cpu"
#define FILE_ONLINE	DIR_CPU "/online"
#define FILE_POSSIBLE	DIR_CPU "/possible"
#define FILE_ISOLATED	DIR_CPU "/isolated"
#define FILE_NOHZ_FULL	DIR_CPU "/nohz_full"
#define FILE_CPUSET_ISOLATED	"/sys/fs/cgroup/cpuset.cpus.isolated"
#define FILE_MELTDOWN	DIR_CPU "/vulnerabilities/meltdown"

#define FILE_INTERRUPTS	"/proc/interrupts"
#define FILE_IRQ_WANTED	"/proc/irq/#/smp_affinity_list"
#define FILE_IRQ_EFFECTIVE	"/proc/irq/#/effective_affinity_list"

#define FILE_KSM	"/sys/kernel/mm/ksm/run"
#define FILE_THP	"/sys/kernel/mm/transparent_hugepage/enabled"
#define FILE_SWAPS	"/proc/swaps"
#define FILE_RNG	"/sys/devices/virtual/misc/hw_random/rng_current"
#define FILE_CGROUPS	"/proc/cgroups"
#define FILE_CGROUP2	"/sys/fs/cgroup/cgroup.controllers"

#define FILE_GOVERNOR	DIR_CPU "/cpu#/cpufreq/scaling_governor"
#define FILE_IDLE_DRIVER	DIR_CPU "/cpuidle/current_driver"
#define FILE_IDLE_NAME	DIR_CPU "/cpu#/cpuidle/state#/name"
#define FILE_IDLE_LATENCY	DIR_CPU "/cpu#/cpuidle/state#/latency"
#define FILE_IDLE_DISABLED	DIR_CPU "/cpu#/cpuidle/state#/disable"

#define FILE_RT_RUNTIME	"/proc/sys/kernel/sched_rt_runtime_us"
#define FILE_RT_PERIOD	"/proc/sys/kernel/sched_rt_period_us"
#define FILE_COMM	"/proc/#/comm"
#define FILE_STAT	"/proc/#/task/#/stat"

#define FILE_CURRENT_CLOCK	SOURCE_CLOCKSOURCE "/current_clocksource"
#define FILE_QOS	SOURCE_DEBUGFS "/qos"

#endif /* READER_SYSTEM_FILES_H */
