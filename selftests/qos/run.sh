#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Boot guests with devicetrees that have QoS nodes, memory standing in for the
# registers, and test the QoS part of the module there.
# usage: run.sh [--guest GUEST] [BOOT...]
# BOOT: good trial refused soc none abort dra7 failslab; all of them without.
# GUEST is booted in place of those that are meant.
# Adds a row (pass or fail, tab, name) per test to the file $IRQSCOPE_TALLY.
# status: 0 if nothing failed, 1 else.
# shellcheck disable=SC2317 # checks are called by name
set -eu -o pipefail
QOS=$(cd "$(dirname "$0")" && pwd)
. "$QOS/../vm/lib.sh"

ARM64=arm64-rt-6.12
ARMHF=armhf-rt-6.1
DEBUG=arm64-debug
# Memory of virt begins here; the stand-ins of window.dtso are filled with a word
# that has a one somewhere in every nibble.
MEMORY=$((0x40000000))
FILL='\305\172\376\312'
STAND_INS=(45c00000:2000 45d20000:10000 45d80000:20000 4a002000:1000)

failed=0

# Write word $2 to address $1 of the guest's memory, before it boots.
preset() {
	local word
	word=$(printf '%08x' $(($2)))
	printf '%b' "\\x${word:6:2}\\x${word:4:2}\\x${word:2:2}\\x${word:0:2}" |
		dd of="$WORK/memory" bs=1 seek=$(($1 - MEMORY)) conv=notrunc status=none
}

