# SPDX-License-Identifier: GPL-2.0
# The table of what grows with the CPUs.

END {
	printf "\n### %s: with more CPUs, all idle, `irq` at a period of 10 ms\n\n", guest
	print "| CPUs | instructions of the callback | missed | snapshot, instructions | snapshot, bytes |"
	print "|---|---:|---:|---:|---:|"
	for (i = 1; i <= size_count; i++) {
		n = sizes[i]
		printf "| %d | %s | %d | %s | %s |\n", n,
			n in scale_cost ? number(scale_cost[n]) : "failed: " scale_problem[n],
			missed[n], number(snapshot_ns[n]), number(snapshot_bytes[n])
	}
}
