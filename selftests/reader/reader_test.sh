#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tests of userspace/irqscope against snapshots and trees made here; needs no
# kernel module. Started by: make -C selftests/reader run
# The tests themselves are in the other scripts here.
#
# READER, READER_SANITIZED: the program, and one that sanitizers watch
# READER_32: how a 32-bit one is run, if there is one
# MKSNAPSHOT: makes the snapshots
# SIMULATE: makes captures whose figures are drawn at random
# KERNELREPORT: prints a snapshot by the code of the module
# PARTSTEST: keeps the parts of a long run and prints them
# READER_STATIC: the program for boards, without shared libraries
# PEAK: tells how much memory a program takes
# JSONFLAT: checks JSON and prints its values, a line for each
# PARTS: which of the other scripts; all of them without
# GOLDEN: "write" to write the files anew that whole outputs are compared with
# FUZZERS: where the fuzzers are, if there is a clang to build them

: "${READER:?start this by make run}" "${READER_SANITIZED:?}" "${MKSNAPSHOT:?}" "${SIMULATE:?}"
: "${JSONFLAT:?}" "${KERNELREPORT:?}" "${PARTSTEST:?}" "${READER_STATIC:?}" "${PEAK:?}"

if [ -r "${KSFT_DIR:-}/kselftest/ktap_helpers.sh" ]; then
	. "$KSFT_DIR/kselftest/ktap_helpers.sh"
else
	ktap_number=0
	ktap_failed=0
	ktap_result() { ktap_number=$((ktap_number + 1)); echo "$1 $ktap_number $2"; }
	ktap_print_header() { echo "KTAP version 1"; }
	ktap_set_plan() { echo "1..$1"; }
	ktap_test_pass() { ktap_result ok "$1"; }
	ktap_test_skip() { ktap_result ok "$1 # SKIP"; }
	ktap_test_fail() { ktap_result "not ok" "$1"; ktap_failed=1; }
	ktap_finished() { exit "$ktap_failed"; }
fi

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# A sanitizer's finding must not look like one of the reader's own codes.
ASAN_OPTIONS=exitcode=99
UBSAN_OPTIONS=exitcode=99
export ASAN_OPTIONS UBSAN_OPTIONS

# Helpers. A test is a function test_*; with set -e, what fails first ends it.

SYSFS=sys/devices/platform/irqscope
DEBUGFS=sys/kernel/debug/irqscope
SKIP=4

# expect CODE COMMAND...: runs it into $tmp/out and $tmp/err
expect()
{
	wanted=$1
	shift
	got=0
	"$@" > "$tmp/out" 2> "$tmp/err" || got=$?
	[ "$got" -eq "$wanted" ] && return 0
	echo "$*: exit code $got instead of $wanted; it said:"
	head -5 "$tmp/err"
	return 1
}

# fails COMMAND...: it must fail; set -e does not look at a command behind a !
fails()
{
	! "$@"
}

# expect_out: stdout is what stdin says
expect_out()
{
	diff -u - "$tmp/out"
}

# expect_err TEXT: stderr contains it
expect_err()
{
	grep -qF -- "$1" "$tmp/err" && return 0
	echo "missing on stderr: $1; it said:"
	head -5 "$tmp/err"
	return 1
}

# expect_file FILE VALUE
expect_file()
{
	[ "$(cat "$1")" = "$2" ] && return 0
	echo "$1 holds '$(cat "$1")' instead of '$2'"
	return 1
}

# same_figures FILE OTHER: snapshots with the same figures, whatever else they hold
same_figures()
{
	for options in csv "csv --buckets" prometheus; do
		for file in "$1" "$2"; do
			# shellcheck disable=SC2086 # several words
			"$READER" export --format $options "$file" > "$tmp/figures.${file##*/}"
		done
		diff -u "$tmp/figures.${1##*/}" "$tmp/figures.${2##*/}"
	done
}

# shows_as KIND CODE [TEXT]: what show makes of a snapshot of that kind
shows_as()
{
	"$MKSNAPSHOT" "$1" > "$tmp/snapshot"
	expect "$2" "$READER_SANITIZED" show "$tmp/snapshot"
	[ "$2" -eq 0 ] || expect_err "${3:?}"
	[ "$2" -eq 0 ] || [ ! -s "$tmp/out" ]
}