# Make the memory of a guest.
make_memory() {
	local window page
	rm -f "$WORK/memory"
	truncate -s 512M "$WORK/memory"
	printf "$FILL%.0s" {1..1024} > "$WORK/page"
	for window in "${STAND_INS[@]}"; do
		for ((page = 0; page < 0x${window#*:}; page += 4096)); do
			dd if="$WORK/page" of="$WORK/memory" bs=4096 conv=notrunc status=none \
				seek=$(((0x${window%:*} + page - MEMORY) / 4096))
		done
	done
	preset 0x45d20500 0x00007000
	preset 0x4a002540 0x1a1c8144
}

# Write the stand-ins of the guest's memory to file $1.
save_stand_ins() {
	local window
	for window in "${STAND_INS[@]}"; do
		dd if="$WORK/memory" bs=4096 skip=$(((0x${window%:*} - MEMORY) / 4096)) \
			count=$((0x${window#*:} / 4096)) status=none
	done > "$1"
}

# Are the stand-ins as they were before the boot?
memory_unchanged() {
	save_stand_ins "$WORK/after"
	cmp "$WORK/before" "$WORK/after" | sed 's/^/# /'
}

# Write to $WORK/tree.dtb the tree of guest $1 with overlay sources $2...
make_tree() {
	local guest=$1
	shift
	"$VM/tree.sh" "$guest" "$WORK/tree.dtb" "$@"
}

# The source of an overlay with the nodes of the table qos_refused.txt.
refused_source() {
	awk -F ' *[|] *' '
		function bus(name, ranges) {
			printf "%s { compatible = \"simple-bus\"; #address-cells = <2>;", name
			printf " #size-cells = <2>; %s;\n%s};\n", ranges, nodes[name]
		}
		BEGIN { print "/dts-v1/; /plugin/; &{/} {" }
		/^#/ || !NF { next }
		{
			n = split($3, reg, " ")
			node = $1 (n ? "@" reg[1] : "") " { compatible = \"irqscope," $2 "\"; "
			if (n)
				node = node "reg = <0x0 0x" reg[1] " 0x0 0x" reg[2] ">; "
			nodes[n > 2 ? reg[3] : "qos-bus"] = nodes[n > 2 ? reg[3] : "qos-bus"] node $4 " };\n"
		}
		END {
			bus("qos-bus", "ranges")
			bus("narrow-bus", "ranges = <0x0 0xe000000 0x0 0xe000000 0x0 0x1d20000>")
			print "};"
		}' "$QOS/../qos_refused.txt" > "$1"
}

# Set QEMU_ARGS for a boot of the tree, with the memory in a file.
machine_args() {
	make_memory
	save_stand_ins "$WORK/before"
	QEMU_ARGS=(--dtb "$WORK/tree.dtb" --append "iomem=relaxed" --qemu -object
		--qemu "memory-backend-file,id=ram,size=512M,share=on,mem-path=$WORK/memory"
		--qemu -machine --qemu memory-backend=ram)
}

# Boot guest $1 with the tree and run tests $2... there; after them, memory must
# be as before.
boot() {
	local guest=$1
	shift
	build_payload "$guest" || return 0
	machine_args
	"$VM/run.sh" "${QEMU_ARGS[@]}" --payload "$PAYLOAD" "$guest" "$@" || failed=1
	check "$guest" "memory as before ($*)" memory_unchanged
}

boot_good() {
	make_tree "$ARM64" "$QOS/window.dtso" "$QOS/good.dtso"
	boot "$ARM64" qos_test.sh qos_hold_test.sh qos_lockdown_test.sh
}

# Where no time counts, then where instructions do.
boot_trial() {
	make_tree "$ARM64" "$QOS/window.dtso" "$QOS/trial.dtso"
	boot "$ARM64" trial_test.sh
	boot "$ARM64" --icount trial_effect_test.sh
}

boot_refused() {
	refused_source "$WORK/refused.dtso"
	make_tree "$ARM64" "$QOS/window.dtso" "$WORK/refused.dtso"
	boot "$ARM64" qos_refused_test.sh
}

boot_soc() {
	make_tree "$ARM64" "$QOS/window.dtso" "$QOS/soc.dtso"
	boot "$ARM64" qos_soc_test.sh
}

boot_none() {
	make_tree "$ARM64" "$QOS/window.dtso"
	boot "$ARM64" qos_none_test.sh
}

boot_dra7() {
	make_tree "$ARMHF" "$QOS/window.dtso" "$QOS/dra7.dtso"
	boot "$ARMHF" qos_dra7_test.sh
}

# Allocations fail; what is lost there is found afterwards.
boot_failslab() {
	make_tree "$DEBUG" "$QOS/window.dtso" "$QOS/good.dtso"
	boot "$DEBUG" qos_failslab_test.sh kmemleak_test.sh
}

# The line of the console log that has the text $1 first; 0 if there is none.
line_of() { grep -nF -e "$1" "$WORK/abort/console.log" | head -n 1 | cut -d : -f 1 | grep . || echo 0; }

# The announcement is the last line of the QoS part, and comes before the abort.
announced_before_abort() {
	local last
	announced=$(line_of 'f300024.memory-controller: qos: now accessing 0x0f300024 to 0x0f30003f')
	last=$(grep -n 'qos: ' "$WORK/abort/console.log" | tail -n 1 | cut -d : -f 1)
	aborted=$(line_of 'Internal error: synchronous external abort')
	[ "$announced" -gt 0 ] && [ "$last" = "$announced" ] && [ "$aborted" -gt "$announced" ]
}

# The abort is the module's own access.
abort_is_ours() {
	sed "1,${aborted}d" "$WORK/abort/console.log" | grep -q 'pc : .*\[irqscope\]'
}

# Nobody answers: the kernel gives up, as it is told to, so that the guest ends.
# guest.sh then says 126, as there is no verdict and the console has an oops.
boot_abort() {
	local status=0 failed_before=$failed
	failed=0
	build_payload "$ARM64" || return 0
	make_tree "$ARM64" "$QOS/abort.dtso"
	"$VM/guest.sh" --out "$WORK/abort" --timeout 100 --dtb "$WORK/tree.dtb" \
		--append "loglevel=8 oops=panic" --payload "$PAYLOAD" "$ARM64" -- \
		"insmod /irqscope.ko; echo survived" > "$WORK/abort.log" 2>&1 || status=$?
	check "$ARM64" "abort: the kernel stops" [ "$status" = 126 ]
	check "$ARM64" "abort: announced before" announced_before_abort
	check "$ARM64" "abort: at the module's access" abort_is_ours
	check "$ARM64" "abort: nothing afterwards" [ "$(line_of survived)" = 0 ]
	[ "$failed" = 0 ] || tail -n 60 "$WORK/abort/console.log" | tr -d '\r' | sed 's/^/# /'
	failed=$((failed | failed_before))
}

if [ "${1:-}" = --guest ]; then
	ARM64=$2 ARMHF=$2 DEBUG=$2
	shift 2
fi
[ $# -gt 0 ] || set -- good trial refused soc none abort dra7 failslab
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
for name; do
	case $name in
	good) boot_good ;;
	trial) boot_trial ;;
	refused) boot_refused ;;
	soc) boot_soc ;;
	none) boot_none ;;
	abort) boot_abort ;;
	dra7) boot_dra7 ;;
	failslab) boot_failslab ;;
	*) die "no boot $name" ;;
	esac
done
exit $failed
