# SPDX-License-Identifier: GPL-2.0
# What is demanded of the figures. Ends with status 1 if something does not hold.

function demand(holds, text) {
	printf "%s %s: %s\n", holds ? "ok" : "not ok", guest, text
	if (!holds)
		failed = 1
}

# Sample $name costs at most $limit times $base, at 1 ms.
function at_most(name, base, limit,   both, ratio) {
	both = ((1000, name) in cost) && ((1000, base) in cost)
	ratio = both ? cost[1000, name] / cost[1000, base] : 0
	demand(both && ratio <= limit, sprintf("%s at most %.2f times %s: %s", name, limit, base,
		both ? sprintf("%.3f", ratio) : "no figures"))
}

# No figure of the meter is further from the truth than those of a peer, by more than
# a bucket, wherever there is a delay that is longer than the way into the interrupt.
# The max of a thread is left out: it tells what else the kernel had to do once.
function no_worse(meter, peer,   d, f, kind, worst, seen, figures) {
	figures = meter ~ /thread/ ? 2 : 3
	split("min mean max", kind, " ")
	worst = -1e9
	for (d = 1; d <= delay_count; d++) {
		if (delays[d] < 10 || !((delays[d], peer, "min") in error_ns))
			continue
		for (f = 1; f <= figures; f++) {
			seen = error_ns[delays[d], meter, kind[f]] - error_ns[delays[d], peer, kind[f]]
			worst = seen > worst ? seen : worst
		}
	}
	if (worst == -1e9) {
		printf "# %s: no figures of %s to compare with\n", guest, peer
		return
	}
	demand(worst <= BUCKET_NS, sprintf("error of %s no worse than of %s: by %d ns", meter, peer, worst))
}

END {
	BUCKET_NS = 250
	if (guest ~ /^amd64/) {
		at_most("irq", "hrtimer", 1.05)
		at_most("thread", "wake", 1.03)
		at_most("thread", "timerlat", 0.80)
		at_most("thread", "cyclictest", 0.72)
		at_most("thread_threshold", "wake", 1.12)
	}
	entry_ns = error_ns[0, "irqscope:irq", "max"]
	least = 0
	most = 0
	for (d = 1; d <= delay_count; d++) {
		if (!((delays[d], "irqscope:irq", "min") in error_ns)) {
			demand(0, sprintf("irq at %d us: no figures", delays[d]))
			continue
		}
		if (error_ns[delays[d], "irqscope:irq", "min"] < least)
			least = error_ns[delays[d], "irqscope:irq", "min"]
		if (error_ns[delays[d], "irqscope:irq", "max"] > most)
			most = error_ns[delays[d], "irqscope:irq", "max"]
	}
	demand(least >= -BUCKET_NS, sprintf("irq never below the truth by more than a bucket: %d ns", least))
	demand(most <= entry_ns, sprintf("irq above it by no more than the way into the interrupt, %d ns: %d ns", entry_ns, most))
	for (i = 3; i in meters; i++) {
		no_worse("irqscope:irq", meters[i])
		if (meters[i] ~ /thread/)
			no_worse("irqscope:thread", meters[i])
	}
	for (i = 1; i <= size_count; i++)
		demand(!missed[sizes[i]], sprintf("nothing missed with %d CPUs: %d", sizes[i], missed[sizes[i]]))
	last = sizes[size_count]
	ratio = scale_cost[1] ? scale_cost[last] / scale_cost[1] : 0
	demand(ratio > 0 && ratio <= 1.10, sprintf("a sample with %d CPUs at most 1.10 times one with 1: %.3f", last, ratio))
	exit failed
}
