#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs: start, stop, clear, and what of them shows in sysfs.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2119
load_afresh
first=$(cpus_online | head -n 1)
irq=stats/cpu$first/irq
thread=stats/cpu$first/thread

starts_stopped() { [ "$(get run)" = 0 ] && [ ! -e "$SYSFS/stats" ]; }

defaults() {
	[ "$(get period_us)" = 1000 ] && [ "$(get phase)" = fixed ] &&
		[ "$(get stages)" = "irq thread" ] && [ "$(get warmup_ms)" = 1000 ] &&
		[ "$(get hold_idle_us)" = -1 ] && [ "$(get bucket_ns)" = 250 ] &&
		[ "$(get mem_kib)" = 32 ] && [ "$(get cpus)" = "$(cat /sys/devices/system/cpu/online)" ]
}

counts() {
	put warmup_ms 0
	put run 1 && sleep 1 && [ "$(get run)" = 1 ] && [ "$(get "$irq/count")" -gt 0 ] &&
		[ "$(get "$thread/count")" -gt 0 ]
}

second_start_refused() { [ "$(put_error run 1)" = EBUSY ] && [ "$(get run)" = 1 ]; }

stops_and_keeps() {
	put run 0 && [ "$(get run)" = 0 ] || return 1
	before=$(get "$irq/count")
	sleep 1
	[ "$before" -gt 0 ] && [ "$(get "$irq/count")" = "$before" ]
}

ordered() {
	[ "$(get "$irq/min_ns")" -le "$(get "$irq/mean_ns")" ] &&
		[ "$(get "$irq/mean_ns")" -le "$(get "$irq/max_ns")" ] &&
		[ "$(get "$irq/min_ns")" -gt 0 ]
}

start_clears() {
	put period_us 1000000
	put run 1 && [ "$(get "$irq/count")" = 0 ]
	result=$?
	put run 0
	put period_us 1000
	return $result
}

warmup_not_recorded() {
	put warmup_ms 60000 && put run 1 && sleep 1 && put run 0 || return 1
	put warmup_ms 0
	[ "$(get "$irq/count")" = 0 ] && [ "$(get "$irq/missed")" = 0 ] && events_accounted
}

clear_while_running() {
	put period_us 200
	put run 1
	sleep 1
	before=$(get "$irq/count")
	for _ in 1 2 3 4 5; do put reset 1; done
	after=$(get "$irq/count")
	sleep 1
	put run 0
	put period_us 1000
	[ "$after" -lt "$before" ] && [ "$(get "$irq/count")" -gt 0 ] && events_accounted
}

clear_while_stopped() { put reset 1 && [ "$(get "$irq/count")" = 0 ] && [ "$(get run)" = 0 ]; }

only_chosen() {
	put stages thread && put cpus "$first" && put run 1 && sleep 1 && put run 0
	[ "$(ls "$SYSFS/stats")" = "cpu$first" ] &&
		[ "$(ls "$SYSFS/stats/cpu$first")" = thread ] && [ "$(get "$thread/count")" -gt 0 ]
	result=$?
	put stages irq,thread
	put cpus all
	return $result
}

random_phase() {
	put phase random && put run 1 && sleep 1 && put run 0 || return 1
	put phase fixed
	[ "$(get "$irq/count")" -gt 0 ] && events_accounted
}

# The latency that the kernel may take to leave idle, in us, as it says itself.
idle_latency() { od -A n -t d4 /dev/cpu_dma_latency | tr -d ' '; }

# Held while running and not otherwise.
holds_idle() {
	free=$(idle_latency)
	put hold_idle_us 10
	put run 1
	held=$(idle_latency)
	put run 0
	put hold_idle_us -1
	[ "$held" = 10 ] && [ "$(idle_latency)" = "$free" ] && [ "$free" != 10 ]
}

# Policy and priority of the thread on the first CPU: FIFO is 1.
thread_policy() {
	for dir in /proc/[0-9]*; do
		[ "$(cat "$dir/comm" 2> /dev/null)" != "irqscope/$first" ] ||
			sed 's/.*) //' "$dir/stat" | cut -d ' ' -f 38,39
	done
}

