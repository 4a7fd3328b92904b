# SPDX-License-Identifier: GPL-2.0
# The table of errors.

function errors(delay_us, meter) {
	if ((delay_us, meter, "min") in error_ns)
		return sprintf("%d / %d / %d", error_ns[delay_us, meter, "min"],
			error_ns[delay_us, meter, "mean"], error_ns[delay_us, meter, "max"])
	return "failed"
}

END {
	printf "\n### %s: error of min / mean / max, in ns\n\n", guest
	printf "| delay in us |"
	for (i = 1; i in meters; i++) {
		split(meters[i], part, ":")
		printf " %s |", i < 5 ? part[1] " `" part[2] "`" : part[1]
	}
	printf "\n|---|"
	for (i = 1; i in meters; i++)
		printf "---:|"
	printf "\n"
	for (d = 1; d <= delay_count; d++) {
		printf "| %s |", delays[d] ? delays[d] : "none"
		for (i = 1; i in meters; i++)
			printf " %s |", errors(delays[d], meters[i])
		printf "\n"
	}
	for (d = 1; d <= delay_count; d++)
		for (i = 1; i in meters; i++)
			if ((delays[d], meters[i]) in inaccurate)
				printf "\n%s at %d us: %s\n", meters[i], delays[d], inaccurate[delays[d], meters[i]]
	printf "\nWithout a delay `irq` is the way into the interrupt: %d to %d ns. An expiry is held up for as long as said, and %d ns at most above.\n",
		error_ns[0, "irqscope:irq", "min"], error_ns[0, "irqscope:irq", "max"], injected_late_ns
}
