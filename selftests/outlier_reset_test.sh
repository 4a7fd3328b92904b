#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Records and numbers are cleared together: where every sample is an outlier, there
# are as many of both, however often a reset comes in between. The warm-up is in
# neither.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

ROUNDS=20

load_afresh period_us=50 warmup_ms=0 stages=irq,thread threshold_us=thread:1
need_debugfs

as_many_after_resets() {
	wrong=0
	for round in $(seq $ROUNDS); do
		put run 1
		usleep 20000
		put reset 1
		usleep 20000
		put run 0
		samples=0
		for dir in "$SYSFS"/stats/cpu*; do samples=$((samples + $(cat "$dir/thread/count"))); done
		records=$(($(outliers | wc -l) + $(outliers_lost)))
		[ "$samples" = "$records" ] && continue
		ktap_print_msg "round $round: $samples samples, $records records"
		wrong=$((wrong + 1))
	done
	[ "$wrong" = 0 ]
}

none_in_warmup() {
	put warmup_ms 60000
	put run 1
	usleep 300000
	put reset 1
	usleep 300000
	put run 0
	put warmup_ms 0
	[ "$(outliers | wc -l)" = 0 ] && [ "$(outliers_lost)" = 0 ]
}

# Runs that end while the last event is on its way to the thread, with a record that
# has to be completed and a deadline to be dropped: nothing is left armed behind them.
many_short_runs() {
	put threshold_us irq:1,thread:10000
	for _ in $(seq $((ROUNDS * 10))); do
		put run 1
		put run 0
	done
	put run 1
	usleep 100000
	put run 0
	put threshold_us thread:1
	events_accounted
}

ktap_print_header
ktap_set_plan 3
ktap_test_result "as_many_records_as_samples_after_resets" as_many_after_resets
ktap_test_result "no_records_in_warmup" none_in_warmup
ktap_test_result "many_short_runs" many_short_runs
rmmod irqscope
ktap_finished
