#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Trials: what is recorded under which setting, what QoS registers hold meanwhile, and
# that they hold what is promised after every end there is.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

# Words by setting: the last byte but one of the third also has an order-id, which is
# never switched; the register of the GPIO chip holds only what it drives.
FILL=0xcafe7ac5
CBASS=45d20000.interconnect
GPIO=90303f0.gpio-priority
GPIO_DATA=0x090303fc
GPIO_DIRECTION=0x09030400
TRIAL=$DEBUGFS/trial

[ -d "/proc/device-tree/qos-bus/gpio-priority@90303f0" ] ||
	skip_all "needs a devicetree of qos/run.sh"

found_in_force() {
	holds 0x45d20500 0x00007000 && holds 0x45d24d00 $FILL && holds 0x45d87900 0xcafe7a85 &&
		holds 0x45c00030 $FILL && holds $GPIO_DATA 0x00000000
}

wanted_in_force() {
	holds 0x45d20500 0x00006000 && holds 0x45d24d00 0xcafe0ac5 &&
		holds 0x45d87900 0xcafe2a85 && holds 0x45c00030 0x88880881 &&
		holds $GPIO_DATA 0x00000005
}

# Load afresh, with the rest of the arguments as parameters, and run.
begin() {
	devmem $GPIO_DIRECTION 32 7
	mark_log
	load_afresh warmup_ms=0 allow_unsafe_qos=1 run=1 "$@" && wanted_in_force
}

# Print the error that opening the file gives, and "none" without one.
open_error() {
	# shellcheck disable=SC3020 # as many of dash as of BusyBox know it
	if message=$(sh -c "exec 8> '$TRIAL'" 2>&1); then
		echo none
	else
		errno_of "$message"
	fi
}

# Print the error that word $1 to the open file gives.
word_error() {
	if message=$(echo "$1" | dd 2>&1 >&7); then
		echo none
	else
		errno_of "$message"
	fi
}

says() {
	error=$(word_error "$1")
	[ "$error" = "${2:-none}" ] && return
	ktap_print_msg "'$1': $error, not ${2:-none}"
	return 1
}

# Samples of CPU $2 and stage $3 under setting $1.
samples() {
	irqscope show | awk -v setting="$1" -v cpu="$2" -v stage="$3" '
		/^# setting / { now = $3; next }
		now == setting && $1 == cpu && $2 == stage { print $3 }'
}

# Run a test with the file closed before and after it.
alone() {
	exec 7>&-
	"$@"
	status=$?
	exec 7>&-
	return $status
}

# Remember how many there are under both settings, for what follows.
count_now() { a_before=$(samples a "${1:-0}" irq) b_before=$(samples b "${1:-0}" irq); }

# Of a and b those grow that are named, and the others stay as they are.
grows() {
	count_now
	sleep 0.5
	a=$(samples a 0 irq) b=$(samples b 0 irq)
	grown=
	[ "$a" = "$a_before" ] || grown=a
	[ "$b" = "$b_before" ] || grown=${grown}b
	[ "$grown" = "$1" ] && return
	ktap_print_msg "a $a_before to $a, b $b_before to $b"
	return 1
}

open_needs_run() {
	put run 0
	mark_log
	[ "$(open_error)" = ENODEV ] && log_since_mark | grep -q 'trial: there is no run' && put run 1
}

# Whoever looks at all files begins no trial.
reading_refused() {
	! cat $TRIAL 2> /dev/null && put run 0 && put run 1 &&
		! irqscope show | grep '^# trial\|^# setting'
}

open_is_exclusive() {
	exec 7> $TRIAL
	mark_log
	[ "$(open_error)" = EBUSY ] && log_since_mark | grep -q 'trial: somebody else' || return 1
	exec 7>&-
	[ "$(open_error)" = none ]
}

