#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The stage user: one task for each CPU reads its events. Whatever becomes of the task,
# of the run and of the CPU, no event is lost and nothing is left behind.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

# without it there is no stage user
need_debugfs
load_afresh period_us=1000 warmup_ms=0 stages=irq,user
cpu=$(cpus_online | tail -n 1)
first=$(cpus_online | head -n 1)
[ "$cpu" != "$first" ] || skip_all "needs two CPUs"
file=$DEBUGFS/user/cpu$cpu
user=stats/cpu$cpu/user
switch=/sys/devices/system/cpu/cpu$cpu/online
lines=$(log_lines)

# What user_reader says with the rest of the arguments, if it ends by itself.
reader() { user_reader "$@" "$file" "$cpu"; }

# Start it in the background; it is in a read, or has ended, when this returns.
start_reader() {
	user_reader "$@" "$file" "$cpu" > /tmp/reader 2>&1 &
	reader=$!
	usleep 300000
}

# What the one in the background has said, at its end.
reader_said() {
	wait "$reader"
	said=$(cat /tmp/reader)
	[ "$said" = "$1" ] && return
	ktap_print_msg "the reader said '$said', not '$1'"
	return 1
}

# Stop the run: at once, and all events are accounted for.
stops() {
	put run 0
	! log | tail -n +$((lines + 1)) | grep -q "does not get to run" && events_accounted
}

# The file can be opened again: whoever had it has left it.
is_free() { [ "$(reader)" = "read ESHUTDOWN" ]; }

without_run() { is_free && [ "$(reader -u)" = "read ESHUTDOWN" ]; }

# Another stage is measured, so this one has no events.
without_stage() {
	put stages irq,thread && put run 1 || return 1
	said=$(reader)
	put run 0
	put stages irq,user
	[ "$said" = "read ESHUTDOWN" ]
}

counts() {
	put run 1
	for n in $(cpus_online); do
		user_reader -p 95 "$DEBUGFS/user/cpu$n" "$n" > "/tmp/reader.$n" &
	done
	sleep 3
	stops || return 1
	wait
	for n in $(cpus_online); do
		irq=$(get "stats/cpu$n/irq/count")
		count=$(get "stats/cpu$n/user/count")
		said=$(cat "/tmp/reader.$n")
		ktap_print_msg "cpu $n: irq $irq, user $count, '$said'"
		[ "$said" = "read ESHUTDOWN" ] && [ "$count" -gt 0 ] || return 1
		# where time is time, few events find it busy once it has begun
		[ -z "${IRQSCOPE_ICOUNT:-}" ] || [ "$count" -ge $((irq * 8 / 10)) ] || return 1
	done
}

# Without a reader, every event finds it busy.
nobody_reads() {
	put run 1
	sleep 1
	stops && [ "$(get "$user/count")" = 0 ] && [ "$(get "$user/busy")" -gt 0 ]
}

second_open() {
	put run 1
	start_reader
	second=$(reader)
	stops && reader_said "read ESHUTDOWN" && [ "$second" = "open EBUSY" ] && is_free
}

# A file that two share: one of them reads.
shared() {
	put period_us 1000000
	put run 1
	said=$(reader -f -c 1)
	put run 0
	put period_us 1000
	[ "$said" = "read EBUSY" ]
}

not_bound() {
	lines_before=$(log_lines)
	put run 1
	said=$(reader -u)
	stops || return 1
	[ "$said" = "read EPERM" ] && [ "$(log_lines)" = $((lines_before + 1)) ] &&
		log | tail -n 1 | grep -q "user/cpu$cpu: user_reader (pid [0-9]*)"
}

# Bound to another CPU.
elsewhere() {
	put run 1
	said=$(user_reader "$file" "$first")
	stops && [ "$said" = "read EPERM" ]
}

# An event that a task has got, and then goes elsewhere, is counted all the same.
moves_away() {
	put period_us 100000
	put run 1
	start_reader
	taskset -p $((1 << first)) $reader > /dev/null
	reader_said "read EPERM"
	result=$?
	sleep 1
	stops && [ "$(get "$user/busy")" -gt 0 ] || result=1
	put period_us 1000
	return $result
}

