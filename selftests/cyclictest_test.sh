#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The output of the real cyclictest goes through the reader that the other
# tests read hist/<stage> with, and the two look alike.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/histogram.sh
. "$TESTS_DIR/histogram.sh"

command -v cyclictest > /dev/null || skip_all "no cyclictest"
load_afresh warmup_ms=0
need_debugfs

reads_alike() {
	cyclictest -q -D 2 -i 1000 -h 500 -t 2 > /tmp/cyclictest || return 1
	totals_agree /tmp/cyclictest && [ "$(wc -l < /tmp/columns)" = 2 ]
}

# The lines that scripts look for are the ones that cyclictest prints.
same_lines() {
	for line in Histogram Total: 'Min Latencies:' 'Avg Latencies:' 'Max Latencies:' \
		'Histogram Overflows:' 'Histogram Overflow at cycle number:' 'Thread 0:'; do
		for file in /tmp/cyclictest "$DEBUGFS/hist/irq"; do
			grep -q "^# $line" "$file" ||
				{ ktap_print_msg "$file: no line $line"; return 1; }
		done
	done
}

# The form of a line, with every digit made the same. A latency that is too great for
# its column makes it wider.
form() {
	sed -n "s/[0-9]/0/g; s/[ \t]*\$//; /Latencies/s/00000*/00000/g; /^$1/{p;q;}" "$2"
}

# Rows and totals have the same widths and separators for two columns.
same_form() {
	for line in '000000 ' '# Total:' '# Min Latencies:' '# Max Latencies:'; do
		if [ "$(form "$line" /tmp/cyclictest)" != "$(form "$line" "$DEBUGFS/hist/irq")" ]; then
			ktap_print_msg "$(form "$line" /tmp/cyclictest)"
			ktap_print_msg "$(form "$line" "$DEBUGFS/hist/irq")"
			return 1
		fi
	done
}

ktap_print_header
ktap_set_plan 3
put run 1
sleep 1
put run 0
ktap_test_result "cyclictest_reads_alike" reads_alike
ktap_test_result "same_lines" same_lines
ktap_test_result "same_form" same_form
rmmod irqscope
ktap_finished
