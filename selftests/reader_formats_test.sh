#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The reader on this kernel's own numbers: every format tells what the kernel's
# table and sysfs tell.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

load_afresh warmup_ms=0
need_debugfs
command -v irqscope > /dev/null || skip_all "the reader is not there"
put run 1
sleep 2
put run 0
tmp=$(mktemp -d)

# Call check CPU STAGE for each cell: it prints what is wrong.
each_cell() {
	for dir in "$SYSFS"/stats/cpu*/*; do
		stage=${dir##*/}
		# missed stands beside the stages
		[ -d "$dir" ] || continue
		cell=${dir%/*}
		"$1" "${cell##*/cpu}" "$stage"
	done > "$tmp/wrong"
	[ ! -s "$tmp/wrong" ] && return
	ktap_print_msg "$(head -n 5 "$tmp/wrong")"
	return 1
}

# Complain unless the file has the line $1 once.
has_line() { [ "$(grep -cxF -e "$1" "$tmp/out")" = 1 ] || echo "no line: $1"; }

value() { get "stats/cpu$1/$2/$3"; }

# The columns of the kernel's table and of the reader's are the same.
show_cell() {
	for column in count min avg max p50 p99 p99.9 p99.99 p99.999 early missed busy; do
		there=$(summary "$1" "$2" $column)
		here=$(awk -v cpu="$1" -v stage="$2" -v column=$column '
			/^#/ { next }
			$1 == "cpu" { for (i = 1; i <= NF; i++) if ($i == column) c = i; next }
			$1 == cpu && $2 == stage { print $c }' "$tmp/out")
		[ "$there" = "$here" ] || echo "cpu $1 $2 $column: $there, reader: $here"
	done
}

show_agrees() { irqscope show > "$tmp/out" && each_cell show_cell; }

# The first six columns stand in sysfs, too.
csv_cell() {
	wanted="$1,$2,$(value "$1" "$2" count),$(value "$1" "$2" min_ns),$(value "$1" "$2" mean_ns),$(value "$1" "$2" max_ns)"
	cut -d , -f 1-6 "$tmp/csv" > "$tmp/out"
	has_line "$wanted"
}

csv_agrees() { irqscope export --format csv > "$tmp/csv" && each_cell csv_cell; }

prometheus_cell() {
	has_line "irqscope_latency_seconds_count{cpu=\"$1\",stage=\"$2\"} $(value "$1" "$2" count)"
	has_line "irqscope_latency_seconds_bucket{cpu=\"$1\",stage=\"$2\",le=\"+Inf\"} $(value "$1" "$2" count)"
}

prometheus_agrees() { irqscope export --format prometheus > "$tmp/out" && each_cell prometheus_cell; }

# The histogram of a stage is the one that the kernel writes itself.
cyclictest_agrees() {
	for stage in irq thread; do
		irqscope export --format cyclictest --stage $stage | grep '^0' > "$tmp/here"
		grep '^0' "$DEBUGFS/hist/$stage" > "$tmp/there"
		cmp "$tmp/here" "$tmp/there" || return 1
	done
}

# Each object of the array "cells" on a line.
json_cell() {
	grep -q "^\"cpu\":$1,\"stage\":\"$2\",\"count\":$(value "$1" "$2" count),.*\"max_ns\":$(value "$1" "$2" max_ns)," \
		"$tmp/out" || echo "cpu $1 $2"
}

json_agrees() {
	irqscope export --format json | tr -d ' \n' | sed 's/.*"cells"://' | tr '{' '\n' > "$tmp/out"
	each_cell json_cell
}

# How many objects have the count and the max, in us.
rt_tests_cell() {
	max_ns=$(value "$1" "$2" max_ns)
	max=$(printf '%d.%03d' $((max_ns / 1000)) $((max_ns % 1000)))
	grep -q "\"count\":$(value "$1" "$2" count),.*\"max\":$max,\"cpu\":$1}" "$tmp/out" ||
		echo "cpu $1 $2"
}

rt_tests_agrees() {
	irqscope export --format rt-tests-json | tr -d ' \n' | sed 's/"histogram":/\n&/g' > "$tmp/out"
	each_cell rt_tests_cell
}

# What was saved is what was shown.
saved_is_shown() {
	irqscope save "$tmp/saved" && irqscope show > "$tmp/here" &&
		irqscope show "$tmp/saved" > "$tmp/out" && cmp "$tmp/here" "$tmp/out"
}

# A limit that the greatest latency keeps, and one that it does not.
limit_judges() {
	cpu=$(cpus_online | head -n 1)
	max_ns=$(value "$cpu" irq max_ns)
	irqscope show --limit "irq=${max_ns}ns@$cpu" > /dev/null || return 1
	irqscope show --limit "irq=$((max_ns - 1))ns@$cpu" > /dev/null 2>&1
	[ $? = 2 ]
}

ktap_print_header
ktap_set_plan 8
ktap_test_result "show_agrees" show_agrees
ktap_test_result "csv_agrees" csv_agrees
ktap_test_result "prometheus_agrees" prometheus_agrees
ktap_test_result "cyclictest_agrees" cyclictest_agrees
ktap_test_result "json_agrees" json_agrees
ktap_test_result "rt_tests_json_agrees" rt_tests_agrees
ktap_test_result "saved_is_shown" saved_is_shown
ktap_test_result "limit_judges" limit_judges
rm -r "$tmp"
rmmod irqscope
ktap_finished
