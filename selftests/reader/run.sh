# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope run.
# Part of reader_test.sh.

test_run()
{
	make_root
	when_running sh -c "cat '$root/$SYSFS/period_us' '$root/$SYSFS/cpus' > '$tmp/seen'"
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1s --cpus 0,2-3 \
		--period 00200 --stages irq,thread,work --mem 0064 --priority 50 --phase random \
		--warmup 100 --bucket 1000 --save "$tmp/saved"
	good_table | expect_out
	[ ! -s "$tmp/err" ]
	same_figures "$root/$DEBUGFS/snapshot" "$tmp/saved"
	expect_file "$tmp/seen" "$(printf '200\n0,2-3')"
	expect_file "$root/$SYSFS/run" 0
	expect_file "$root/$SYSFS/stages" irq,thread,work
	expect_file "$root/$SYSFS/thread_priority" 50
	expect_file "$root/$SYSFS/phase" random
	expect_file "$root/$SYSFS/warmup_ms" 100
	expect_file "$root/$SYSFS/bucket_ns" 1000
	expect_file "$root/$SYSFS/mem_kib" 64
}

# The tasks of the stage user must be there before there is a run.
test_run_without_files_of_user()
{
	make_root
	expect 1 "$READER_SANITIZED" --root "$root" run --duration 1 --cpus 1-2 --period 500 \
		--stages 'irq user'
	expect_err "cpu 2: $root/$DEBUGFS/user/cpu2: No such file or directory"
	expect_file "$root/$SYSFS/stages" "irq thread"
	expect_untouched
	# a name that only begins like it is no reason to have them
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --stages 'irq users'
}

# The table of a run names the clock, too.
test_run_names_the_clock()
{
	make_root
	"$MKSNAPSHOT" coarse > "$root/$DEBUGFS/snapshot"
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1
	head -1 "$tmp/out" | grep -q '^# clock_verdict: coarse: steps of 30518 ns'
	grep -qx '# clock 32k_counter (class 32k-counter), steps of 30518 ns' "$tmp/out"
}

# The warm-up comes on top of the duration.
test_run_takes_its_time()
{
	make_root
	before=$(date +%s%N)
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --warmup 1500 --cpus all
	took_ms=$((($(date +%s%N) - before) / 1000000))
	echo "took $took_ms ms"
	expect_file "$root/$SYSFS/cpus" all
	[ $took_ms -ge 2500 ] && [ $took_ms -lt 10000 ]
}

test_run_keeps_what_is_not_given()
{
	make_root
	set_file period_us 97
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1
	expect_file "$root/$SYSFS/period_us" 97
	expect_file "$root/$SYSFS/cpus" 0-3
	expect_file "$root/$SYSFS/stages" "irq thread"
}

# Nothing is written before every argument has the right form.
test_run_checks_arguments()
{
	make_root
	while read -r text arguments; do
		# shellcheck disable=SC2086 # several words
		expect 1 "$READER_SANITIZED" --root "$root" run --cpus 1 --phase random $arguments
		expect_err "$(echo "$text" | tr _ ' ')"
		[ ! -s "$tmp/out" ]
	done <<-'CASES'
	50_to_1000000_us --period 49
	50_to_1000000_us --period 1000001
	50_to_1000000_us --period 18446744073709551716
	50_to_1000000_us --period -100
	50_to_1000000_us --period 100us
	1_to_99 --priority 0
	1_to_99 --priority 100
	0_to_60000_ms --warmup 60001
	a_divisor_of_1000_from_50_to_1000_ns --bucket 300
	a_divisor_of_1000_from_50_to_1000_ns --bucket 25
	a_divisor_of_1000_from_50_to_1000_ns --bucket 4294967546
	1_to_4096_KiB --mem 0
	1_to_4096_KiB --mem 4097
	fixed_or_random --phase FIXED
	a_list_like_0-2,5 --cpus 3-1
	a_list_like_0-2,5 --cpus 0,
	a_list_like_0-2,5 --cpus All
	names_separated_by_commas --stages irq,,thread
	names_separated_by_commas --stages IRQ
	0_to_10000000_us,_or_a_list_like_irq:50,thread:100 --threshold 10000001
	0_to_10000000_us --threshold -1
	0_to_10000000_us --threshold 1e3
	0_to_10000000_us --threshold irq:
	0_to_10000000_us --threshold irq:50,
	0_to_10000000_us --threshold irq:50:60
	0_to_10000000_us --threshold :50
	0_to_10000000_us --threshold irq,thread
	0_to_10000000_us --threshold irq:10000001
	0_to_10000000_us --threshold 50,100
	0_or_1 --stop-on-outlier=2
	0_or_1 --stop-on-outlier=yes
	run_does_not_take_"1" --stop-on-outlier 1
	1_s_to_1000_d --duration 10x
	1_s_to_1000_d --duration 1001d
	1_s_to_1000_d --duration -1
	the_name_of_a_file --save -
	run_does_not_take_"10" 10
	unrecognized_option --what
	requires_an_argument --period
	CASES
	expect_untouched
}