priority_set() {
	priority=$(get thread_priority)
	put thread_priority 1
	put run 1
	low=$(thread_policy)
	put run 0
	put thread_priority "$priority"
	put run 1
	[ "$low" = "1 1" ] && [ "$(thread_policy)" = "$priority 1" ]
	result=$?
	put run 0
	return $result
}

# When the timers of the CPUs fire next, as parts of a second, in ns.
expiries() {
	grep -A 1 sampler_timer /proc/timer_list |
		sed -n 's/.*expires at \([0-9]*\)-.*/\1/p' | sed 's/.*\(.........\)$/\1/; s/^0*//'
}

# With a period of 1 s, CPUs take turns at equal distances.
staggered() {
	count=$(cpus_online | wc -l)
	put period_us 1000000
	put run 1
	expiries | sort -n > /tmp/expiries
	put run 0
	put period_us 1000
	awk -v count="$count" '
		{ at[NR] = $1 }
		END {
			for (i = 2; i <= NR; i++)
				if (at[i] - at[i - 1] < 1e9 / count - 2 ||
				    at[i] - at[i - 1] > 1e9 / count + 2)
					exit 1
			exit NR != count
		}' /tmp/expiries && return
	ktap_print_msg "$(cat /tmp/expiries)"
	return 1
}

# Print the expiries that the last CPU has one after the other, $1 of them.
successive_expiries() {
	wanted=$1 last='' tries=0
	while [ "$wanted" -gt 0 ] && [ $tries -lt 1000 ]; do
		tries=$((tries + 1))
		at=$(grep -A 1 sampler_timer /proc/timer_list |
			sed -n 's/.*expires at \([0-9]*\)-.*/\1/p' | tail -n 1)
		# while it fires, the timer is not there
		if [ -n "$at" ] && [ "$at" != "$last" ]; then
			echo "$at"
			last=$at
			wanted=$((wanted - 1))
		fi
		usleep 50000
	done
}

# With phase=random, expiries lie all over the period: of 30, no gap between two
# neighbours on the circle of the period of 100 ms is nearly half of it.
scattered() {
	put period_us 100000
	put phase random
	put run 1
	successive_expiries 30 > /tmp/expiries
	put run 0
	put phase fixed
	put period_us 1000
	sed 's/.*\(........\)$/\1/; s/^0*\(.\)/\1/' /tmp/expiries | sort -nu > /tmp/phases
	awk '
		NR == 1 { first = $1 }
		$1 - last > gap && NR > 1 { gap = $1 - last }
		{ last = $1 }
		END {
			if (first + 100000000 - last > gap) gap = first + 100000000 - last
			print NR, gap
			exit !(NR >= 25 && gap < 45000000)
		}' /tmp/phases > /tmp/scatter && return
	ktap_print_msg "distinct and largest gap: $(cat /tmp/scatter)"
	ktap_print_msg "$(tr '\n' ' ' < /tmp/expiries)"
	return 1
}

unload_while_running() { put run 1 && rmmod irqscope && no_trace; }

ktap_print_header
ktap_set_plan 18
ktap_test_result "starts_stopped" starts_stopped
ktap_test_result "defaults" defaults
ktap_test_result "counts" counts
ktap_test_result "second_start_refused" second_start_refused
ktap_test_result "stop_keeps_the_data" stops_and_keeps
ktap_test_result "min_mean_max_in_order" ordered
ktap_test_result "all_events_accounted_for" events_accounted
ktap_test_result "start_clears" start_clears
ktap_test_result "warmup_not_recorded" warmup_not_recorded
ktap_test_result "reset_while_running" clear_while_running
ktap_test_result "reset_while_stopped" clear_while_stopped
ktap_test_result "only_chosen_cpus_and_stages" only_chosen
ktap_test_result "random_phase" random_phase
if [ -e /dev/cpu_dma_latency ]; then
	ktap_test_result "idle_held_while_running" holds_idle
else
	ktap_test_skip "idle_held_while_running"
fi
ktap_test_result "thread_priority_set" priority_set
# timer_list names its timers only where there are names
if [ -r /proc/timer_list ] && [ -e /proc/kallsyms ]; then
	ktap_test_result "cpus_staggered" staggered
	ktap_test_result "random_phase_scattered" scattered
else
	ktap_test_skip "cpus_staggered"
	ktap_test_skip "random_phase_scattered"
fi
ktap_test_result "unload_while_running" unload_while_running
ktap_finished
