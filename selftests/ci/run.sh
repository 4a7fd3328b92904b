#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Run irqscope.sh in a guest as a laboratory does, on a few tests and without LAVA,
# and judge what it leaves.
# usage: run.sh
# Adds a row (pass or fail, tab, name) per test to the file $IRQSCOPE_TALLY.
# status: 0 if nothing failed, 1 else.
# shellcheck disable=SC2317 # checks are called by name
set -eu -o pipefail
CI=$(cd "$(dirname "$0")" && pwd)
. "$CI/../vm/lib.sh"
GUEST=amd64-rt-6.12

failed=0

# First unpacked from the tarball, then found; with a stand-in for LAVA's program; and
# last with a test that is not there. What the third test needs is not there, either.
# shellcheck disable=SC2016 # for the guest
COMMAND='
call() {
	name=$1
	shift
	/ci/irqscope.sh -p /tmp/kselftest "$@" > "/results/$name.printed" 2>&1
	echo $? > "/results/$name.status"
	mv output "/results/$name"
}
cd /tmp
call good -u /collection.tar -t "params_test.sh irqscope:run_test.sh truth_test.sh" -d 2s
printf "#!/bin/sh\necho \"\$*\" >> /results/lava\n" > /bin/lava-test-case
chmod +x /bin/lava-test-case
call slow -t latency_limit_test.sh -l irq=0.001us -d 1s
rm /bin/lava-test-case
call absent -t no_such_test.sh -d 0
rm -rf /tmp/kselftest
call nothing -t run_test.sh'

# The status of call $1 is $2.
status_is() { [ "$(cat "$OUT/$1.status")" = "$2" ]; }

# All rows are such as LAVA takes, and no name is there twice.
well_formed() {
	! grep -vE '^[A-Za-z0-9_-]+ (pass|fail|skip)$|^[A-Za-z0-9_-]+ pass [0-9]+(\.[0-9]+)? us$' "$@" &&
		! cut -d ' ' -f 1 "$1" | sort | uniq -d | grep .
}

has_row() { grep -qxF "$2" "$OUT/$1/result.txt"; }

# There is a row for each result that the tests have announced, and for the tests
# themselves; not for those of a test that was skipped.
complete() {
	local announced rows
	announced=$(sed -n 's/^# 1\.\.\([0-9]*\)$/\1/p' "$OUT/good/tests.ktap" | awk '{ n += $1 } END { print n }')
	rows=$(grep -c '^irqscope_\(params\|run\)_test_sh_' "$OUT/good/result.txt")
	[ "$announced" -gt 10 ] && [ "$rows" = "$announced" ] && return
	echo "# $announced results announced, $rows rows"
	return 1
}

# The latencies are those of the JSON.
latencies() {
	jq -r '(.thread | to_entries[] | ["t" + .key, .value]), (.irq | to_entries[] | ["i" + .key, .value]) |
		.[0] as $cpu | .[1] | to_entries[] | select(.key == "min" or .key == "avg" or .key == "max") |
		"\($cpu)-\(.key)-latency \(.value)"' "$OUT/good/latency.json" |
		awk '{ printf "%s %.3f\n", $1, $2 }' | sort > "$WORK/expected"
	sed -n 's/^\([ti][0-9]*-[a-z]*-latency\) pass \(.*\) us$/\1 \2/p' "$OUT/good/result.txt" |
		awk '{ printf "%s %.3f\n", $1, $2 }' | sort > "$WORK/found"
	[ "$(wc -l < "$WORK/expected")" = 12 ] && diff "$WORK/expected" "$WORK/found" | sed 's/^/# /'
}

# LAVA's program was called with each row.
handed_over() {
	sed 's/^\([^ ]*\) \([a-z]*\) \([^ ]*\) us$/\1 --result \2 --measurement \3 --units us/; t
		s/^\([^ ]*\) \([a-z]*\)$/\1 --result \2/' "$OUT/slow/result.txt" | diff - "$OUT/lava" | sed 's/^/# /'
}

# Without it they are printed.
printed() { diff "$OUT/good/result.txt" "$OUT/good.printed" | sed 's/^/# /'; }

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
build_payload $GUEST "ci: build" || exit 1
mkdir -p "$WORK/payload/ci"
cp "$CI/irqscope.sh" "$WORK/payload/ci/"
cp "$(dirname "$PAYLOAD")/collection.tar" "$WORK/payload/"
status=0
"$VM/guest.sh" --out "$WORK/guest" --payload "$WORK/payload" --mem 1G $GUEST -- "$COMMAND" \
	> "$WORK/guest.log" 2>&1 || status=$?
OUT=$WORK/guest/results
check ci "boot" [ "$status" = 0 ]
[ "$status" = 0 ] || tail -n 20 "$WORK/guest.log" | sed 's/^/# /'

check ci "all is well: status" status_is good 0
check ci "rows are such as LAVA takes" well_formed "$OUT/good/result.txt"
check ci "a row for each result" complete
check ci "result of a test file" has_row good "irqscope_run_test_sh pass"
check ci "result in a test file" has_row good "irqscope_run_test_sh_starts_stopped pass"
check ci "skipped" has_row good "irqscope_truth_test_sh skip"
check ci "latencies" latencies
check ci "rows printed without LAVA" printed
check ci "limit exceeded: status" status_is slow 1
check ci "limit exceeded: row" has_row slow "irqscope_latency_limit_test_sh_latencies_within_limit fail"
check ci "rows handed to LAVA" handed_over
check ci "test that is not there: status" status_is absent 1
check ci "test that is not there: row" has_row absent "irqscope_no_such_test_sh fail"
check ci "no collection: status" status_is nothing 1
check ci "no collection: row" has_row nothing "irqscope_setup fail"
exit $failed
