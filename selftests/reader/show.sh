# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope show: snapshots that are in order, and the kernel's files.
# Part of reader_test.sh.

test_show_good()
{
	shows_as good 0
	good_table | expect_out
}

test_show_stdin()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	expect 0 "$READER_SANITIZED" show - < "$tmp/snapshot"
	good_table | expect_out
}

test_show_empty()
{
	shows_as empty 0
	expect_out <<-'TABLE'
	# kernel 6.12.1-rt arm64, preempt rt
	# period 1000 us, phase fixed, bucket 250 ns, thread priority 95
	# no run yet since the module was loaded
	# nothing measured yet
	cpu stage count min avg max p50 p99 p99.9 p99.99 p99.999 early missed busy
	TABLE
}

test_show_during_warmup()
{
	shows_as warmup 0
	expect_out <<-'TABLE'
	# kernel 6.12.1-rt arm64, preempt rt
	# period 1000 us, phase fixed, bucket 250 ns, thread priority 95
	# run 3, started 2026-01-01 00:00:00 UTC, running for 0.250 s, the first 1000 ms not recorded
	# nothing measured yet
	cpu stage  count min avg max p50 p99 p99.9 p99.99 p99.999 early missed busy
	  0 irq        0   -   -   -   -   -     -      -       -     0      0    0
	  0 thread     0   -   -   -   -   -     -      -       -     0      0    0
	TABLE
}

# 10^10 samples: no precision is lost, and ceil(q * count) is exact.
test_show_many_samples()
{
	shows_as many 0
	tail -n +4 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'TABLE'
	cpu stage        count         min         avg         max         p50         p99       p99.9      p99.99     p99.999 early missed                 busy
	  3 irq    10000000000       3.000       3.000 4000000.000       3.250       3.250       3.250       3.250       3.250     0      0                    0
	  3 thread 10000000000 1000000.000 1000000.000 1000000.000 1000000.000 1000000.000 1000000.000 1000000.000 1000000.000     0      0 18446744073709551615
	TABLE
}

# The last edges of the law; a percentile beyond all buckets is max.
test_show_beyond_the_range()
{
	shows_as beyond 0
	tail -n +4 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'TABLE'
	cpu stage  count          min          avg          max          p50          p99        p99.9       p99.99      p99.999 early missed busy
	  0 irq        3      511.999 22369962.666 67108863.999      528.000 67108863.999 67108863.999 67108863.999 67108863.999     0      0    0
	  0 thread     2 67108864.000 67108864.000 67108864.000 67108864.000 67108864.000 67108864.000 67108864.000 67108864.000     0      0    0
	TABLE
}

test_show_64_cpus()
{
	shows_as cpus64 0
	[ "$(grep -vc '^#' "$tmp/out")" -eq 129 ]
	tail -2 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'TABLE'
	 63 irq       64 63.000 63.000 63.000 63.000 63.000 63.000 63.000  63.000     0     63    0
	 63 thread     0      -      -      -      -      -      -      -       -     0     63    0
	TABLE
}

# As wide as the longest of four names.
test_show_four_stages()
{
	shows_as stages4 0
	tail -n +4 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'TABLE'
	cpu stage   count   min   avg     max   p50   p99 p99.9 p99.99 p99.999 early missed busy
	  1 irq     10000 1.100 1.109 100.000 1.250 1.250 1.250  1.250 100.000     0      0    0
	  1 softirq 10000 2.100 2.109 101.000 2.250 2.250 2.250  2.250 101.000     0      0    0
	  1 thread  10000 3.100 3.109 102.000 3.250 3.250 3.250  3.250 102.000     0      0    0
	  1 work    10000 4.100 4.109 103.000 4.250 4.250 4.250  4.250 103.000     0      0    0
	TABLE
	shows_as stages4_later 0
	tail -n +4 "$tmp/out" | diff -u "$tmp/rows" -
}

# The verdict on the clock comes before all else, and disturbs no terminal.
test_show_coarse_clock()
{
	shows_as coarse 0
	head -6 "$tmp/out" > "$tmp/notes"
	diff -u - "$tmp/notes" <<-'NOTES'
	# clock_verdict: coarse: steps of 30518 ns?[2J; no high-resolution timers: ticks of 4 ms
	# clock_changed: yes
	# kernel 5.10.1
	# clock 32k_counter (class 32k-counter), steps of 30518 ns
	# period 1000 us, phase random, bucket 250 ns, thread priority 95, CPU latency held at 0 us
	# run 3, started 2026-01-01 00:00:00 UTC, running for 11.000 s, the first 1000 ms not recorded
	NOTES
}

