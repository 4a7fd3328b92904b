#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A task of the highest priority holds a CPU while it is measured, and does not
# let go: stop and clear all the same, and lose no event.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

load_afresh period_us=1000 warmup_ms=0
need_injector
cpu=$(cpus_online | tail -n 1)
[ "$cpu" != 0 ] || skip_all "needs a CPU beside the one that is held"
echo -1 > /proc/sys/kernel/sched_rt_runtime_us
# what works here must not be on the CPU that is held
taskset -p 1 $$ > /dev/null

# Hold the CPU for so many ms; returns when it has been held for a while.
hold() {
	hold_cpu "$cpu" 98 "$1"
	usleep 300000
}

# Stopping does not wait until the CPU is free, and the event under way is counted.
stops() {
	put run 1
	usleep 100000
	hold 60000
	put run 0
	held=$(kill -0 $hog 2> /dev/null && echo yes)
	kill "$hog"
	wait "$hog" 2> /dev/null
	events_accounted || return 1
	busy=$(get "stats/cpu$cpu/thread/busy")
	ktap_print_msg "still held: $held, $busy busy"
	log | grep -q "cpu $cpu: the thread does not get to run" && [ "$held" = yes ] &&
		[ "$busy" -gt 0 ]
}

# Stop a run whose last event is given up: is the hog named, or a thread of the kernel
# that it has raised above itself?
names_hog() {
	put run 1
	usleep 100000
	hold 60000
	put run 0
	kill "$hog"
	wait "$hog" 2> /dev/null
	caught=$(outliers | grep "^cpu=$cpu ")
	echo "$caught" | grep -q 'thread_ns=unfinished|task: comm=[^|]* policy=fifo prio=9[89] '
}

# The same behind a run with a threshold whose last event was given up with the hog
# caught: without a threshold there is no place for a record.
stops_without_threshold() {
	# an interrupt may be late by less than that on a machine that is busy
	put threshold_us thread:100000
	# which may be late itself in catching it
	names_hog || names_hog || names_hog
	named=$?
	put threshold_us 0
	[ $named = 0 ] || ktap_print_msg "caught: $caught"
	[ $named = 0 ] && stops
}

# An event that was under way when the data were cleared is not in them.
clear_drops_event() {
	put run 1
	usleep 100000
	hold 1500
	put reset 1
	wait $hog
	usleep 200000
	put run 0
	events_accounted
}

# A stop in the middle of a section waits for the thread to take its event.
stop_waits() {
	put run 1
	echo "preempt_off cpu=$cpu us=500000 count=1 gap_us=10000" > "$INJECT/inject" &
	usleep 200000
	put run 0
	events_accounted
	result=$?
	wait
	return $result
}

# Hold the CPU in the middle of a walk through memory, and stop. By then the thread
# does little else, but it may be held before it begins.
stop_in_walk() {
	for _ in 1 2 3 4 5; do
		put run 1
		usleep 300000
		hold 60000
		put run 0
		if log | tail -n 1 | grep -q "^cpu $cpu: the mem does not get to run"; then
			return
		fi
		log | tail -n 1
		kill $hog
		wait $hog 2> /dev/null
	done
	return 1
}

# A walk that the stop did not wait for goes on in the next run, of another size: it has
# its own memory, and is in no figure.
walk_goes_on_later() {
	put stages irq,thread,mem
	put period_us 200
	put mem_kib 4096
	# which leaves a CPU little time for anything else
	put cpus "$cpu"
	stop_in_walk || return 1
	events_accounted
	accounted=$?
	busy=$(get "stats/cpu$cpu/mem/busy")
	least_ns=$(get "stats/cpu$cpu/mem/min_ns")
	put mem_kib 1
	put run 1
	usleep 200000
	kill "$hog"
	wait "$hog" 2> /dev/null
	sleep 1
	put run 0
	count=$(get "stats/cpu$cpu/mem/count")
	mean_ns=$(get "stats/cpu$cpu/mem/mean_ns")
	ktap_print_msg "$busy busy, at least $least_ns ns; then $count, $mean_ns ns on average"
	put period_us 1000
	put stages irq,thread
	put cpus all
	[ $accounted = 0 ] && [ "$busy" -gt 0 ] && [ "$count" -gt 0 ] && events_accounted
}

# Not while the CPU is held: the kernel itself waits for it to unload a module.
unloads() { rmmod irqscope && no_trace; }

ktap_print_header
ktap_set_plan 6
ktap_test_result "stops" stops
if [ -d "$DEBUGFS" ]; then
	ktap_test_result "stops_without_threshold" stops_without_threshold
else
	ktap_test_skip "stops_without_threshold"
fi
ktap_test_result "clear_drops_event_under_way" clear_drops_event
ktap_test_result "stop_waits_for_thread" stop_waits
# a kernel that does not preempt itself lets a walk end before the CPU is taken
if [ -d "$DEBUGFS" ] && [ "$(condition preempt)" = rt ]; then
	ktap_test_result "walk_goes_on_later" walk_goes_on_later
else
	ktap_test_skip "walk_goes_on_later"
fi
ktap_test_result "unloads" unloads
rmmod irqscope_inject
ktap_finished
