#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The overlays on the devicetrees of real boards, and the bindings. Needs no
# kernel, but fetches the trees.
# usage: overlays_test.sh
# shellcheck disable=SC2317 # the tests are called by name
export LC_ALL=C
cd "$(dirname "$0")" || exit 1
. ./fdt.sh
KSFT=$(../vm/ksource.sh)/tools/testing/selftests || exit 1
# shellcheck source=/dev/null
. "$KSFT/kselftest/ktap_helpers.sh"

WORK=$(mktemp -d) || exit 1
trap 'rm -rf "$WORK"' EXIT
trap 'exit 1' HUP INT TERM
DTS=$WORK/dts
SCHEMAS=$WORK/schemas
TIMER=am57xx-beagle-x15

# BOARD SOC, then region and size of the interconnect, kind of the DDR subsystem,
# then window and size there, as in the manuals.
QOS_BOARDS="am62l3-evm am62l 0x45d20000 0x8000 16 0x0f300024 0x1c
am625-sk am62x 0x45d20000 0x8000 16 0x0f300024 0x1c
am62a7-sk am62a 0x45d20000 0x10000 32 0x0f300030 0x2c
am62p5-sk am62p 0x45d20000 0x10000 32 0x0f300030 0x2c
am642-evm am64x 0x45d80000 0x10000 16 0x0f300024 0x1c"

# Succeed if there is nothing on standard input, show some of it otherwise.
nothing() { ! sed -n '1,20s/^/# /p' | grep ''; }

# Print the tree $1 as source, in an order that does not depend on its history.
source_of() { dtc -q -s -I dtb -O dts "$1"; }

# Build like a user, but beside the source tree.
builds() {
	cp -r ../../dts "$DTS" && make -s -C "$DTS" clean &&
		make -s -C "$DTS" 2>&1 | nothing &&
		[ "$(find "$DTS" -name '*.dtbo' | wc -l)" = "$(find "$DTS" -name '*.dtso' | wc -l)" ]
}

# Against addresses from the manuals, with ranges of several levels in between.
translation_right() {
	local tree=$WORK/$TIMER.base.dtb
	[ "$(fdt_translate "$tree" "$(fdtget "$tree" /aliases serial2)")" = 0x48020000 ] &&
		[ "$(fdt_translate "$tree" "$(fdtget "$tree" /aliases serial9)")" = 0x4ae2b000 ]
}

# Put overlay $2 on board $1. Boards without __symbols__ must do as well.
merges() {
	fdtoverlay -i "$WORK/$1.base.dtb" -o "$WORK/$1.dtb" "$2" &&
		cp "$WORK/$1.base.dtb" "$WORK/bare.dtb" &&
		{ fdtput -r "$WORK/bare.dtb" /__symbols__ 2> /dev/null || :; } &&
		fdtoverlay -i "$WORK/bare.dtb" -o "$WORK/merged.dtb" "$2"
}

# The overlay of board $1 adds one node to the root and changes nothing else.
adds_only() {
	cp "$WORK/$1.dtb" "$WORK/less" && fdtput -r "$WORK/less" /qos-bus &&
		diff <(source_of "$WORK/$1.base.dtb") <(source_of "$WORK/less") | nothing
}

# Board $1 has just the windows at $2 of size $3 and at $4 of size $5.
windows_true() {
	local board=$1 node found
	shift
	found=$(for node in $(fdt_with_reg "$WORK/$board.dtb" /qos-bus); do
		fdt_translate "$WORK/$board.dtb" "$node" || echo untranslated
		fdt_size "$WORK/$board.dtb" "$node"
	done | paste -d ' ' - - | sort | xargs)
	[ "$found" = "$(printf '%s %s\n' "$@" | sort | xargs)" ] && return
	ktap_print_msg "$found"
	return 1
}

# Print every node and property with a value below node $2 of tree $1.
contents() {
	local item
	for item in $(fdtget -p "$1" "$2" | grep -vE '^(reg|ranges|#.*)$'); do
		echo "${2##*/} $item $(fdtget "$1" "$2" "$item")"
	done
	for item in $(fdtget -l "$1" "$2"); do
		contents "$1" "$2/$item"
	done
}

# Board $1 with SoC $2 and DDR subsystem $3 gets the two settings of the field report.
settings_as_reported() {
	local map=default
	[ "$3" = 16 ] || map=lpt
	diff <(contents "$WORK/$1.dtb" /qos-bus | sed 's/@[0-9a-f]*//' | sort) - <<- END | nothing
		a53-read irqscope,bus-priority 6
		interconnect compatible irqscope,$2-cbass-qos
		memory-controller compatible irqscope,k3-ddrss$3-qos
		memory-controller irqscope,$map-priority-map 0 0 0 0 0 0 0 1
		qos-bus compatible simple-bus
	END
}

