#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Boot a guest in QEMU, run a shell command there, fetch what it left in
# /results and judge the kernel log.
#
# usage: guest.sh [options] GUEST -- COMMAND
#   --icount          count instructions: 1 ns of guest time each
#   --machine NAME    for armhf: vexpress-a9 or vexpress-a15 (virt)
#   --smp N           CPUs (2; with --icount as the guest table says)
#   --mem M           memory (512M)
#   --append ARGS     more kernel arguments
#   --timeout S       limit in seconds of this machine's time (300)
#   --out DIR         keep here: console.log, status, results/
#   --payload DIR     what to put into the guest (what build.sh made)
#   --host-prog PATH  a program of this machine to put there (repeatable)
#   --dtb FILE        devicetree
#   --dump-dtb FILE   only write the machine's own devicetree there
#   --qemu ARG        an argument for QEMU (repeatable)
#
# status: the command's; 124 timeout, 125 no verdict or another failure of the
# harness, 126 kernel log.
set -eu
. "$(dirname "$0")/lib.sh"

# Set QEMU and CONSOLE for the board vexpress-$1, whose devicetree $2 comes with
# the kernel; QEMU adds the virtio slots and the memory to it.
vexpress() {
	local file=${MODDIR%/lib/modules/*}/usr/lib/linux-image-$KREL/vexpress-$2.dtb
	local dtb=$WORK/board.dtb cpu
	[ -e "$file" ] || die "$GUEST: its kernel comes without $(basename "$file")"
	cp "$file" "$dtb"
	# Or the kernel would believe in CPUs of the board that QEMU leaves out.
	for cpu in $(fdtget -l "$dtb" /cpus | grep '^cpu@' | tail -n "+$((SMP + 1))"); do
		fdtput -t s "$dtb" "/cpus/$cpu" status fail
	done
	# The sound of the board cannot be left out, but be kept from this machine.
	QEMU=(qemu-system-arm -M "vexpress-$1" -dtb "$dtb"
		-audiodev "none,id=none" -global pl041.audiodev=none
		-device virtio-serial-device)
	CONSOLE=ttyAMA0
}

# Set QEMU and CONSOLE for the architecture of the guest, or the board asked for.
machine() {
	# No default devices: what is not there cannot interrupt. The arm
	# machines have slots for virtio devices without a bus.
	case $DEB_ARCH${MACHINE:+.$MACHINE} in
	amd64) QEMU=(qemu-system-x86_64 -accel tcg -device virtio-serial-pci)
		CONSOLE=ttyS0 ;;
	arm64) QEMU=(qemu-system-aarch64 -M "virt,gic-version=3" -cpu cortex-a53
			-device virtio-serial-device)
		CONSOLE=ttyAMA0 ;;
	armhf) QEMU=(qemu-system-arm -M virt -cpu cortex-a15
			-device virtio-serial-device)
		CONSOLE=ttyAMA0 ;;
	armhf.vexpress-a9) vexpress a9 v2p-ca9 ;;
	armhf.vexpress-a15) vexpress a15 v2p-ca15-tc1 ;;
	*) die "$GUEST: no machine $MACHINE for $DEB_ARCH" ;;
	esac
	QEMU+=(-nodefaults -no-user-config -display none -no-reboot
		-serial "file:$OUT/console.log"
		-chardev "file,id=verdict,path=$WORK/verdict.tar"
		-device "virtserialport,chardev=verdict,name=verdict"
		-smp "$SMP" -m "$MEM")
}

# Boot and wait for the end; nothing but the time limit is judged here.
boot() {
	local pid status=0
	TIMED_OUT=''
	timeout -k 5 "$TIMEOUT" "${QEMU[@]}" \
		-kernel "$KERNEL" -initrd "$WORK/initramfs" \
		-append "console=$CONSOLE quiet panic=-1 log_buf_len=4M $APPEND" \
		"${EXTRA[@]}" < /dev/null >&2 &
	pid=$!
	# timeout hands the signal on to the emulator.
	trap 'kill "$pid" 2> /dev/null; exit 125' INT TERM HUP
	wait "$pid" || status=$?
	trap - INT TERM HUP
	case $status in
	124 | 137) TIMED_OUT=1 ;;
	esac
}

# Did the emulator, up to QEMU 8.0, run a breakpoint of the kernel's own patching
# that was no longer there? It may while CPUs translate code side by side.
stale_breakpoint() {
	[ "$DEB_ARCH" = amd64 ] && [ -z "$ICOUNT" ] && [ "$SMP" -gt 1 ] || return
	grep -m 1 -E 'Oops|\[#1\]|BUG:|WARNING:' "$OUT/console.log" | grep -qE '(Oops: int3|int3): '
}

# Unpack what came through the verdict port; fails unless it is complete.
fetch_results() {
	tar -C "$OUT" -xf "$WORK/verdict.tar" 2> /dev/null && [ -s "$OUT/status" ]
}

# Judge log $1, called $2 to the user.
judge_log() {
	local bad
	bad=$("$VM/klog.sh" "$1") && return
	note "$GUEST: kernel log ($2):"
	echo "$bad" | head -n 20 >&2
	return 1
}

ICOUNT='' MACHINE='' SMP='' MEM=512M APPEND='' TIMEOUT=300 OUT='' TIMED_OUT='' DUMP='' EXTRA=() PACK=()
while [ $# -gt 0 ]; do
	case $1 in
	--icount) ICOUNT=1; shift; continue ;;
	--machine) MACHINE=$2 ;;
	--smp) SMP=$2 ;;
	--mem) MEM=$2 ;;
	--append) APPEND+=" $2" ;;
	--timeout) TIMEOUT=$2 ;;
	--out) OUT=$2 ;;
	--payload | --host-prog) PACK+=("$1" "$2") ;;
	--dtb) EXTRA+=(-dtb "$2") ;;
	--dump-dtb) DUMP=$2 ;;
	--qemu) EXTRA+=("$2") ;;
	*) break ;;
	esac
	shift 2
done
if [ -z "$DUMP" ] && { [ $# -lt 3 ] || [ "$2" != -- ]; }; then
	die "usage: guest.sh [options] GUEST -- COMMAND"
fi
GUEST=$1
shift $(($# > 1 ? 2 : 1))

vars=$("$VM/kernel.sh" "$GUEST")
eval "$vars"
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
: "${OUT:=$WORK/out}"
rm -rf "$OUT/results" "$OUT/status"
mkdir -p "$OUT" "$WORK/vm"
: > "$OUT/console.log"
OUT=$(cd "$OUT" && pwd)

if [ -n "$ICOUNT" ]; then
	EXTRA+=(-icount "shift=0,sleep=off" -rtc "base=2026-01-01,clock=vm")
	APPEND="nokaslr norandmaps mitigations=off$APPEND"
	: "${SMP:=$ICOUNT_CPUS}"
fi
: "${SMP:=2}"
machine
if [ -n "$DUMP" ]; then
	"${QEMU[@]}" -machine "dumpdtb=$DUMP" >&2
	exit
fi
echo "$*" > "$WORK/vm/command"
echo "export GUEST=$GUEST GUEST_ARCH=$DEB_ARCH${ICOUNT:+ IRQSCOPE_ICOUNT=1}" > "$WORK/vm/env"
"$VM/initramfs.sh" "${PACK[@]}" "$GUEST" "$WORK/vm" "$WORK/initramfs"
boot
if stale_breakpoint; then
	note "$GUEST: the emulator ran into a stale breakpoint: once more"
	mv "$OUT/console.log" "$OUT/console.log.stale"
	boot
fi

if ! fetch_results; then
	note "$GUEST: ${TIMED_OUT:+timeout after $TIMEOUT s, }no verdict; the console ends:"
	tail -n 15 "$OUT/console.log" | tr -d '\r' >&2
	judge_log "$OUT/console.log" console || exit 126
	[ -z "$TIMED_OUT" ] || exit 124
	exit 125
fi
cat "$OUT/results/output.txt"
grep -q 'irqscope-vm: command starts' "$OUT/results/dmesg.txt" ||
	die "$GUEST: the kernel log does not reach back to the start of the command"
judge_log "$OUT/results/dmesg.txt" dmesg || exit 126
# Switching off comes after the verdict.
sed '1,/irqscope-vm: verdict sent/d' "$OUT/console.log" > "$WORK/end.log"
judge_log "$WORK/end.log" "power off" || exit 126
[ -z "$TIMED_OUT" ] || die "$GUEST: did not power off"
exit "$(cat "$OUT/status")"
