#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The stage mem: the thread reads a working set after its sample, one load for each
# line. What that costs is told only where time is counted in instructions.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

load_afresh period_us=1000 warmup_ms=0 stages=irq,thread,mem
cpu=$(cpus_online | tail -n 1)
mem=stats/cpu$cpu/mem
thread=stats/cpu$cpu/thread

# A run of a second with the settings $1...
measure() {
	put_all "$@" && put run 1 || return 1
	sleep 1
	put run 0
}

# As often as the thread took its event, and no sample without a time.
counts() {
	measure stages=irq,thread,mem mem_kib=32 || return 1
	for n in $(cpus_online); do
		dir=stats/cpu$n
		samples=$(($(get "$dir/thread/count") + $(get "$dir/thread/early")))
		ktap_print_msg "cpu $n: thread $samples, mem $(get "$dir/mem/count"), min $(get "$dir/mem/min_ns") ns"
		[ "$samples" -gt 0 ] && [ "$(get "$dir/mem/count")" = "$samples" ] &&
			[ "$(get "$dir/mem/min_ns")" -gt 0 ] && [ "$(get "$dir/mem/early")" = 0 ] || return 1
	done
	events_accounted
}

# The thread runs, but is not shown.
without_thread() {
	measure stages=mem || return 1
	[ "$(ls "$SYSFS/stats/cpu$cpu")" = mem ] && [ "$(get "$mem/count")" -gt 0 ] || return 1
	measure stages=irq,mem && [ -d "$SYSFS/stats/cpu$cpu/irq" ] && [ ! -e "$SYSFS/$thread" ] &&
		[ "$(get "$mem/count")" -gt 0 ] && events_accounted
}

# While the thread reads, events find it busy, for both stages.
busy_while_it_reads() {
	measure stages=irq,thread,mem mem_kib=4096 period_us=50 || return 1
	put period_us 1000
	put mem_kib 32
	ktap_print_msg "thread $(get "$thread/count") + $(get "$thread/busy") busy, mem $(get "$mem/count") + $(get "$mem/busy")"
	events_accounted && [ "$(get "$mem/count")" -gt 0 ] && [ "$(get "$mem/busy")" -gt 0 ] &&
		[ "$(get "$mem/busy")" = "$(get "$thread/busy")" ]
}

# KiB that the kernel says it has allocated for us.
allocated_kib() {
	awk '/\[irqscope\]/ && /pages=/ { sub(/.*pages=/, ""); sum += $1 * 4 }
		END { print sum + 0 }' /proc/vmallocinfo
}

# For each CPU what was asked for, as long as the data are kept.
memory() {
	count=$(cpus_online | wc -l)
	measure stages=irq,thread || return 1
	without=$(allocated_kib)
	measure stages=irq,thread,mem mem_kib=4 || return 1
	small=$(allocated_kib)
	measure mem_kib=2048 || return 1
	large=$(allocated_kib)
	measure stages=irq,thread mem_kib=32 || return 1
	after=$(allocated_kib)
	ktap_print_msg "$without, with 4 KiB $small, with 2048 KiB $large, after $after KiB"
	[ $((large - small)) = $((2044 * count)) ] && [ "$after" = "$without" ] &&
		[ $((small - without)) -le $((64 * count)) ]
}

cleared() {
	put stages irq,thread,mem
	put run 1
	sleep 1
	for _ in 1 2 3 4 5; do put reset 1; done
	sleep 1
	put run 0
	[ "$(get "$mem/count")" -gt 0 ] && events_accounted
}

# One number is for the latencies; there is no outlier of what is none.
no_threshold() {
	put threshold_us 1
	measure stages=irq,thread,mem
	late=$(sed -n 's/.* late=\([a-z]*\) .*/\1/p' "$DEBUGFS/outliers" | sort -u | xargs)
	put threshold_us 0
	[ -n "$late" ] && [ "${late#*mem}" = "$late" ] && ! grep -q mem_ns "$DEBUGFS/outliers" &&
		[ "$(get "$mem/count")" -gt 0 ] && events_accounted
}

# The least time for KIB $1, in ns. Whole runs without an interrupt in it are many.
least_ns() { measure stages=irq,thread,mem "mem_kib=$1" && get "$mem/min_ns"; }

# A few instructions for each line, one of them a load and one a branch, at any size.
one_load_for_each_line() {
	a=$(least_ns 1)
	b=$(least_ns 64)
	c=$(least_ns 1024)
	ktap_print_msg "16 lines $a ns, 1024 lines $b ns, 16384 lines $c ns"
	awk -v a="$a" -v b="$b" -v c="$c" 'BEGIN {
		first = (b - a) / (1024 - 16); second = (c - b) / (16384 - 1024)
		printf("# %.3f and %.3f instructions a line\n", first, second)
		exit !(first >= 2 && first <= 5 && second >= first * 0.95 && second <= first * 1.05) }'
}

# What the thread does behind its sample is not in it. By the medians: one long
# interrupt moves a mean.
not_in_thread() {
	measure stages=irq,thread mem_kib=256
	without_us=$(summary "$cpu" thread p50)
	measure stages=irq,thread,mem
	with_us=$(summary "$cpu" thread p50)
	least_ns=$(get "$mem/min_ns")
	put mem_kib 32
	ktap_print_msg "thread $without_us us without, $with_us us with $least_ns ns of mem"
	awk -v without="$without_us" -v with="$with_us" -v least="$least_ns" 'BEGIN {
		exit !(without > 0 && least > without * 1000 && with <= without * 1.1) }'
}

ktap_print_header
ktap_set_plan 9
ktap_test_result "counts" counts
ktap_test_result "without_thread" without_thread
ktap_test_result "busy_while_it_reads" busy_while_it_reads
# vmallocinfo names its callers only where there are names
if [ -e /proc/kallsyms ]; then
	ktap_test_result "memory" memory
else
	ktap_test_skip "memory"
fi
ktap_test_result "cleared" cleared
if [ -d "$DEBUGFS" ]; then
	ktap_test_result "no_threshold" no_threshold
else
	ktap_test_skip "no_threshold"
fi
if [ -n "${IRQSCOPE_ICOUNT:-}" ]; then
	ktap_test_result "one_load_for_each_line" one_load_for_each_line
	ktap_test_result "not_in_thread" not_in_thread
else
	ktap_test_skip "one_load_for_each_line"
	ktap_test_skip "not_in_thread"
fi
ktap_test_result "unloads" eval 'put run 1 && rmmod irqscope && no_trace'
ktap_finished
