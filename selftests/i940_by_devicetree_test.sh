#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Erratum i940 as it is told from the devicetree alone: the machine is none of TI's.
# Which of the two trees of clock/ it has, the tree itself tells.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

tr '\0' '\n' < /proc/device-tree/compatible 2> /dev/null | grep -qx 'ti,dra7' ||
	skip_all "needs a devicetree of selftests/clock"
load_afresh period_us=1000
need_debugfs

i940() { sed -n 's/^i940: //p' "$DEBUGFS/clock"; }

# The line begins with $1 and says all of the rest of the arguments.
says() {
	line=$(i940)
	ktap_print_msg "i940: $line"
	case $line in "$1"*) ;; *) return 1 ;; esac
	shift
	for words; do
		case $line in *"$words"*) ;; *) return 1 ;; esac
	done
}

reader_says() { irqscope clock | grep -q "$1" && irqscope clock --json | grep -q "$1"; }

# ktap_test_result takes arguments apart into words: those of several are here.
workaround_named() {
	says "workaround in force: " "time comes from $name in steps of " am57xx-arch-timer.dtbo \
		"restart within 388 days"
}

# the machine has just been switched on
counter_named() {
	says "architected counter in use: restart within 388 days from now" am57xx-arch-timer.dtbo
}

reader_says_workaround() { reader_says "workaround in force"; }
reader_says_counter() { reader_says "architected counter in use"; }

ktap_print_header
ktap_set_plan 3
name=$(cat /sys/devices/system/clocksource/clocksource0/current_clocksource)
if [ -d /proc/device-tree/dra7-timer ]; then
	ktap_test_result "workaround_named" workaround_named
	ktap_test_result "reader_says_so" reader_says_workaround
else
	ktap_test_result "counter_named" counter_named
	ktap_test_result "reader_says_so" reader_says_counter
fi
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_finished
