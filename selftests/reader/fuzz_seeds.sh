#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Makes what the fuzzers begin with: captures of each kind, and machines.
# usage: MKSNAPSHOT=PROGRAM fuzz_seeds.sh DIR
set -eu
: "${MKSNAPSHOT:?}"
here=$(dirname "$0")
captures=$1/fuzz_capture
machines=$1/fuzz_text
mkdir -p "$captures" "$machines"

# part_of TREE PATH: the text of one file of a machine
part_of()
{
	awk -v path="$2" '/^==> / { in_it = $2 == path; next } in_it' "$1"
}

for kind in good empty warmup later width50 beyond many stages4 coarse; do
	"$MKSNAPSHOT" $kind > "$captures/$kind"
done
part_of "$here/fuzz/seed.tree" /sys/kernel/debug/irqscope/outliers > "$1/outliers"
part_of "$here/fuzz/seed.tree" /proc/modules > "$1/modules"
"$MKSNAPSHOT" stages4 "$1/outliers" "$1/modules" > "$captures/outliers"
"$MKSNAPSHOT" beyond "$1/outliers" > "$captures/addresses"

cp "$here"/fuzz/seed.tree "$here"/fuzz/found/*.tree "$here"/trees/*.tree "$machines"
{
	echo "==> /proc/cmdline"
	echo "==> /proc/config.gz"
	part_of "$here/fuzz/seed.tree" /given.config | gzip -n
} > "$machines/packed"
