# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope hist: the rows, and what they add up to.
# Part of reader_test.sh.

# hist_of KIND [OPTION...]: irqscope hist must draw that snapshot, in 80 columns
hist_of()
{
	"$MKSNAPSHOT" "$1" > "$tmp/snapshot"
	shift
	expect 0 "$READER_SANITIZED" hist "$@" "$tmp/snapshot"
	[ ! -s "$tmp/err" ]
	grep -v '^#' "$tmp/out" > "$tmp/drawn" || true
	fails grep -E '^.{80}' "$tmp/drawn"
	fails env LC_ALL=C grep '[^ -~]' "$tmp/out"
}

test_hist()
{
	hist_of good --stage irq --cpu 0
	expect_out <<-'OUT'
	# irq, cpu 0: 1000 samples; us: min 1.100, p50 1.250, max 300.000
	   us samples
	    1     900 #################################################################
	    2      90 #######
	  3-4       0
	    5       9 #
	6-299       0
	  300       1 .
	OUT
	cp "$tmp/out" "$tmp/wanted"
	expect 0 "$READER_SANITIZED" hist --cpu 0 --stage irq - < "$tmp/snapshot"
	cmp "$tmp/wanted" "$tmp/out"
	make_root
	expect 0 "$READER_SANITIZED" --root "$root" hist --cpu 0 --stage irq
	cmp "$tmp/wanted" "$tmp/out"
	hist_of good
	expect_out <<-'OUT'
	# thread, 2 CPUs together: 1000 samples; us: min 7.000, p50 7.250, max 1000.000
	   us samples
	    7     999 #################################################################
	8-511       0
	 512-       1 .
	OUT
	hist_of good --stage irq --cpu 2
	expect_out <<-'OUT'
	# irq, cpu 2: 1 sample; us: min 0.000, p50 0.000, max 0.000
	us samples
	 0       1 ####################################################################
	OUT
}

test_hist_log()
{
	hist_of good --log
	expect_out <<-'OUT'
	# thread, 2 CPUs together: 1000 samples; us: min 7.000, p50 7.250, max 1000.000
	      us samples
	     4-7     999 ##############################################################
	    8-15       0
	   16-31       0
	   32-63       0
	  64-127       0
	 128-255       0
	 256-511       0
	512-1023       1 .
	OUT
	hist_of width50 --log
	expect_out <<-'OUT'
	# thread, 1 CPU: 6 samples; us: min 1048575.999, p50 1074790.400, max 13421772.800
	             us samples
	 524288-1048575       1 ##################
	1048576-2097151       2 #####################################
	2097152-4194303       0
	4194304-8388607       0
	       8388608-       3 #######################################################
	OUT
	hist_of beyond --log
	tail -n +2 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'OUT'
	       us samples
	67108864-       2 #############################################################
	OUT
}

# Rows get wider until they fit, and end where the body does.
test_hist_rows()
{
	hist_of cpus64 --stage irq --rows 10
	tail -n +2 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'OUT'
	   us samples
	  0-9      55 ######
	10-19     155 ##################
	20-29     255 ##############################
	30-39     355 ##########################################
	40-49     455 #####################################################
	50-59     555 #################################################################
	60-69     250 #############################
	OUT
	hist_of width50 --stage irq --rows 2
	tail -n +2 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'OUT'
	   us samples
	0-101      10 ###################
	 102-      35 #################################################################
	OUT
	for rows in 2 3 4 7 20 60 1000; do
		hist_of cpus256 --rows $rows
		[ "$(wc -l < "$tmp/drawn")" -le $((rows + 1)) ]
	done
}

# No sample is lost, whatever the rows, and however many they are.
test_hist_adds_up()
{
	for kind in good many beyond cpus64 cpus256 width50 stages4 coarse; do
		for how in "--stage irq" "--stage irq --log" "--stage thread" \
			"--stage thread --log" "--stage thread --rows 3"; do
			# shellcheck disable=SC2086 # several words
			hist_of $kind $how
			sed -n 's/^# .*: \([0-9]*\) samples*[;]*.*/\1/p' "$tmp/out" | tail -1 > "$tmp/count"
			awk '$2 ~ /^[0-9]+$/ { sum += $2 } END { printf "%.0f\n", sum }' "$tmp/drawn" |
				diff -u "$tmp/count" -
		done
	done
}

test_hist_without_samples()
{
	hist_of warmup
	expect_out <<-'OUT'
	# thread, 1 CPU: 0 samples
	OUT
	hist_of empty --log
	expect_out <<-'OUT'
	# thread, 0 CPUs together: 0 samples
	OUT
}

# What makes the numbers doubtful comes first.
test_hist_warns()
{
	hist_of coarse
	head -2 "$tmp/out" > "$tmp/notes"
	diff -u - "$tmp/notes" <<-'NOTES'
	# clock_verdict: coarse: steps of 30518 ns?[2J; no high-resolution timers: ticks of 4 ms
	# clock_changed: yes
	NOTES
}

test_hist_refuses()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	while read -r message arguments; do
		# shellcheck disable=SC2086 # several words
		expect 1 "$READER_SANITIZED" hist $arguments
		expect_err "$(echo "$message" | tr _ ' ')"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		[ ! -s "$tmp/out" ]
	done <<-LIST
	does_not_have_that_CPU --cpu 1 $tmp/snapshot
	must_be_0_to_4294967295 --cpu 4294967296 $tmp/snapshot
	must_be_0_to_4294967295 --cpu all $tmp/snapshot
	must_be_2_to_1000 --rows 1 $tmp/snapshot
	must_be_2_to_1000 --rows 1001 $tmp/snapshot
	does_not_go_with_--log --rows 10 --log $tmp/snapshot
	has_the_stages:_irq_thread --stage work $tmp/snapshot
	one_file_at_most $tmp/snapshot $tmp/snapshot
	No_such_file $tmp/none
	LIST
	"$MKSNAPSHOT" deny_count > "$tmp/snapshot"
	expect 3 "$READER_SANITIZED" hist "$tmp/snapshot"
}
