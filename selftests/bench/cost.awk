# SPDX-License-Identifier: GPL-2.0
# The table of the cost of a sample.

# A row of text $text for $name, whose floor is $floor.
function line(text, name, floor) {
	printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", text,
		costs(1000, name), ratio(1000, name, floor), peer_ratio(name, floor, "timerlat"),
		peer_ratio(name, floor, "cyclictest"), costs(100, name), ratio(100, name, floor),
		bytes[name] ? number(bytes[name] / 1024) : ""
	for (p = 100; p <= 1000; p *= 10)
		if ((p, name) in problem)
			notes = notes sprintf("\n%s at %d us: %s\n", text, p, problem[p, name])
}

function costs(period_us, name) {
	return (period_us, name) in cost ? number(cost[period_us, name]) : "failed"
}

function ratio(period_us, name, base) {
	if (base == "" || !((period_us, name) in cost) || !((period_us, base) in cost))
		return ""
	return sprintf("%.2f", cost[period_us, name] / cost[period_us, base])
}

# What wakes no thread is not to be compared with what does.
function peer_ratio(name, floor, peer) {
	return floor == "wake" ? ratio(1000, name, peer) : ""
}

END {
	printf "\n### %s: instructions per sample\n\n", guest
	print "| | 1 ms | / floor | / timerlat | / cyclictest | 100 us | / floor | KiB per CPU |"
	print "|---|---:|---:|---:|---:|---:|---:|---:|"
	line("nothing at all: error of the method", "nothing")
	line("empty hrtimer: floor of `irq`", "hrtimer")
	line("`irq`", "irq", "hrtimer")
	line("`irq`, threshold", "irq_threshold", "hrtimer")
	line("`irq`, random phase", "irq_random", "hrtimer")
	line("hrtimer wakes an empty thread: floor of the rest", "wake")
	line("`irq,thread`", "thread", "wake")
	line("`irq,thread`, threshold", "thread_threshold", "wake")
	line("`irq,thread`, random phase", "thread_random", "wake")
	line("`irq,thread`, files held open", "thread_open", "wake")
	line("`irq,thread`, `snapshot` read at 10 Hz, with the reading", "thread_read", "wake")
	line("all four stages", "all", "wake")
	line("all four stages, threshold", "all_threshold", "wake")
	line("`irq,thread,mem`, with the reading of 32 KiB", "mem", "wake")
	line("`irq,user`, with a task that has each sample", "user", "wake")
	line("timerlat tracer", "timerlat", "wake")
	line("cyclictest", "cyclictest", "wake")
	line("jitterdebugger", "jitterdebugger", "wake")
	line("rtla timerlat hist", "rtla", "wake")
	printf "%s", notes
}