without_waiting() {
	put run 1
	said=$(reader -n)
	stops && [ "$said" = "read EAGAIN" ] && [ "$(get "$user/count")" = 0 ]
}

no_room() {
	put run 1
	said="$(reader -b 15) $(reader -b 0) $(reader -b 17 -c 3)"
	stops && [ "$said" = "read EINVAL read EINVAL events 3" ]
}

# What cannot be handed over is counted, as what is not taken.
bad_address() {
	put run 1
	said=$(reader -a 3)
	stops && [ "$said" = "read EFAULT" ] && [ "$(get "$user/count")" = 3 ]
}

# The last of them has not come back, so it is not in count.
exits() {
	put run 1
	said=$(reader -c 5)
	stops && [ "$said" = "events 5" ] && [ "$(get "$user/count")" = 4 ] && is_free
}

# An event that the task says to have got is taken then, and only once.
says_it_has_it() {
	put run 1
	said=$(reader -y -c 5)
	stops && [ "$said" = "events 5" ] && [ "$(get "$user/count")" = 5 ] && is_free
}

# Killed while it waits, and wherever else it may be: with a long and a short period.
killed() {
	for period_us in 1000000 1000; do
		put period_us $period_us
		put run 1
		for _ in 1 2 3 4 5; do
			start_reader
			kill -9 $reader
			wait $reader 2> /dev/null
		done
		stops && is_free || return 1
	done
}

# A signal ends a read, or the read begins again, as the handler wants it.
signals() {
	put period_us 1000000
	put run 1
	start_reader -s
	kill -USR1 $reader
	reader_said "read EINTR" || return 1
	start_reader -r
	kill -USR1 $reader
	usleep 200000
	kill -0 $reader || return 1
	stops && reader_said "read ESHUTDOWN"
	result=$?
	put period_us 1000
	return $result
}

# The CPU goes offline under a task that waits.
offline() {
	put period_us 1000000
	put run 1
	start_reader
	echo 0 > "$switch"
	reader_said "read ESHUTDOWN"
	result=$?
	[ "$(reader -u)" = "read ESHUTDOWN" ] || result=1
	echo 1 > "$switch"
	stops || result=1
	put period_us 1000
	return $result
}

# How many processes there are that the reader of the collection has started.
tasks_left() { grep -lx irqscope-user /proc/[0-9]*/comm 2> /dev/null | wc -l; }

# The program starts a task for each CPU, and they end with the run.
run_starts_tasks() {
	irqscope run --stages irq,user --warmup 0 --duration 3 --quiet > /tmp/table || return 1
	for n in $(cpus_online); do
		count=$(get "stats/cpu$n/user/count")
		ktap_print_msg "cpu $n: irq $(get "stats/cpu$n/irq/count"), user $count"
		[ "$count" -gt 0 ] && grep -q "^ *$n user  *$count " /tmp/table || return 1
	done
	events_accounted && [ "$(tasks_left)" = 0 ] && is_free
}

# Nothing is measured if a task cannot be started, and the settings are as before.
run_names_the_cpu() {
	put run 1
	start_reader
	# the reader waits for what comes; meanwhile there may be another run
	kill -STOP $reader
	put run 0
	put stages irq
	irqscope run --stages user --period 500 --duration 1 > /tmp/out 2> /tmp/err
	code=$?
	kill -CONT $reader
	kill $reader
	wait $reader 2> /dev/null
	stages=$(get stages)
	put stages irq,user
	lines=$(log_lines)
	[ $code = 1 ] && grep -q "cpu $cpu: .*user/cpu$cpu: another task" /tmp/err &&
		[ "$stages" = irq ] && [ "$(get period_us)" = 1000 ] && [ "$(get run)" = 0 ] &&
		[ "$(tasks_left)" = 0 ] && return
	ktap_print_msg "code $code, stages '$stages', $(cat /tmp/err)"
	return 1
}

