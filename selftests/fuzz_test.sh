#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every file of the module, read and written as no program does it; then while the
# module comes and goes.
# usage: fuzz_test.sh [SECONDS]
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

SECONDS_LONG=${1:-15}
load_afresh period_us=1000 warmup_ms=0 stages=irq,softirq,thread,work threshold_us=200
dirs="$SYSFS"
[ ! -d "$DEBUGFS" ] || dirs="$dirs $DEBUGFS"

# A file that is read at once while it is written to is another one each time: only
# what stays the same can be compared, so there is no run.
exact() {
	put run 1
	sleep 1
	put run 0
	before=$(settings)
	# shellcheck disable=SC2086 # several directories
	"$TESTS_DIR/fuzz_files" exact $dirs && [ "$(settings)" = "$before" ]
}

settings() { (cd "$SYSFS" && grep . run cpus period_us phase stages thread_priority warmup_ms \
	threshold_us stop_on_outlier hold_idle_us bucket_ns mem_kib trial_settle_ms); }

survives() {
	for _ in 1 2 3; do
		# shellcheck disable=SC2086 # several directories
		"$TESTS_DIR/fuzz_files" wild "$SECONDS_LONG" $dirs &
		fuzzers="$fuzzers $!"
	done
	# shellcheck disable=SC2086 # several processes
	while kill -0 $fuzzers 2> /dev/null; do
		rmmod irqscope 2> /dev/null
		usleep 50000
		is_loaded irqscope || load irqscope period_us=200 warmup_ms=0 run=1
		usleep 100000
	done
	wait
}

works() {
	! is_loaded irqscope || rmmod irqscope
	load irqscope warmup_ms=0 run=1 && sleep 1 && put run 0 &&
		[ "$(get "stats/cpu0/irq/count")" -gt 10 ] && events_accounted
}

fuzzers=''
ktap_print_header
ktap_set_plan 4
ktap_test_result "exact" exact
ktap_test_result "survives" survives
ktap_test_result "works_afterwards" works
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_finished
