#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Show what irqscope does: boot a PREEMPT_RT kernel, measure for 10 s under load,
# print the table and the histogram.
# usage: demo.sh
set -eu
. "$(dirname "$0")/lib.sh"

GUEST=amd64-rt-6.12
SECONDS_LONG=10
LOAD='stress-ng --cpu 1 --fork 2 --mmap 2 --mmap-bytes 16M --switch 1 --pipe 1 --timer 1 --vm 1 --vm-bytes 32M'

"$VM/setup.sh"
OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
PAYLOAD=$("$VM/build.sh" "$GUEST" 2> "$OUT/build.log") ||
	{ cat "$OUT/build.log" >&2; die "cannot build"; }

eval "$("$VM/kernel.sh" "$GUEST")"
echo "Booting $KREL in QEMU and measuring for $SECONDS_LONG s under"
echo "  $LOAD"
echo "One guest instruction counts as 1 ns: speed and load of this machine do not show."
echo
# One CPU: the CPUs of such a guest take turns, which would look like latency.
"$VM/guest.sh" --icount --smp 1 --mem 1G --timeout 300 --out "$OUT" --payload "$PAYLOAD" \
	--host-prog "$(command -v stress-ng)" "$GUEST" -- \
	"insmod /irqscope.ko && { $LOAD --quiet & } &&
	irqscope run --quiet --duration $SECONDS_LONG --period 200 --phase random --save /results/demo.isc" \
	2> "$OUT/harness.log" || { cat "$OUT/harness.log" >&2; die "the guest failed"; }

make -s -C "$VM/../../userspace" BUILD="$OUT/reader" CC=gcc
reader=$OUT/reader/irqscope
"$reader" hist "$OUT/results/demo.isc"
picture=$CACHE/demo.png
(cd "$OUT/results" && "$reader" plot --stage irq,thread "$picture" demo.isc)
echo "The stages irq and thread as a picture: $picture"
