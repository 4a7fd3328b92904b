# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope clock.
# Part of reader_test.sh.

# make_clock: a kernel whose module reports a good clock
make_clock()
{
	make_root
	add_clocksource
	clock=$root/$DEBUGFS/clock
	cat > "$clock" <<-'CLOCK'
	name: tsc
	class: tsc
	id: x86-tsc
	bracket: yes
	frequency_hz: 2599998164
	resolution_observed_ns: 1
	equal_reads_ppm: 0
	backsteps: 0
	resolution_claimed_ns: 0
	read_ns[cpu0]: 25 26 90
	read_ns[cpu1]: unknown (the CPU did not get to it)
	wrap_s: 7094934219 (by class)
	arch_counter: yes
	arch_frequency_hz: 2600000000
	drift_ppm: -0.120 (+-0.300)
	clockevent[cpu0]: lapic
	i940: no
	changed: no
	verdict: ok
	took_ms: 62
	CLOCK
}

# says KEY VALUE: the report says something else there
says()
{
	awk -v key="$1" -v value="$2" '
		index($0, key ": ") == 1 { print key ": " value; next } { print }' \
		"$clock" > "$tmp/changed"
	cat "$tmp/changed" > "$clock"
}

# clock CODE OPTION...: what the fake kernel's clock is told as
clock()
{
	code=$1
	shift
	expect "$code" "$READER_SANITIZED" --root "$root" clock "$@"
}

# json OPTION...: the same as lines, in $tmp/values
json()
{
	clock 0 --json "$@"
	"$JSONFLAT" < "$tmp/out" > "$tmp/values"
	[ -z "$(sed 's/=.*//' "$tmp/values" | sort | uniq -d)" ]
}

# expect_line LINE [FILE]: there is such a line
expect_line()
{
	grep -qxF -- "$1" "${2:-$tmp/out}" && return 0
	echo "missing: $1; there is:"
	cat "${2:-$tmp/out}"
	return 1
}

# expect_no TEXT: stdout has no line with that text
expect_no()
{
	fails grep -F -- "$1" "$tmp/out"
}

# expect_clean: nothing went out that a terminal would obey
expect_clean()
{
	[ -z "$(cat "$tmp/out" "$tmp/err" | tr -d '\n -~')" ]
}

test_clock()
{
	make_clock
	clock 0 --no-tests
	{
		echo "The kernel tells time by tsc (class tsc): 2599.998 MHz, steps of 1 ns, a read costs 26 ns."
		echo
		cat "$clock"
		echo "sysfs_clocksource: tsc"
		echo "sysfs_available: tsc hpet acpi_pm"
		echo "sysfs_clockevent[cpu0]: lapic"
		echo "sysfs_clockevent[cpu1]: lapic"
	} | expect_out
	[ ! -s "$tmp/err" ]
}

# What is wrong comes first.
test_clock_warns_first()
{
	make_clock
	says verdict "coarse: steps of 30518 ns; no high-resolution timers: ticks of 4000 us"
	says i940 "yes (the timer is a GP timer at 32768 Hz)"
	says changed "yes (tsc-early to tsc)"
	says name 32k_counter
	says class "32k-counter (the name says tsc)"
	says frequency_hz 32768
	says resolution_observed_ns 30517
	says "read_ns[cpu1]" "2400 2500 9000"
	clock 0 --no-tests
	sed '/^$/,$d' "$tmp/out" > "$tmp/sentences"
	diff -u - "$tmp/sentences" <<-'SENTENCES'
	Warning: coarse: steps of 30518 ns
	Warning: no high-resolution timers: ticks of 4000 us
	Erratum i940: yes (the timer is a GP timer at 32768 Hz).
	The clock has changed: yes (tsc-early to tsc).
	The kernel tells time by 32k_counter (class 32k-counter): 32.768 kHz, steps of 30517 ns, a read costs 26 ns to 2500 ns.
	Name and observation disagree: class 32k-counter (the name says tsc).
	By now sysfs names another clock: tsc.
	SENTENCES
}

