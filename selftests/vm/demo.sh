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
	irqscope run --quiet --duration $SECONDS_LONG --period 200 --phase random &&
	cp /sys/kernel/debug/irqscope/hist/* /results/" 2> "$OUT/harness.log" ||
	{ cat "$OUT/harness.log" >&2; die "the guest failed"; }

# The last row that holds a sample, and the greatest latency of a stage.
last=$(awk '!/^#/ && $2 + 0 { row = $1 } END { print row + 2 }' "$OUT/results/thread")
max() { awk -v stage="$1" '$2 == stage { print $6 }' "$OUT/results/output.txt"; }
picture=$CACHE/demo.png
gnuplot -e "dir='$OUT/results'; png='$picture'; last=$last; irq_max='$(max irq)'; thread_max='$(max thread)'; title='$GUEST, period 200 us, random phase, $SECONDS_LONG s'" \
	"$VM/demo.gp"
echo "The same as a picture: $picture"