# Print where the windows of board $1 would be if its overlay put the same nodes
# under the board's own bus.
under_bus() {
	local bus node
	bus=$(fdtget -l "$WORK/$1.base.dtb" / | grep '^bus@') || return
	sed "s,^&{/} {,\\&{/$bus} {," "$DTS/overlays/k3-$1-irqscope-qos.dtso" |
		dtc -q -@ -I dts -O dtb -o "$WORK/under.dtbo" &&
		fdtoverlay -i "$WORK/$1.base.dtb" -o "$WORK/under" "$WORK/under.dtbo" || return
	for node in $(fdt_with_reg "$WORK/under" "/$bus/qos-bus"); do
		fdt_translate "$WORK/under" "$node" || echo nowhere
	done | sort | xargs
}

# The bus has the DDR subsystem at $2, but not the QoS block.
bus_would_not() {
	local found
	found=$(under_bus "$1")
	[ "$found" = "$2 nowhere" ] && return
	ktap_print_msg "$found"
	return 1
}

# Only the status of the timer differs, and it was off before.
timer_changes() {
	[ "$(fdtget "$WORK/$TIMER.base.dtb" /timer status)" = disabled ] &&
		[ "$(fdtget "$WORK/$TIMER.dtb" /timer status)" = okay ] &&
		cp "$WORK/$TIMER.dtb" "$WORK/less" &&
		fdtput -t s "$WORK/less" /timer status disabled &&
		diff <(source_of "$WORK/$TIMER.base.dtb") <(source_of "$WORK/less") | nothing
}

# The tools say what is wrong on standard error and mostly end with status 0.
bindings_valid() {
	dt-doc-validate -u "$DTS/bindings" "$DTS"/bindings/*.yaml 2>&1 | nothing &&
		dt-mk-schema -j -o "$SCHEMAS" "$DTS/bindings" 2>&1 | nothing
}

# Print what the schemas have against tree $1, one complaint a line.
complaints() {
	local said=$1.said
	if [ ! "$said" -nt "$1" ]; then
		# A validator that does not run has complaints about nothing.
		dt-validate -m -s "$SCHEMAS" "$1" > "$said" 2>&1 ||
			echo "failed on ${1##*/}" >> "$said"
	fi
	awk -v file="$1" '
	/^\t/ { line = line $0; next }
	{ if (line) print line; line = $0; sub(file, "", line) }
	END { if (line) print line }' "$said" | sort -u
}

# Print what the schemas have against tree $2 that they do not have against $1.
new_complaints() { comm -13 <(complaints "$1") <(complaints "$2"); }

board_conforms() { new_complaints "$WORK/$1.base.dtb" "$WORK/$1.dtb" | nothing; }