# What is not known is left out, and worth no warning.
test_clock_unknown()
{
	make_clock
	for key in class frequency_hz resolution_observed_ns "read_ns[cpu0]" wrap_s drift_ppm verdict; do
		says "$key" unknown
	done
	says i940 absent
	says name unknown
	clock 0 --no-tests
	expect_no "another clock"
	says name tsc
	clock 0 --no-tests
	head -1 "$tmp/out" > "$tmp/sentences"
	expect_file "$tmp/sentences" "The kernel tells time by tsc (class unknown)."
	expect_line "drift_ppm: unknown"
	echo "name: tsc" > "$clock"
	echo "later: a key that nobody knows yet" >> "$clock"
	clock 0 --no-tests
	expect_line "The kernel tells time by tsc."
	expect_line "later: a key that nobody knows yet"
	json --no-tests
	expect_line ".name=\"tsc\"" "$tmp/values"
	expect_line ".verdict=null" "$tmp/values"
	expect_line ".drift_ppm=null" "$tmp/values"
}

test_clock_json()
{
	make_clock
	says class "32k-counter (the name says tsc)"
	json --no-tests
	diff -u - "$tmp/values" <<-'VALUES'
	.format="irqscope-clock"
	.version=1
	.verdict="ok"
	.missing=null
	.name="tsc"
	.class="32k-counter"
	.class_text="32k-counter (the name says tsc)"
	.id="x86-tsc"
	.bracket="yes"
	.frequency_hz=2599998164
	.resolution_observed_ns=1
	.equal_reads_ppm=0
	.backsteps=0
	.resolution_claimed_ns=0
	.wrap_s=7094934219
	.arch_counter="yes"
	.arch_frequency_hz=2600000000
	.drift_ppm=-0.120
	.i940="no"
	.changed="no"
	.took_ms=62
	.read_ns[0].cpu=0
	.read_ns[0].min=25
	.read_ns[0].median=26
	.read_ns[0].max=90
	.read_ns[1].cpu=1
	.read_ns[1].min=null
	.read_ns[1].median=null
	.read_ns[1].max=null
	.clockevents[0].cpu=0
	.clockevents[0].device="lapic"
	.sysfs.current_clocksource="tsc"
	.sysfs.available_clocksource[0]="tsc"
	.sysfs.available_clocksource[1]="hpet"
	.sysfs.available_clocksource[2]="acpi_pm"
	.sysfs.clockevents[0].cpu=0
	.sysfs.clockevents[0].device="lapic"
	.sysfs.clockevents[1].cpu=1
	.sysfs.clockevents[1].device="lapic"
	.application=null
	VALUES
	says drift_ppm "+12.5 (+-0.300)"
	json --no-tests
	expect_line ".drift_ppm=12.5" "$tmp/values"
}

# The checker refuses what is no JSON, or the tests above would prove nothing.
test_json_checker()
{
	while read -r text; do
		if printf '%b' "$text" | "$JSONFLAT" > "$tmp/out" 2> "$tmp/err"; then
			echo "accepted: $text"
			return 1
		fi
	done <<-'CASES'
	{"a": 01}
	{"a": 1,}
	{"a": +1}
	{"a": .5}
	{"a" 1}
	{a: 1}
	[1 2]
	[1] 2
	["\\x"]
	["\033[2J"]
	["\303\244"]
	["a
	[nul]
	["\0"]
	CASES
	echo '{"a": [-0.5, "\u001b", {}], "b": null}' | "$JSONFLAT" | tr '\n' ' ' > "$tmp/values"
	expect_file "$tmp/values" '.a[0]=-0.5 .a[1]="\u001b" .b=null '
}

# Texts may hold anything; neither a terminal nor a parser is disturbed by it.
test_clock_hostile_text()
{
	make_clock
	hostile=$(printf 'a"b\\c\033]0;x\007\177\303\244\360\237\230\200\302\233\377\355\240\200\300\257')
	printf 'name: %s\nverdict: %s\nclockevent[cpu0]: %s\n%s: x\n' "$hostile" \
		"$hostile" "$hostile" "$hostile" > "$clock"
	printf '%s\n' "$hostile" > "$system/clocksource/clocksource0/current_clocksource"
	printf '%s\n' "$hostile" > "$system/clockevents/clockevent1/current_device"
	clock 0 --no-tests
	expect_clean
	json --no-tests
	expect_clean
	text='"a\"b\\c\u001b]0;x\u0007\u007f\u00e4\ud83d\ude00\u009b\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd"'
	for key in .name .verdict ".clockevents[0].device" .sysfs.current_clocksource \
		".sysfs.clockevents[1].device"; do
		expect_line "$key=$text" "$tmp/values"
	done
	rm "$clock"
	clock 0 --no-tests
	expect_clean
	printf 'name: x\nwrap_s: \033[2J\n' > "$clock"
	clock 3 --no-tests
	expect_clean
	expect_err 'wrap_s: "?[2J" is not a number'
}

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
