#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# No memory: every allocation of a load, a start, a reset, a read and the begin of a
# trial fails once.
# Each time it is a clean error or no error at all, nothing is left behind, and
# afterwards all works.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/fail_lib.sh
. "$TESTS_DIR/fail_lib.sh"

! is_loaded irqscope || rmmod irqscope
module=$(find_module irqscope)
# of one CPU: for each, the same are made
ALL='cpus=0 stages=irq,thread,work,mem threshold_us=1000 warmup_ms=0 period_us=5000'

# With a run that begins at once, which has the allocations of a start too.
loads() { fail_nth insmod "$module" "$ALL run=1" && no_trace; }

starts() { fail_nth write "$SYSFS/run" 1 0; }

clears() {
	put run 1
	sleep 1
	put run 0
	cpu=$(cpus_online | head -n 1)
	count=$(get "stats/cpu$cpu/irq/count")
	fail_nth write "$SYSFS/reset" 1 && [ "$count" -gt 0 ] &&
		[ "$(get "stats/cpu$cpu/irq/count")" = 0 ]
}

reads() {
	# of outliers as of everything else
	put threshold_us 1
	put run 1
	usleep 200000
	put run 0
	for file in "$DEBUGFS"/summary "$DEBUGFS"/snapshot "$DEBUGFS"/conditions "$DEBUGFS"/outliers \
		"$DEBUGFS"/clock "$DEBUGFS"/hist/irq "$SYSFS/cpus"; do
		fail_nth read "$file" || return 1
	done
}

# Samples of CPU 0 under setting $1.
samples() {
	irqscope show | awk -v setting="$1" '
		/^# setting / { now = $3; next }
		now == setting && $1 == 0 && $2 == "irq" { print $3 }'
}

# Where a trial cannot begin, the run goes on as if nobody had asked; and the next one
# can begin.
begins_trial() {
	put trial_settle_ms 0
	put run 1
	sleep 3
	fail_nth -g "$SYSFS/stats/cpu0/irq/count" write "$DEBUGFS/trial" a || return 1
	exec 7> "$DEBUGFS/trial"
	echo a >&7 && sleep 1 && echo b >&7 && sleep 1 || return 1
	a=$(samples a) b=$(samples b)
	exec 7>&-
	put run 0
	ktap_print_msg "a $a, b $b"
	[ "$a" -gt 10 ] && [ "$b" -gt 10 ] && events_accounted
}

works() {
	put run 1 && sleep 1 && put run 0 && [ "$(get "stats/cpu0/irq/count")" -gt 10 ] &&
		events_accounted
}

ktap_print_header
ktap_set_plan 8
ktap_test_result "loads" loads
# shellcheck disable=SC2086 # several words
load_afresh $ALL
ktap_test_result "starts" starts
ktap_test_result "clears" clears
ktap_test_result "reads" reads
ktap_test_result "begins_trial" begins_trial
ktap_test_result "works_afterwards" works
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_test_result "nothing_leaked" no_leak
ktap_finished