examples_conform() {
	local file tree
	for file in "$DTS"/bindings/*.yaml; do
		tree=$WORK/$(basename "$file" .yaml).dtb
		{ dt-extract-example "$file" | dtc -@ -I dts -O dtb -o "$tree"; } 2>&1 |
			nothing && complaints "$tree" | nothing || return 1
	done
}

# Change the good tree $1 by fdtput with $3..., which must bring complaints about
# the word $2 by a schema of ours.
refused() {
	local good=$WORK/$1.dtb word=$2
	shift 2
	cp "$good" "$WORK/bad.dtb" && fdtput "$1" "$WORK/bad.dtb" "${@:2}" || return 1
	new_complaints "$good" "$WORK/bad.dtb" | grep -- "$word" | grep -qF "$DTS/bindings/" &&
		return
	ktap_print_msg "not refused: $*"
	return 1
}

CBASS=/qos-bus/interconnect@45d20000
DDR16=/qos-bus/memory-controller@f300024
DDR32=/qos-bus/memory-controller@f300030
CBASS64=/qos-bus/interconnect@45d80000
EMIF=/example-0/memory-controller@4a002420
L3=/example-0/interconnect@4a00243c

# NAME, then what "refused" takes.
BAD="priority_8 am625-sk bus-priority -tu $CBASS/a53-read irqscope,bus-priority 8
two_priorities am625-sk bus-priority -tu $CBASS/a53-read irqscope,bus-priority 6 6
order_id_16 am625-sk order-id -tu $CBASS/a53-read irqscope,order-id 16
asel_2 am642-evm asel -ptu $CBASS64/m4f irqscope,asel 2
asel_on_icssg am642-evm asel -ptu $CBASS64/icssg0 irqscope,asel 14
channel_twice am625-sk channels -tu $CBASS/a53-read irqscope,channels 0 0
unknown_property_of_endpoint am625-sk atype -tu $CBASS/a53-read irqscope,atype 1
unknown_property am625-sk address -tx $CBASS irqscope,address 45d20500
unknown_endpoint am625-sk cpsw -ptu $CBASS/cpsw irqscope,bus-priority 1
endpoint_of_another_soc am62l3-evm a53-write -ptu $CBASS/a53-write irqscope,bus-priority 1
no_reg am625-sk reg -d $CBASS reg
two_regs am625-sk reg -tx $CBASS reg 0 45d20000 0 8000 0 45d18000 0 400
map_of_7 am625-sk default-priority-map -tu $DDR16 irqscope,default-priority-map 0 0 0 0 0 0 1
map_of_9 am625-sk default-priority-map -tu $DDR16 irqscope,default-priority-map 0 0 0 0 0 0 0 0 1
map_with_9 am625-sk default-priority-map -tu $DDR16 irqscope,default-priority-map 0 0 0 0 0 0 0 9
no_map am625-sk default-priority-map -d $DDR16 irqscope,default-priority-map
map_of_the_other_ddrss am625-sk lpt-priority-map -tu $DDR16 irqscope,lpt-priority-map 0 0 0 0 0 0 0 1
lpt_map_of_7 am62a7-sk lpt-priority-map -tu $DDR32 irqscope,lpt-priority-map 0 0 0 0 0 0 1
hpt_map_with_9 am62a7-sk hpt-priority-map -tu $DDR32 irqscope,hpt-priority-map 0 0 0 0 0 0 0 9
emif_priority_8 irqscope,dra7-emif-priority emif-priority -tu $EMIF/mpu irqscope,emif-priority 8
emif_initiator_unknown irqscope,dra7-emif-priority gpu -ptu $EMIF/gpu irqscope,emif-priority 1
l3_pressure_4 irqscope,dra7-l3-pressure l3-pressure -tu $L3/mpu irqscope,l3-pressure 4
l3_pressure_at_emif irqscope,dra7-emif-priority l3-pressure -tu $EMIF/mpu irqscope,l3-pressure 1"

for board in am625-sk am62a7-sk am62p5-sk am642-evm $TIMER; do
	tree=$(./boards.sh "$board") && cp "$tree" "$WORK/$board.base.dtb" || exit 1
done
# AM62L is only in kernels that are not in every mirror.
stand_in=''
tree=$(./boards.sh am62l3-evm) || stand_in=_on_am625-sk_as_stand-in
cp "${tree:-$WORK/am625-sk.base.dtb}" "$WORK/am62l3-evm.base.dtb"

ktap_print_header
ktap_set_plan $((3 + 5 * 5 + 4 + 2 + 1 + $(wc -l <<< "$BAD")))

ktap_test_result overlays_build_without_warning builds
ktap_test_result bindings_valid bindings_valid
ktap_test_result translation_right_on_$TIMER translation_right

while read -r board soc region size kind ddr ddr_size; do
	overlay=$DTS/overlays/k3-$board-irqscope-qos.dtbo
	name=$board
	[ "$board" != am62l3-evm ] || name=$board$stand_in
	ktap_test_result "${name}_applies" merges "$board" "$overlay"
	ktap_test_result "${name}_else_unchanged" adds_only "$board"
	ktap_test_result "${name}_addresses_true" \
		windows_true "$board" "$region" "$size" "$ddr" "$ddr_size"
	ktap_test_result "${name}_settings_as_reported" settings_as_reported "$board" "$soc" "$kind"
	ktap_test_result "${name}_conforms" board_conforms "$board"
	if [ "$board" = am62l3-evm ]; then
		# Trees of this one differ: mainline's bus has the QoS block, TI's not.
		ktap_print_msg "$name: under its own bus: $(under_bus "$board")"
	else
		ktap_test_result "${name}_own_bus_would_not_translate" bus_would_not "$board" "$ddr"
	fi
done <<< "$QOS_BOARDS"

ktap_test_result ${TIMER}_applies merges $TIMER "$DTS/overlays/am57xx-arch-timer.dtbo"
ktap_test_result ${TIMER}_only_timer_changes timer_changes

ktap_test_result examples_conform examples_conform
while read -r name change; do
	# shellcheck disable=SC2086 # one argument a word
	ktap_test_result "refuses_$name" refused $change
done <<< "$BAD"
ktap_finished