test_show_names_the_clock()
{
	shows_as clock 0
	sed -n 2p "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" \
		"# clock arch_sys_counter (class arch-counter), steps of 40 ns, verdict ok"
	grep -v '^# clock ' "$tmp/out" > "$tmp/rest"
	good_table | diff -u - "$tmp/rest"
	shows_as ticks 0
	head -1 "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" \
		"# clock jiffies, steps of 4000000 ns, no high-resolution timers"
}

# Longer header, longer entries and one more section change nothing.
test_show_later_minor_version()
{
	shows_as later 0
	good_table | expect_out
}

test_show_unknown_section_type()
{
	shows_as unknown 0
	good_table | expect_out
}

test_show_without_conditions()
{
	shows_as no_conditions 0
	good_table | tail -n +2 | expect_out
}

test_show_kernel()
{
	make_root
	expect 0 "$READER_SANITIZED" --root "$root" show
	good_table | expect_out
}

test_show_without_debugfs()
{
	make_root
	rm "$root/$DEBUGFS/snapshot"
	add_stats 10 irq 3 1000 2000 3001 0 7 0
	add_stats 2 thread 0 0 0 0 1 7 4
	add_stats 2 irq 10000000000 500 1234567 4294967296000 0 7 0
	echo 1 > "$root/$SYSFS/stats/cpu2/uevent"
	expect 0 "$READER_SANITIZED" --root "$root" show
	expect_out <<-'TABLE'
	# no debugfs here (not in this kernel, or not mounted): percentiles are unknown
	# kernel 6.12.1-rt
	# period 1000 us
	# not running
	cpu stage        count   min      avg            max p50 p99 p99.9 p99.99 p99.999 early missed busy
	  2 irq    10000000000 0.500 1234.567 4294967296.000   -   -     -      -       -     0      7    0
	  2 thread           0     -        -              -   -   -     -      -       -     1      7    4
	 10 irq              3 1.000    2.000          3.001   -   -     -      -       -     0      7    0
	TABLE
}

test_show_without_debugfs_empty()
{
	make_root
	rm "$root/$DEBUGFS/snapshot"
	set_file run 1
	expect 0 "$READER_SANITIZED" --root "$root" show
	expect_out <<-'TABLE'
	# no debugfs here (not in this kernel, or not mounted): percentiles are unknown
	# kernel 6.12.1-rt
	# period 1000 us
	# running
	# nothing measured yet
	cpu stage count min avg max p50 p99 p99.9 p99.99 p99.999 early missed busy
	TABLE
	add_clocksource
	expect 0 "$READER_SANITIZED" --root "$root" show
	grep -qx '# clock tsc; the steps of the clock are not known here (irqscope clock tells)' \
		"$tmp/out"
	add_stats 0 irq 3 1000 2000 abc 0 7 0
	expect 1 "$READER_SANITIZED" --root "$root" show
	expect_err "irqscope/stats: Invalid argument"
}

# Nothing of what sysfs holds disturbs a terminal, nor may a stage be called anything.
test_show_hostile_sysfs()
{
	make_root
	rm "$root/$DEBUGFS/snapshot"
	add_stats 0 irq 3 1000 2000 3001 0 7 0
	add_stats 0 "$(printf 'x\033[2J')" 3 1000 2000 3001 0 7 0
	printf '6.12\033]0;x\007\n' > "$root/proc/sys/kernel/osrelease"
	expect 0 "$READER_SANITIZED" --root "$root" show
	sed -n '2p;$p' "$tmp/out" > "$tmp/lines"
	diff -u - "$tmp/lines" <<-'LINES'
	# kernel 6.12?]0;x?
	  0 irq       3 1.000 2.000 3.001   -   -     -      -       -     0      7    0
	LINES
	[ "$(wc -l < "$tmp/out")" -eq 6 ]
}

test_module_not_loaded()
{
	mkdir -p "$tmp/bare"
	for command in show run "save $tmp/x"; do
		# shellcheck disable=SC2086 # several words
		expect 1 "$READER_SANITIZED" --root "$tmp/bare" $command
		expect_err "irqscope: the kernel module is not loaded: insmod irqscope.ko"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
	done
	[ ! -e "$tmp/x" ]
}

# What a board has to spare for it: two CPUs and four stages take less than 2 MiB.
test_show_memory()
{
	"$MKSNAPSHOT" board > "$tmp/snapshot"
	expect 0 "$PEAK" "$READER_STATIC" show "$tmp/snapshot"
	kib=$(cat "$tmp/err")
	echo "$kib KiB"
	[ "$kib" -gt 256 ] && [ "$kib" -lt 2048 ]
	[ "$(grep -c '^  [12] ' "$tmp/out")" -eq 8 ]
	# And it is what is read that counts: this one is 10 MB.
	"$MKSNAPSHOT" cpus256 > "$tmp/snapshot"
	expect 0 "$PEAK" "$READER_STATIC" show "$tmp/snapshot"
	[ "$(cat "$tmp/err")" -gt 10240 ]
}
