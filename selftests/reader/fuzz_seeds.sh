#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Makes what the fuzzers begin with: captures of each kind, and machines.
# usage: MKSNAPSHOT=PROGRAM SIMULATE=PROGRAM fuzz_seeds.sh DIR
set -eu
: "${MKSNAPSHOT:?}" "${SIMULATE:?}"
here=$(dirname "$0")
captures=$1/fuzz_capture
machines=$1/fuzz_text
mkdir -p "$captures" "$machines"

# part_of TREE PATH: the text of one file of a machine
part_of()
{
	awk -v path="$2" '/^==> / { in_it = $2 == path; next } in_it' "$1"
}

for kind in good empty warmup later width50 beyond many stages4 coarse \
	blocks load huge; do
	"$MKSNAPSHOT" $kind > "$captures/$kind"
done
part_of "$here/fuzz/seed.tree" /sys/kernel/debug/irqscope/outliers > "$1/outliers"
part_of "$here/fuzz/seed.tree" /proc/modules > "$1/modules"
"$MKSNAPSHOT" stages4 "$1/outliers" "$1/modules" > "$captures/outliers"
"$MKSNAPSHOT" beyond "$1/outliers" > "$captures/addresses"

# As the reference is, and a little different from it: these get verdicts.
"$SIMULATE" cpus=1 stages=2 blocks=40 stream=2 shift=30000 shift_cpu=0 shift_stage=1 \
	load="load: none,cpu0: busy 15.8 user 12.3 idle 84.2" > "$captures/verdict"
"$SIMULATE" cpus=1 stages=1 blocks=20 length=2000000000 last=500000000 bucket=1000 \
	load="load: sdk,command: stress-ng,load_ended: after 2 s,block_ms: 2000" \
	> "$captures/verdict2"

cp "$here"/fuzz/seed.tree "$here"/fuzz/found/*.tree "$here"/trees/*.tree "$machines"
{
	echo "==> /proc/cmdline"
	echo "==> /proc/config.gz"
	part_of "$here/fuzz/seed.tree" /given.config | gzip -n
} > "$machines/packed"
