#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What there is no time for in check.sh: more kernels and compilers, which lines are
# executed, faults put into the module, and an hour of stress.
# usage: check-long.sh
# Ends with the line "N passed, N failed" (", N skipped").
set -u
cd "$(dirname "$0")" || exit 1
. ./suite.sh

STRESS_SECONDS=${STRESS_SECONDS:-3600}

# The two lanes of an hour each.
stress() {
	boot "$1" --timeout $((STRESS_SECONDS * 2 + 300)) \
		--append "KSELFTEST_STRESS_TEST_SH_ARGS=$STRESS_SECONDS" stress_test.sh
}

# Kernels that check.sh leaves out, or runs in part.
kernels() {
	boot arm64-bare
	boot arm64-vendor-min
	# lockdep, KASAN and the like, with all tests
	boot arm64-debug --mem 1G --timeout 4000
	# data races
	boot arm64-kcsan --mem 1G --timeout 2400 run_test.sh snapshots_test.sh clock_test.sh \
		outlier_reset_test.sh stress_test.sh user_test.sh mem_test.sh
}

# The rules of the kernel's own source, as its makefile applies them.
coccicheck() { ./coccicheck.sh; }

"$VM/setup.sh" || exit 1
host_program coccicheck coccicheck
vm/matrix.sh
kernels
coverage/run.sh
packaging/in-tree.sh
mutants/run.sh
stress amd64-rt-6.12 > "$WORK/amd64.report" 2>&1 &
stress arm64-rt-6.12 > "$WORK/arm64.report" 2>&1 &
wait
cat "$WORK/amd64.report" "$WORK/arm64.report"
totals
