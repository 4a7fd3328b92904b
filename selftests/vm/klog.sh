#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Judge a kernel log: print the lines that fail a run; status 1 if there are
# any. Only what follows the last marker counts, if there is one: how the bare
# kernel boots under emulation is not our affair.
# usage: klog.sh [FILE]

exec awk '
	/irqscope-vm: command starts/ { n = traces = 0; next }

	# What emulation does to timing says nothing about the module.
	/hrtimer: interrupt took/ { next }
	/RT throttling/ { next }
	/clocksource: .*unstable/ || /TSC .*unstable/ { next }

	# An allocation that fails leaves a trace of calls, too; whether it was
	# handled, tests tell.
	/page allocation failure: / || /vmalloc error: / { traces++ }
	tolower($0) ~ /call trace/ && traces > 0 { traces--; next }

	# Races between two functions of the kernel itself, some of them meant.
	/BUG: KCSAN: / && !/\[irqscope/ { next }

	/WARNING:/ || /BUG:/ || /Oops/ || /Kernel panic/ ||
	tolower($0) ~ /call trace/ ||
	/rcu.*stall/ || /detected stalls/ ||
	/soft lockup/ || /hard LOCKUP/ { bad[n++] = $0 }

	END {
		for (i = 0; i < n; i++)
			print bad[i]
		exit n > 0
	}
' "$@"