test_run_refuses_while_running()
{
	make_root
	set_file run 1
	expect 1 "$READER_SANITIZED" --root "$root" run --cpus 1 --period 100 --save "$tmp/never"
	expect_err "a run is active already"
	set_file run 0
	expect_untouched
	[ ! -e "$tmp/never" ]
}

# /dev/full plays a kernel that refuses: the settings before it are put back.
test_run_puts_settings_back()
{
	make_root
	ln -sf /dev/full "$root/$SYSFS/phase"
	expect 1 "$READER_SANITIZED" --root "$root" run --cpus 1 --period 100 --phase random \
		--warmup 5 --save "$tmp/never"
	expect_err "irqscope/phase: \"random\" was refused: No space left on device (must be fixed or random; dmesg has the reason)"
	rm "$root/$SYSFS/phase"
	set_file phase fixed
	expect_untouched
	[ ! -s "$tmp/out" ]
	[ ! -e "$tmp/never" ]
	fails ls "$tmp"/never.* 2> /dev/null
}

test_run_puts_settings_back_if_it_cannot_start()
{
	make_root
	ln -sf /dev/full "$root/$SYSFS/run"
	expect 1 "$READER_SANITIZED" --root "$root" run --cpus 1 --period 100
	expect_err "irqscope/run: the run could not be started: No space left on device"
	rm "$root/$SYSFS/run"
	set_file run 0
	expect_untouched
}

# stop_by SIGNAL: a run without end keeps and prints what it measured
# Unless it is told to stay in the foreground, timeout sends a SIGCONT after each signal
# that it passes on; one that comes while LeakSanitizer stops the program hangs that.
stop_by()
{
	make_root
	rm -f "$tmp/saved"
	timeout --foreground -s KILL 60 "$READER_SANITIZED" --root "$root" run --duration forever \
		--save "$tmp/saved" > "$tmp/out" 2> "$tmp/err" &
	pid=$!
	when_running kill -s "$1" $pid
	wait $pid
	good_table | expect_out
	same_figures "$root/$DEBUGFS/snapshot" "$tmp/saved"
	expect_file "$root/$SYSFS/run" 0
}

test_run_ends_on_sigint()
{
	stop_by INT
}

test_run_ends_on_sigterm()
{
	stop_by TERM
}

test_run_ends_on_sighup()
{
	stop_by HUP
}

test_run_survives_hangup_under_nohup()
{
	make_root
	(
		trap '' HUP
		exec "$READER_SANITIZED" --root "$root" run --duration 2 > "$tmp/out"
	) &
	pid=$!
	when_running kill -s HUP $pid
	sleep 1
	expect_file "$root/$SYSFS/run" 1
	wait $pid
	good_table | expect_out
}

test_run_stopped_from_elsewhere()
{
	make_root
	when_running set_file run 0
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 30
	expect_err "the run was stopped from elsewhere"
	good_table | expect_out
}

test_run_module_unloaded()
{
	make_root
	when_running rm -r "$root/$SYSFS"
	expect 1 "$READER_SANITIZED" --root "$root" run --duration 30
	expect_err "the module was unloaded"
	[ ! -s "$tmp/out" ]
}

test_run_without_debugfs()
{
	make_root
	rm "$root/$DEBUGFS/snapshot"
	add_stats 0 irq 3 1000 2000 3001 0 7 0
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1
	tail -2 "$tmp/out" > "$tmp/rows"
	diff -u - "$tmp/rows" <<-'TABLE'
	cpu stage count   min   avg   max p50 p99 p99.9 p99.99 p99.999 early missed busy
	  0 irq       3 1.000 2.000 3.001   -   -     -      -       -     0      7    0
	TABLE
	expect 1 "$READER_SANITIZED" --root "$root" run --duration 1 --period 100 --save "$tmp/x"
	expect_err "there will be no snapshot to save"
	expect_untouched
}

# Thresholds are written behind the stages, and stay.
test_run_threshold()
{
	make_root
	for spec in 10000000 irq:50,thread:100 "irq:0 work:7"; do
		expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --threshold "$spec" 			--stop-on-outlier
		expect_file "$root/$SYSFS/threshold_us" "$spec"
		expect_file "$root/$SYSFS/stop_on_outlier" 1
	done
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --threshold 0 \
		--stop-on-outlier=0
	expect_file "$root/$SYSFS/threshold_us" 0
	expect_file "$root/$SYSFS/stop_on_outlier" 0
	rm "$root/$SYSFS/threshold_us"
	expect 1 "$READER_SANITIZED" --root "$root" run --period 100 --threshold 5
	expect_err "irqscope/threshold_us: cannot be read: No such file or directory"
	set_file threshold_us 0
	expect_untouched
}

