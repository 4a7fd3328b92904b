# SPDX-License-Identifier: GPL-2.0
# All figures of the tables, a line each: kind, which, figure. What was measured stands for
# the error of it.

BEGIN { OFS = "\t" }

END {
	for (key in cost)
		if (key !~ SUBSEP "nothing$")
			print "instructions per sample", guest ", " name_of(key), cost[key]
	for (key in error_ns) {
		split(key, part, SUBSEP)
		print part[3] (part[1] ? " of known delays" : " without a delay"), guest ", " name_of(key), error_ns[key] + part[1] * 1000
	}
	for (cpus in scale_cost)
		print "instructions of the callback", guest ", " cpus " CPUs", scale_cost[cpus]
	for (cpus in snapshot_ns)
		print "snapshot", guest ", " cpus " CPUs", snapshot_ns[cpus]
	for (cpus in load_ns)
		print "loading the module", guest ", " cpus " CPUs", load_ns[cpus]
}

function name_of(key) {
	gsub(SUBSEP, " ", key)
	return key
}