# make_root: a kernel with the module loaded and the good snapshot
make_root()
{
	root=$tmp/root
	rm -rf "$root"
	mkdir -p "$root/$SYSFS" "$root/$DEBUGFS" "$root/proc/sys/kernel"
	"$MKSNAPSHOT" good > "$root/$DEBUGFS/snapshot"
	echo 6.12.1-rt > "$root/proc/sys/kernel/osrelease"
	set_file run 0
	set_file cpus 0-3
	set_file period_us 1000
	set_file stages "irq thread"
	set_file thread_priority 95
	set_file phase fixed
	set_file warmup_ms 0
	set_file bucket_ns 250
	set_file mem_kib 32
	set_file threshold_us 0
	set_file stop_on_outlier 0
}

set_file()
{
	echo "$2" > "$root/$SYSFS/$1"
}

# add_clocksource: what sysfs says about the clock
add_clocksource()
{
	system=$root/sys/devices/system
	mkdir -p "$system/clocksource/clocksource0" "$system/clockevents/clockevent0" \
		"$system/clockevents/clockevent1"
	echo tsc > "$system/clocksource/clocksource0/current_clocksource"
	echo "tsc hpet acpi_pm " > "$system/clocksource/clocksource0/available_clocksource"
	echo lapic > "$system/clockevents/clockevent0/current_device"
	echo lapic > "$system/clockevents/clockevent1/current_device"
}

# add_stats CPU STAGE COUNT MIN MEAN MAX EARLY MISSED BUSY
add_stats()
{
	dir=$root/$SYSFS/stats/cpu$1/$2
	mkdir -p "$dir"
	shift 2
	for name in count min_ns mean_ns max_ns early missed busy; do
		echo "$1" > "$dir/$name"
		shift
	done
}

# when_running COMMAND...: plays the kernel: does it once the run has started
when_running()
{
	(
		looks=300
		while [ "$(cat "$root/$SYSFS/run")" != 1 ]; do
			looks=$((looks - 1))
			[ $looks -gt 0 ] || exit
			sleep 0.1
		done
		"$@"
	) &
}

# Same as it was at the start: what a refused run must leave behind.
expect_untouched()
{
	expect_file "$root/$SYSFS/run" 0
	expect_file "$root/$SYSFS/cpus" 0-3
	expect_file "$root/$SYSFS/period_us" 1000
	expect_file "$root/$SYSFS/phase" fixed
	expect_file "$root/$SYSFS/warmup_ms" 0
	expect_file "$root/$SYSFS/threshold_us" 0
	expect_file "$root/$SYSFS/stop_on_outlier" 0
}

good_table()
{
	cat <<-'TABLE'
	# kernel 6.12.1-rt arm64, preempt rt
	# period 1000 us, phase fixed, bucket 250 ns, thread priority 95
	# run 3, started 2026-01-01 00:00:00 UTC, ran 11.000 s, the first 1000 ms not recorded
	cpu stage  count   min   avg      max   p50   p99 p99.9   p99.99  p99.999 early missed busy
	  0 irq     1000 1.100 1.542  300.000 1.250 2.500 5.250  300.000  300.000     0      5    0
	  0 thread  1000 7.000 7.993 1000.000 7.250 7.250 7.250 1000.000 1000.000     0      5    3
	  2 irq        1 0.000 0.000    0.000 0.000 0.000 0.000    0.000    0.000     2      0    0
	  2 thread     0     -     -        -     -     -     -        -        -     0      0    0
	TABLE
}

here=$(dirname "$0")
parts='show refuse save run blocks load top outliers symbols clock clock_input clock_app check
	check_input export hist limit plot compare merge trial man install golden peers fuzz'
tests=
for part in $parts; do
	# shellcheck source=/dev/null
	. "$here/$part.sh"
done
for part in ${PARTS:-$parts}; do
	tests="$tests $(sed -n 's/^\(test_[a-z0-9_]*\)()$/\1/p' "$here/$part.sh")"
done
ktap_print_header
ktap_set_plan "$(echo "$tests" | wc -w)"
for test in $tests; do
	said=$(set -e; "$test" 2>&1)
	case $? in
	0)
		ktap_test_pass "$test"
		;;
	"$SKIP")
		ktap_test_skip "$test"
		;;
	*)
		echo "$said" | sed 's/^/# /'
		ktap_test_fail "$test"
		;;
	esac
done
ktap_finished
