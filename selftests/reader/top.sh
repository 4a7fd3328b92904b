# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154,SC2016
# irqscope top.
# Part of reader_test.sh.

# serve_top STEP...: a kernel whose snapshots are the steps
serve_top()
{
	make_root
	serve_snapshots "$@"
}

# top_root [OPTION...]
top_root()
{
	expect 0 timeout -s KILL 60 "$READER_SANITIZED" --root "$root" top --interval 1 "$@"
}

# expect_tables: stdout is what stdin says, but for the date
expect_tables()
{
	sed 's/^# 20[0-9][0-9]-[01][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-6][0-9] UTC/# DATE/' \
		"$tmp/out" > "$tmp/tables"
	diff -u - "$tmp/tables"
}

# One table after the other; it ends by itself when the run has.
test_top()
{
	serve_top 'second 2' 'second 4' 'second 5' 'stopped 6'
	top_root
	[ ! -s "$tmp/err" ]
	expect_tables <<-'TABLES'
	# DATE, run 3 for 3 s
	  cpu stage            count       min       avg       max      last  last max
	    0 irq               1999     1.100     1.102     5.099         -         -
	*   0 thread            2000     7.000     7.000     7.000         -         -
	# DATE, run 3 for 5 s, last: 2.0 s
	  cpu stage            count       min       avg       max      last  last max
	    0 irq               3999     1.100     1.102     5.099      2000     5.099
	*   0 thread            3000     7.000     7.000     7.000      1000     7.000
	    2 irq                  2     0.000     0.000     0.000         2     0.000
	    2 thread               0         -         -         -         0         -
	# DATE, run 3 for 6 s, last: 1.0 s
	  cpu stage            count       min       avg       max      last  last max
	*   0 irq               4999     1.100     1.161   300.000      1000   300.000
	    0 thread            4000     7.000     7.000     7.000      1000     7.000
	    2 irq                  3     0.000     0.000     0.000         1     0.000
	    2 thread               0         -         -         -         0         -
	# DATE, run 3 for 7 s, last: 1.0 s
	  cpu stage            count       min       avg       max      last  last max
	*   0 irq               5999     1.100     1.201   300.000      1000   300.000
	    0 thread            5000     7.000     7.000     7.000      1000     7.000
	    2 irq                  4     0.000     0.000     0.000         1     0.000
	    2 thread               0         -         -         -         0         -
	# no run is active: these are the last figures
	TABLES
	expect_file "$root/$SYSFS/run" 0
}

test_top_chooses()
{
	serve_top 'second 3' 'second 4'
	top_root --stage irq --cpus 1-2,7 --count 2
	expect_tables <<-'TABLES'
	# DATE, run 3 for 4 s
	  cpu stage            count       min       avg       max      last  last max
	*   2 irq                  1     0.000     0.000     0.000         -         -
	# DATE, run 3 for 5 s, last: 1.0 s
	  cpu stage            count       min       avg       max      last  last max
	*   2 irq                  2     0.000     0.000     0.000         1     0.000
	TABLES
}

# Another run, or a reset, begins anew.
test_top_restart()
{
	serve_top 'second 5' 'next 2' 'next 1'
	top_root --stage irq --count 3
	expect_tables <<-'TABLES'
	# DATE, run 3 for 6 s
	  cpu stage            count       min       avg       max      last  last max
	*   0 irq               4999     1.100     1.161   300.000         -         -
	    2 irq                  3     0.000     0.000     0.000         -         -
	# DATE, run 4 for 3 s, last: 2.0 s
	  cpu stage            count       min       avg       max      last  last max
	*   0 irq               1999     1.100     1.102     5.099      1999     5.099
	# DATE, run 4 for 2 s, last: 0.0 s
	  cpu stage            count       min       avg       max      last  last max
	*   0 irq                999     1.100     1.100     1.100       999     1.100
	TABLES
}

