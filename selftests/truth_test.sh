#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Delays of known length are injected; the module must give them back. Only
# where time is counted in instructions is there nothing else that delays.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

[ -n "${IRQSCOPE_ICOUNT:-}" ] || skip_all "needs a guest that counts instructions"
load_afresh period_us=97 warmup_ms=100 stages=irq,softirq,thread,work
need_debugfs
need_injector

COUNT=40
LENGTH_US=300
PERIOD_US=97
# Room above the injector's own figure: the way into the interrupt; and for stages
# of ordinary priority what else is to be done there.
ROOM_US=100
ORDINARY_ROOM_US=300
FROM_US=150

victim=$(cpus_online | tail -n 1)
other=$(cpus_online | grep -v "^$victim\$" | head -n 1)

# Time since boot in hundredths of a second.
uptime_cs() { cut -d ' ' -f 1 /proc/uptime | tr -d .; }

# The greatest latency of stage $1 was recorded while sections were made.
max_time_true() {
	at_cs=$(($("$TESTS_DIR/snapshot_test" max-time "$victim" "$1") / 10000000))
	[ "$at_cs" -ge "$from_cs" ] && [ "$at_cs" -le "$to_cs" ] && return
	ktap_print_msg "max at $at_cs, sections from $from_cs to $to_cs"
	return 1
}

# Inject sections of kind $1 into an empty histogram.
inject() {
	put reset 1
	from_cs=$(uptime_cs)
	echo "$1 cpu=$victim us=$LENGTH_US count=$COUNT" > "$INJECT/inject"
	to_cs=$(uptime_cs)
	# let the last sample arrive
	sleep 1
	longest_us=$(($(cat "$INJECT/longest_ns") / 1000))
	ktap_print_msg "$1: $(cat "$INJECT/sections") sections, longest $longest_us us"
	for stage in irq softirq thread work; do
		ktap_print_msg "cpu $victim $stage: $(samples_from "$victim" $stage $FROM_US) from $FROM_US us, max $(summary "$victim" $stage max) us"
	done
}

# Stage $1 has seen each section once, and its full length.
seen() {
	samples=$(samples_from "$victim" "$1" $FROM_US)
	max_us=$(summary "$victim" "$1" max)
	max_us=${max_us%.*}
	[ "$samples" -ge $COUNT ] && [ "$samples" -le $((COUNT + 2)) ] &&
		[ "$max_us" -ge $((longest_us - PERIOD_US)) ] &&
		[ "$max_us" -le $((longest_us + ${2:-$ROOM_US})) ]
}

# Stage $2 of CPU $1 has seen nothing of it.
not_seen() { [ "$(samples_from "$1" "$2" $FROM_US)" = 0 ] && [ "$(summary "$1" "$2" count)" -gt 0 ]; }

# With one CPU there is no other to look at.
other_cpu_quiet() { [ -z "$other" ] || ktap_test_result "$1" not_seen "$other" "$2"; }

# The CPUs of such a guest take turns, and one waits as long as another of lower
# number has work. So nothing but the injector may work, or on the last CPU.
taskset -p $((1 << victim)) $$ > /dev/null
echo -1 > /proc/sys/kernel/sched_rt_runtime_us
ktap_print_header
ktap_set_plan $((11 + ${other:+2} + 0))
put run 1
# what the boot has left to do shall be done before
sleep 2
put reset 1
sleep 1
ktap_test_result "quiet_before" not_seen "$victim" irq

inject irqs_off
ktap_test_result "irqs_off_sections_as_long" [ "$(cat "$INJECT/sections")" = $COUNT ]
ktap_test_result "irqs_off_seen_by_irq" seen irq
other_cpu_quiet "irqs_off_other_cpu_quiet" irq
ktap_test_result "irqs_off_time_of_max" max_time_true irq
missed=$(summary "$victim" irq missed)
# each section hides two or three periods, and none may go uncounted
ktap_test_result "irqs_off_periods_counted" \
	[ "$missed" -ge $((2 * COUNT)) -a "$missed" -le $((3 * COUNT + 3)) ]

inject preempt_off
ktap_test_result "preempt_off_not_seen_by_irq" not_seen "$victim" irq
ktap_test_result "preempt_off_seen_by_thread" seen thread
other_cpu_quiet "preempt_off_other_cpu_quiet" thread
ktap_test_result "preempt_off_time_of_max" max_time_true thread

# what defers may be late for more reasons than these
inject softirq
ktap_test_result "softirq_seen_by_softirq" seen softirq $ORDINARY_ROOM_US
inject work
ktap_test_result "work_seen_by_work" seen work $ORDINARY_ROOM_US

put run 0
ktap_test_result "all_events_accounted_for" events_accounted
rmmod irqscope_inject
rmmod irqscope
ktap_finished
