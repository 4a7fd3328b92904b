# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# A short run of both fuzzers, the same each time. They judge exit codes, the number
# of lines on stderr, what may go to a terminal, and JSON; see fuzz/fuzz.c.
# Part of reader_test.sh.

# fuzz NAME RUNS: must find nothing
fuzz()
{
	[ -n "${FUZZERS:-}" ] && [ -x "$FUZZERS/$1" ] || exit "$SKIP"
	MKSNAPSHOT=$MKSNAPSHOT SIMULATE=$SIMULATE "$here/fuzz_seeds.sh" "$tmp/seeds"
	rm -rf "$tmp/corpus"
	mkdir "$tmp/corpus"
	# libFuzzer counts what it begins with, too.
	expect 0 "$FUZZERS/$1" -runs="$2" -seed=1 -max_len=100000 -timeout=60 \
		-dict="$here/fuzz/$1.dict" -artifact_prefix="$tmp/" "$tmp/corpus" "$tmp/seeds/$1"
	grep -q "^Done $2 runs" "$tmp/err"
	# A fuzzer that finds nothing new sees nothing, nor does one whose inputs all end alike.
	[ "$(find "$tmp/corpus" -type f | wc -l)" -gt 20 ]
	grep '^exit codes: ' "$tmp/err"
	fails grep -q '^exit codes: .*: 0\( \|$\)' "$tmp/err"
}

test_fuzz_captures()
{
	fuzz fuzz_capture 1500
}

test_fuzz_text()
{
	fuzz fuzz_text 800
}
