#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Run tests of the collection in one boot of a guest, all of them if none is named,
# by the runner of kernel CI. Which are skipped must be as the table "skips" has it,
# and none of those that are named.
# usage: run.sh [options of guest.sh] GUEST [--icount] [TEST...]
# Adds a row (pass, fail or skip, tab, name) per test to the file $IRQSCOPE_TALLY, and
# the counts of a kernel with gcov to the directory $IRQSCOPE_GCOV, if there is one.
# status: 0 if nothing failed, 1 else.
set -eu -o pipefail
. "$(dirname "$0")/lib.sh"

failed=0

# Print what test $1 has printed, as KTAP diagnostics.
test_log() {
	awk -v name="$1" '
		/^# selftests: irqscope: / { inside = ($4 == name); next }
		/^(not )?ok |^# at [0-9]+ s$/ { inside = 0 }
		inside' "$KTAP" | tr -d '\r'
}

# Print the result line of test $1 and behind it how many s it took.
test_result() {
	awk -v name="$1" '
		/^# at [0-9]+ s$/ { before = now; now = $3 }
		/^(not )?ok [0-9]+ selftests: irqscope: / {
			if ($0 ~ ": irqscope: " name "( #.*)?$") print $0 "\t" now - before
		}' "$KTAP"
}

# Print the reason for which the table has test $1 skipped in this boot.
expected_skip() {
	[ -z "$NAMED" ] || return 0
	awk -F '[ \t]*[|][ \t]+' -v boot="$LABEL" -v name="$1" '
		!/^#/ && NF == 3 && name ~ "^(" $2 ")$" && boot ~ "^(" $1 ")$" { print $3; exit }' "$VM/skips"
}

# Report test $1 by what the guest left.
report_test() {
	local name=$1 result seconds expected reason
	IFS=$'\t' read -r result seconds < <(test_result "$name") || :
	expected=$(expected_skip "$name")
	reason=$(test_log "$name" | sed -n 's/.*# SKIP *//p' | head -n 1)
	case $result in
	'') report fail "$LABEL: $name" "no result: the guest did not get that far"; return ;;
	ok*'# SKIP'*)
		if [ -n "$expected" ] && [[ $reason == $expected* ]]; then
			report skip "$LABEL: $name" "SKIP $reason"
			return
		fi
		report fail "$LABEL: $name" "must not be skipped: ${reason:-no reason given}" ;;
	ok*)
		if [ -z "$expected" ]; then
			report pass "$LABEL: $name" "$seconds s"
			return
		fi
		report fail "$LABEL: $name" "was to be skipped: $expected" ;;
	*) report fail "$LABEL: $name" "${result##*# } after $seconds s$(failed_parts "$name")" ;;
	esac
	test_log "$name"
}

# Print which parts of test $1 have failed, each with what it said last.
failed_parts() {
	test_log "$1" | awk '
		/^# not ok / { sub(/^# not ok [0-9]* /, ""); print "; " $0 (said == "" ? "" : " (" said ")") }
		{ said = /^# # / ? substr($0, 5) : "" }' | tr -d '\n'
}

# Print the names of all tests of the collection.
all_tests() { sed -n 's/^irqscope://p' "$PAYLOAD/tests/kselftest-list.txt"; }

OPTIONS=() GUEST='' MACHINE='' SUFFIX='' NAMED='' TESTS=() OUT='' TIMEOUT=1200 PAYLOAD=''
while [ $# -gt 0 ]; do
	case $1 in
	--icount) OPTIONS+=("$1"); SUFFIX=.icount ;;
	--machine) OPTIONS+=("$1" "$2"); MACHINE=.$2; shift ;;
	--out) OUT=$2; shift ;;
	--timeout) TIMEOUT=$2; shift ;;
	--payload) PAYLOAD=$2; shift ;;
	--*) OPTIONS+=("$1" "$2"); shift ;;
	*) if [ -z "$GUEST" ]; then GUEST=$1; else TESTS+=("$1"); fi ;;
	esac
	shift
done
[ -n "$GUEST" ] || die "usage: run.sh [options of guest.sh] GUEST [--icount] [TEST...]"
LABEL=$GUEST$MACHINE$SUFFIX
if [ -z "$OUT" ]; then
	OUT=$(mktemp -d)
	trap 'rm -rf "$OUT"' EXIT
fi
mkdir -p "$OUT"
KTAP=$OUT/results/tests.ktap
: "${PAYLOAD:=$(build_dir "$GUEST")/payload}"
[ -d "$PAYLOAD" ] || die "$GUEST: nothing is built, run build.sh"
NAMED=${TESTS[*]}

status=0
"$VM/guest.sh" --out "$OUT" --timeout "$TIMEOUT" --payload "$PAYLOAD" "${OPTIONS[@]}" \
	"$GUEST" -- "sh /vm/guest-tests.sh $NAMED" > /dev/null 2> "$OUT/harness.log" || status=$?
[ -e "$KTAP" ] || { mkdir -p "$OUT/results"; : > "$KTAP"; }
[ -n "$NAMED" ] || mapfile -t TESTS < <(all_tests)
for name in "${TESTS[@]}"; do
	report_test "$name"
done
case $status in
0) report pass "$LABEL: kernel log" ;;
126) report fail "$LABEL: kernel log" ;;
*) report fail "$LABEL: guest" "status $status" ;;
esac
[ "$status" = 0 ] || sed 's/^/# /' "$OUT/harness.log" | tr -d '\r'
if [ -n "${IRQSCOPE_GCOV:-}" ] && [ -d "$OUT/results/gcov" ]; then
	cp -a "$OUT/results/gcov" "$(mktemp -d -p "$IRQSCOPE_GCOV")/"
fi
exit "$failed"
