# SPDX-License-Identifier: GPL-2.0
# What the guests have printed, and figures from it. The tables and the demands are
# made of these in their END.

BEGIN {
	FS = "\t"
	split("irqscope:irq irqscope:thread timerlat:irq timerlat:thread cyclictest:thread jitterdebugger:thread", meters, " ")
}

# A tool must have taken about the samples that its period gives.
function wrong_count(samples, expected) {
	return samples !~ /^[0-9]+$/ || samples < expected * 0.97 - 2 || samples > expected * 1.03 + 2
}

$1 == "cost" {
	period_us = $2; name = $3; took_ns = $5
	bytes[name] = $8
	if ($9 != "")
		problem[period_us, name] = $9
	else if (name != "nothing" && wrong_count($6, $7 / period_us))
		problem[period_us, name] = $6 " samples in " $7 / 1000 " ms"
	else
		cost[period_us, name] = $4 / (took_ns / (period_us * 1000))
}

$1 == "accuracy" {
	delay_us = $2 + 0; meter = $3 ":" $4
	if (!(delay_us in delay_seen)) {
		delay_seen[delay_us]
		delays[++delay_count] = delay_us
	}
	if ($11 != "") {
		inaccurate[delay_us, meter] = $11
		next
	}
	error_ns[delay_us, meter, "min"] = $6 - delay_us * 1000
	error_ns[delay_us, meter, "mean"] = $7 - delay_us * 1000
	error_ns[delay_us, meter, "max"] = $8 - delay_us * 1000
	if (delay_us && (!injected_least_ns || $9 < injected_least_ns))
		injected_least_ns = $9
	late_ns = $10 - delay_us * 1000
	if (delay_us >= 10 && late_ns > injected_late_ns)
		injected_late_ns = late_ns
}

$1 == "scale" {
	cpus = $2 + 0
	missed[cpus] = $6
	if (wrong_count($4, $5 / 10000 * cpus) || $3 <= 0)
		scale_problem[cpus] = $4 " samples in " $5 / 1000 " ms, " $3 " ps each"
	else
		scale_cost[cpus] = $3 / 1000
	# in ascending order, whichever guest is first
	for (place = ++size_count; place > 1 && sizes[place - 1] > cpus; place--)
		sizes[place] = sizes[place - 1]
	sizes[place] = cpus
}

$1 == "snapshot" {
	if (!snapshot_ns[$2 + 0] || $3 < snapshot_ns[$2 + 0])
		snapshot_ns[$2 + 0] = $3
	snapshot_bytes[$2 + 0] = $4
}

$1 == "load" {
	if (!load_ns[$2 + 0] || $3 < load_ns[$2 + 0])
		load_ns[$2 + 0] = $3
}

$1 == "section" { section[$2] = $3 }
$1 == "reader" { reader_bytes = $2 }

# A figure with separators, as in 1,234.
function number(n,   text, done) {
	text = sprintf("%.0f", n)
	while (match(text, /[0-9][0-9][0-9][0-9]($|,)/)) {
		done = match(text, /,/) ? RSTART - 1 : length(text)
		text = substr(text, 1, done - 3) "," substr(text, done - 2)
	}
	return text
}
