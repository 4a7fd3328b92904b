#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# No memory: every allocation of a load, a start, a reset and a read fails once.
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

works() {
	put run 1 && sleep 1 && put run 0 && [ "$(get "stats/cpu0/irq/count")" -gt 10 ] &&
		events_accounted
}

ktap_print_header
ktap_set_plan 7
ktap_test_result "loads" loads
# shellcheck disable=SC2086 # several words
load_afresh $ALL
ktap_test_result "starts" starts
ktap_test_result "clears" clears
ktap_test_result "reads" reads
ktap_test_result "works_afterwards" works
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_test_result "nothing_leaked" no_leak
ktap_finished
