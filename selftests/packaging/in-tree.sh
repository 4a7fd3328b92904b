#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Boot kernels that have the module in their own source: as a module of a kernel that
# takes only what its key has signed, and as a part of the kernel. They are built
# again whenever the module changes, which takes minutes each.
# usage: in-tree.sh [PART...]
# PART: signed builtin; both without.
# Adds a row (pass or fail, tab, name) per test to the file $IRQSCOPE_TALLY.
# status: 0 if nothing failed, 1 else.
# shellcheck disable=SC2317 # checks are called by name
set -eu -o pipefail
PACKAGING=$(cd "$(dirname "$0")" && pwd)
. "$PACKAGING/../vm/lib.sh"

failed=0

# Set the variables of the kernel of guest $1.
kernel() {
	local vars
	vars=$("$VM/kernel.sh" "$1" 2> "$WORK/build.log") && eval "$vars" && return
	report fail "$1: kernel"
	tail -n 40 "$WORK/build.log" | sed 's/^/# /'
	return 1
}

# Boot guest $1 with the rest of the arguments; what it leaves is in $OUT.
boot() {
	local guest=$1 status=0
	shift
	OUT=$WORK/"$guest"
	"$VM/guest.sh" --out "$OUT" "$@" > "$OUT.log" 2>&1 || status=$?
	check "$guest" "boot" [ "$status" = 0 ]
	[ "$status" = 0 ] || tail -n 20 "$OUT.log" | sed 's/^/# /'
	OUT=$OUT/results
}

# Sign module $1 as file $2 with the key $3.pem and its certificate $3.x509.
sign() { "$KDIR/scripts/sign-file" sha256 "$3.pem" "$3.x509" "$1" "$2"; }

# Lay into the payload: the module as it comes from the build, signed, signed by
# somebody else, changed after it was signed, and that of the kernel's own source.
lay_modules() {
	local key=$KDIR/certs/signing_key
	cp "$(find "$(dirname "$KERNEL")/lib/modules" -name irqscope.ko)" "$WORK/payload/in-tree.ko"
	openssl req -new -x509 -nodes -newkey rsa:2048 -subj "/CN=somebody" -days 36500 \
		-keyout "$WORK/other.pem" -outform DER -out "$WORK/other.x509" 2> /dev/null
	sign "$WORK/payload/irqscope.ko" "$WORK/payload/signed.ko" "$key"
	sign "$WORK/payload/irqscope.ko" "$WORK/payload/other-key.ko" "$WORK/other"
	sed 's/hrtimer-driven/hrtimer-ridden/' "$WORK/payload/signed.ko" > "$WORK/payload/changed.ko"
}

# shellcheck disable=SC2016 # for the guest
SIGNED='
for module in irqscope other-key changed; do
	insmod /$module.ko > /results/$module.refused 2>&1
	echo "status $?" >> /results/$module.refused
done
cp /proc/modules /results/modules.refused
for module in in-tree signed; do
	insmod /$module.ko run=1 warmup_ms=0
	sleep 2
	cat /proc/modules > /results/$module.modules
	cat /proc/sys/kernel/tainted > /results/$module.tainted
	cat /sys/module/irqscope/version > /results/$module.version
	cat /sys/devices/platform/irqscope/stats/cpu[01]/irq/count > /results/$module.counts
	echo 0 > /sys/devices/platform/irqscope/run
	rmmod irqscope
done'

# Was module $1 refused with EKEYREJECTED, and does the kernel's log say $2?
refused() {
	grep -q ': Key was rejected by service$' "$OUT/$1.refused" &&
		! grep -q 'status 0' "$OUT/$1.refused" && grep -q "$2" "$OUT/dmesg.txt" && return
	{ cat "$OUT/$1.refused"; tail -n 20 "$OUT/dmesg.txt"; } | sed 's/^/# /'
	return 1
}

# Did both CPUs have samples, by the file $1?
counted() { awk '$1 > 100 { n++ } END { exit n != 2 || NR != 2 }' "$1"; }

# Did module $1 work, with the flags $2 in /proc/modules and the kernel's taint $3?
worked() {
	counted "$OUT/$1.counts" && [ "$(cat "$OUT/$1.version")" = "$VERSION" ] &&
		[ "$(awk '$1 == "irqscope" { print $7 }' "$OUT/$1.modules")" = "$2" ] &&
		[ "$(cat "$OUT/$1.tainted")" = "$3" ] && return
	head "$OUT/$1".* | sed 's/^/# /'
	return 1
}

part_signed() {
	local guest=arm64-signed
	kernel "$guest" || return 0
	build_payload "$guest" || return 0
	cp -a "$PAYLOAD" "$WORK/payload"
	lay_modules
	boot "$guest" --payload "$WORK/payload" "$guest" -- "$SIGNED"
	check "$guest" "unsigned: EKEYREJECTED" refused irqscope "Loading of unsigned module is rejected"
	check "$guest" "signed by somebody else: EKEYREJECTED" \
		refused other-key "Loading of module with unavailable key is rejected"
	check "$guest" "changed after it was signed: EKEYREJECTED" refused changed ""
	check "$guest" "none of these is there" [ ! -s "$OUT/modules.refused" ]
	check "$guest" "that of the kernel's source measures, no taint" worked in-tree "" 0
	# 4096: built out of tree, O; E, for unsigned, would be 8192 more
	check "$guest" "signed by sign-file measures, taint O only" worked signed "(O)" 4096
}

BUILTIN='
sleep 3
cp /sys/module/irqscope/version /results/version
cat /sys/devices/platform/irqscope/stats/cpu[01]/irq/count > /results/counts
cat /sys/devices/platform/irqscope/period_us /proc/sys/kernel/tainted > /results/settings
cat /sys/kernel/debug/irqscope/summary > /results/summary'

part_builtin() {
	local guest=arm64-builtin
	kernel "$guest" || return 0
	boot "$guest" --append "irqscope.run=1 irqscope.warmup_ms=0 irqscope.period_us=500" \
		"$guest" -- "$BUILTIN"
	check "$guest" "measures from boot on" counted "$OUT/counts"
	check "$guest" "version" [ "$(cat "$OUT/version")" = "$VERSION" ]
	check "$guest" "parameters from the command line, no taint" \
		[ "$(paste -sd ' ' "$OUT/settings")" = "500 0" ]
	check "$guest" "summary in debugfs" grep -q '^ *1 thread  *[1-9]' "$OUT/summary"
}

[ $# -gt 0 ] || set -- signed builtin
VERSION=$(awk '$2 == "IRQSCOPE_VERSION" { gsub(/"/, "", $3); print $3 }' "$TREE/include/irqscope_version.h")
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
for name; do
	case $name in
	signed | builtin) "part_$name" ;;
	*) die "no part $name" ;;
	esac
done
exit $failed
