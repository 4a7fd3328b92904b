#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs with all stages and outliers, readers, resets and unloading, seen by the
# kernel's own search for memory that nobody points to.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/leak_lib.sh
. "$TESTS_DIR/leak_lib.sh"

[ -e "$LEAKS" ] || skip_all "this kernel has no kmemleak"

round() {
	load irqscope period_us=1000 warmup_ms=0 stages=irq,softirq,thread,work,user,mem threshold_us=1 \
		run=1 &&
		sleep 1 && cat "$DEBUGFS"/outliers "$DEBUGFS"/snapshot "$DEBUGFS"/clock > /dev/null &&
		put reset 1 && put run 0 && put run 1 && put run 0 && rmmod irqscope
}

! is_loaded irqscope || rmmod irqscope
ktap_print_header
ktap_set_plan 2
forget_leaks
ktap_test_result "rounds" eval 'round && round && round'
ktap_test_result "nothing_leaked" no_leak
ktap_finished
