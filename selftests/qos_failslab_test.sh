#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# No memory: every allocation of a probe, and of what shows the fields, fails once.
# Whatever had been set by then is put back.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"
# shellcheck source=selftests/fail_lib.sh
. "$TESTS_DIR/fail_lib.sh"

CBASS=45d20000.interconnect
WORD=0x45d20500

# What a failed attempt left would be what the next one finds, and in the end be put
# back in place of what was there.
probes() {
	driver unbind $CBASS && holds $WORD 0x00007000 || return 1
	fail_nth -b write "$DRIVER/bind" $CBASS $CBASS "$DRIVER/unbind" || return 1
	holds $WORD 0x00007000 && driver bind $CBASS && holds $WORD 0x00006000
}

shows() {
	for file in "$DEBUGFS/qos" "$DEVICES/$CBASS/qos/a53-read.0.bus-priority/current"; do
		fail_nth read "$file" || return 1
	done
}

applies() {
	devmem $WORD 32 0x00003000
	fail_nth write "$DEVICES/$CBASS/qos/apply" 1
	holds $WORD 0x00006000
}

restored() { rmmod irqscope && holds $WORD 0x00007000 && no_trace; }

ktap_print_header
ktap_set_plan 5
load_afresh warmup_ms=0
need_debugfs
ktap_test_result "probes" probes
ktap_test_result "shows" shows
ktap_test_result "applies" applies
ktap_test_result "restored" restored
ktap_test_result "nothing_leaked" no_leak
ktap_finished
