#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Tell how far the figures of several runs of bench.sh lie apart.
# usage: agree.sh DIR DIR...   each left by "bench.sh --keep DIR"
# status: 0 if no figure lies further apart than 1 %, but for single events, 1 else.
set -eu -o pipefail
BENCH=$(cd "$(dirname "$0")" && pwd)
. "$BENCH/../vm/lib.sh"

[ $# -gt 1 ] || die "usage: agree.sh DIR DIR..."
for dir; do
	for rows in "$dir"/*.all; do
		[ -e "$rows" ] || die "$dir: nothing was kept there by bench.sh --keep"
		awk -v guest="$(basename "$rows" .all)" -f "$BENCH/rows.awk" -f "$BENCH/figures.awk" "$rows"
	done
done | awk -F '\t' -v runs=$# '
	{ key = $1 "\t" $2; count[key]++; kinds[$1] }
	!(key in least) || $3 < least[key] { least[key] = $3 }
	!(key in most) || $3 > most[key] { most[key] = $3 }
	END {
		for (key in count) {
			split(key, part, "\t")
			kind = part[1]
			figures[kind]++
			percent = count[key] < runs ? 100 : 100 * (most[key] - least[key]) / most[key]
			within[kind] += percent <= 1
			if (percent > worst[kind] + 0) {
				worst[kind] = percent
				where[kind] = part[2]
			}
		}
		for (kind in kinds) {
			printf "%s: %d of %d figures within 1 %%", kind, within[kind], figures[kind]
			if (worst[kind])
				printf ", the worst %.2f %% (%s)", worst[kind], where[kind]
			printf "\n"
			# a single sample each
			if (within[kind] < figures[kind] && kind !~ /^max |^min without/)
				failed = 1
		}
		exit failed
	}'
