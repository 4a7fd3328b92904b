# SPDX-License-Identifier: GPL-2.0
# What compat.h wants to know of the kernel.
#
# Interfaces are looked for in the headers: stable kernels take them back to
# older versions, so a version number would not tell.
have = $(shell grep -qsw $(1) $(srctree)/include/linux/$(2) && echo -DHAVE_$(3))
ccflags-y += $(call have,hrtimer_setup,hrtimer.h,HRTIMER_SETUP)
ccflags-y += $(call have,HK_TYPE_DOMAIN,sched/isolation.h,HK_TYPE)
ccflags-y += $(call have,cs_id,timekeeping.h,CS_ID)
ccflags-y += $(call have,CSID_X86_TSC,clocksource_ids.h,CSID_X86)
ccflags-y += $(call have,ktime_get_snapshot_id,timekeeping.h,SNAPSHOT_ID)
ccflags-y += $(call have,WQ_PERCPU,workqueue.h,WQ_PERCPU)
