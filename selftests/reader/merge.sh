# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope merge: sums that are exact, and what cannot be added.
# Part of reader_test.sh.

# made NAME...: snapshots of those kinds, in files of those names
made()
{
	for kind; do
		"$MKSNAPSHOT" "$kind" > "$tmp/$kind"
	done
}

# merge_of [OPTION...] FILE...: irqscope merge must write $tmp/sum
merge_of()
{
	(cd "$tmp" && expect 0 "$READER_SANITIZED" merge --output "$tmp/sum" "$@")
	expect 0 "$READER_SANITIZED" show "$tmp/sum"
}

# json_of FILE: all there is in it
json_of()
{
	"$READER_SANITIZED" export --format json "$1"
}

# sum_of FILE...: the cells of captures, added by jq instead
sum_of()
{
	for file; do
		json_of "$tmp/$file"
	done | jq -s '[.[].cells[]] | group_by([.cpu, .stage]) | map({
		cpu: .[0].cpu, stage: .[0].stage, count: map(.count) | add, sum: map(.sum_ns) | add,
		min: map(.min_ns) | map(values) | min, max: map(.max_ns) | max,
		early: map(.early) | add, early_max: map(.early_max_ns) | max,
		busy: map(.busy) | add,
		buckets: map(.buckets[]) | group_by(.[0]) | map([.[0][0], .[0][1], (map(.[2]) | add)])
	})'
}

# One capture is itself, and two of the same are twice that.
test_merge_twice()
{
	needs_jq
	for kind in good many stages4 cpus64 cpus256 beyond later coarse; do
		made "$kind"
		merge_of "$kind"
		[ ! -s "$tmp/err" ]
		json_of "$tmp/$kind" | jq .cells > "$tmp/wanted"
		json_of "$tmp/sum" | jq .cells | diff "$tmp/wanted" -
		[ "$kind" != many ] || continue
		merge_of "$kind" "$kind"
		jq 'map(.missed *= 2 | .count *= 2 | .sum_ns *= 2 | .early *= 2 | .busy *= 2 |
			.buckets[][2] *= 2)' "$tmp/wanted" > "$tmp/twice"
		json_of "$tmp/sum" | jq .cells | diff "$tmp/twice" -
	done
}

# Other CPUs and stages in each.
test_merge_union()
{
	needs_jq
	made good stages4 cpus64 warmup empty
	merge_of good stages4 cpus64 warmup empty
	sum_of good stages4 cpus64 warmup empty > "$tmp/wanted"
	sum_of sum | diff "$tmp/wanted" -
	# CPU 0: 5 in good, 0 in the others. CPU 2: 0 and 2.
	json_of "$tmp/sum" | jq -c '[.cells[] | select(.stage == "irq") | .missed][0:4]' |
		diff - /dev/fd/3 3<<-'OUT'
		[5,1,2,3]
		OUT
	merge_of stages4 cpus64 empty good warmup
	sum_of sum | diff "$tmp/wanted" -
}

# The runs follow one another: 11 s, then one whose maxima came 5 to 8 s after its start.
test_merge_times()
{
	needs_jq
	made good stages4 empty
	merge_of empty good stages4 good
	json_of "$tmp/sum" | jq -c '[.run.duration_ns, .run.started, .run.running,
		(.cells[] | select(.cpu == 1) | [.stage, .max_time_ns])]' |
		diff - /dev/fd/3 3<<-'OUT'
		[33000000000,"2026-01-01T00:00:00Z",false,["irq",116000000000],["thread",118000000000],["softirq",117000000000],["work",119000000000]]
		OUT
}

# Blocks of all, whatever their clocks say, and as long as the longest.
test_merge_blocks()
{
	simulated a blocks=100 start=900000000000 last=300000000
	simulated b stream=2 blocks=50 start=0
	simulated c stream=3 blocks=31 length=2000000000
	merge_of a b
	cp "$tmp/sum" "$tmp/ab"
	compare_of 0 ab ab
	[ "$(grep -c ' 150,150 ' "$tmp/out")" -eq 12 ]
	merge_of ab c b
	compare_of 0 sum c
	# 100 make 50; the rest of that run and the first of the next make none; the 49 that
	# follow make 24; then 31; then 50 make 25.
	[ "$(grep -c ' 130,31 ' "$tmp/out")" -eq 12 ]
	# Equal maxima stay equal, so that each run shows in the mean.
	simulated a tail=equal blocks=30
	simulated b tail=equal blocks=10 mean=200000
	merge_of a b a
	compare_of 0 sum a
	# 2 * (101.000 + 29 * 100.249) + 201.000 + 9 * 200.249, by 70; and 30.
	[ "$(grep -c ' 70,30 114.567 100.274 -14.293 -12.5 ' "$tmp/out")" -eq 12 ]
}

