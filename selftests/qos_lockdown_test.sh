#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In lockdown, where nobody can write registers from outside any more, the module
# shows what it set, sets it again and puts it back. Must be the last in a boot.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

LOCKDOWN=/sys/kernel/security/lockdown
A53=45d20000.interconnect/qos/a53-read.0.bus-priority

mount -t securityfs securityfs /sys/kernel/security 2> /dev/null
[ -w $LOCKDOWN ] || skip_all "this kernel has no lockdown"
load_afresh warmup_ms=0
devmem 0x45d20500 32 0x00005000
echo integrity > $LOCKDOWN || skip_all "cannot enter lockdown"

outside_refused() { ! devmem 0x45d20500 32 0x00004000 2> /dev/null; }

drift_shown() {
	prints drifted cat "$DEVICES/$A53/state" && prints 5 cat "$DEVICES/$A53/current"
}

apply_repairs() {
	echo 1 > "$DEVICES/$A53/../apply" && prints applied cat "$DEVICES/$A53/state" &&
		prints 6 cat "$DEVICES/$A53/current"
}

# A run goes on, so nothing else stands in the way.
trial_refused() {
	put run 1 || return 1
	message=$(sh -c "exec 8> '$DEBUGFS/trial'" 2>&1)
	status=$?
	put run 0
	[ $status != 0 ] && case $message in *'not permitted'*) ;; *) false ;; esac
}

# What was found, run.sh sees in the memory afterwards.
goes() { rmmod irqscope && no_trace; }

ktap_print_header
ktap_set_plan 6
ktap_test_result "outside_refused" outside_refused
ktap_test_result "drift_shown" drift_shown
ktap_test_result "apply_repairs" apply_repairs
ktap_test_result "module_measures" measures
ktap_test_result "trial_refused" trial_refused
ktap_test_result "module_goes" goes
ktap_finished
