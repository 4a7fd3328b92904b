# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope clock: what an application sees of the clock, measured here.
# Part of reader_test.sh, after clock.sh.

# value KEY: of the output
value()
{
	sed -n "s/^$1: //p" "$tmp/out"
}

# expect_spread KEY: min, median and max, in their order and none of them 0
expect_spread()
{
	value "$1" | awk '{ ok = NF == 3 && 0 < $1 && $1 <= $2 && $2 <= $3 } END { exit !ok }' &&
		return 0
	echo "$1: $(value "$1")"
	return 1
}

# expect_measured: all that an application sees, within the time that is promised
expect_measured()
{
	value app_cpu | grep -qx '[0-9]*'
	value app_path | grep -qx -e vdso -e syscall
	[ "$(value app_step_ns)" -gt 0 ]
	[ "$(value app_equal_reads_ppm)" -le 1000000 ]
	[ "$(value app_backsteps)" -eq 0 ]
	expect_spread app_read_ns
	expect_spread app_sleep_ns
	expect_spread app_switch_ns
	[ "$(value app_took_ms)" -lt 3000 ]
}

test_clock_application()
{
	make_clock
	for program in "${READER:?}" "$READER_SANITIZED"; do
		expect 0 "$program" --root "$root" clock
		expect_measured
		case $(value app_path) in
		vdso)
			grep -q '^clock_gettime() goes through the vDSO: a call costs [0-9]' "$tmp/out"
			;;
		syscall)
			grep -q '^clock_gettime() makes a system call: every call costs [0-9]' "$tmp/out"
			;;
		esac
	done
}

# On each CPU that this process may use, at both kinds of priority.
test_clock_places()
{
	make_clock
	for cpu in $(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status | tr -- '-,' '  '); do
		clock 0 --cpu "$cpu" --priority 0
		expect_measured
		expect_line "app_cpu: $cpu"
		expect_line "app_priority: 0"
		expect_line "This was measured on CPU $cpu at ordinary priority: others may have come in between."
		clock 0 --cpu "$cpu" --priority 1
		expect_measured
	done
}

test_clock_application_json()
{
	make_clock
	json --priority 0
	for key in cpu step_ns equal_reads_ppm backsteps read_ns.min read_ns.median \
		read_ns.max sleep_ns.min sleep_ns.median sleep_ns.max switch_ns.min \
		switch_ns.median switch_ns.max took_ms; do
		grep -q "^\.application\.$key=[0-9][0-9]*$" "$tmp/values"
	done
	expect_line ".application.priority=0" "$tmp/values"
	expect_line ".application.priority_error=null" "$tmp/values"
	expect_line ".application.path_error=null" "$tmp/values"
}

# Without the right to a real-time priority it says so and measures.
test_clock_without_privilege()
{
	make_clock
	setpriv --bounding-set=-sys_nice true 2> /dev/null || exit "$SKIP"
	# The limit on real-time priorities may permit it all the same.
	grep -q '^Max realtime priority  *0 ' /proc/self/limits || exit "$SKIP"
	expect 0 setpriv --bounding-set=-sys_nice "$READER" --root "$root" clock --priority 7
	expect_measured
	expect_line "SCHED_FIFO priority 7 is not possible here: Operation not permitted."
	expect_line "app_priority: 0 (7: Operation not permitted)"
	expect 0 setpriv --bounding-set=-sys_nice "$READER" --root "$root" clock --priority 7 --json
	"$JSONFLAT" < "$tmp/out" > "$tmp/values"
	expect_line '.application.priority=0' "$tmp/values"
	expect_line '.application.priority_error="Operation not permitted"' "$tmp/values"
}
