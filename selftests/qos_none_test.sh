#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Without a QoS node nothing is touched, and nothing said.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

# Not even elsewhere in a line.
no_word() { ! log_since_mark | grep -i qos; }

untouched() {
	holds 0x45d20500 0x00007000 && holds 0x45c00030 0xcafe7ac5 &&
		holds 0x45d80500 0xcafe7ac5 && holds 0x4a002420 0xcafe7ac5
}

only_header() {
	prints "device endpoint[channel] field found wanted now state" \
		eval "tr -s ' ' < $DEBUGFS/qos"
}

# Nor is there anything for a trial to switch.
nothing_for_trial() {
	load irqscope warmup_ms=0 run=1 || return 1
	mark_log
	exec 7> "$DEBUGFS/trial"
	message=$(cat /tmp/word 2>&1 >&7)
	exec 7>&-
	rmmod irqscope
	ktap_print_msg "$message"
	[ "$(errno_of "$message")" = ENODEV ] &&
		log_since_mark | grep -q 'trial: qos: there is no field that can be switched'
}

ktap_print_header
ktap_set_plan 6
mark_log
load_afresh warmup_ms=0 allow_unsafe_qos=1
need_debugfs
ktap_test_result "conditions_say_none" prints none condition qos
ktap_test_result "table_is_empty" only_header
ktap_test_result "module_measures" measures
rmmod irqscope
ktap_test_result "no_word_in_log" no_word
echo qos > /tmp/word
ktap_test_result "nothing_for_trial" nothing_for_trial
ktap_test_result "no_register_touched" untouched
ktap_finished
