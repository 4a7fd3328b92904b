# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# What users of other such tools suffered from, as far as no other test is about it.
# Part of reader_test.sh.

# state_of DIR: names, sizes, modes, times and contents of all that is there
state_of()
{
	find "$1" -printf '%p %s %m %T@\n' | sort
	find "$1" -type f -exec cksum {} + | sort
}

# A tool that only reads leaves the system as it was.
test_reading_changes_nothing()
{
	plant "$here/trees/am62l.tree"
	make_root
	cp -r "$machine/." "$root"
	add_clocksource
	outliers_text > "$root/$DEBUGFS/outliers"
	"$MKSNAPSHOT" stages4 "$root/$DEBUGFS/outliers" > "$root/$DEBUGFS/snapshot"
	state_of "$root" > "$tmp/before"
	for command in show "show --limit irq=1s" hist outliers "export --format json" \
		"export --format cyclictest" "save -" "clock --no-tests" check "check --json" \
		"save --system $tmp/saved_system"; do
		# shellcheck disable=SC2086 # several words
		"$READER_SANITIZED" --root "$root" $command > "$tmp/out" 2> "$tmp/err" || :
		[ -s "$tmp/out" ] || [ -d "$tmp/saved_system" ] || return 1
	done
	state_of "$root" | diff -u "$tmp/before" -
}

# Two that save into one file at once: it is one of the two, never a part of both.
test_two_readers()
{
	make_root
	"$MKSNAPSHOT" cpus64 > "$tmp/large"
	mkdir -p "$tmp/second_root/$SYSFS" "$tmp/second_root/$DEBUGFS"
	cp "$tmp/large" "$tmp/second_root/$DEBUGFS/snapshot"
	for _ in 1 2 3 4 5 6 7 8; do
		"$READER" --root "$root" save "$tmp/both" &
		"$READER" --root "$tmp/second_root" save "$tmp/both" &
		wait
		cmp -s "$tmp/both" "$tmp/large" || cmp "$tmp/both" "$root/$DEBUGFS/snapshot"
	done
	# And what was longer before is not longer now.
	cp "$tmp/large" "$tmp/both"
	expect 0 "$READER" --root "$root" save "$tmp/both"
	cmp "$tmp/both" "$root/$DEBUGFS/snapshot"
}

# A sum that 64 bits do not hold is refused, not wrapped.
test_hist_refuses_too_many()
{
	"$MKSNAPSHOT" huge > "$tmp/snapshot"
	expect 1 "$READER_SANITIZED" hist --stage thread "$tmp/snapshot"
	expect_file "$tmp/err" \
		"irqscope: $tmp/snapshot: too many samples to add up; --cpu shows those of one CPU"
	[ ! -s "$tmp/out" ]
	for cpu in 0 4294967295; do
		expect 0 "$READER_SANITIZED" hist --stage thread --cpu $cpu "$tmp/snapshot"
	done
}

# Counts above 2^53 and ends beyond all rows, in the columns of cyclictest.
test_huge_as_cyclictest()
{
	"$MKSNAPSHOT" huge > "$tmp/snapshot"
	expect 0 "$READER_SANITIZED" export --format cyclictest --stage irq "$tmp/snapshot"
	sed -n '1,5p;515,518p' "$tmp/out" > "$tmp/lines"
	tr _ '\t' > "$tmp/wanted" <<-'LINES'
	# CPUs: 0 4294967295
	# Histogram
	000000 000000_000000
	000001 9007199254740993_000000
	000002 000000_000000
	# Total: 9007199254740993 000000000
	# Min Latencies: 00001 00000
	# Avg Latencies: 00001 00000
	# Max Latencies: 00001 00000
	LINES
	diff -u "$tmp/wanted" "$tmp/lines"
	expect 0 "$READER_SANITIZED" export --format cyclictest --stage thread "$tmp/snapshot"
	grep -qxF '# Max Latencies: 00000 18446744073709551' "$tmp/out"
	grep -qxF '# Histogram Overflows: 00000 00001' "$tmp/out"
	for stage in irq thread; do
		expect 0 "$READER_SANITIZED" export --format cyclictest --stage $stage "$tmp/snapshot"
		"$KERNELREPORT" $stage < "$tmp/snapshot" | diff -u - "$tmp/out"
	done
	# A limit is kept or not by the last ns.
	expect 2 "$READER_SANITIZED" show --limit thread=1000s@4294967295 "$tmp/snapshot"
	expect_err "max 18446744073709551.615 us is 18446743073709551.615 us beyond the limit of 1000000000.000 us"
}
