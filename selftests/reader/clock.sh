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
