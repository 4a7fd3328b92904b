#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What the clock is: each clocksource that the kernel has is selected in turn, and
# one of 32768 Hz that the injector makes. CLOCKS, if set, names those that must
# be among them, with "+" between.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

load_afresh period_us=1000 warmup_ms=0
need_debugfs
need_injector
SOURCES=/sys/devices/system/clocksource/clocksource0
FAKE=$INJECT/fake_clock

select_clock() { echo "$1" > $SOURCES/current_clocksource; }
available() { tr ' ' '\n' < $SOURCES/available_clocksource | grep .; }
current() { cat $SOURCES/current_clocksource; }

# Keep what the module says of the clock now; its value for a key.
look() { cat "$DEBUGFS/clock" > /tmp/clock; }
clock() { sed -n "s/^$1: //p" /tmp/clock; }
# The first word of that.
word() { clock "$1" | cut -d ' ' -f 1; }

# Is whole number $1 between $2 and $3?
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ]; }
# Is decimal number $1 below $2, whatever its sign?
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !((a < 0 ? -a : a) < b) }'; }

# Say what was found where it was not expected.
unexpected() {
	ktap_print_msg "unexpected: $*"
	sed 's/^/# /' /tmp/clock
	return 1
}

# Every key, in order, with a value; CPU by CPU where it says so.
keys() {
	look
	wanted='name class id bracket frequency_hz resolution_observed_ns equal_reads_ppm backsteps resolution_claimed_ns'
	for cpu in $(cpus_online); do wanted="$wanted read_ns[cpu$cpu]"; done
	wanted="$wanted wrap_s arch_counter arch_frequency_hz drift_ppm"
	for cpu in $(cpus_online); do wanted="$wanted clockevent[cpu$cpu]"; done
	wanted="$wanted i940 changed verdict took_ms"
	! grep -v '^[][a-z0-9_]*: .' /tmp/clock && [ "$(sed 's/:.*//' /tmp/clock | xargs)" = "$wanted" ] && return
	unexpected "$(sed 's/:.*//' /tmp/clock | xargs)"
}

# What is known of a clocksource: class, frequency, resolution in ns (- if it
# depends on the CPU). The frequencies are those of QEMU's machines.
known() {
	case $1 in
	tsc) echo "tsc $(word arch_frequency_hz) -" ;;
	hpet) echo "hpet 100000000 10" ;;
	acpi_pm) echo "pm-timer 3579545 279" ;;
	arch_sys_counter) echo "arch-counter 62500000 16" ;;
	arm,sp804) echo "gp-timer 1000000 1000" ;;
	fake_32k) echo "32k-counter 32768 30517" ;;
	*) echo "? 0 -" ;;
	esac
}

# The current clock is what is known of it, and says when it begins anew.
told_right() {
	name=$(current)
	look
	known "$name" > /tmp/known
	read -r class hz resolution_ns < /tmp/known
	[ "$(clock name)" = "$name" ] && [ "$(clock class)" = "$class" ] &&
		between "$(word frequency_hz)" $((hz - hz / 1000)) $((hz + hz / 1000)) &&
		{ [ "$resolution_ns" = - ] || [ "$(word resolution_observed_ns)" = "$resolution_ns" ]; } &&
		[ "$(word took_ms)" -lt 1000 ] && [ "$(word backsteps)" = 0 ] && return
	unexpected "$name"
}

# What a read costs on the first CPU when nothing disturbs it, in ns.
read_ns() { clock 'read_ns\[cpu0\]' | cut -d ' ' -f 1; }

# What a program pays for a read, by the reader's own account.
program_read_ns() {
	irqscope clock --json | tr -d ' \n' |
		sed -n 's/.*"read_ns":{"min":\([0-9]*\),"median".*/\1/p'
}

# Names of clocks, the cheapest to read first, by the rest of the arguments.
by_cost() {
	for name in $clocks; do
		select_clock "$name"
		look
		echo "$("$@") $name"
	done | sort -n | sed 's/.* //' | xargs
}

# Two ways to measure it order the clocks in the same way, the TSC first. Other
# work on this machine can be in the way of one or the other.
cost_in_order() {
	for _ in 1 2 3 4; do
		ours=$(by_cost read_ns)
		theirs=$(by_cost program_read_ns)
		ktap_print_msg "the cheapest first: $ours; for a program: $theirs"
		select_clock "$first"
		[ "${ours%% *}" != tsc ] || [ "$ours" != "$theirs" ] || return 0
	done
	return 1
}

# The counter of the architecture against itself.
no_drift() {
	look
	[ "$(clock bracket)" = yes ] && [ "$(clock arch_counter)" = yes ] &&
		below "$(word drift_ppm)" 1 && return
	unexpected "drift $(clock drift_ppm)"
}