bad_words_refused() {
	exec 7> $TRIAL
	for word in '' c A ab 'a b' aa hold1 qosqosqosqos 0; do
		mark_log
		says "$word" EINVAL && [ "$(log_since_mark | grep -c 'trial: ".*" is not a, b')" = 1 ] ||
			return 1
	done
	says a && mark_log && says qos EINVAL && log_since_mark | grep -q 'must come before' &&
		wanted_in_force || return 1
	exec 7>&-
}

# Nothing before the first switch, then one after the other; no settling here.
settings_apart() {
	begin trial_settle_ms=0 || return 1
	exec 7> $TRIAL
	[ "$(samples a 0 irq)$(samples b 0 irq)" = 00 ] && grows '' && says a && grows a &&
		says b && grows b && says b && grows b && says hold && grows '' && says a &&
		grows a && wanted_in_force || return 1
	exec 7>&-
	grows a && irqscope show | grep -q '^# trial: a for [0-9.]* s after 2 switches, b for [0-9.]* s after 2 switches' &&
		grep -q '^# trial: setting a, .* came after the trial; setting b' "$DEBUGFS/summary" &&
		grep -q '^# trial: ' "$DEBUGFS/hist/irq"
}

# What an event of one setting counts as at its later stages is under that setting, too.
stages_apart() {
	begin trial_settle_ms=0 period_us=200 stages=irq,softirq,thread,work || return 1
	exec 7> $TRIAL
	for _ in 1 2 3 4 5 6 7 8 9 10; do says a && usleep 20000 && says b && usleep 20000; done
	put run 0
	exec 7>&-
	irqscope show | awk '
		/^# setting / { setting = $3 }
		/^#/ || $1 == "cpu" || !setting { next }
		$2 == "irq" { events[setting $1] = $3 + $12 }
		{ rows++; if ($3 + $12 + $14 != events[setting $1] || !$3) { print; bad = 1 } }
		END { exit bad || rows < 8 }' || return 1
}

settles() {
	begin trial_settle_ms=6000 || return 1
	exec 7> $TRIAL
	says a && grows '' && sleep 6 && grows a && says b && grows '' && sleep 6 && grows b || return 1
	exec 7>&-
}

reset_clears_both() {
	begin trial_settle_ms=0 || return 1
	exec 7> $TRIAL
	says a && sleep 0.3 && says b && sleep 0.3 && says hold && put reset 1 &&
		[ "$(samples a 0 irq)$(samples b 0 irq)" = 00 ] && says b && grows b &&
		[ "$(samples a 0 irq)" = 0 ] || return 1
	exec 7>&-
}

registers_switch() {
	begin || return 1
	exec 7> $TRIAL
	mark_log
	says qos && wanted_in_force && logged 'trial: qos: 5 fields are switched on a running system' &&
		says a && found_in_force && says b && wanted_in_force && says b && wanted_in_force &&
		says a && says hold && found_in_force && prints 'applied 1 drifted 5 restored 0' condition qos &&
		says a && found_in_force || return 1
	exec 7>&-
	wanted_in_force && prints 'applied 6 drifted 0 restored 0' condition qos
}

# A trial that goes on under a in another process, $holder.
hold_a() {
	sh -c "exec 7> $TRIAL; echo qos >&7; echo a >&7; exec sleep 1000" &
	holder=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 0.2
		[ "$(word 0x45d20500)" != 0x00007000 ] || break
	done
	found_in_force
}

killed_restores() {
	hold_a || return 1
	kill -9 "$holder"
	wait "$holder" 2> /dev/null
	wanted_in_force && [ "$(open_error)" = none ]
}

# Write the settings $1... between two runs.
run_with() {
	put run 0 && put_all "$@" && put run 1
}

