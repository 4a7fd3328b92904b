#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Registers that do not hold what is written: the probe fails with an error that
# says which, and what was set before is put back.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

# The match register of the clock holds what is written. At the other two
# addresses it has a constant and nothing.
MATCH=0x09010004
CONSTANT=0x09010fe0
NOTHING=0x09010404
ERROR='putting all back'

constant_refused() {
	logged "9010ae0.fixed: qos: register $CONSTANT: wrote 0x00006000 to bits 0x00007000, they read 0x00000000; $ERROR" &&
		! is_bound 9010ae0.fixed && holds $CONSTANT "$constant"
}

# The first of the two endpoints holds: it is set, then put back.
later_refused() {
	logged "900fb04.half-fixed: qos: a53-read.0.bus-priority: 7 to 6, register $MATCH reads 0x5a5a6a5a" &&
		logged "900fb04.half-fixed: qos: register $NOTHING: wrote 0x00006000 to bits 0x00007000, they read 0x00000000; $ERROR" &&
		! is_bound 900fb04.half-fixed && holds $MATCH 0x5a5a7a5a
}

# No files, no claim, no row.
nothing_left() {
	[ ! -e $DEVICES/9010ae0.fixed/qos ] && [ ! -e $DEVICES/900fb04.half-fixed/qos ] &&
		! grep -q fixed /proc/iomem "$DEBUGFS/qos"
}

# Trying again gives the same.
again() {
	mark_log
	! driver bind 900fb04.half-fixed 2> /dev/null && later_refused && nothing_left
}

ktap_print_header
ktap_set_plan 6
constant=$(word $CONSTANT)
devmem $MATCH 32 0x5a5a7a5a
mark_log
load_afresh warmup_ms=0
need_debugfs
ktap_test_result "register_that_is_constant" constant_refused
ktap_test_result "earlier_endpoint_put_back" later_refused
ktap_test_result "nothing_left" nothing_left
ktap_test_result "same_when_tried_again" again
ktap_test_result "module_measures" measures
ktap_test_result "other_nodes_bound" eval 'is_bound 45d20000.interconnect &&
	is_bound 45c01030.memory-controller'
rmmod irqscope
ktap_finished
