#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The system sleeps while it is measured: no sample of that time, and all goes
# on afterwards. The kernel's own test mode wakes it up again.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

[ -n "${IRQSCOPE_ICOUNT:-}" ] || skip_all "needs a guest that counts instructions"
[ -w /sys/power/pm_test ] || skip_all "this kernel cannot test suspend"
load_afresh period_us=1000 warmup_ms=0
need_debugfs
cpu=$(cpus_online | tail -n 1)

sleeps() {
	put run 1
	sleep 1
	before=$(summary "$cpu" irq count)
	# the kernel spins for so many seconds, which takes long to emulate
	echo 1 > /sys/module/suspend/parameters/pm_test_delay
	echo devices > /sys/power/pm_test
	echo freeze > /sys/power/state || return 1
	after=$(summary "$cpu" irq count)
	ktap_print_msg "$before samples before, $after after a second of sleep"
	# a second has 1000 periods
	[ "$before" -gt 500 ] && [ $((after - before)) -lt 500 ]
}

goes_on() {
	at=$(summary "$cpu" irq count)
	sleep 1
	[ $(($(summary "$cpu" irq count) - at)) -gt 500 ]
}

nothing_missed() {
	for n in $(cpus_online); do
		late=$(samples_from "$n" irq 150)
		[ "$(summary "$n" irq missed)" = 0 ] && [ "$late" = 0 ] && continue
		ktap_print_msg "cpu $n: missed $(summary "$n" irq missed), late $late, max $(summary "$n" irq max)"
		return 1
	done
}

accounted() { put run 0 && events_accounted; }

ktap_print_header
ktap_set_plan 4
ktap_test_result "no_samples_asleep" sleeps
ktap_test_result "goes_on_afterwards" goes_on
ktap_test_result "nothing_missed_nothing_late" nothing_missed
ktap_test_result "all_events_accounted_for" accounted
rmmod irqscope
ktap_finished