test_top_without_a_run()
{
	make_root
	before=$(date +%s%N)
	expect 0 "$READER_SANITIZED" --root "$root" top --interval 3600
	[ $((($(date +%s%N) - before) / 1000000)) -lt 10000 ]
	tail -1 "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" "# no run is active: these are the last figures"
	[ "$(wc -l < "$tmp/out")" -eq 7 ]
	"$MKSNAPSHOT" empty > "$root/$DEBUGFS/snapshot"
	expect 0 "$READER_SANITIZED" --root "$root" top
	[ "$(wc -l < "$tmp/out")" -eq 3 ]
}

test_top_module_unloaded()
{
	serve_top 'second 3' '!rm -r "$root/$SYSFS"'
	expect 1 timeout -s KILL 60 "$READER_SANITIZED" --root "$root" top --interval 2
	expect_file "$tmp/err" "irqscope: the kernel module is not loaded: insmod irqscope.ko"
	[ "$(wc -l < "$tmp/out")" -eq 6 ]
	expect 1 "$READER_SANITIZED" --root "$root" top
	[ ! -s "$tmp/out" ]
}

test_top_without_debugfs()
{
	make_root
	rm "$root/$DEBUGFS/snapshot"
	set_file run 1
	add_stats 10 irq 3 1000 2000 3001 0 7 0
	add_stats 2 irq 4 1000 2000 123456789 0 7 0
	add_stats 2 thread 0 0 0 0 0 7 0
	expect 0 "$READER_SANITIZED" --root "$root" top --count 2 --interval 1
	expect_tables <<-'TABLES'
	# DATE
	# no debugfs here: what came in the last interval is unknown
	  cpu stage            count       min       avg       max      last  last max
	*   2 irq                  4     1.000     2.000    123456         -         -
	    2 thread               0         -         -         -         -         -
	   10 irq                  3     1.000     2.000     3.001         -         -
	# DATE
	# no debugfs here: what came in the last interval is unknown
	  cpu stage            count       min       avg       max      last  last max
	*   2 irq                  4     1.000     2.000    123456         -         -
	    2 thread               0         -         -         -         -         -
	   10 irq                  3     1.000     2.000     3.001         -         -
	TABLES
}

# No line is longer than 80 columns, whatever the figures; the clock is warned of.
test_top_columns()
{
	make_root
	for kind in $EXPORTED; do
		"$MKSNAPSHOT" "$kind" > "$root/$DEBUGFS/snapshot"
		expect 0 "$READER_SANITIZED" --root "$root" top --count 1
		fails grep -nE '^.{81}' "$tmp/out"
		fails grep -n "$(printf '\033')" "$tmp/out"
		awk 'NR == 1 { next } /^#/ { next } length != 78 { print; bad = 1 } END { exit bad }' "$tmp/out"
	done
	"$MKSNAPSHOT" coarse > "$root/$DEBUGFS/snapshot"
	expect 0 "$READER_SANITIZED" --root "$root" top --count 1
	grep -qxF '# clock: coarse: steps of 30518 ns?[2J; no high-resolution timers: ticks of 4 ms' "$tmp/out"
	rm "$root/$DEBUGFS/snapshot"
	add_stats 8191 averylongstage 18446744073709551615 18446744073709551615 99999999 18446744073709551615 0 0 0
	expect 0 "$READER_SANITIZED" --root "$root" top --count 1
	grep -qxF '*8191 averylong  1.84467e+19  1.84e+16 99999.999  1.84e+16         -         -' "$tmp/out"
}

# on_terminal ROWS TERM COMMAND...: runs it in a terminal of so many rows
on_terminal()
{
	rows=$1
	term=$2
	shift 2
	script -qec "stty rows $rows cols 80; TERM=$term $*" /dev/null < /dev/null | tr -d '\r' > "$tmp/screen"
}