# Killed, it leaves no task behind; the run goes on without them.
run_is_killed() {
	irqscope run --stages irq,user --warmup 0 --duration 60 --quiet > /tmp/out 2>&1 &
	program=$!
	sleep 2
	before=$(tasks_left)
	kill -9 $program
	wait $program 2> /dev/null
	sleep 1
	after=$(tasks_left)
	stops && is_free && [ "$before" = "$(cpus_online | wc -l)" ] && [ "$after" = 0 ] && return
	ktap_print_msg "$before tasks, $after behind it"
	return 1
}

# The task of a CPU follows it. How long a CPU is on its way differs a lot.
run_follows_cpu() {
	irqscope run --stages irq,user --warmup 0 --duration forever --quiet > /tmp/out 2>&1 &
	program=$!
	sleep 2
	echo 0 > "$switch"
	at=$(get "$user/count") irq_at=$(get "stats/cpu$cpu/irq/count")
	sleep 1
	stayed=$(get "$user/count")
	echo 1 > "$switch"
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 1
		after=$(get "$user/count")
		[ "$after" = "$stayed" ] || break
	done
	kill -TERM $program
	wait $program
	code=$?
	ktap_print_msg "$at, offline $stayed, $after after return; irq $irq_at, $(get "stats/cpu$cpu/irq/count"); code $code"
	[ $code = 0 ] && [ "$at" -gt 0 ] && [ "$stayed" = "$at" ] && [ "$after" -gt "$at" ] &&
		events_accounted && [ "$(tasks_left)" = 0 ]
}

# What both say on CPU $cpu, one after the other, with the same priority and period and
# the same hold on idle states, in ns: as whole us are a good part of what there is.
ask_both() {
	priority=$(get thread_priority)
	put cpus "$cpu" && put hold_idle_us 0 || return 1
	irqscope run --stages irq,user --period 1000 --duration 10 --quiet > /tmp/table || return 1
	put cpus all && put hold_idle_us -1 || return 1
	ours=$(get "$user/mean_ns")
	cyclictest -q -m -p "$priority" -i 1000 -D 10 -t 1 -a "$cpu" --nsecs > /tmp/cyclictest || return 1
	theirs=$(awk '/^T:/ { sub(/.*Avg: */, ""); print $1 + 0 }' /tmp/cyclictest)
	ktap_print_msg "user $ours ns, cyclictest $theirs ns"
}

# Are two figures within 10 % of the second?
alike() { [ "$2" -gt 0 ] && [ $((10 * $1)) -ge $((9 * $2)) ] && [ $((10 * $1)) -le $((11 * $2)) ]; }

# There is a system call more in ours, and nothing is taken off for it.
like_cyclictest() { ask_both && alike "$ours" "$theirs"; }

# With the file open, the module stays.
unload_refused() {
	put period_us 1000000
	put run 1
	start_reader
	error=$(errno_of "$(rmmod irqscope 2>&1)")
	stops && reader_said "read ESHUTDOWN" && [ "$error" = EAGAIN ]
}

unloads() { put run 1 && rmmod irqscope && no_trace; }

ktap_print_header
ktap_set_plan 24
for test in without_run without_stage counts nobody_reads second_open shared not_bound elsewhere \
	moves_away without_waiting no_room bad_address exits says_it_has_it killed signals; do
	ktap_test_result "$test" $test
done
if [ -e "$switch" ]; then
	ktap_test_result "offline" offline
else
	ktap_test_skip "offline"
fi
ktap_test_result "run_starts_tasks" run_starts_tasks
ktap_test_result "run_names_the_cpu" run_names_the_cpu
ktap_test_result "run_is_killed" run_is_killed
if [ -e "$switch" ]; then
	ktap_test_result "run_follows_cpu" run_follows_cpu
else
	ktap_test_skip "run_follows_cpu"
fi
if [ -n "${IRQSCOPE_ICOUNT:-}" ] && command -v cyclictest > /dev/null; then
	ktap_test_result "like_cyclictest" like_cyclictest
else
	ktap_test_skip "like_cyclictest"
fi
ktap_test_result "unload_refused" unload_refused
ktap_test_result "unloads" unloads
ktap_finished