# What went beyond is said, and makes the exit code 2; sysfs is enough for that.
test_run_beyond_threshold()
{
	make_root
	rm "$root/$DEBUGFS/snapshot"
	add_stats 0 irq 3 1000 2000 50000 0 7 0
	add_stats 0 thread 3 1000 2000 50001 0 7 0
	add_stats 1 work 3 1000 2000 4294967296001 0 7 0
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1
	[ ! -s "$tmp/err" ]
	expect 2 "$READER_SANITIZED" --root "$root" run --duration 1 --threshold 50
	diff -u - "$tmp/err" <<-'ERR'
	irqscope: cpu 0 thread: max 50.001 us, beyond the threshold of 50 us
	irqscope: cpu 1 work: max 4294967296.001 us, beyond the threshold of 50 us
	ERR
	[ "$(tail -3 "$tmp/out" | wc -l)" -eq 3 ]
	expect 2 "$READER_SANITIZED" --root "$root" run --duration 1 --threshold "irq:49 work:10000000"
	[ "$(wc -l < "$tmp/err")" -eq 2 ]
	expect_err "cpu 0 irq: max 50.000 us, beyond the threshold of 49 us"
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --threshold irq:50,thread:51
	[ ! -s "$tmp/err" ]
	# A threshold that stands there from before counts as well.
	set_file threshold_us "thread:3 irq:4"
	expect 2 "$READER_SANITIZED" --root "$root" run --duration 1
	expect_err "cpu 0 irq: max 50.000 us, beyond the threshold of 4 us"
}

# A stage that never got to run is in no max.
test_run_beyond_threshold_unfinished()
{
	make_root
	outliers_text | sed s/107500000000/1/ > "$root/$DEBUGFS/outliers"
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1
	expect 2 "$READER_SANITIZED" --root "$root" run --duration 1 --threshold irq:50,thread:100
	echo "irqscope: cpu 1 thread: it never got to run, beyond the threshold of 100 us" |
		diff -u - "$tmp/err"
	good_table | expect_out
	echo "# lost: 0" > "$root/$DEBUGFS/outliers"
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1
	echo "what" > "$root/$DEBUGFS/outliers"
	expect 3 "$READER_SANITIZED" --root "$root" run --duration 1
	expect_err "outliers: byte 0: line 1 of the outliers: it is no line of a record"
	good_table | expect_out
}

# The kernel ends the run by itself: that is noticed soon, said, and no error.
test_run_stop_on_outlier()
{
	make_root
	add_stats 0 irq 3 1000 2000 50001 0 7 0
	when_running set_file run 0
	before=$(date +%s%N)
	expect 2 "$READER_SANITIZED" --root "$root" run --duration 1h --threshold 50 \
		--stop-on-outlier --save "$tmp/saved"
	took_ms=$((($(date +%s%N) - before) / 1000000))
	expect_err "an outlier ended the run, as it was told to; this is what there is"
	expect_err "cpu 0 irq: max 50.001 us, beyond the threshold of 50 us"
	good_table | expect_out
	same_figures "$root/$DEBUGFS/snapshot" "$tmp/saved"
	[ $took_ms -lt 10000 ]
	# Nothing went beyond: it was somebody.
	when_running set_file run 0
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1h --threshold 51 \
		--stop-on-outlier
	expect_err "the run was stopped from elsewhere"
}

test_run_puts_thresholds_back()
{
	make_root
	ln -sf /dev/full "$root/$SYSFS/phase"
	expect 1 "$READER_SANITIZED" --root "$root" run --threshold irq:50 --stop-on-outlier \
		--phase random
	rm "$root/$SYSFS/phase"
	set_file phase fixed
	expect_untouched
}

# A long run is not lost to a file that cannot be written.
test_run_checks_save_first()
{
	make_root
	expect 1 "$READER_SANITIZED" --root "$root" run --duration 1h --period 100 --save "$tmp/no/x"
	expect_err "no/x: No such file or directory"
	expect_untouched
}

# Contradicting data is kept for whoever looks into it, and is no success.
test_run_contradiction()
{
	make_root
	"$MKSNAPSHOT" deny_count > "$root/$DEBUGFS/snapshot"
	expect 3 "$READER_SANITIZED" --root "$root" run --duration 1 --save "$tmp/kept"
	expect_err "count is 1001, but the histogram holds 1000 samples"
	cmp "$root/$DEBUGFS/snapshot" "$tmp/kept"
}

add_many_stats()
{
	for cpu in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
		add_stats $cpu irq 9 1000 2000 $((cpu * 1000 + 999)) 0 0 0
		add_stats $cpu thread 9 1000 2000 3456 0 0 0
	done
}

test_progress_in_a_log()
{
	make_root
	add_many_stats
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 11
	echo "1 s left, max 16.999 us (cpu 16 irq), by cpu 0:3 1:3 2:3 3:3 4:4 5:5 6:6 ..." |
		diff -u - "$tmp/err"
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 11 --quiet
	[ ! -s "$tmp/err" ]
}

test_progress_on_a_terminal()
{
	[ -n "$(command -v script)" ] || return "$SKIP"
	make_root
	add_many_stats
	script -qec "'$READER_SANITIZED' --root '$root' run --duration 3" /dev/null \
		< /dev/null > "$tmp/screen"
	tr '\r' '\n' < "$tmp/screen" > "$tmp/lines"
	[ "$(grep -c ' s left, max 16.999 us (cpu 16 irq), by cpu 0:3 ' "$tmp/lines")" -ge 1 ]
	grep -q '^cpu stage' "$tmp/lines"
	grep 'left' "$tmp/lines" | fails grep -E '^.{80}'
}