# Killed when an outlier has ended the run, and before the kernel has seen to that, which
# it does a period later: the task that dies has to.
killed_behind_outlier() {
	run_with period_us=1000000 threshold_us=irq:1 stop_on_outlier=1 trial_settle_ms=0 && hold_a || return 1
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ "$(get run)" = 1 ] || break
		sleep 0.2
	done
	state=$(get run)
	found_in_force
	found=$?
	kill -9 "$holder"
	wait "$holder" 2> /dev/null
	wanted_in_force
	wanted=$?
	ktap_print_msg "run $state, clock changed: $(condition clock_changed)"
	[ "$state" = 0 ] && [ $found = 0 ] && [ $wanted = 0 ] && [ "$(condition clock_changed)" = no ]
	result=$?
	run_with period_us=1000 threshold_us=0 stop_on_outlier=0 trial_settle_ms=100 || result=1
	return $result
}

run_end_restores() {
	exec 7> $TRIAL
	says qos && says a && found_in_force && put run 0 && wanted_in_force &&
		says b ESHUTDOWN && says qos ESHUTDOWN && put run 1 && says a ESHUTDOWN &&
		wanted_in_force || return 1
	exec 7>&-
	count=$(get stats/cpu0/irq/count)
	sleep 0.3
	wanted_in_force && [ "$(get stats/cpu0/irq/count)" -gt "$count" ]
}

# The register holds 0 and takes nothing more: the others go where they belong.
stuck_register_ends_it() {
	exec 7> $TRIAL
	says qos && says a && found_in_force || return 1
	devmem $GPIO_DIRECTION 32 0
	mark_log
	says b EIO && says a ESHUTDOWN && holds $GPIO_DATA 0x00000000 && holds 0x45d20500 0x00006000 &&
		holds 0x45c00030 0x88880881 &&
		log_since_mark | grep -q "$GPIO: qos: register $GPIO_DATA does not hold bits 0x00000005" &&
		logged 'trial: qos: a register does not hold the value of b; the trial has ended' &&
		prints "$GPIO vip3[0] emif-priority 0 5 0 drifted" \
			eval "grep -F 'vip3[0]' $DEBUGFS/qos | tr -s ' '" || return 1
	exec 7>&-
	irqscope show | grep -q '^# trial: .*; a register did not hold' || return 1
	devmem $GPIO_DIRECTION 32 7
	echo 1 > $DEVICES/$GPIO/qos/apply && wanted_in_force
}

# Its numbers stay under the setting that it had, and it comes back under the other.
offline_keeps() {
	begin trial_settle_ms=0 || return 1
	exec 7> $TRIAL
	says qos && says b && sleep 0.5 && echo 0 > /sys/devices/system/cpu/cpu1/online || return 1
	count_now 1
	[ "$b_before" -gt 0 ] && says a && found_in_force && sleep 0.5 &&
		[ "$(samples b 1 irq)" = "$b_before" ] && [ "$(samples a 1 irq)" = 0 ] &&
		echo 1 > /sys/devices/system/cpu/cpu1/online && sleep 0.5 &&
		[ "$(samples b 1 irq)" = "$b_before" ] && [ "$(samples a 1 irq)" -gt 0 ] &&
		echo 0 > /sys/devices/system/cpu/cpu1/online || return 1
	exec 7>&-
	wanted_in_force && echo 1 > /sys/devices/system/cpu/cpu1/online && wanted_in_force
}

# A sleep that resets registers gives them back what the setting in force has.
resume_keeps_the_setting() {
	exec 7> $TRIAL
	says qos && says a || return 1
	devmem 0x45d20500 32 0x00003000
	echo 1 > /sys/module/suspend/parameters/pm_test_delay
	echo platform > /sys/power/pm_test
	echo freeze > /sys/power/state || return 1
	echo none > /sys/power/pm_test
	found_in_force || return 1
	exec 7>&-
	wanted_in_force
}

unbound_stays_found() {
	exec 7> $TRIAL
	says qos && says b && driver unbind $CBASS && holds 0x45d20500 0x00007000 && says a &&
		says b && holds 0x45d20500 0x00007000 && holds 0x45c00030 0x88880881 || return 1
	exec 7>&-
	holds 0x45d20500 0x00007000 && driver bind $CBASS && wanted_in_force
}

