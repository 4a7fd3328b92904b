# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# A reader of what cyclictest -h prints, for tests. Some awks take a leading
# zero for octal.

# Read such a histogram, check that it is complete, and print for each column:
# samples in rows, total, overflows, mean of the rows, average, min, max.
read_histogram() {
	awk '
	function decimal(s) { sub(/^0+/, "", s); return s + 0 }
	/^# Histogram$/ { inside = 1; next }
	/^# Total:/ { for (i = 3; i <= NF; i++) total[i - 2] = decimal($i); columns = NF - 2; next }
	/^# Min Latencies:/ { for (i = 4; i <= NF; i++) min[i - 3] = decimal($i); next }
	/^# Avg Latencies:/ { for (i = 4; i <= NF; i++) avg[i - 3] = decimal($i); next }
	/^# Max Latencies:/ { for (i = 4; i <= NF; i++) max[i - 3] = decimal($i); next }
	/^# Histogram Overflows:/ { for (i = 4; i <= NF; i++) over[i - 3] = decimal($i); next }
	/^#/ { next }
	inside && /^[0-9]+[ \t]/ {
		if (decimal($1) != rows + 0) bad = "row " rows " is " $1
		if (rows && NF != width) bad = "row " rows " has " NF " fields"
		if (length($1) != 6) bad = "row " rows " is not six digits"
		width = NF
		for (i = 2; i <= NF; i++) { sum[i - 1] += decimal($i); weight[i - 1] += decimal($i) * rows }
		rows++
	}
	END {
		if (columns != width - 1) bad = columns " totals, " width - 1 " columns"
		if (bad) { print "bad: " bad; exit 1 }
		for (c = 1; c <= columns; c++)
			printf "%d %d %d %d %d %d %d %d\n", rows, sum[c], total[c], over[c],
				sum[c] ? weight[c] / sum[c] : 0, avg[c], min[c], max[c]
	}' "$1"
}

# Do the totals of a histogram that was read agree with its rows?
totals_agree() {
	read_histogram "$1" > /tmp/columns || { ktap_print_msg "$(cat /tmp/columns)"; return 1; }
	[ -s /tmp/columns ] || return 1
	while read -r _ sum total over mean avg min max; do
		# the rows are rounded down: their mean is up to 1 us below the average
		if [ "$sum" != "$total" ] || [ "$min" -gt "$max" ] ||
			{ [ "$over" = 0 ] && [ "$mean" -gt "$avg" ]; } ||
			{ [ "$over" = 0 ] && [ $((avg - mean)) -gt 1 ]; }; then
			ktap_print_msg "sum $sum total $total over $over mean $mean avg $avg min $min max $max"
			return 1
		fi
	done < /tmp/columns
}
