#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Nodes with mistakes, see qos_refused.txt: each is refused with one line that says
# what is wrong, no register is touched, and the module works all the same.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

# Print the nodes as lines: name, path and device, then what the log must say.
nodes() {
	awk -F ' *[|] *' '
		/^#/ || !NF { next }
		{
			n = split($3, reg, " ")
			bus = n > 2 ? reg[3] : "qos-bus"
			print $1, "/" bus "/" $1 (n ? "@" reg[1] : ""), $5
		}' "$TESTS_DIR/qos_refused.txt"
}

# The fields whose change is unsafe.
is_unsafe() {
	case $1 in
	order-id | asel) return ;;
	*) return 1 ;;
	esac
}

# Is node $1, with path $2, refused with the line $3 and no other error?
refused() {
	logged "qos: $2$3" || return 1
	# the warning that the machine is in no table is the only other line
	others=$(qos_log | grep -F -e ": $2:" -e ": $2/" | grep -vcF -e "$3" -e "this SoC is in no table")
	[ "$others" = 0 ] && ! ls -d "$DRIVER"/*"$1" > /dev/null 2>&1
}

# No window is announced, and no word has changed that a node names.
untouched() {
	not_logged "now accessing" || return 1
	holds 0x45d20500 0x00007000 || return 1
	for address in 0x45d20900 0x45d25100 0x45d99100 0x45d80500 0x45d87900 0x45d8790c \
		0x45d8793c 0x45d88100 0x45d89100 0x45c00030 0x45c01030 0x45c0104c; do
		holds $address 0xcafe7ac5 || return 1
	done
}

nothing_offered() {
	prints none condition qos && prints 1 eval "wc -l < $DEBUGFS/qos" &&
		! ls -d $DEVICES/*/qos 2> /dev/null && ! grep -q '45d[289]0000\.' /proc/iomem
}

# With the parameter they are set, next to the other field of the endpoint.
unsafe_allowed() {
	holds 0x45d87900 0xcafe7a85 && holds 0x45d8793c 0xcafe7a85 &&
		holds 0x45d99100 0xcafe1ec5 && prints "applied 18 drifted 0 restored 0" \
		condition qos && prints "12 8" eval \
		"cd $DEVICES/45d80000.order-id/qos/icssg0.7.order-id && echo \$(cat found wanted)" &&
		logged "45d90000.asel: qos: sa2.0.asel: 10 to 14, register 0x45d99100 reads"
}

# All others are still refused.
others_refused() {
	nodes | while read -r name path text; do
		is_unsafe "$name" || refused "$name" "$path" "$text" || return 1
	done
}

ktap_print_header
ktap_set_plan $(($(nodes | wc -l) + 6))
mark_log
load_afresh warmup_ms=0
need_debugfs
keep_log
nodes > /tmp/nodes
while read -r name path text; do
	# the helper splits its words
	ktap_test_result "$name" eval "refused \"\$name\" \"\$path\" \"\$text\""
done < /tmp/nodes
ktap_test_result "no_register_touched" untouched
ktap_test_result "nothing_offered" nothing_offered
ktap_test_result "module_measures" measures
rmmod irqscope
mark_log
load irqscope allow_unsafe_qos=1 warmup_ms=0
keep_log
ktap_test_result "unsafe_fields_with_parameter" unsafe_allowed
ktap_test_result "others_refused_with_parameter" others_refused
rmmod irqscope
mark_log
ktap_test_result "put_back" untouched
ktap_finished
