#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What takes a hand from outside: addresses from kernels without symbols, that this
# machine names, and time that is taken from a guest as a hypervisor takes it.
# usage: run.sh [BOOT...]
# BOOT: vendor vendor-min stolen; all of them without.
# Adds a row (pass or fail, tab, name) per test to the file $IRQSCOPE_TALLY.
# status: 0 if nothing failed, 1 else.
# shellcheck disable=SC2317 # checks are called by name
set -eu -o pipefail
OUTLIER=$(cd "$(dirname "$0")" && pwd)
. "$OUTLIER/../vm/lib.sh"
AMD64=amd64-rt-6.12

failed=0

# Boot guest $1 with the rest of the arguments; what it leaves is in $WORK/$1.
boot() {
	local guest=$1 status=0
	shift
	"$VM/guest.sh" --out "$WORK/$guest" --payload "$PAYLOAD" "$@" > "$WORK/$guest.log" 2>&1 ||
		status=$?
	check "$guest" "boot with outliers" [ $status = 0 ]
	[ $status = 0 ] || sed 's/^/# /' "$WORK/$guest.log" | tail -n 20
}

# Sections that are far longer than what delays a guest by chance.
INJECT='
insmod /irqscope.ko warmup_ms=100 period_us=10000 stages=irq,thread threshold_us=irq:150000
insmod /modules/irqscope_inject.ko
echo 1 > /sys/devices/platform/irqscope/run
sleep 1
echo "irqs_off cpu=1 us=200000 count=3" > /sys/module/irqscope_inject/parameters/inject
sleep 1
cp /sys/kernel/debug/irqscope/outliers /results/
irqscope save /results/capture
if [ -w /proc/sys/kernel/kptr_restrict ]; then
	echo 2 > /proc/sys/kernel/kptr_restrict
	cat /sys/kernel/debug/irqscope/outliers > /results/restricted
fi
echo 0 > /sys/devices/platform/irqscope/run
rmmod irqscope_inject
rmmod irqscope'

# The kernel runs elsewhere than where its System.map has it.
moved() {
	local at
	at=$(sed -n 's/^# anchor: wake_up_process 0x//p' "$1")
	[ -n "$at" ] && ! grep -q "^$at . wake_up_process\$" "$MAP"
}

# There are nothing but addresses in it.
addresses_only() { grep -q '^  at: 0x' "$1" && ! grep '^  at: ' "$1" | grep -vq '^  at: 0x[0-9a-f]* *?*$'; }

