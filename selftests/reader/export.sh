# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope export: each format as others know it, and the same values in all.
# Part of reader_test.sh.

# Snapshots whose values all formats must agree on.
EXPORTED="good many beyond cpus64 cpus256 width50 stages4 coarse changed warmup empty"

# needs_jq: ends a test that cannot do without
needs_jq()
{
	command -v jq > /dev/null || exit "$SKIP"
}

# export_of KIND FORMAT [OPTION...]: irqscope export must write that snapshot
export_of()
{
	"$MKSNAPSHOT" "$1" > "$tmp/snapshot"
	format=$2
	shift 2
	expect 0 "$READER_SANITIZED" export --format "$format" "$@" "$tmp/snapshot"
	[ ! -s "$tmp/err" ]
}

# Rows "cpu stage count min mean max p50 p99 p99.9 p99.99 p99.999 early missed busy"
# in ns, "-" for what is not known, out of each format; texts stay texts, as awk's
# numbers do not reach far enough.
rows_of_table()
{
	awk '!/^#/ && $1 != "cpu" {
		for (i = 4; i <= 11; i++) {
			if (sub(/\./, "", $i))
				sub(/^0+/, "", $i)
			if ($i == "")
				$i = 0
		}
		$1 = $1
		print
	}'
}

rows_of_csv()
{
	awk -F, '!/^#/ && $1 != "cpu" {
		for (i = 4; i <= 11; i++)
			if ($i == "")
				$i = "-"
		print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $14, $15
	}'
}