# A machine without it: nothing is said about it, and nobody has touched it.
no_counter() {
	look
	[ "$(clock arch_counter)" = no ] && [ "$(clock bracket)" = absent ] &&
		[ "$(clock drift_ppm)" = unknown ] && [ "$(clock arch_frequency_hz)" = unknown ] && return
	unexpected "a counter"
}

# All that shows numbers begins with the words.
said_everywhere() {
	for show in "cat $DEBUGFS/summary" "cat $DEBUGFS/hist/irq" "irqscope show" "irqscope clock"; do
		line=$($show | head -n 1)
		case $line in
		"# "*"$1"*) ;;
		*) [ "${show#irqscope}" != "$show" ] && [ -z "${line##*"$1"*}" ] && continue
			unexpected "$show begins: $line"
			return 1 ;;
		esac
	done
	case $(condition clock_verdict) in *"$1"*) ;; *) return 1 ;; esac
	irqscope clock --json | grep -q "\"verdict\": *\".*$1"
}

# The clock of 32768 Hz: its steps are seen, and said wherever there are numbers.
# Of the reads that fit into a step, all but one are equal to the one before; a read
# takes microseconds under a kernel's own checks.
coarse_seen() {
	told_right && [ "$(word equal_reads_ppm)" -gt $((900000 - $(read_ns) * 1000000 / 30517)) ] && [ "$(clock id)" != arm-arch-counter ] &&
		[ "$(clock bracket)" = no ] && return
	unexpected "$(current)"
}

coarse_said() {
	look
	case $(clock verdict) in "coarse: fake_32k "*30517*) ;; *) unexpected verdict; return 1 ;; esac
	said_everywhere "coarse: fake_32k moves in steps of 30517 ns"
}

# It changed under the run: that stays said, and what the run was measured by.
change_said() {
	look
	case "$(clock verdict), $(clock changed)" in
	"ok, yes ("*"fake_32k in steps of 30517 ns)") ;;
	*) unexpected "after the change"; return 1 ;;
	esac
	case "$(condition clock_verdict), $(condition clock_changed)" in
	"ok, yes ("*"to $first; part of it was measured by fake_32k in steps of 30517 ns)") ;;
	*) unexpected "$(condition clock_changed)"; return 1 ;;
	esac
	head -n 1 "$DEBUGFS/summary" | grep -q '^# .*measured by fake_32k in steps of 30517 ns' &&
		irqscope show | grep -q '^# .*measured by fake_32k in steps of 30517 ns'
}

clean_again() {
	put run 0
	put run 1
	look
	[ "$(clock changed)" = no ] && [ "$(condition clock_changed)" = no ] &&
		[ "$(condition clock_verdict)" = ok ] && ! grep -q '^# ' "$DEBUGFS/summary"
}

# Away and back between two looks is a change, too.
unseen_change_said() {
	select_clock fake_32k
	select_clock "$first"
	case $(condition clock_changed) in yes*) ;; *) return 1 ;; esac
}

# A run that has ended keeps the clock it was measured by.
old_run_keeps_clock() {
	put run 0
	select_clock fake_32k
	put run 1
	usleep 100000
	put run 0
	select_clock "$first"
	look
	case "$(clock verdict), $(condition clocksource), $(condition clock_verdict)" in
	"ok, fake_32k, coarse: "*) ;;
	*) unexpected "$(condition clock_verdict)"; return 1 ;;
	esac
	[ "$(condition clock_changed)" = no ] && head -n 1 "$DEBUGFS/summary" | grep -q '^# coarse: fake_32k'
}

# A change between the last look and the end of the run.
change_before_stop_said() {
	put run 1
	select_clock fake_32k
	put run 0
	select_clock "$first"
	case "$(condition clocksource), $(condition clock_changed)" in "fake_32k, yes ("*) ;; *) return 1 ;; esac
}

# What a program sees of the clock of 32768 Hz, and of the one before.
program_sees_it() {
	irqscope clock > /tmp/before
	select_clock fake_32k
	irqscope clock > /tmp/clock
	select_clock "$first"
	before=$(sed -n 's/^app_path: //p' /tmp/before)
	ktap_print_msg "$first: $before; fake_32k: $(clock app_path), $(clock app_step_ns) ns, $(clock app_equal_reads_ppm) ppm"
	case $(uname -m),$first in
	aarch64,* | x86_64,tsc) [ "$before" = vdso ] || return 1 ;;
	esac
	[ "$(clock app_path)" = syscall ] && between "$(clock app_step_ns)" 30517 30518 &&
		[ "$(clock app_equal_reads_ppm)" -gt 300000 ] && [ "$(clock app_backsteps)" = 0 ]
}

