#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A trial of a register that really changes latency: the injector keeps interrupts off
# longer while the word is not the wanted one. The trial finds by how much; where the
# word changes nothing, it finds nothing.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

[ -n "${IRQSCOPE_ICOUNT:-}" ] || skip_all "latencies mean something only with --icount"
need_injector

# What the register costs, in us.
EFFECT_US=200
WATCH="cpu=1 address=0x45d20500 mask=0x7000 wanted=0x6000"

devmem 0x09030400 32 7
load_afresh warmup_ms=0 trial_settle_ms=20
need_debugfs

# Sections of $1 us while the wanted value is in force, of $2 us while it is not.
couple() { echo "$WATCH us=$1 else_us=$2 jitter_us=20 gap_us=4000" > "$INJECT/watch"; }

# A trial with seed $1, of CPU 1, into /tmp/out.
try() {
	irqscope trial --qos --quiet --cpus 1 --stages irq --period 197 --block 150ms \
		--duration 6s --seed "$1" > /tmp/out 2>&1 && return
	sed 's/^/# /' /tmp/out
	return 1
}

# Columns of the row that decides: difference, from, to, verdict.
row() { awk '/^# mean of/ { on = 1 } on && $1 == 1 && $2 == "irq" { print $6, $7, $8, $10 }' /tmp/out; }

# Does row $1 have verdict $2, and effect $3 in us? One interval in twenty lies beside the
# truth, by design, so it may be as far again from the figure as the interval is wide.
finds() {
	echo "$1" | awk -v verdict="$2" -v effect="$3" '
		{ off = $1 - effect; wide = $3 - $2 }
		{ exit !($4 == verdict && off * off <= wide * wide && wide * wide < effect * effect / 4 &&
			$1 * effect > 0 && $2 * $3 > 0) }'
}

finds_effect() {
	couple 100 $((100 + EFFECT_US))
	try 1 || return 1
	ktap_print_msg "$(row)"
	finds "$(row)" helps -$EFFECT_US &&
		tail -n 1 /tmp/out | grep -q '^b helps in 1 of 1 cells, most on cpu 1 irq, by -'
}

# The other way round.
finds_harm() {
	couple $((100 + EFFECT_US)) 100
	try 2 || return 1
	ktap_print_msg "$(row)"
	finds "$(row)" hurts $EFFECT_US
}

finds_nothing() {
	couple 200 200
	quiet=0
	for seed in 1 2 3 4 5; do
		try $seed || return 1
		ktap_print_msg "$(row)"
		! tail -n 1 /tmp/out | grep -q '^No difference that this run can show; one of' ||
			quiet=$((quiet + 1))
	done
	[ $quiet -ge 4 ]
}

promised() { holds 0x45d20500 0x00006000; }

unloads() {
	echo off > "$INJECT/watch" && rmmod irqscope_inject && rmmod irqscope && no_trace
}

ktap_print_header
ktap_set_plan 5
ktap_test_result "finds_effect" finds_effect
ktap_test_result "finds_harm" finds_harm
ktap_test_result "finds_nothing_where_nothing_is" finds_nothing
ktap_test_result "registers_as_promised" promised
ktap_test_result "unloads" unloads
ktap_finished
