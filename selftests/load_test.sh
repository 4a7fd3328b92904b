#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Load, run, stop and unload, over and over: nothing is left behind.
# usage: load_test.sh [ROUNDS]
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

ROUNDS=${1:-20}
! is_loaded irqscope || rmmod irqscope
cpu=$(cpus_online | head -n 1)

# One round; every other one is unloaded while it samples.
round() {
	load irqscope period_us=200 warmup_ms=0 threshold_us=100 run=1 || return 1
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ "$(get "stats/cpu$cpu/irq/count")" = 0 ] || break
		usleep 20000
	done
	[ "$(get "stats/cpu$cpu/irq/count")" -gt 0 ] || return 1
	if [ $(($1 % 2)) = 0 ]; then
		put run 0 && events_accounted || return 1
	fi
	rmmod irqscope && no_trace
}

# Memory that the kernel does not give back, in KiB.
kernel_memory() {
	awk '/^(SUnreclaim|VmallocUsed|Percpu|KernelStack|PageTables):/ { sum += $2 } END { print sum }' \
		/proc/meminfo
}

rounds() {
	i=0
	while [ $i -lt "$ROUNDS" ]; do
		round $i || return 1
		i=$((i + 1))
		# the first rounds fill the allocators' caches
		[ $i != 10 ] || kib_before=$(kernel_memory)
	done
}

# One leaked bank of numbers in each round would be 48 KiB times the rounds.
no_leak() {
	kib_after=$(kernel_memory)
	ktap_print_msg "$kib_before KiB after 10 rounds, $kib_after KiB after $ROUNDS"
	[ $((kib_after - kib_before)) -lt $(((ROUNDS - 10) * 4 + 512)) ]
}

ktap_print_header
ktap_set_plan 2
ktap_test_result "rounds" rounds
ktap_test_result "no_leak" no_leak
ktap_finished
