#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The KUnit suites, on a kernel that has KUnit: they run when their module is
# loaded, and the kernel log has what they found.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

[ -d /sys/module/kunit ] || skip_all "this kernel has no KUnit"
# what it lacks else is a module that was not built
dmesg -n 1
before=$(dmesg | wc -l)

# Print what the log has got of the suite, without times.
suite_log() { dmesg | tail -n "+$((before + 1))" | sed 's/^\[[^]]*] //'; }

# How many results there are like $1, of the suite's own cases.
results() { suite_log | grep -c "^    $1 "; }

all_passed() {
	load irqscope_recorder_kunit && suite_log | sed 's/^/# /' | grep -v '# *$'
	[ "$(results ok)" -ge 8 ] && [ "$(results 'not ok')" = 0 ] &&
		suite_log | grep -q '^ok [0-9]* irqscope_recorder$'
}

ktap_print_header
ktap_set_plan 2
ktap_test_result "recorder_suite" all_passed
ktap_test_result "unloads" rmmod irqscope_recorder_kunit
ktap_finished
