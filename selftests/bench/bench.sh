#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What a sample costs, in instructions: in guests that count them, so the figures
# are nearly the same on every machine.
# usage: bench.sh [GUEST...]
set -eu -o pipefail
. "$(dirname "$0")/../vm/lib.sh"

[ $# -gt 0 ] || set -- amd64-rt-6.12 arm64-rt-6.12
"$VM/setup.sh"
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
for guest; do
	payload=$("$VM/build.sh" "$guest" 2> "$WORK/build.log") ||
		{ cat "$WORK/build.log" >&2; die "$guest: cannot build"; }
	echo "# $guest: instructions a sample"
	"$VM/guest.sh" --icount --smp 1 --timeout 600 --payload "$payload" "$guest" -- \
		"./bench_cost.sh" 2> "$WORK/log" || { cat "$WORK/log" >&2; die "$guest: failed"; }
done
