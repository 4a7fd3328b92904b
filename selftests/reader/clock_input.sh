# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope clock: reports that are absent, damaged or contradict themselves, and options.
# Part of reader_test.sh, after clock.sh.

# Where something is missing, a sentence says so, and the rest is told.
test_clock_without_report()
{
	make_clock
	sysfs_says="The kernel tells time by tsc, as sysfs says; its class and the verdict on it are not known."
	rm "$clock"
	clock 0 --no-tests
	expect_line "The kernel module that is loaded has no report on the clock."
	expect_line "$sysfs_says"
	rm -r "${root:?}/$DEBUGFS"
	clock 0 --no-tests
	expect_line "There is no debugfs here (not in this kernel, or not mounted)."
	rm -r "${root:?}/$SYSFS"
	clock 0 --no-tests
	expect_line "The kernel module is not loaded (insmod irqscope.ko)."
	expect_line "$sysfs_says"
	expect_line "sysfs_clockevent[cpu1]: lapic"
	json --no-tests
	expect_line '.missing="The kernel module is not loaded (insmod irqscope.ko)."' "$tmp/values"
	expect_line '.name="tsc"' "$tmp/values"
	expect_line '.class=null' "$tmp/values"
	rm -r "${root:?}/sys"
	clock 0 --no-tests
	expect_line "By which clock the kernel tells time is not in sysfs either."
	json --no-tests
	expect_line '.name=null' "$tmp/values"
	[ ! -s "$tmp/err" ]
}

test_clock_report_unreadable()
{
	make_clock
	rm "$clock"
	mkdir "$clock"
	clock 1 --no-tests
	expect_err "irqscope/clock: Is a directory"
	rmdir "$clock"
	touch "$clock"
	chmod 0 "$clock"
	set -- "$READER_SANITIZED" --root "$root" clock --no-tests
	# Root may read everything.
	[ ! -r "$clock" ] || set -- setpriv --bounding-set=-dac_override,-dac_read_search "$@"
	[ "$1" != setpriv ] || "$1" "$2" true 2> /dev/null || exit "$SKIP"
	expect 0 "$@"
	expect_line "Only root may read the report of the kernel module."
}

# Key and value are named of what cannot be.
test_clock_contradictions()
{
	while read -r key value; do
		make_clock
		says "$key" "$value"
		clock 3 --no-tests
		expect_err "$key: \"$value\" is not"
		clock 3 --no-tests --json
		[ ! -s "$tmp/out" ]
	done <<-'CASES'
	frequency_hz fast
	frequency_hz -1
	frequency_hz 12x
	frequency_hz 12 13
	frequency_hz 99999999999999999999
	resolution_observed_ns 1.5
	resolution_claimed_ns ?
	equal_reads_ppm 1000001
	backsteps none
	read_ns[cpu0] 1 2
	read_ns[cpu0] 1 2 3 4
	read_ns[cpu0] 2 1 3
	read_ns[cpu0] 1 3 2
	read_ns[cpu0] 1  2 3
	wrap_s (by class)
	arch_frequency_hz 0x10
	drift_ppm 00.1
	drift_ppm .1
	drift_ppm 1.
	drift_ppm --1
	drift_ppm 1e3
	took_ms 62ms
	CASES
}

test_clock_garbage()
{
	make_clock
	while read -r text says; do
		printf '%b' "$text" > "$clock"
		clock 3 --no-tests
		expect_err "$says"
		expect_clean
	done <<-'CASES'
	\n line 1 is not "key: value"
	\0\0\0 line 1 is not "key: value"
	:\040x line 1 is not "key: value"
	name:\040x\n\n line 2 is not "key: value"
	class:\040x name is missing
	name:\n name: "" is not a name
	name:\040x\ntook_ms:\00401\00002\n took_ms: "1?2" is not a number
	name:\040x\nname:\040y\n name: "y" is not the only line with this key
	name:\040x\nread_ns[gpu0]:\00401\00402\00403\n read_ns[gpu0]: "1 2 3" is not for a CPU
	name:\040x\nread_ns[cpu0:\00401\00402\00403\n read_ns[cpu0: "1 2 3" is not for a CPU
	name:\040x\nclockevent[cpu]:\040l\n clockevent[cpu]: "l" is not for a CPU
	CASES
	: > "$clock"
	clock 3 --no-tests
	expect_err "name is missing"
	# People get the start of a value, programs get all of it.
	{ printf 'name: '; head -c 500000 /dev/zero | tr '\0' x; } > "$clock"
	clock 0 --no-tests
	[ "$(wc -c < "$tmp/out")" -lt 2000 ]
	json --no-tests
	[ "$(wc -c < "$tmp/values")" -gt 500000 ]
	{ echo "name: x"; seq -f 'key%.0f: x' 20000; } > "$clock"
	clock 3 --no-tests
	expect_err "more than 16384 lines"
}

# Wherever the report ends, the reader ends with a code of its own.
test_clock_truncated()
{
	make_clock
	cp "$clock" "$tmp/whole"
	size=$(wc -c < "$tmp/whole")
	while [ "$size" -gt 0 ]; do
		size=$((size - 5))
		head -c "$((size > 0 ? size : 0))" "$tmp/whole" > "$clock"
		got=0
		"$READER_SANITIZED" --root "$root" clock --no-tests > "$tmp/out" 2> "$tmp/err" || got=$?
		[ $got -eq 0 ] || [ $got -eq 3 ]
		[ $got -eq 0 ] || [ -s "$tmp/err" ]
	done
}

test_clock_options()
{
	make_clock
	while read -r text arguments; do
		# shellcheck disable=SC2086 # several words
		clock 1 $arguments
		expect_err "$(echo "$text" | tr _ ' ')"
		[ ! -s "$tmp/out" ]
	done <<-'CASES'
	--cpu_"-1":_must_be_0_to_1023 --cpu -1
	--cpu_"1024":_must_be_0_to_1023 --cpu 1024
	--cpu_"0-1":_must_be_0_to_1023 --cpu 0-1
	--cpu_"1023":_must_be_a_CPU_that_is_online --cpu 1023
	--priority_"100":_must_be_0_to_99 --priority 100
	--priority_"high":_must_be_0_to_99 --priority high
	clock_does_not_take_"tsc" tsc
	unrecognized_option --what
	requires_an_argument --cpu
	CASES
}
