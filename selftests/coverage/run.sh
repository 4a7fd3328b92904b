#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Which lines of the module the tests execute, in a kernel that counts them.
# usage: run.sh [DIR]
# DIR: keeps gcov's listings, without it they are dropped.
# Prints for each file how many of its lines were executed, and those that were not;
# they must be the ones of the table "unreached", which tells why.
# Adds a row (pass or fail, tab, name) to the file $IRQSCOPE_TALLY.
# shellcheck disable=SC2317 # checks are called by name
set -eu -o pipefail
COVERAGE=$(cd "$(dirname "$0")" && pwd)
. "$COVERAGE/../vm/lib.sh"
SELFTESTS=$COVERAGE/..
GUEST=arm64-gcov
TALLY=${IRQSCOPE_TALLY:-}
# What fails of the tests here fails in the boots that are for them.
unset IRQSCOPE_TALLY

failed=0

# All that a boot of this guest can reach.
boots() {
	"$VM/run.sh" $GUEST
	"$VM/run.sh" --icount $GUEST truth_test.sh outlier_test.sh suspend_test.sh
	"$VM/run.sh" --icount --smp 1 $GUEST reading_test.sh
	"$VM/run.sh" --append "highres=off nohz=off" $GUEST highres_off_test.sh
	for tree in i940 i940-workaround; do
		"$VM/tree.sh" $GUEST "$WORK/$tree.dtb" "$SELFTESTS/clock/$tree.dtso"
		"$VM/run.sh" --dtb "$WORK/$tree.dtb" $GUEST i940_by_devicetree_test.sh
	done
	"$SELFTESTS/qos/run.sh" --guest $GUEST good trial refused soc none dra7 failslab
}

# Add the counts of all boots up in $WORK/sum.
add_up() {
	local counts
	for counts in "$IRQSCOPE_GCOV"/*/gcov; do
		if [ -d "$WORK/sum" ]; then
			"${CROSS}gcov-tool" merge "$WORK/sum" "$counts" -o "$WORK/next" > /dev/null
			rm -r "$WORK/sum"
			mv "$WORK/next" "$WORK/sum"
		else
			cp -a "$counts" "$WORK/sum"
		fi
	done
}

# Write the listings, a file each of the module.
list() {
	local counts notes
	mkdir "$WORK/listings"
	find "$WORK/sum$BUILD/src/driver" -name '*.gcda' | while read -r counts; do
		notes=${counts#"$WORK/sum"}
		cp "${notes%.gcda}.gcno" "${counts%/*}/"
		(cd "$WORK/listings" && "${CROSS}gcov" -r -s "$BUILD/src" "$counts" > /dev/null)
	done
}

# Print the lines that were not executed: file, number, text.
unreached() {
	awk -F : '
		FNR == 1 { file = FILENAME; sub(/.*\//, "", file); sub(/[.]gcov$/, "", file) }
		$1 ~ /#####/ {
			text = $0
			sub(/^[^:]*:[^:]*:[ \t]*/, "", text)
			print file "|" $2 + 0 "|" text
		}' "$WORK"/listings/*.c.gcov
}

# Each such line has a reason. A reason without such a line is told: chance may have
# met it.
explained() {
	unreached > "$WORK/unreached"
	awk -F '[ \t]*[|][ \t]*' '
		FNR == NR { if (!/^#/ && NF) { reason[$1 "|" $2] = $3; used[$1 "|" $2] = 0 } ; next }
		{
			if (($1 "|" $3) in reason) used[$1 "|" $3]++
			else { print "# no reason: " $0; bad = 1 }
		}
		END {
			for (key in used) if (!used[key]) print "# is reached: " key
			exit bad
		}' "$COVERAGE/unreached" "$WORK/unreached"
}

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export IRQSCOPE_GCOV=$WORK/counts
mkdir "$IRQSCOPE_GCOV"
IRQSCOPE_TALLY=$TALLY build_payload $GUEST || exit 1
eval "$("$VM/kernel.sh" $GUEST)"
BUILD=$(build_dir $GUEST)
boots > "$WORK/boots.log" 2>&1 || :
sed 's/^/# /' "$WORK/boots.log" | grep -v '^# ok'
IRQSCOPE_TALLY=$TALLY
add_up
list
for listing in "$WORK"/listings/*.c.gcov; do
	awk -F : -v name="$(basename "$listing" .gcov)" '
		$1 ~ /#####/ { missed++ }
		$1 ~ /[0-9]/ { lines++ }
		END { printf "# %-20s %4d of %4d lines\n", name, lines, lines + missed }' "$listing"
done
[ -z "${1:-}" ] || cp -a "$WORK/listings/." "$1/"
check $GUEST "each line reached, or explained" explained
exit $failed
