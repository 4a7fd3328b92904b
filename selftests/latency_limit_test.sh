#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Do latencies keep a limit on this machine? Only who knows it can say which, so
# without one the test is skipped:
#   KSELFTEST_LATENCY_LIMIT_TEST_SH_ARGS="irq=50us,thread=120us 10m" run_kselftest.sh ...
# usage: latency_limit_test.sh [LIMITS [DURATION]]
# LIMITS as for irqscope run --limit; DURATION 60s without.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

[ $# -gt 0 ] || skip_all "no limit given"
# shellcheck disable=SC2119
load_afresh
command -v irqscope > /dev/null || skip_all "the reader is not there"
stages=$(echo "$1" | sed 's/=[^,]*//g')

keeps() {
	irqscope run --quiet --duration "$duration" --stages "$stages" --limit "$limits" > /tmp/table
	status=$?
	sed 's/^/# /' /tmp/table
	return $status
}

limits=$1
duration=${2:-60s}
ktap_print_header
ktap_set_plan 1
ktap_test_result "latencies_within_limit" keeps
rmmod irqscope
ktap_finished