rmmod_waits_for_close() {
	hold_a && ! rmmod irqscope 2> /dev/null && found_in_force || return 1
	kill -9 "$holder"
	wait "$holder" 2> /dev/null
	rmmod irqscope && no_trace && holds 0x45d20500 0x00007000 && holds 0x45d24d00 $FILL &&
		holds 0x45d87900 $FILL && holds 0x45c00030 $FILL && holds $GPIO_DATA 0x00000000
}

# The reader: a trial of QoS to its end, and one that is interrupted.
READER="irqscope trial --qos --quiet --warmup 0 --seed 1"

reader_ends() {
	begin trial_settle_ms=20 && put run 0 || return 1
	$READER --block 100ms --duration 3s -o /tmp/trial > /tmp/out 2>&1
	status=$?
	wanted_in_force && [ $status = 0 ] && grep -q '^cpu stage .* pairs ' /tmp/out && [ "$(get run)" = 0 ] &&
		irqscope show /tmp/trial | grep -q '^# setting b' && return
	sed 's/^/# /' /tmp/out
	return 1
}

# With signal $1, while setting a is in force.
reader_signalled() {
	$READER --block 5s --duration 120s -o "/tmp/trial.$1" > /tmp/out 2>&1 &
	reader=$!
	for _ in $(seq 500); do
		usleep 20000
		[ "$(word 0x45d20500)" != 0x00007000 ] || break
	done
	found_in_force
	found=$?
	kill -"$1" $reader
	wait $reader 2> /dev/null
	[ $found = 0 ] && wanted_in_force
}

reader_interrupted() { reader_signalled INT && [ "$(get run)" = 0 ]; }

# Nothing but the kernel is left to do it; the run goes on, as any run does then.
reader_killed() {
	reader_signalled KILL && [ "$(get run)" = 1 ] && [ "$(open_error)" = none ] && put run 0
}

rmmod_right_after() {
	$READER --block 100ms --duration 2s > /dev/null 2>&1
	rmmod irqscope && no_trace && holds 0x45d20500 0x00007000 && holds 0x45c00030 $FILL
}

# Two commands for a lever; a is made once more at every end.
commands_switch() {
	begin trial_settle_ms=20 && put run 0 || return 1
	rm -f /tmp/lever
	irqscope trial --a 'echo a >> /tmp/lever' --b 'echo b >> /tmp/lever' --quiet --warmup 0 \
		--block 100ms --duration 2s --seed 1 > /tmp/out 2>&1 &&
		[ "$(grep -c a /tmp/lever)" = $((1 + $(grep -c b /tmp/lever))) ] &&
		[ "$(tail -n 1 /tmp/lever)" = a ] && wanted_in_force && return
	sed 's/^/# /' /tmp/out
	return 1
}

failing_command_ends_it() {
	rm -f /tmp/lever
	! irqscope trial --a 'echo a >> /tmp/lever' --b 'echo b >> /tmp/lever; exit 7' --quiet \
		--warmup 0 --block 100ms --duration 2s > /tmp/out 2>&1 &&
		grep -q -- '--b ".*" ended with exit code 7\|--b ".*": ended with exit code 7' /tmp/out &&
		! grep -q 'verdict' /tmp/out &&
		[ "$(tail -n 1 /tmp/lever)" = a ] && [ "$(get run)" = 0 ]
}

# What a trial that was cut short after $1 pairs has printed into /tmp/out, with status $2
# and saved as /tmp/cut, of which the same is said again.
tells_what_it_had() {
	irqscope trial /tmp/cut > /tmp/again 2>&1
	[ "$2" = 1 ] && grep -q "^cpu stage .* verdict" /tmp/out &&
		grep -q "; cut short by an error, after $1 of [0-9]* pairs\.\$" /tmp/out &&
		awk -v pairs="$1" '/verdict/ { on = 1; next } on && $3 ~ "^" pairs "$" { rows++ } END { exit !rows }' /tmp/out &&
		grep '^cpu\|^ *[0-9]\|cut' /tmp/out > /tmp/told && grep '^cpu\|^ *[0-9]\|cut' /tmp/again | cmp - /tmp/told &&
		[ "$(get run)" = 0 ] && return
	sed 's/^/# /' /tmp/out /tmp/again
	return 1
}