# A CPU that comes in the middle of a run has no blocks before: 1 s and 2 s become one part
# of 3 s for all CPUs where 4 s are the longest.
test_merge_blocks_of_some_cpus()
{
	needs_jq
	made blocks
	simulated long cpus=1 stages=2 blocks=4 length=4000000000
	merge_of --force blocks long
	json_of "$tmp/sum" | jq -c '.blocks[]' | head -4 | diff - /dev/fd/3 3<<-'OUT'
	[104000000000,3000000000,0,"irq",1000,300000]
	[104000000000,3000000000,0,"thread",1000,1000000]
	[104000000000,3000000000,2,"irq",1,0]
	[104000000000,3000000000,2,"thread",0,0]
	OUT
	[ "$(json_of "$tmp/sum" | jq '.blocks | length')" -eq 12 ]
}

# What is the same in all is kept.
test_merge_conditions()
{
	needs_jq
	simulated a "conditions=qos: none,extra: a"
	simulated b stream=2 "conditions=qos: applied 1,clock_resolution_ns: 3"
	merge_of a b
	json_of "$tmp/sum" | jq -c .conditions | diff - /dev/fd/3 3<<-'OUT'
	{"kernel":"6.12.1-rt","arch":"arm64","preempt":"rt","clock_verdict":"ok","clock_changed":"no","highres":"yes","qos":"various","extra":"various","clock_resolution_ns":"various","merged":"2"}
	OUT
	cp "$tmp/sum" "$tmp/ab"
	merge_of ab a
	json_of "$tmp/sum" | jq -r .conditions.merged | diff - /dev/fd/3 3<<-'OUT'
	3
	OUT
	# The load is still known.
	compare_of 0 sum a
	absent 'does not tell the load' "$tmp/out"
	made no_conditions
	merge_of no_conditions
	[ "$(json_of "$tmp/sum" | jq -c .conditions)" = '{"merged":"1"}' ]
}

# What is not of the same thing is not added, and the file stays as it was.
test_merge_refuses()
{
	simulated a
	echo old > "$tmp/kept"
	while IFS='|' read -r says value; do
		simulated b "$value"
		(cd "$tmp" && expect 1 "$READER_SANITIZED" merge --output kept a b)
		expect_err "b: $says"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		expect_file "$tmp/kept" old
		merge_of --force a b
	done <<-LIST
	period_us is "200", but "1000" in a; --force|period=200
	phase is "random", but "fixed" in a; --force|phase=1
	clock_class is "tsc", but "not known" in a; --force|conditions=clock_class: tsc
	load is "sdk", but "none" in a; --force|load=load: sdk
	LIST
	simulated b bucket=100
	for force in "" --force; do
		# shellcheck disable=SC2086 # may be none
		(cd "$tmp" && expect 1 "$READER_SANITIZED" merge $force --output kept a b)
		expect_err "b: bucket_ns is 100, but 250 in a"
	done
	expect_file "$tmp/kept" old
	made deny_count
	expect 3 "$READER_SANITIZED" merge --output "$tmp/kept" "$tmp/a" "$tmp/deny_count"
	expect 1 "$READER_SANITIZED" merge "$tmp/a"
	expect_err "--output is missing"
	expect 1 "$READER_SANITIZED" merge --output "$tmp/kept"
	expect_err "merge takes one file or more"
	expect_file "$tmp/kept" old
}

# 64 bits are not enough for the sum of two of these.
test_merge_overflow()
{
	made many
	expect 1 "$READER_SANITIZED" merge --output "$tmp/new" "$tmp/many" "$tmp/many"
	expect_err "cpu 3 stage thread: sum: 10000000000000000000 and 10000000000000000000 are too great to add"
	[ ! -e "$tmp/new" ]
}

test_merge_outliers()
{
	printf '# lost: 0\noutlier: cpu=0 seq=1 t_ns=1 late=irq irq_ns=5 thread_ns=6\n\n' > "$tmp/text"
	"$MKSNAPSHOT" good "$tmp/text" > "$tmp/a"
	merge_of a a
	(cd "$tmp" && expect 0 "$READER_SANITIZED" merge --output - a)
	expect_err "a: its outliers are left out"
	cp "$tmp/out" "$tmp/sum"
	expect 0 "$READER_SANITIZED" show "$tmp/sum"
	absent outlier "$tmp/sum"
}