# A record of the injector's thread has function and callers by name: those of the
# kernel from the map, those of the module by what was saved with the capture.
named() {
	"$WORK/irqscope" outliers "$CAPTURE" --system-map "$MAP" > "$WORK/named" &&
		awk '
			/^  irqscope_inject \(pid/ { ours = 1; module = 0 }
			/^$/ { ours = 0 }
			ours && /^  \[irqscope_inject\]\+0x/ { module++ }
			ours && module && /^  kthread\+0x/ { kthread = 1 }
			ours && kthread && /^  ret_from_fork\+0x/ { found = 1 }
			END { exit !found }' "$WORK/named" && return
	sed 's/^/# /' "$WORK/named" | head -n 30
	return 1
}

# The first address in the module lies in the function that did it.
in_function() {
	local offset function
	offset=$(sed -n 's/^  \[irqscope_inject\]+0x//p' "$WORK/named" | head -n 1)
	function=$("${CROSS}nm" -n "$PAYLOAD/modules/irqscope_inject.ko" | awk -v at="$offset" '
		function number(hex,  i, n) {
			for (i = 1; i <= length(hex); i++)
				n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
			return n
		}
		$2 ~ /^[tT]$/ && $3 !~ /^\$/ && number($1) <= number(at) { name = $3 }
		END { print name }')
	[ "$function" = irqscope_inject_irqs_off ] && return
	echo "# +0x$offset is in $function"
	return 1
}

# The map of another kernel is not believed.
other_map_refused() {
	! "$WORK/irqscope" outliers "$CAPTURE" --system-map "$WORK/other.map" > "$WORK/other" 2>&1
}

hidden() {
	grep -q '^# anchor: wake_up_process hidden$' "$1" && ! grep -q '0x[0-9a-f]*[1-9a-f]' "$1"
}

# A kernel without symbol names that moves itself about at boot: arm64-$1.
boot_nameless() {
	local guest=arm64-$1 KDIR CROSS CAPTURE
	build_payload "$guest" || return 0
	eval "$("$VM/kernel.sh" "$guest")"
	boot "$guest" "$guest" -- "$INJECT"
	CAPTURE=$WORK/$guest/results/capture
	MAP=$KDIR/System.map
	sed 's/^\(.*\)\(...\) \(. wake_up_process\)$/\1123 \3/' "$MAP" > "$WORK/other.map"
	check "$guest" "addresses only" addresses_only "$WORK/$guest/results/outliers"
	check "$guest" "kernel has moved" moved "$WORK/$guest/results/outliers"
	check "$guest" "function and callers named by System.map" named
	check "$guest" "address in the injector's function" in_function
	check "$guest" "map of another kernel refused" other_map_refused
	check "$guest" "hidden with kptr_restrict=2" hidden "$WORK/$guest/results/restricted"
}

# Take half a second from the guest each time its console has the text $1.
steal_at() {
	local tries=0 pid
	until grep -q "$1" "$WORK/$AMD64/console.log" 2> /dev/null; do
		[ $((tries++)) -lt 600 ] || return 1
		sleep 0.1
	done
	sleep 0.5
	pid=$(cat "$WORK/qemu.pid")
	kill -STOP "$pid"
	sleep 0.5
	kill -CONT "$pid"
}

# A record of so long a delay, in mode $2, that blames nobody.
unattributed() {
	grep -A 4 '^outlier: .* late=irq irq_ns=[4-9][0-9]\{8\}' "$1" |
		grep -A 3 "mode=$2 " > "$WORK/stolen" &&
		grep -q '^  cause: unattributed$' "$WORK/stolen" &&
		! grep -q '^  at: ' "$WORK/stolen" && return
	head -n 12 "$1" | sed 's/^/# /'
	return 1
}

STOLEN='
insmod /irqscope.ko warmup_ms=0 period_us=10000 stages=irq threshold_us=400000
echo 1 > /sys/devices/platform/irqscope/run
sleep 1
echo "steal from the idle" > /dev/console
sleep 3
cp /sys/kernel/debug/irqscope/outliers /results/idle
taskset 1 sh -c "while :; do :; done" &
taskset 2 sh -c "while :; do :; done" &
sleep 1
echo 1 > /sys/devices/platform/irqscope/reset
echo "steal from the busy" > /dev/console
sleep 3
cp /sys/kernel/debug/irqscope/outliers /results/busy
kill %1 %2
echo 0 > /sys/devices/platform/irqscope/run
rmmod irqscope'

boot_stolen() {
	build_payload $AMD64 || return 0
	mkdir -p "$WORK/$AMD64"
	(steal_at "steal from the idle" && steal_at "steal from the busy") &
	boot $AMD64 --qemu -pidfile --qemu "$WORK/qemu.pid" $AMD64 -- "$STOLEN"
	wait
	check $AMD64 "time stolen from the idle: unattributed" \
		unattributed "$WORK/$AMD64/results/idle" idle
	check $AMD64 "time stolen from a program: unattributed" \
		unattributed "$WORK/$AMD64/results/busy" user
}

[ $# -gt 0 ] || set -- vendor vendor-min stolen
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
make -s -C "$OUTLIER/../../userspace" BUILD="$WORK" > "$WORK/build.log" 2>&1 ||
	{ cat "$WORK/build.log"; die "cannot build the reader"; }
for name; do
	case $name in
	vendor | vendor-min) boot_nameless "$name" ;;
	stolen) boot_stolen ;;
	*) die "no boot $name" ;;
	esac
done
exit $failed
