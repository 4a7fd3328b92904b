#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A CPU goes offline and returns while all are measured, over and over.
# usage: hotplug_test.sh [ROUNDS]
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

ROUNDS=${1:-50}
load_afresh period_us=200 warmup_ms=0
need_debugfs
cpu=$(cpus_online | tail -n 1)
other=$(cpus_online | head -n 1)
switch=/sys/devices/system/cpu/cpu$cpu/online
[ -e "$switch" ] || skip_all "no CPU can go offline here"
irq=stats/cpu$cpu/irq

online() { echo "$1" > "$switch"; }

rejoins() {
	put run 1
	sleep 1
	online 0 || return 1
	before=$(get "$irq/count")
	sleep 1
	stayed=$(get "$irq/count")
	online 1 || return 1
	sleep 1
	after=$(get "$irq/count")
	ktap_print_msg "$before offline, $stayed a second later, $after after return"
	[ "$before" -gt 0 ] && [ "$stayed" = "$before" ] && [ "$after" -gt "$stayed" ]
}

# The thread is on its CPU again, at the priority that was asked for.
thread_rejoins() {
	for dir in /proc/[0-9]*; do
		[ "$(cat "$dir/comm" 2> /dev/null)" != "irqscope/$cpu" ] ||
			grep '^Cpus_allowed_list' "$dir/status"
	done | grep -q "[^0-9]$cpu\$" && [ "$(get "stats/cpu$cpu/thread/count")" -gt 0 ]
}

over_and_over() {
	i=0
	while [ $i -lt "$ROUNDS" ]; do
		online 0 && online 1 || return 1
		i=$((i + 1))
	done
	at=$(get "$irq/count")
	sleep 1
	[ "$(get "$irq/count")" -gt "$at" ]
}

accounted() { put run 0 && events_accounted; }

# Data of a CPU that is offline can be read, and cleared.
offline_data() {
	put run 1
	sleep 1
	online 0
	[ "$(summary "$cpu" irq count)" -gt 0 ] && put reset 1 &&
		[ "$(summary "$cpu" irq count)" = 0 ] && [ "$(condition cpus_measured)" = "$measured" ]
	result=$?
	put run 0
	online 1
	return $result
}

# Stopped while a CPU is offline: it does not sample when it returns.
stopped_stays_stopped() {
	put run 1
	online 0
	put run 0
	online 1
	at=$(get "$irq/count")
	sleep 1
	[ "$(get "$irq/count")" = "$at" ] && events_accounted
}

# Started while a CPU is offline: it is not among "all".
started_without() {
	online 0
	put run 1
	online 1
	sleep 1
	put run 0
	[ ! -e "$SYSFS/stats/cpu$cpu" ] && [ "$(get "stats/cpu$other/irq/count")" -gt 0 ]
}

# A CPU named in cpus that is offline at the start joins when it comes.
named_joins_late() {
	put cpus "$other,$cpu"
	online 0
	put run 1 || return 1
	[ "$(get "$irq/count")" = 0 ] || return 1
	online 1
	sleep 1
	put run 0
	[ "$(get "$irq/count")" -gt 0 ] && events_accounted
}

unload_while_offline() {
	put run 1
	online 0
	rmmod irqscope && no_trace
	result=$?
	online 1
	return $result
}

measured=$(cat /sys/devices/system/cpu/online)
ktap_print_header
ktap_set_plan 9
ktap_test_result "rejoins" rejoins
ktap_test_result "thread_rejoins" thread_rejoins
ktap_test_result "over_and_over" over_and_over
ktap_test_result "all_events_accounted_for" accounted
ktap_test_result "offline_data_read_and_cleared" offline_data
ktap_test_result "stopped_stays_stopped" stopped_stays_stopped
ktap_test_result "started_without_it" started_without
ktap_test_result "named_cpu_joins_late" named_joins_late
ktap_test_result "unload_while_offline" unload_while_offline
ktap_finished