# The command that makes b fails at its third time.
failing_command_leaves_pairs() {
	rm -f /tmp/lever /tmp/cut
	# shellcheck disable=SC2016 # the shell of the command expands it
	irqscope trial --a 'echo a >> /tmp/lever' \
		--b 'echo b >> /tmp/lever; [ $(grep -c b /tmp/lever) -lt 3 ]' --quiet --warmup 0 \
		--block 100ms --duration 3s --seed 1 -o /tmp/cut > /tmp/out 2>&1
	tells_what_it_had 2 $? && grep -q 'ended with exit code 1$' /tmp/out &&
		[ "$(tail -n 1 /tmp/lever)" = a ]
}

# So does the register of the GPIO chip, some time.
failing_register_leaves_pairs() {
	rm -f /tmp/cut
	$READER --block 200ms --duration 30s -o /tmp/cut > /tmp/out 2>&1 &
	reader=$!
	sleep 3
	devmem $GPIO_DIRECTION 32 0
	wait $reader
	tells_what_it_had '[1-9][0-9]*' $? &&
		grep -q 'a register did not hold its value, which ended the trial; cut short' /tmp/out
	result=$?
	devmem $GPIO_DIRECTION 32 7
	echo 1 > $DEVICES/$GPIO/qos/apply && wanted_in_force && return $result
}

devmem $GPIO_DIRECTION 32 7
begin || skip_all "the nodes cannot be bound"
need_debugfs
ktap_print_header
ktap_set_plan 27
ktap_test_result "open_needs_run" alone open_needs_run
ktap_test_result "reading_refused" alone reading_refused
ktap_test_result "open_is_exclusive" alone open_is_exclusive
ktap_test_result "bad_words_refused" alone bad_words_refused
ktap_test_result "settings_apart" alone settings_apart
ktap_test_result "stages_apart" alone stages_apart
ktap_test_result "settles" alone settles
ktap_test_result "reset_clears_both" alone reset_clears_both
ktap_test_result "registers_switch" alone registers_switch
ktap_test_result "killed_restores" alone killed_restores
ktap_test_result "killed_behind_outlier" alone killed_behind_outlier
ktap_test_result "run_end_restores" alone run_end_restores
ktap_test_result "stuck_register_ends_it" alone stuck_register_ends_it
if [ -e /sys/devices/system/cpu/cpu1/online ]; then
	ktap_test_result "offline_keeps" alone offline_keeps
else
	ktap_test_skip "offline_keeps"
fi
if [ -w /sys/power/pm_test ]; then
	ktap_test_result "resume_keeps_the_setting" alone resume_keeps_the_setting
else
	ktap_test_skip "resume_keeps_the_setting"
fi
ktap_test_result "unbound_stays_found" alone unbound_stays_found
ktap_test_result "rmmod_waits_for_close" alone rmmod_waits_for_close
ktap_test_result "reader_ends" alone reader_ends
ktap_test_result "reader_interrupted" alone reader_interrupted
ktap_test_result "reader_killed" alone reader_killed
ktap_test_result "rmmod_right_after" alone rmmod_right_after
ktap_test_result "commands_switch" alone commands_switch
ktap_test_result "failing_command_ends_it" alone failing_command_ends_it
ktap_test_result "failing_command_leaves_pairs" alone failing_command_leaves_pairs
ktap_test_result "failing_register_leaves_pairs" alone failing_register_leaves_pairs
put run 1
ktap_test_result "module_measures" eval 'put run 0 && measures'
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_finished
