#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Inside a guest: run tests of the collection as kernel CI does.
# usage: guest-tests.sh [TEST...]
# All of them without TEST. Leaves in /results/tests.ktap what run_kselftest.sh
# prints, with a line "# at S s" before each result; and in /results/gcov which lines
# of the module were executed, if the kernel counts them.

selection='-c irqscope'
[ $# = 0 ] || selection=$(printf -- '-t irqscope:%s ' "$@")
# shellcheck disable=SC2086 # several words
/tests/run_kselftest.sh $selection 2>&1 | awk '
	/^(not )?ok / {
		getline at < "/proc/uptime"
		close("/proc/uptime")
		sub(/[. ].*/, "", at)
		print "# at " at " s"
	}
	{ print; fflush() }' | tee /results/tests.ktap

cd /sys/kernel/debug/gcov 2> /dev/null || exit 0
find . -name '*.gcda' | while read -r counts; do
	mkdir -p "/results/gcov/${counts%/*}"
	cat "$counts" > "/results/gcov/$counts"
done
