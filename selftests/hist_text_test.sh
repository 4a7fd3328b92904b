#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# hist/<stage>, read as the output of cyclictest -h is read.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/histogram.sh
. "$TESTS_DIR/histogram.sh"

load_afresh warmup_ms=0
need_debugfs

# For each CPU the rows of stage $1 and the overflows make the count.
rows_and_overflows_are_count() {
	cp "$DEBUGFS/hist/$1" /tmp/hist
	totals_agree /tmp/hist || return 1
	column=0
	cpus=$(sed -n 's/^# CPUs: //p' /tmp/hist)
	for cpu in $cpus; do
		column=$((column + 1))
		# shellcheck disable=SC2046
		set -- "$1" $(sed -n "${column}p" /tmp/columns)
		if [ $(($3 + $5)) != "$(get "stats/cpu$cpu/$1/count")" ]; then
			ktap_print_msg "cpu $cpu $1: rows $3 overflows $5"
			return 1
		fi
	done
	[ $column = "$(cpus_online | wc -l)" ]
}

# The rows against the snapshot of the same moment, for every width of bucket.
rows_exact() {
	for bucket_ns in 50 100 125 200 250 500 1000; do
		put bucket_ns $bucket_ns
		put run 1
		sleep 1
		put run 0
		rows_and_overflows_are_count irq || return 1
		rows=$(head -n 1 /tmp/columns | cut -d ' ' -f 1)
		if [ "$rows" != $((2048 * bucket_ns / 1000)) ]; then
			ktap_print_msg "bucket_ns $bucket_ns: $rows rows"
			return 1
		fi
	done
	put bucket_ns 250
}

empty_before_first_run() {
	grep -qx "# CPUs:" "$DEBUGFS/hist/irq" &&
		! grep -q '^[0-9]' "$DEBUGFS/hist/irq"
}

ktap_print_header
ktap_set_plan 4
ktap_test_result "empty_before_first_run" empty_before_first_run
put run 1
sleep 2
put run 0
ktap_test_result "irq_rows_and_overflows_are_count" rows_and_overflows_are_count irq
ktap_test_result "thread_rows_and_overflows_are_count" rows_and_overflows_are_count thread
ktap_test_result "rows_for_every_bucket_ns" rows_exact
rmmod irqscope
ktap_finished
