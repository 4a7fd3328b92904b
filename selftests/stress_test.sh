#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Everything at once: readers in loops, CPUs that come and go, runs that start
# and end, resets and attempts to unload.
# usage: stress_test.sh [SECONDS]
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

SECONDS_LONG=${1:-15}
# without it there is no stage user
need_debugfs
load_afresh period_us=100 warmup_ms=0 stages=irq,softirq,thread,work,user,mem threshold_us=20
cpu=$(cpus_online | tail -n 1)
switch=/sys/devices/system/cpu/cpu$cpu/online
end=/tmp/stress.end
rm -f $end

# Repeat a command until the end; it may fail, for the module may be gone.
repeat() {
	while [ ! -e $end ]; do
		"$@" > /dev/null 2>&1
		# so that a command that fails at once does not eat the CPU
		usleep 1000
	done
}

read_all() { cat "$DEBUGFS"/summary "$DEBUGFS"/snapshot "$DEBUGFS"/conditions "$DEBUGFS"/hist/*; }
read_outliers() { cat "$DEBUGFS/outliers"; }
read_clock() { cat "$DEBUGFS/clock"; }
read_part() { head -c 100 "$DEBUGFS/snapshot"; head -n 3 "$DEBUGFS/hist/irq"; }
# A second one at a time is refused, and one whose run ends goes on in vain.
switch_trial() {
	(
		exec 7> "$DEBUGFS/trial" || exit
		for word in a b hold b a qos a b; do
			echo $word >&7
			usleep 3000
		done
	)
}
read_stats() { cat "$SYSFS"/stats/cpu*/*/*; }
read_events() { user_reader -p 10 -c 20 "$DEBUGFS/user/cpu$cpu" "$cpu"; }
# A task that reads events, and is killed wherever it is then.
kill_reader() {
	user_reader "$DEBUGFS/user/cpu0" 0 &
	usleep 30000
	kill -9 $!
	wait $!
}
read_settings() {
	cat "$SYSFS"/run "$SYSFS"/cpus "$SYSFS"/stages
	# opened to be written, too, which takes other locks
	cat 0<> "$SYSFS/period_us"
}
# Every other run is to end by itself.
start_and_stop() {
	ends=$((1 - ${ends:-0}))
	put stop_on_outlier "$ends"
	put run 1
	usleep 50000
	put run 0
}
clear() { put reset 1; }
hotplug() { [ ! -e "$switch" ] || { echo 0 > "$switch"; echo 1 > "$switch"; }; }
# Another clocksource stops the machine for a moment, under locks of its own.
clocksource() {
	dir=/sys/devices/system/clocksource/clocksource0
	tr ' ' '\n' < $dir/available_clocksource | while read -r name; do
		echo "$name" > $dir/current_clocksource
	done
}
# Unload, if nobody reads just now, and load again.
reload() {
	rmmod irqscope && load irqscope period_us=100 warmup_ms=0 run=1 \
		stages=irq,softirq,thread,work,user,mem threshold_us=20
	usleep 200000
}

survives() {
	for command in read_all read_all read_outliers read_outliers read_clock \
		read_part read_stats read_settings read_events read_events kill_reader \
		switch_trial switch_trial \
		start_and_stop clear hotplug clocksource reload; do
		repeat $command &
	done
	sleep "$SECONDS_LONG"
	touch $end
	wait
	is_loaded irqscope || load irqscope period_us=100 warmup_ms=0
	put run 0
	put stop_on_outlier 0
}

works_afterwards() {
	put run 1
	sleep 1
	put run 0
	for n in $(cpus_online); do
		[ "$(get "stats/cpu$n/irq/count")" -gt 0 ] || return 1
	done
	events_accounted
}

# With a data file open the module stays; after that it goes.
refused_while_open() {
	for file in summary snapshot conditions hist/irq; do
		exec 3< "$DEBUGFS/$file"
		error=$(errno_of "$(rmmod irqscope 2>&1)")
		still=$(is_loaded irqscope && echo yes)
		# what was opened can still be read
		bytes=$(wc -c <&3)
		exec 3<&-
		if [ "$error" != EAGAIN ] || [ "$still" != yes ] || [ "$bytes" = 0 ]; then
			ktap_print_msg "$file open: error '$error', loaded '$still', $bytes bytes"
			return 1
		fi
	done
}

# Several readers of one file, and of a run that goes on, do not disturb it.
readers_do_not_stop_it() {
	put run 1
	for _ in 1 2 3 4; do
		(i=0; while [ $i -lt 20 ]; do cat "$DEBUGFS/snapshot" "$DEBUGFS/summary" > /dev/null || exit 1; i=$((i + 1)); done) &
	done
	at=$(summary "$cpu" irq count)
	wait
	[ "$(summary "$cpu" irq count)" -gt "$at" ]
}

unloads() { rmmod irqscope && no_trace; }

ktap_print_header
ktap_set_plan 5
ktap_test_result "survives" survives
ktap_test_result "works_afterwards" works_afterwards
ktap_test_result "unload_refused_while_open" refused_while_open
ktap_test_result "readers_do_not_stop_it" readers_do_not_stop_it
ktap_test_result "unloads" unloads
ktap_finished
