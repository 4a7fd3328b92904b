#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A kernel booted with highres=off: what is measured is the wait for a tick, and
# nothing may call it interrupt latency.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

grep -qw highres=off /proc/cmdline || skip_all "needs a boot with highres=off"
load_afresh period_us=10000 warmup_ms=0 run=1
need_debugfs
WORDS="no high-resolution timers: every expiry waits for a tick, up to 4000 us, and these are not interrupt latencies"

begins() { "$@" | head -n 1 | grep -qF "$WORDS"; }
# Does the line for key $1 in file $2 end with the words?
ends() { sed -n "s/^$1: .*\(no high-res.*\)/\1/p" "$2" | grep -qxF "$WORDS"; }

# The clock of such a kernel may be coarse as well: both are said, to the end.
both_said() {
	put run 0
	echo fake_32k > "$INJECT/fake_clock"
	echo fake_32k > $SOURCES/current_clocksource
	put run 1
	irqscope show > /tmp/show
	both=$(condition clock_verdict)
	put run 0
	echo "$first" > $SOURCES/current_clocksource
	echo 0 > "$INJECT/fake_clock"
	ktap_print_msg "$both"
	case $both in "coarse: fake_32k "*"; $WORDS") ;; *) return 1 ;; esac
	head -n 1 /tmp/show | grep -qxF "# clock_verdict: $both"
}

# What counts slowly is not a counter of 32768 Hz for that.
jiffies_are_unknown() {
	echo jiffies > $SOURCES/current_clocksource
	cat "$DEBUGFS/clock" > /tmp/clock
	echo "$first" > $SOURCES/current_clocksource
	ktap_print_msg "$(grep -e '^class' -e '^frequency' -e '^resolution_ob' /tmp/clock | xargs)"
	grep -qx 'class: unknown' /tmp/clock
}

need_injector
SOURCES=/sys/devices/system/clocksource/clocksource0
first=$(cat $SOURCES/current_clocksource)
ktap_print_header
ktap_set_plan 10
sleep 2
ktap_test_result "samples_wait_for_the_tick" [ "$(get stats/cpu0/irq/max_ns)" -gt 200000 ]
ktap_test_result "conditions_say_no" [ "$(condition highres)" = no ]
ktap_test_result "conditions_verdict" ends clock_verdict "$DEBUGFS/conditions"
ktap_test_result "clock_verdict" ends verdict "$DEBUGFS/clock"
ktap_test_result "summary_begins_with_it" begins cat "$DEBUGFS/summary"
ktap_test_result "hist_begins_with_it" begins cat "$DEBUGFS/hist/irq"
ktap_test_result "reader_begins_with_it" begins irqscope show
ktap_test_result "both_said" both_said
if grep -qw jiffies $SOURCES/available_clocksource; then
	ktap_test_result "jiffies_are_unknown" jiffies_are_unknown
else
	ktap_test_skip "jiffies_are_unknown"
fi
put run 0
rmmod irqscope_inject
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_finished
