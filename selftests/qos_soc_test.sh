#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# On a machine that the tables know, an AM62L: nodes of other SoCs, or at other
# addresses, are refused with both named; its own is taken without a warning.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

own_accepted() {
	is_bound 45d20000.interconnect && holds 0x45d20500 0x00006000 &&
		logged "qos: a53-read.0.bus-priority: 7 to 6, register 0x45d20500 reads 0x00006000" &&
		not_logged "in no table" && prints "applied 1 drifted 0 restored 0" condition qos
}

# Is node $1 refused, as its compatible $2 is for $3?
names_both() {
	logged "qos: /qos-bus/$1: compatible \"irqscope,$2\" is for $3, this is ti,am62l3"
}

other_socs_refused() {
	names_both other-soc@45d80000 am64x-cbass-qos ti,am642 &&
		names_both same-place-other-soc@45d20000 am62x-cbass-qos "ti,am625 or ti,am623" &&
		names_both ddrss32@f300030 k3-ddrss32-qos "ti,am62a7 or ti,am62d2 or ti,am62p5 or ti,j722s" &&
		names_both dra7@4a002420 dra7-emif-priority ti,dra7
}

elsewhere_refused() {
	logged "qos: /qos-bus/elsewhere@45d80000: reg: no QoS block of this SoC is at 0x0000000045d80000; the first is at 0x45d20000" &&
		logged "qos: /qos-bus/ddrss16-elsewhere@45c00024: reg: no QoS block of this SoC is at 0x0000000045c00024; the first is at 0x0f300024"
}

one_window() {
	prints 1 eval "qos_log | grep -c 'now accessing'" &&
		prints 1 eval "ls -d $DRIVER/*[.]* | wc -l"
}

others_untouched() {
	for address in 0x45d80500 0x45c00030 0x4a002420; do
		holds $address 0xcafe7ac5 || return 1
	done
}

restored() { rmmod irqscope && holds 0x45d20500 0x00007000; }

ktap_print_header
ktap_set_plan 7
mark_log
load_afresh warmup_ms=0
need_debugfs
ktap_test_result "own_node_accepted" own_accepted
ktap_test_result "other_socs_refused" other_socs_refused
ktap_test_result "other_addresses_refused" elsewhere_refused
ktap_test_result "one_window_accessed" one_window
ktap_test_result "others_untouched" others_untouched
ktap_test_result "module_measures" measures
ktap_test_result "restored" restored
ktap_finished
