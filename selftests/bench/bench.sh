#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What measuring costs, how true it is, how it grows with CPUs and what it takes up,
# beside the other tools of this field: in guests that count instructions, so that
# the figures are the same on every machine. Prints tables in Markdown, then what is
# demanded of the figures.
# usage: bench.sh [--quick] [--keep DIR] [GUEST...]
#   --quick       shorter and fewer, hence less exact
#   --keep DIR    leave the rows there that the guests have printed
# status: 0 if all that is demanded holds, 1 if not, 125 if a guest failed.
set -eu -o pipefail
BENCH=$(cd "$(dirname "$0")" && pwd)
. "$BENCH/../vm/lib.sh"
. "$BENCH/peers.sh"

# The loop's turns at 1 ms and at 100 us; numbers of CPUs; delays in us.
TURNS_SLOW=600000000 TURNS_FAST=300000000
SCALE=(1 2 8 64)
DELAYS=(0 1 3 10 30 100 300 1000 3000 10000)
KEEP=''
while [ $# -gt 0 ]; do
	case $1 in
	--quick)
		TURNS_SLOW=150000000 TURNS_FAST=50000000
		SCALE=(1 8)
		DELAYS=(0 10 1000) ;;
	--keep) KEEP=$2; shift ;;
	-*) die "usage: bench.sh [--quick] [--keep DIR] [GUEST...]" ;;
	*) break ;;
	esac
	shift
done
[ $# -gt 0 ] || set -- amd64-rt-6.12 arm64-rt-6.12

# Boot guest $1 with $2 CPUs, run the command $3 in it and keep what it prints.
# Whatever is random in the guest is drawn from the same seed each time.
boot() {
	local rows=$WORK/$1.$2.${3//[^a-z0-9_]/}
	"$VM/guest.sh" --icount --smp "$2" --mem 1G --timeout 1500 --payload "$WORK/$1" \
		--append "randomize_kstack_offset=off" --qemu -seed --qemu 1 \
		"$1" -- "$3" > "$rows.rows" 2> "$rows.log" && return
	cat "$rows.rows" "$rows.log" >&2
	note "$1 with $2 CPUs: $3: failed"
	touch "$WORK/failed"
}

# Boot as above, beside as many others as this machine has CPUs for.
boot_beside() {
	while [ "$(jobs -r | wc -l)" -ge "$(nproc)" ]; do
		wait -n || :
	done
	boot "$@" &
}

# Print how large the parts of the module and of the reader of guest $1 are.
sizes() {
	local GUEST=$1 reader=$WORK/$1.reader
	guest_lookup "$GUEST"
	"${CROSS}size" -A "$WORK/$1/tests/irqscope/irqscope.ko" | awk -v OFS='\t' '
		NF == 3 && $2 ~ /^[0-9]+$/ { print "section", $1, $2 }'
	cp "$WORK/$1/tests/irqscope/irqscope" "$reader"
	"${CROSS}strip" "$reader"
	printf 'reader\t%d\n' "$(stat -c %s "$reader")"
}

"$VM/setup.sh"
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
for guest; do
	payload=$("$VM/build.sh" "$guest" 2> "$WORK/build.log") ||
		{ cat "$WORK/build.log" >&2; die "$guest: cannot build"; }
	lay_payload "$guest" "$payload" "$WORK/$guest"
done
for guest; do
	boot_beside "$guest" 1 "./bench_cost.sh 1000 $TURNS_SLOW"
	boot_beside "$guest" 1 "./bench_cost.sh 100 $TURNS_FAST"
	boot_beside "$guest" 1 "./bench_accuracy.sh ${DELAYS[*]}"
	for cpus in "${SCALE[@]}"; do
		boot_beside "$guest" "$cpus" "./bench_scale.sh 10000 5"
	done
done
wait
[ ! -e "$WORK/failed" ] || exit 125

failed=0
for guest; do
	sizes "$guest" > "$WORK/$guest.sizes.rows"
	cat "$WORK/$guest".*.rows > "$WORK/$guest.all"
	[ -z "$KEEP" ] || { mkdir -p "$KEEP" && cp "$WORK/$guest.all" "$KEEP/"; }
	for table in cost accuracy scale size; do
		awk -v guest="$guest" -f "$BENCH/rows.awk" -f "$BENCH/$table.awk" "$WORK/$guest.all" |
			awk -f "$BENCH/align.awk"
	done
done
for guest; do
	awk -v guest="$guest" -f "$BENCH/rows.awk" -f "$BENCH/demands.awk" "$WORK/$guest.all" ||
		failed=1
done
exit $failed