# A clock that goes 1/128 too fast, by the counter, and whose rate by its own
# reckoning is right all the same.
drift_told() {
	echo fast > "$FAKE"
	select_clock fast
	look
	select_clock "$first"
	echo 0 > "$FAKE"
	ktap_print_msg "drift $(clock drift_ppm)"
	between "$(word frequency_hz)" 32700 32836 &&
		awk -v d="$(word drift_ppm)" -v e="$(clock drift_ppm | sed 's/.*(+-\(.*\))/\1/')" \
			'BEGIN { off = d - 7812.5; exit !((off < 0 ? -off : off) <= e && e < 2000) }'
}

# Steps of 30517 or 30518 ns, by a counter of 1 GHz.
uneven_steps_seen() {
	echo rough > "$FAKE"
	select_clock rough
	look
	select_clock "$first"
	echo 0 > "$FAKE"
	case "$(clock class), $(clock verdict)" in
	"unknown, coarse: rough moves in steps of 3051"[678]" ns"*) ;;
	*) unexpected rough ;;
	esac
}

# A clock that now and then tells an earlier time than before.
backsteps_seen() {
	echo back > "$FAKE"
	select_clock back
	look
	select_clock "$first"
	echo 0 > "$FAKE"
	case "$(clock verdict)" in
	*"goes back: back gave an earlier time than before in $(clock backsteps) reads"*) ;;
	*) unexpected back; return 1 ;;
	esac
	[ "$(clock backsteps)" -gt 0 ]
}

# A name that belongs to another kind of clock does not deceive.
name_disagrees() {
	echo dmtimer > "$FAKE"
	select_clock dmtimer
	look
	class=$(clock class)
	echo 0 > "$FAKE"
	ktap_print_msg "class: $class"
	[ "$class" = "32k-counter (the name stands for gp-timer)" ]
}

# Who looks from where there is no sysfs sees no name, and no change either.
no_name_no_change() {
	mkdir -p /tmp/tree/debug
	mount -t debugfs debugfs /tmp/tree/debug
	cp "$shell" /tmp/tree/busybox
	put run 0
	put run 1
	chroot /tmp/tree /busybox cat /debug/irqscope/clock > /tmp/clock
	name=$(clock name)
	chroot /tmp/tree /busybox cat /debug/irqscope/conditions > /tmp/conditions
	umount /tmp/tree/debug
	ktap_print_msg "there: $name, $(sed -n 's/^clocksource: //p' /tmp/conditions)"
	[ "$name" = unknown ] && grep -q "^clocksource: $first\$" /tmp/conditions &&
		[ "$(condition clock_changed)" = no ] && [ "$(condition clocksource)" = "$first" ]
}

# Clocks whose counts are far apart, changed under the looks: no look makes one
# figure from two clocks.
changed_under_looks() {
	echo far > "$FAKE"
	put run 0
	put run 1
	(while :; do select_clock far; select_clock "$first"; done) &
	switching=$!
	end=$(($(cut -d . -f 1 /proc/uptime) + 5))
	mixed=''
	while [ "$(cut -d . -f 1 /proc/uptime)" -lt $end ]; do
		cat "$DEBUGFS/conditions" > /tmp/conditions
		resolution=$(sed -n 's/^clock_resolution_ns: //p' /tmp/conditions)
		# one that was not seen to move is no figure of any clock
		[ "$resolution" = unknown ] || [ "$resolution" -le 1000 ] || mixed="$resolution"
	done
	kill $switching
	wait $switching
	select_clock "$first"
	echo 0 > "$FAKE"
	ktap_print_msg "changed: $(condition clock_changed)${mixed:+, mixed: $mixed ns}"
	[ -z "$mixed" ] && case $(condition clock_changed) in yes*) ;; *) false ;; esac
}

# A CPU that a real-time task has for itself is not waited for. Since 6.12 the kernel gives
# ordinary tasks 50 ms a second beside it, so one look of a few may get its turn there.
hog_not_waited_for() {
	cpu=$(cpus_online | tail -n 1)
	rt_runtime=$(cat /proc/sys/kernel/sched_rt_runtime_us)
	echo -1 > /proc/sys/kernel/sched_rt_runtime_us
	taskset -p 1 $$ > /dev/null
	# what is in its way to a look may have to wait for that CPU: then once more
	for _ in 1 2 3; do
		hold_cpu "$cpu" 90 5000
		for _ in 1 2 3; do
			look
			[ "$(word "read_ns\[cpu$cpu\]")" != unknown ] || break
		done
		held=$(kill -0 "$hog" 2> /dev/null && echo yes)
		wait "$hog"
		[ -z "$held" ] || break
	done
	echo "$rt_runtime" > /proc/sys/kernel/sched_rt_runtime_us
	ktap_print_msg "took $(clock took_ms) ms, still held: $held," \
		"read in $(word 'read_ns\[cpu0\]') and $(word "read_ns\[cpu$cpu\]") ns"
	[ "$held" = yes ] && [ "$(word took_ms)" -lt 2000 ] &&
		[ "$(word "read_ns\[cpu$cpu\]")" = unknown ] && [ "$(word 'read_ns\[cpu0\]')" != unknown ]
}

