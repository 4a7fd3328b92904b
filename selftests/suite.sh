# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What check.sh and check-long.sh share. Sourced in the directory of both.

. vm/lib.sh
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export IRQSCOPE_TALLY=$WORK/tally
: > "$IRQSCOPE_TALLY"

# Run a program that reports in KTAP by itself.
host_program() {
	local name=$1 outcome=pass
	shift
	"$@" > "$WORK/host.log" 2>&1 || outcome=fail
	report $outcome "host: $name"
	[ $outcome = pass ] || sed 's/^/# /' "$WORK/host.log"
}

# One boot of a guest: run.sh with the rest of the arguments.
boot() {
	local guest=$1
	shift
	build_payload "$guest" || return 0
	"$VM/run.sh" "$guest" "$@"
}

# How many rows of an outcome there are.
count() { grep -c "^$1" "$IRQSCOPE_TALLY"; }

# Print "N passed, N failed" (", N skipped"); status 0 if nothing failed.
totals() {
	local skipped total
	grep '^fail' "$IRQSCOPE_TALLY" | sed 's/^fail\t/failed: /'
	skipped=$(count skip)
	total="$(count pass) passed, $(count fail) failed"
	[ "$skipped" = 0 ] || total="$total, $skipped skipped"
	echo "$total"
	[ "$(count fail)" = 0 ] && [ "$(count pass)" -gt 0 ]
}
