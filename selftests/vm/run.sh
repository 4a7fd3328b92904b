#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Run kselftests in one boot of a guest, each judged by its exit code: 0 pass,
# 4 skip, others fail. A skip fails too, unless the test is given as TEST?.
# usage: run.sh [options of guest.sh] [--limit S] GUEST [--icount] TEST...
# --limit: seconds of guest time a test may take (120).
# Adds a row (pass, fail or skip, tab, name) per test to the file $IRQSCOPE_TALLY.
# status: 0 if nothing failed, 1 else.
set -eu
. "$(dirname "$0")/lib.sh"

failed=0

# Show file $1 as KTAP diagnostics.
diagnostics() { tr -d '\r' < "$1" | sed 's/^/# /'; }

# Report test $1, to be skipped only if $2 is set, from what the guest left.
report_test() {
	local name=$1 may_skip=$2 status seconds log=$OUT/results/$1.log reason
	read -r status seconds < <(awk -F '\t' -v name="$name" \
		'$1 == name { print $2, $3 }' "$OUT/results/tests.tsv" 2> /dev/null) || :
	case ${status:-none} in
	0) report pass "$LABEL: $name" "$seconds s"; return ;;
	none) report fail "$LABEL: $name" "no result: the guest did not get that far"; return ;;
	4)
		reason=$(sed -n 's/.*# SKIP *//p' "$log" | head -n 1)
		if [ -n "$may_skip" ]; then
			report skip "$LABEL: $name" "SKIP ${reason:-no reason given}"
			return
		fi
		report fail "$LABEL: $name" "must not be skipped: ${reason:-no reason given}" ;;
	*) report fail "$LABEL: $name" "status $status after $seconds s" ;;
	esac
	diagnostics "$log"
}

OPTIONS=() GUEST='' MACHINE='' SUFFIX='' TESTS=() LIMIT=120 OUT='' TIMEOUT='' PAYLOAD='' SLOWNESS=1
while [ $# -gt 0 ]; do
	case $1 in
	--icount) OPTIONS+=("$1"); SUFFIX=.icount SLOWNESS=3 ;;
	--machine) OPTIONS+=("$1" "$2"); MACHINE=.$2; shift ;;
	--limit) LIMIT=$2; shift ;;
	--out) OUT=$2; shift ;;
	--timeout) TIMEOUT=$2; shift ;;
	--payload) PAYLOAD=$2; shift ;;
	--*) OPTIONS+=("$1" "$2"); shift ;;
	*) if [ -z "$GUEST" ]; then GUEST=$1; else TESTS+=("$1"); fi ;;
	esac
	shift
done
[ ${#TESTS[@]} -gt 0 ] ||
	die "usage: run.sh [options of guest.sh] [--limit S] GUEST [--icount] TEST..."
LABEL=$GUEST$MACHINE$SUFFIX
if [ -z "$OUT" ]; then
	OUT=$(mktemp -d)
	trap 'rm -rf "$OUT"' EXIT
fi
mkdir -p "$OUT"
: "${PAYLOAD:=$(build_dir "$GUEST")/payload}"
# A second of a guest that counts instructions takes several of ours.
: "${TIMEOUT:=$((60 + ${#TESTS[@]} * LIMIT * SLOWNESS))}"
[ -d "$PAYLOAD" ] || die "$GUEST: nothing is built, run build.sh"

status=0
"$VM/guest.sh" --out "$OUT" --timeout "$TIMEOUT" --payload "$PAYLOAD" "${OPTIONS[@]}" \
	"$GUEST" -- "sh /vm/guest-tests.sh $LIMIT ${TESTS[*]%\?}" \
	> /dev/null 2> "$OUT/harness.log" || status=$?
for name in "${TESTS[@]}"; do
	case $name in
	*\?) report_test "${name%\?}" may_skip ;;
	*) report_test "$name" '' ;;
	esac
done
case $status in
0) report pass "$LABEL: kernel log" ;;
126) report fail "$LABEL: kernel log" ;;
*) report fail "$LABEL: guest" "status $status" ;;
esac
[ "$status" = 0 ] || diagnostics "$OUT/harness.log"
exit "$failed"