# In place: it goes home, and erases what is left of each line and below the last.
test_top_on_a_terminal()
{
	[ -n "$(command -v script)" ] || return "$SKIP"
	escape=$(printf '\033')
	make_root
	"$MKSNAPSHOT" cpus64 > "$root/$DEBUGFS/snapshot"
	on_terminal 12 vt100 "$READER_SANITIZED" --root "$root" top --stage irq
	# Eleven lines, so that the cursor has the twelfth.
	[ "$(wc -l < "$tmp/screen")" -eq 11 ]
	[ "$(grep -c "$escape\\[K\$" "$tmp/screen")" -eq 11 ]
	head -1 "$tmp/screen" | grep -q "^$escape\\[H# 20"
	tail -c 3 "$tmp/screen" | grep -q "^$escape\\[J\$"
	sed "s/$escape\\[[HJK]//g" "$tmp/screen" | tail -n +2 > "$tmp/lines"
	diff -u - "$tmp/lines" <<-'LINES'
	  cpu stage            count       min       avg       max      last  last max
	*  63 irq                 64    63.000    63.000    63.000         -         -
	   62 irq                 63    62.000    62.000    62.000         -         -
	   61 irq                 62    61.000    61.000    61.000         -         -
	   60 irq                 61    60.000    60.000    60.000         -         -
	   59 irq                 60    59.000    59.000    59.000         -         -
	   58 irq                 59    58.000    58.000    58.000         -         -
	   57 irq                 58    57.000    57.000    57.000         -         -
	# 57 more are not shown, none of them worse
	# no run is active: these are the last figures
	LINES
	# A terminal that cannot do that gets all, as does one that nobody knows.
	for term in dumb ''; do
		on_terminal 12 "$term" "$READER_SANITIZED" --root "$root" top --stage irq
		[ "$(wc -l < "$tmp/screen")" -eq 67 ]
		fails grep -q "$escape" "$tmp/screen"
	done
	# One without a size has 24 rows.
	on_terminal 0 vt100 "$READER_SANITIZED" --root "$root" top --stage irq
	[ "$(wc -l < "$tmp/screen")" -eq 23 ]
}

test_top_ends_on_signals()
{
	for signal in INT TERM HUP; do
		make_root
		"$MKSNAPSHOT" second 3 > "$root/$DEBUGFS/snapshot"
		rm -f "$tmp/out"
		# In the foreground for the same reason as in stop_by.
		timeout --foreground -s KILL 60 "$READER_SANITIZED" --root "$root" top --interval 3600 \
			> "$tmp/out" 2> "$tmp/err" &
		pid=$!
		looks=100
		until grep -qs thread "$tmp/out"; do
			looks=$((looks - 1))
			[ $looks -gt 0 ]
			sleep 0.1
		done
		kill -s $signal $pid
		wait $pid
		[ ! -s "$tmp/err" ]
		tail -c 1 "$tmp/out" | od -An -c | grep -qF '\n'
	done
}

# Whoever closes the pipe ends it.
test_top_closed_pipe()
{
	make_root
	"$MKSNAPSHOT" second 3 > "$root/$DEBUGFS/snapshot"
	timeout -s KILL 30 "$READER_SANITIZED" --root "$root" top --interval 1 2> "$tmp/err" | head -1 > "$tmp/line"
	[ ! -s "$tmp/err" ]
}

test_top_refuses()
{
	make_root
	while read -r text arguments; do
		# shellcheck disable=SC2086 # several words
		expect 1 "$READER_SANITIZED" --root "$root" top $arguments
		expect_err "$(echo "$text" | tr _ ' ')"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		[ ! -s "$tmp/out" ]
	done <<-'CASES'
	must_be_1_to_3600 --interval 0
	must_be_1_to_3600 --interval 3601
	must_be_1_to_3600 --interval 0.5
	must_be_1_to_1000000000 --count 0
	a_list_like_0-2,5 --cpus 3-1
	a_list_like_0-2,5 --cpus 8192
	a_list_like_0-2,5 --cpus all
	has_the_stages:_irq_thread --stage work
	top_does_not_take_"x" x
	CASES
	"$MKSNAPSHOT" deny_count > "$root/$DEBUGFS/snapshot"
	expect 3 "$READER_SANITIZED" --root "$root" top
	"$MKSNAPSHOT" break_magic > "$root/$DEBUGFS/snapshot"
	expect 1 "$READER_SANITIZED" --root "$root" top
}
