#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Who reads the files is not what is measured: on a kernel that does not preempt
# itself, the thread still gets to run. Only where time is counted in instructions
# is there nothing else that is late.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

[ -n "${IRQSCOPE_ICOUNT:-}" ] || skip_all "needs a guest that counts instructions"
# Every sample leaves a record, so that there is much to read.
load_afresh period_us=1000 warmup_ms=100 stages=irq,thread threshold_us=thread:1
need_debugfs

MOST_US=100
cpu=$(cpus_online | tail -n 1)

thread_runs_during() {
	put reset 1
	usleep 100000
	taskset $((1 << cpu)) cat "$DEBUGFS/$1" > /dev/null
	max_ns=$(get "stats/cpu$cpu/thread/max_ns")
	ktap_print_msg "$1: $max_ns ns"
	[ "$max_ns" -gt 0 ] && [ "$max_ns" -le $((MOST_US * 1000)) ]
}

put run 1
usleep 300000
ktap_print_header
ktap_set_plan 5
for file in summary hist/thread conditions outliers snapshot; do
	ktap_test_result "thread_runs_during_$file" thread_runs_during "$file"
done
put run 0
rmmod irqscope
ktap_finished