rows_of_json()
{
	"$JSONFLAT" | awk '
	function put(   i) {
		for (i = 1; i <= 14; i++)
			printf "%s%s", cell[i] == "null" ? "-" : cell[i], i < 14 ? " " : "\n"
	}
	BEGIN {
		split("cpu stage count min_ns mean_ns max_ns percentiles_ns.p50 percentiles_ns.p99 percentiles_ns.p99.9 percentiles_ns.p99.99 percentiles_ns.p99.999 early missed busy", names)
		for (i in names)
			place[names[i]] = i
	}
	sub(/^\.cells\[[0-9]+\]\./, "") {
		at = index($0, "=")
		key = substr($0, 1, at - 1)
		value = substr($0, at + 1)
		gsub(/"/, "", value)
		if (key == "cpu" && any++)
			put()
		if (key in place)
			cell[place[key]] = value
	}
	END { if (any) put() }'
}

test_export_same_values()
{
	for kind in $EXPORTED; do
		shows_as "$kind" 0
		rows_of_table < "$tmp/out" > "$tmp/rows"
		export_of "$kind" csv
		rows_of_csv < "$tmp/out" | diff -u "$tmp/rows" -
		export_of "$kind" json
		rows_of_json < "$tmp/out" | diff -u "$tmp/rows" -
	done
}

# Metrics hold min, max, count, early, missed and busy; times are in seconds.
test_export_prometheus_values()
{
	for kind in $EXPORTED; do
		shows_as "$kind" 0
		rows_of_table < "$tmp/out" | awk '{ print $1, $2, $3, $4, $6, $12, $13, $14 }' > "$tmp/rows"
		export_of "$kind" prometheus
		awk '
		function ns(text) { sub(/\./, "", text); sub(/^0+/, "", text); return text == "" ? 0 : text }
		BEGIN { FS = "[\"{} ]+" }
		/^#/ { next }
		$1 == "irqscope_latency_seconds_count" { cell[++cells] = $3 " " $5; count[$3 " " $5] = $6 }
		$1 == "irqscope_latency_min_seconds" { min[$3 " " $5] = ns($6) }
		$1 == "irqscope_latency_max_seconds" { max[$3 " " $5] = ns($6) }
		$1 == "irqscope_early_samples_total" { early[$3 " " $5] = $6 }
		$1 == "irqscope_busy_samples_total" { busy[$3 " " $5] = $6 }
		$1 == "irqscope_missed_periods_total" { missed[$3] = $4 }
		END {
			for (i = 1; i <= cells; i++) {
				c = cell[i]
				split(c, part, " ")
				print c, count[c], c in min ? min[c] : "-", c in max ? max[c] : "-",
					early[c], missed[part[1]], busy[c]
			}
		}' "$tmp/out" | diff -u "$tmp/rows" -
	done
}

# What the rt-tests' parsers take: numbered, as many as is said, without gaps; and
# CPUs without samples are left out, but are no success.
test_export_rt_tests_values()
{
	needs_jq
	for kind in $EXPORTED; do
		shows_as "$kind" 0
		rows_of_table < "$tmp/out" > "$tmp/rows"
		awk '$3 && ($2 == "irq" || $2 == "thread") { print $2, $1, $3, $4, $5, $6 }' \
			"$tmp/rows" | sort > "$tmp/wanted"
		export_of "$kind" rt-tests-json
		jq -r '
		def ns: . * 1000 | round;
		["irq", .num_irqs, .irq], ["thread", .num_threads, .thread] | . as [$stage, $n, $all] |
		if ($all | keys | length) != $n then error("keys of \($stage)") else
			range($n) | $all[tostring] |
			"\($stage) \(.cpu) \(.count) \(.min | ns) \(.avg | ns) \(.max | ns)",
			if (.histogram | add) != .count then error("histogram of \($stage)") else empty end
		end' "$tmp/out" | sort | diff -u "$tmp/wanted" -
		code=$(awk '$2 == "irq" || $2 == "thread" { if ($3) some = 1; else none = 1 }
			END { print !some || none }' "$tmp/rows")
		[ "$(jq .return_code "$tmp/out")" = "$code" ]
	done
}

test_export_rt_tests()
{
	needs_jq
	export_of changed rt-tests-json
	jq -c '[.file_version, .return_code, .resolution_in_ns, .clock_verdict, .sysinfo.release,
		.sysinfo.version, .sysinfo.machine, .sysinfo.realtime]' "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" \
		'[2,1,0,"ok","6.1.0","#1 \"SMP\" C:\\","arm",0]'
	export_of good rt-tests-json --stage irq
	jq -c '[.num_threads, .num_irqs, .return_code, .irq["0"].histogram]' "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" '[0,2,0,{"1":900,"2":90,"5":9,"300":1}]'
	export_of coarse rt-tests-json
	jq -r .clock_verdict "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" \
		"coarse: steps of 30518 ns?[2J; no high-resolution timers: ticks of 4 ms"
	# A name that only this format has no place for.
	"$MKSNAPSHOT" stages4 > "$tmp/snapshot"
	expect 1 "$READER_SANITIZED" export --format rt-tests-json --stage work "$tmp/snapshot"
	expect_err 'rt-tests-json has a place for irq and thread only'
}

# buckets_of KIND: "cpu stage lower upper count" of each bucket in use
buckets_of()
{
	export_of "$1" csv --buckets
	grep -v '^#' "$tmp/out" | tail -n +2 | tr , ' ' > "$tmp/buckets"
}

# The buckets add up to the count, rise without overlap, and JSON has the same.
test_export_buckets()
{
	needs_jq
	for kind in $EXPORTED; do
		buckets_of "$kind"
		awk -F, '!/^#/ && $1 != "cpu" { print $1, $2, $3 }' > "$tmp/counts" <<-CSV
		$("$READER" export --format csv "$tmp/snapshot")
		CSV
		awk -F'[ ,]' '
		NR == FNR { left[$1 " " $2] = $3; next }
		{
			cell = $1 " " $2
			if (cell == last && ($3 < edge || edge == ""))
				print "overlap", $0
			if (!$5)
				print "empty", $0
			left[cell] -= NF == 5 ? $5 : $4
			last = cell
			edge = $4
		}
		END { for (cell in left) if (left[cell]) print "sum", cell, left[cell] }' \
			"$tmp/counts" "$tmp/buckets" > "$tmp/wrong"
		expect_file "$tmp/wrong" ""
		jq -r '.cells[] | .cpu as $cpu | .stage as $stage | .buckets[] |
			"\($cpu) \($stage) \(.[0]) \(.[1] // "") \(.[2])"' > "$tmp/other" <<-JSON
		$("$READER" export --format json "$tmp/snapshot")
		JSON
		diff -u "$tmp/buckets" "$tmp/other"
	done
}

# The file that cyclictest prints, made from the buckets by the text of its rules:
# body rows of 1 us up to the end of the body, what is above is an overflow.
cyclictest_by_buckets()
{
	awk -v stage="$1" -v rows="$2" -F, '
	/^#/ { print; next }
	NR == FNR {
		if ($2 != stage)
			next
		cpu[n] = $1
		count[n] = $3
		min[n] = $4; mean[n] = $5; max[n] = $6
		column[$1] = n++
		next
	}
	$2 == stage && $3 < rows * 1000 { row[int($3 / 1000), column[$1]] += $5; total[column[$1]] += $5 }
	function line(title, format, of,   i) {
		printf "# %s:", title
		for (i = 0; i < n; i++)
			printf " " format, of[i]
		print ""
	}
	function us(of,   i) { for (i = 0; i < n; i++) of[i] = int(of[i] / 1000) }
	BEGIN { n = 0 }
	END {
		line("CPUs", "%d", cpu)
		print "# Histogram"
		if (!n)
			exit
		for (r = 0; r < rows; r++) {
			printf "%06d ", r
			for (i = 0; i < n; i++)
				printf "%s%06.0f", i ? "\t" : "", row[r, i]
			print ""
		}
		for (i = 0; i < n; i++)
			over[i] = count[i] - total[i]
		us(min); us(mean); us(max)
		line("Total", "%09.0f", total)
		line("Min Latencies", "%05.0f", min)
		line("Avg Latencies", "%05.0f", mean)
		line("Max Latencies", "%05.0f", max)
		line("Histogram Overflows", "%05.0f", over)
		print "# Histogram Overflow at cycle number:"
		for (i = 0; i < n; i++)
			printf "# Thread %d:\n", i
	}' "$3" "$4"
}

test_export_cyclictest()
{
	for kind in $EXPORTED; do
		rows=512
		[ "$kind" != width50 ] || rows=102
		for stage in irq thread; do
			buckets_of "$kind"
			cp "$tmp/out" "$tmp/first"
			grep -v '^#' "$tmp/first" > "$tmp/second"
			expect 0 "$READER" export --format csv "$tmp/snapshot"
			cyclictest_by_buckets $stage $rows "$tmp/out" "$tmp/second" > "$tmp/wanted"
			expect 0 "$READER_SANITIZED" export --format cyclictest --stage $stage \
				"$tmp/snapshot"
			diff -u "$tmp/wanted" "$tmp/out"
		done
	done
}

# Byte by byte what the module prints; it does not meet characters that disturb.
test_export_as_the_kernel_prints()
{
	for kind in $EXPORTED; do
		for stage in irq thread; do
			export_of "$kind" cyclictest --stage $stage
			"$KERNELREPORT" $stage < "$tmp/snapshot" | tr '\033' '?' > "$tmp/wanted"
			# This kind does not say what changed, as the module would.
			[ "$kind" != coarse ] || sed -i 2d "$tmp/out"
			diff -u "$tmp/wanted" "$tmp/out"
		done
		# And the rows of the summary are those of all formats.
		"$KERNELREPORT" < "$tmp/snapshot" | rows_of_table > "$tmp/wanted"
		export_of "$kind" csv
		rows_of_csv < "$tmp/out" | diff -u "$tmp/wanted" -
	done
}

# What the kernel prints at the top, to the letter.
test_export_cyclictest_notes()
{
	export_of coarse cyclictest
	head -4 "$tmp/out" > "$tmp/notes"
	diff -u - "$tmp/notes" <<-'NOTES'
	# coarse: steps of 30518 ns?[2J; no high-resolution timers: ticks of 4 ms
	# the clocksource has changed during the run
	# CPUs: 0 2
	# Histogram
	NOTES
	export_of changed cyclictest
	head -2 "$tmp/out" > "$tmp/notes"
	diff -u - "$tmp/notes" <<-'NOTES'
	# the clocksource has changed during the run, to dmtimer
	# CPUs: 0 2
	NOTES
	# thread is what is taken of several stages.
	export_of good cyclictest
	grep -qx '000007 000999	000000' "$tmp/out"
	tail -8 "$tmp/out" > "$tmp/summary"
	diff -u - "$tmp/summary" <<-'SUMMARY'
	# Total: 000000999 000000000
	# Min Latencies: 00007 00000
	# Avg Latencies: 00007 00000
	# Max Latencies: 01000 00000
	# Histogram Overflows: 00001 00000
	# Histogram Overflow at cycle number:
	# Thread 0:
	# Thread 1:
	SUMMARY
	export_of empty cyclictest
	expect_out <<-'OUT'
	# CPUs:
	# Histogram
	OUT
}

test_export_csv()
{
	export_of coarse csv --stage irq
	expect_out <<-'OUT'
	# coarse: steps of 30518 ns?[2J; no high-resolution timers: ticks of 4 ms
	# the clocksource has changed during the run
	cpu,stage,count,min_ns,mean_ns,max_ns,p50_ns,p99_ns,p999_ns,p9999_ns,p99999_ns,early,early_max_ns,missed,busy
	0,irq,1000,1100,1542,300000,1250,2500,5250,300000,300000,0,0,5,0
	2,irq,1,0,0,0,0,0,0,0,0,2,700,0,0
	OUT
	export_of good csv
	tail -1 "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" "2,thread,0,,,,,,,,,0,0,0,0"
	export_of beyond csv --buckets
	expect_out <<-'OUT'
	cpu,stage,lower_ns,upper_ns,count
	0,irq,511750,512000,1
	0,irq,512000,528000,1
	0,irq,66060288000,67108864000,1
	0,thread,67108864000,,2
	OUT
}

test_export_json()
{
	needs_jq
	schema=$here/../../userspace/irqscope.schema.json
	outliers_text > "$tmp/text"
	for kind in $EXPORTED no_conditions later blocks "stages4 $tmp/text"; do
		# shellcheck disable=SC2086 # several words
		"$MKSNAPSHOT" $kind > "$tmp/snapshot"
		expect 0 "$READER_SANITIZED" export --format json "$tmp/snapshot"
		jq -r --slurpfile schema "$schema" -f "$here/schema.jq" "$tmp/out" > "$tmp/wrong"
		expect_file "$tmp/wrong" ""
	done
	# The records are those of irqscope outliers.
	jq -S .outliers "$tmp/out" > "$tmp/records"
	expect 0 "$READER_SANITIZED" outliers --json "$tmp/snapshot"
	jq '.records | sort_by(.seq)' "$tmp/out" > "$tmp/other"
	jq '.records | sort_by(.seq)' "$tmp/records" | jq -S . > "$tmp/sorted"
	jq -S . "$tmp/other" | diff -u "$tmp/sorted" -
	grep -q '"is_max": true' "$tmp/sorted"
	# And the check finds what is wrong.
	export_of good json
	jq '.version = 2 | del(.cells[0].cpu) | .run.phase = "x" | .clock.changed = 1' "$tmp/out" |
		jq -r --slurpfile schema "$schema" -f "$here/schema.jq" > "$tmp/wrong"
	[ "$(wc -l < "$tmp/wrong")" -eq 4 ]
}

test_export_json_conditions()
{
	needs_jq
	export_of changed json
	jq -c '[.format, .version, .run.hold_idle_us, .clock, .qos, .conditions.kernel, .outliers]' \
		"$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" '["irqscope",1,10,{"name":"dmtimer","class":"gp-timer","resolution_ns":40,"verdict":"ok","changed":true},"applied 2 drifted 0 restored 1","6.1.0 #1 \"SMP\" C:\\",null]'
	export_of no_conditions json
	jq -c '[.conditions, .clock.verdict, .clock.changed, .qos]' "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" '[null,null,null,null]'
	export_of empty json
	jq -c '[.run.generation, .run.started, .run.duration_ns, .cells]' "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" '[0,null,0,[]]'
}

# Nothing was noted about the load, or the parts; and parts that there are.
test_export_json_blocks()
{
	needs_jq
	export_of good json
	jq -c '[has("load"), .load, has("blocks"), .blocks]' "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" '[true,null,true,null]'
	export_of blocks json
	jq -c '.blocks | [length, .[0], .[4]]' "$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" '[6,[102000000000,1000000000,0,"irq",400,1249],[104000000000,2000000000,2,"irq",1,0]]'
	# The description knows what is wrong with them.
	jq '.blocks[0] = [1, 2, 3] | .blocks[1][3] = 4 | .load = {"name": 5, "command": null, "ended": null, "utilisation": [{"busy": "x"}]}' "$tmp/out" |
		jq -r --slurpfile schema "$here/../../userspace/irqscope.schema.json" \
			-f "$here/schema.jq" > "$tmp/wrong"
	[ "$(wc -l < "$tmp/wrong")" -eq 5 ]
}

# consumers: all of the last snapshot, by others' rules, with jsonschema of Debian
consumers()
{
	/usr/bin/python3 "$here/consumers.py" "$here/../../userspace/irqscope.schema.json" \
		"$tmp/as.json" "$tmp/as.rt-tests-json" "$tmp/as.irq" "$tmp/as.thread"
}

# Programs of another hand find the same figures in each format.
test_export_consumers()
{
	for kind in $EXPORTED board; do
		for format in json rt-tests-json; do
			export_of "$kind" $format
			cp "$tmp/out" "$tmp/as.$format"
		done
		for stage in irq thread; do
			export_of "$kind" cyclictest --stage $stage
			cp "$tmp/out" "$tmp/as.$stage"
		done
		consumers
	done
	# And they find what is wrong.
	for change in 'json s/"version": 1/"version": 2/' 'json s/"min_ns": 1100/"min_ns": 1101/' \
		'rt-tests-json s/"max": 100.0/"max": 100.1/' 'irq s/^000001 009999/000001 009998/' \
		'thread s/^# Max Latencies: 00102/# Max Latencies: 00103/'; do
		file=$tmp/as.${change%% *}
		cp "$file" "$tmp/kept"
		sed -i "${change#* }" "$file"
		fails cmp -s "$file" "$tmp/kept"
		fails consumers > /dev/null
		mv "$tmp/kept" "$file"
	done
}

test_export_prometheus()
{
	promtool=$("$here/../vm/promtool.sh")
	for kind in $EXPORTED no_conditions; do
		export_of "$kind" prometheus
		awk -f "$here/prometheus.awk" "$tmp/out"
		"$promtool" check metrics < "$tmp/out"
	done
	export_of changed prometheus --stage irq
	grep -qF 'kernel="6.1.0 #1 \"SMP\" C:\\",arch="arm",preempt="none"} 1' "$tmp/out"
	grep -qxF 'irqscope_clock_resolution_seconds 0.000000040' "$tmp/out"
	grep -qxF 'irqscope_period_seconds 0.001000000' "$tmp/out"
	grep -qxF 'irqscope_latency_seconds_sum{cpu="0",stage="irq"} 0.001542891' "$tmp/out"
	fails grep -q 'stage="thread"' "$tmp/out"
	# And the check finds what is wrong.
	for change in 's/le="2e-06"/le="1e-06"/' 's/le="+Inf"} 1000/le="+Inf"} 999/' '/TYPE/d' \
		's/^\(irqscope_running\) /\1{x=y} /' '/HELP irqscope_running/d' 's/ 1$/ one/'; do
		sed "$change" "$tmp/out" | fails awk -f "$here/prometheus.awk" > /dev/null
	done
	# promtool minds fewer things.
	sed 's/^\(irqscope_running\) /\1{x=y} /' "$tmp/out" |
		fails "$promtool" check metrics > /dev/null 2>&1
}

# The bounds are the edges of buckets whatever their width, so no bucket is split;
# the law is told here once more, by its description.
test_export_prometheus_bounds()
{
	export_of good prometheus
	sed -n 's/.*_bucket{cpu="0",stage="irq",le="\([0-9.e-]*\)".*/\1/p' "$tmp/out" > "$tmp/bounds"
	[ "$(wc -l < "$tmp/bounds")" -eq 21 ]
	for width in 50 100 125 200 250 500 1000; do
		awk -v w=$width '
		{
			ns = int($1 * 1e9 + 0.5)
			step = w
			for (end = 2048 * w; ns >= end; end *= 2)
				step = end / 32
			if (ns % step)
				print w, $1
		}' "$tmp/bounds"
	done > "$tmp/wrong"
	expect_file "$tmp/wrong" ""
}

# Each bucket counts below the bounds that are not below its upper edge.
test_export_prometheus_buckets()
{
	for kind in $EXPORTED; do
		buckets_of "$kind"
		expect 0 "$READER_SANITIZED" export --format prometheus "$tmp/snapshot"
		awk -F'[{}=, "]+' '
		NR == FNR { n++; cell[n] = $1 " " $2; upper[n] = NF == 5 ? $4 : 1e300; count[n] = $NF; next }
		/_bucket/ && $7 != "+Inf" {
			below = 0
			for (i = 1; i <= n; i++)
				if (cell[i] == $3 " " $5 && upper[i] <= $7 * 1e9 + 0.5)
					below += count[i]
			if (below != $8)
				print $0, below
		}' "$tmp/buckets" "$tmp/out" > "$tmp/wrong"
		expect_file "$tmp/wrong" ""
	done
	export_of width50 prometheus
	grep -F 'stage="irq"' "$tmp/out" | sed -n 's/.*le="\(.*\)"} \(.*\)/\1 \2/p' |
		tr '\n' ' ' > "$tmp/line"
	expect_file "$tmp/line" "1e-06 1 2e-06 3 5e-06 3 1e-05 3 2e-05 3 5e-05 3 0.0001 6 0.000256 36 0.000512 45 0.001024 45 0.002048 45 0.004096 45 0.008192 45 0.016384 45 0.032768 45 0.065536 45 0.131072 45 0.262144 45 0.524288 45 1.048576 45 4.194304 45 +Inf 45 "
	grep -F 'stage="thread",le="1.048576"} 1' "$tmp/out"
	grep -F 'stage="thread",le="4.194304"} 3' "$tmp/out"
	grep -F 'stage="thread",le="+Inf"} 6' "$tmp/out"
}

test_export_sources()
{
	make_root
	expect 0 "$READER_SANITIZED" --root "$root" export --format csv
	cp "$tmp/out" "$tmp/wanted"
	export_of good csv
	cmp "$tmp/wanted" "$tmp/out"
	expect 0 "$READER_SANITIZED" export --format csv - < "$tmp/snapshot"
	cmp "$tmp/wanted" "$tmp/out"
	rm "$root/$DEBUGFS/snapshot"
	expect 1 "$READER_SANITIZED" --root "$root" export --format csv
	expect_err "there are no histograms"
	rm -r "${root:?}/sys"
	expect 1 "$READER_SANITIZED" --root "$root" export --format csv
	expect_err "the kernel module is not loaded"
}

# A collector must see the old file or the new one, and a refused export none.
test_export_output()
{
	make_root
	mkdir "$tmp/output"
	echo old > "$tmp/output/irqscope.prom"
	for kind in deny_count bend_count; do
		"$MKSNAPSHOT" $kind > "$root/$DEBUGFS/snapshot"
		fails "$READER_SANITIZED" --root "$root" export --format prometheus \
			--output "$tmp/output/irqscope.prom" 2> "$tmp/err"
		expect_file "$tmp/output/irqscope.prom" old
	done
	"$MKSNAPSHOT" good > "$root/$DEBUGFS/snapshot"
	(umask 022; expect 0 "$READER_SANITIZED" --root "$root" export --format prometheus \
		--output "$tmp/output/irqscope.prom")
	[ ! -s "$tmp/out" ]
	[ "$(stat -c %a "$tmp/output/irqscope.prom")" = 644 ]
	[ "$(ls "$tmp/output")" = irqscope.prom ]
	expect 0 "$READER_SANITIZED" --root "$root" export --format prometheus --output -
	cmp "$tmp/out" "$tmp/output/irqscope.prom"
	expect 1 "$READER_SANITIZED" --root "$root" export --format csv --output "$tmp/none/x"
	expect_err "none/x: No such file or directory"
	expect 1 "$READER_SANITIZED" --root "$root" export --format csv --output /dev/full
	expect_err "/dev/full: No space left on device"
}

test_export_refuses()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	while read -r message arguments; do
		# shellcheck disable=SC2086 # several words
		expect 1 "$READER_SANITIZED" export $arguments
		expect_err "$(echo "$message" | tr _ ' ')"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		[ ! -s "$tmp/out" ]
	done <<-LIST
	--format_is_missing $tmp/snapshot
	must_be_cyclictest,_rt-tests-json,_csv,_json_or_prometheus --format xml $tmp/snapshot
	has_the_stages:_irq_thread --format csv --stage work $tmp/snapshot
	has_the_stages:_irq_thread --format cyclictest --stage= $tmp/snapshot
	one_file_at_most --format csv $tmp/snapshot $tmp/snapshot
	is_for_--format_csv --format json --buckets $tmp/snapshot
	No_such_file --format csv $tmp/none
	LIST
	for kind in deny_count break_magic; do
		"$MKSNAPSHOT" $kind > "$tmp/snapshot"
		code=0
		"$READER_SANITIZED" show "$tmp/snapshot" > /dev/null 2> "$tmp/wanted" || code=$?
		expect $code "$READER_SANITIZED" export --format json "$tmp/snapshot"
		cmp "$tmp/wanted" "$tmp/err"
	done
}