# Two readers at once, while the CPUs are measured: both get all of it.
two_readers() {
	put run 1
	cat "$DEBUGFS/clock" > /tmp/clock.1 &
	cat "$DEBUGFS/clock" > /tmp/clock.2
	wait $!
	put run 0
	grep -q '^took_ms: ' /tmp/clock.1 && grep -q '^took_ms: ' /tmp/clock.2
}

first=$(current)
clocks=$(available | xargs)
counter=$(awk -F ': ' '$1 == "arch_counter" { print $2 }' "$DEBUGFS/clock")
ktap_print_header
ktap_set_plan 25
put run 1
ktap_test_result "keys" keys
missing=''
for name in $(echo "${CLOCKS:-}" | tr '+' ' '); do
	case " $clocks " in *" $name "*) ;; *) missing="$missing $name" ;; esac
done
[ -z "$missing" ] || ktap_print_msg "missing:$missing"
ktap_test_result "wanted_clocks_there" [ -z "$missing" ]
told=0
for name in $clocks; do
	select_clock "$name"
	told_right || told=1
	ktap_print_msg "$name: class $(clock class), $(clock frequency_hz) Hz, $(clock resolution_observed_ns) ns, read $(read_ns) ns"
done
select_clock "$first"
ktap_test_result "each_clock_told_right" [ $told = 0 ]
# only there do they differ by enough in an emulator
if [ "${clocks#*tsc}" != "$clocks" ] && [ "$(echo "$clocks" | wc -w)" -gt 1 ]; then
	ktap_test_result "read_cost_in_order" cost_in_order
else
	ktap_test_skip "read_cost_in_order"
fi
put run 0
put run 1
if [ "$counter" = yes ]; then
	look
	case $(clock class) in
	tsc | arch-counter) ktap_test_result "no_drift_against_itself" no_drift ;;
	*) ktap_test_skip "no_drift_against_itself" ;;
	esac
	ktap_test_skip "no_counter_none_touched"
	echo fake_32k > "$FAKE"
	ktap_test_result "fake_not_chosen" [ "$(current)" = "$first" ]
	select_clock fake_32k
	ktap_test_result "fake_32k_seen" coarse_seen
	ktap_test_result "fake_32k_said_everywhere" coarse_said
	select_clock "$first"
	ktap_test_result "change_of_clock_said" change_said
	ktap_test_result "next_run_clean" clean_again
	ktap_test_result "unseen_change_said" unseen_change_said
	ktap_test_result "old_run_keeps_its_clock" old_run_keeps_clock
	ktap_test_result "change_before_stop_said" change_before_stop_said
	ktap_test_result "program_sees_it" program_sees_it
	ktap_test_result "drift_told" drift_told
	ktap_test_result "uneven_steps_seen" uneven_steps_seen
	ktap_test_result "backsteps_seen" backsteps_seen
	ktap_test_result "name_does_not_deceive" name_disagrees
	ktap_test_result "changed_under_looks" changed_under_looks
else
	ktap_test_skip "no_drift_against_itself"
	ktap_test_result "no_counter_none_touched" no_counter
	for name in fake_not_chosen fake_32k_seen fake_32k_said_everywhere \
		change_of_clock_said next_run_clean unseen_change_said \
		old_run_keeps_its_clock change_before_stop_said program_sees_it \
		drift_told uneven_steps_seen backsteps_seen name_does_not_deceive changed_under_looks; do
		ktap_test_skip "$name"
	done
fi
# a program that needs no libraries has to come along
shell=$(readlink /proc/$$/exe)
case $shell in
*busybox) ktap_test_result "no_name_no_change" no_name_no_change ;;
*) ktap_test_skip "no_name_no_change" ;;
esac
put run 0
if [ "$(cpus_online | wc -l)" -gt 1 ]; then
	ktap_test_result "hog_is_not_waited_for" hog_not_waited_for
else
	ktap_test_skip "hog_is_not_waited_for"
fi
ktap_test_result "two_readers" two_readers
rmmod irqscope_inject
ktap_test_result "clock_of_the_start_again" [ "$(current)" = "$first" ]
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_finished
