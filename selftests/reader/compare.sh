# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope compare: what it calls a change, and what it does not.
# Part of reader_test.sh.

# simulated FILE [NAME=VALUE...]: a capture with a load and blocks
simulated()
{
	file=$tmp/$1
	shift
	"$SIMULATE" "load=load: none,load_ended: no,cpu0: busy 10.0 user 10.0" "$@" > "$file"
}

# compare_of CODE [OPTION...] A B: irqscope compare must end with that code
compare_of()
{
	code=$1
	shift
	(cd "$tmp" && expect "$code" "$READER_SANITIZED" compare "$@")
	[ ! -s "$tmp/err" ]
}

# verdicts: rows "cpu stage verdict" of what was printed
verdicts()
{
	sed -n '/^# mean of/,/^# of the whole/p' "$tmp/out" | grep -v '^#' | tail -n +2 |
		awk '{ $3 = $4 = $5 = $6 = $7 = $8 = ""; $0 = $0; $1 = $1; print }'
}

# absent PATTERN FILE: no line of the file is like that
absent()
{
	grep -E -- "$1" "$2" || return 0
	echo "which should not be in $2"
	return 1
}

# changes A B: the cells with another verdict than no change, on one line
changes()
{
	"$READER" compare "$1" "$2" > "$tmp/out" || return
	verdicts | grep -v 'no change$' | tr '\n' ';'
}

# What is known of a hundred pairs must come out: seeds are 1 to 100, none was chosen.
test_compare_simulated()
{
	quiet=0
	found=0
	for seed in $(seq 100); do
		simulated a seed="$seed" stream=1
		simulated b seed="$seed" stream=2
		simulated c seed="$seed" stream=2 shift=15000
		[ -n "$(changes "$tmp/a" "$tmp/b")" ] || quiet=$((quiet + 1))
		case ";$(changes "$tmp/a" "$tmp/c")" in
		*";1 thread higher;"*)
			found=$((found + 1))
			;;
		esac
	done
	echo "no change in $quiet of 100, the shift found in $found of 100"
	[ "$quiet" -ge 95 ]
	[ "$found" -ge 95 ]
}

# The other way round, on a CPU in the middle of others, and in short runs.
test_compare_simulated_lower()
{
	for seed in $(seq 10); do
		simulated a seed="$seed" blocks=100 shift=20000 shift_cpu=4 shift_stage=0 cpu_step=2
		simulated b seed="$seed" blocks=200 stream=2 cpu_step=2
		[ "$(changes "$tmp/a" "$tmp/b")" = "4 irq lower;" ]
		[ "$(changes "$tmp/b" "$tmp/a")" = "4 irq higher;" ]
	done
}

# Equal maxima, but for the first: that is exact, 101.000 us, the others are the end of
# their bucket, 100.249 us.
test_compare_equal()
{
	simulated a tail=equal
	simulated b tail=equal shift=15000
	compare_of 0 a a
	[ "$(grep -c ' 300,300 100.252 100.252 0.000 0.0 1.0000 no change$' "$tmp/out")" -eq 12 ]
	tail -1 "$tmp/out" > "$tmp/last"
	diff -u - "$tmp/last" <<-'OUT'
	No change that this run can show; a shift of 0.1 us in the mean of the block maxima would have been found.
	OUT
	# None of 9999 permutations is as extreme: 1 of 10000, 4 with what chance can do,
	# 12 tests.
	compare_of 0 a b
	head -17 "$tmp/out" > "$tmp/first"
	diff -u - "$tmp/first" <<-'OUT'
	# A: a
	# B: b
	# settings, conditions and load are the same
	# mean of the maxima of blocks of 1.0 s, in us; p corrected for 12 tests
	cpu stage    blocks       A       B     B-A     %      p   verdict
	  0 irq     300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  0 softirq 300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  0 thread  300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  1 irq     300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  1 softirq 300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  1 thread  300,300 100.252 115.252 +15.000 +15.0 0.0048    higher
	  2 irq     300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  2 softirq 300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  2 thread  300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  3 irq     300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  3 softirq 300,300 100.252 100.252   0.000   0.0 1.0000 no change
	  3 thread  300,300 100.252 100.252   0.000   0.0 1.0000 no change
	OUT
	tail -1 "$tmp/out" > "$tmp/last"
	diff -u - "$tmp/last" <<-'OUT'
	b is worse: higher in 1 of 12 cells, most on cpu 1 thread, by 15.0 us.
	OUT
	absent '^.{81}' "$tmp/first"
	expect 0 "$READER_SANITIZED" compare "$tmp/b" "$tmp/a"
	grep -q '/a is better: lower in 1 of 12 cells, most on cpu 1 thread, by 15.0 us.$' "$tmp/out"
}

test_compare_fails_if_worse()
{
	simulated a tail=equal
	simulated b tail=equal shift=15000
	simulated c tail=equal period=200
	compare_of 2 --fail-if-worse a b
	compare_of 0 --fail-if-worse b a
	compare_of 0 --fail-if-worse a a
	compare_of 1 --fail-if-worse a c
	compare_of 2 --fail-if-worse a c b
}

# Finer blocks become as long as the others; what is left over does not count.
test_compare_lengths()
{
	simulated a tail=equal blocks=61 last=900000001
	simulated b tail=equal blocks=61 last=899999999
	simulated c tail=equal blocks=15 length=4000000000
	compare_of 0 a b
	[ "$(grep -c ' 62,61 ' "$tmp/out")" -eq 12 ]
	compare_of 0 a c
	grep -q '^# mean of the maxima of blocks of 4.0 s' "$tmp/out"
	[ "$(grep -c ' 15,15 ' "$tmp/out")" -eq 12 ]
	simulated c tail=equal blocks=15 length=1400000000
	compare_of 1 a c
	tail -1 "$tmp/out" | grep -q '^No verdict: the blocks of the one are no multiple'
}

# Twelve tests want more than 960 ways to deal the blocks out: 6 and 6 have 924.
test_compare_short()
{
	simulated a seed=1 blocks=6
	simulated b seed=2 blocks=6 shift=900000
	compare_of 1 a b
	[ "$(verdicts | grep -c 'too short to tell$')" -eq 12 ]
	tail -1 "$tmp/out" > "$tmp/last"
	diff -u - "$tmp/last" <<-'OUT'
	12 of 12 cells are too short to tell: either run needs 7 s of whole blocks with samples.
	OUT
	simulated b seed=2 blocks=7 shift=900000
	compare_of 0 a b
	[ "$(verdicts | grep -v 'no change$')" = "1 thread higher" ]
	for blocks in 1 4; do
		simulated b blocks=$blocks shift=900000
		compare_of 1 a b
		[ "$(verdicts | grep -c 'too short to tell$')" -eq 12 ]
		grep -q 'needs 7 s' "$tmp/out"
		compare_of 1 --fail-if-worse b b
		compare_of 1 --json b b
		grep -q '"judged": false' "$tmp/out"
	done
}

# Figures that 64 bits could not square and add are refused; 12.5 days of maxima are not.
test_compare_great()
{
	simulated a cpus=1 stages=1 tail=equal bucket=1000 blocks=4000 mean=100000000000
	simulated b cpus=1 stages=1 tail=equal bucket=1000 blocks=4000 mean=270000000000 shift_cpu=9
	simulated c cpus=1 stages=1 tail=equal bucket=1000 blocks=5000 mean=270000000000
	compare_of 0 a b
	[ "$(verdicts)" = "0 irq higher" ]
	grep -q ' 4000,4000 100000001.000 270000001.000 +170000000.000 +170.0 ' "$tmp/out"
	(cd "$tmp" && expect 1 "$READER_SANITIZED" compare a c)
	expect_file "$tmp/err" "irqscope: c: a block with a maximum of 270000001000 ns: too great to add; the sum must be at most 1125899906842624 ns"
}

# Of the 252 ways to deal out ten blocks, two have the great ones all together: 7937 ppm,
# give or take four standard deviations of 9999 permutations.
test_compare_probability()
{
	simulated a cpus=1 stages=1 blocks=5
	simulated b cpus=1 stages=1 blocks=5 stream=2 shift=900000 shift_cpu=0 shift_stage=0
	for seed in 1 2 3 4 5 6 7 8; do
		compare_of 0 --json --seed $seed a b
		sed -n 's/.*"p": 0.\(......\).*/\1/p' "$tmp/out" | sed 's/^0*//' > "$tmp/ppm"
		[ "$(cat "$tmp/ppm")" -gt 4380 ]
		[ "$(cat "$tmp/ppm")" -lt 11500 ]
	done
	[ "$(sed -n 's/.*"verdict": "\(.*\)",/\1/p' "$tmp/out")" = higher ]
}

# What must be the same for a verdict, and what is only named.
test_compare_refuses()
{
	simulated a
	while IFS=';' read -r says line value; do
		simulated b seed=2 shift=15000 "$value"
		compare_of 1 a b
		grep -qxF "$line" "$tmp/out"
		tail -1 "$tmp/out" | grep -qF "No verdict: the runs differ in $says; --force compares"
		absent '(lower|higher|no change)$' "$tmp/out"
		grep -q '^cpu stage .*p99.9 A' "$tmp/out"
		compare_of 0 --force a b
		grep -qxF "$line" "$tmp/out"
		tail -1 "$tmp/out" | grep -q '^b is worse: '
	done <<-LIST
	period_us;period_us: 1000 | 200;period=200
	phase;phase: fixed | random;phase=1
	clock_class;clock_class: not known | tsc;conditions=clock_class: tsc
	LIST
	# what the stage mem reads is of no matter where there is none
	simulated a "conditions=mem_kib: 32"
	simulated b seed=2 "conditions=mem_kib: 64"
	compare_of 0 a b
	grep -qxF "mem_kib: 32 | 64" "$tmp/out"
	simulated a stages=6 "conditions=mem_kib: 32"
	simulated b stages=6 seed=2 "conditions=mem_kib: 64"
	compare_of 1 a b
	tail -1 "$tmp/out" | grep -qF "No verdict: the runs differ in mem_kib; --force compares"
	simulated a
	simulated b stages=2
	compare_of 1 a b
	grep -qxF "stages: irq softirq thread | irq softirq" "$tmp/out"
	grep -qxF "# only A has cpu 3 thread" "$tmp/out"
	compare_of 0 --force a b
	[ "$(verdicts | grep -c 'no change$')" -eq 8 ]
	grep -q 'corrected for 8 tests$' "$tmp/out"
}

test_compare_load()
{
	simulated a
	"$SIMULATE" seed=2 > "$tmp/b"
	compare_of 1 a b
	grep -qxF "load: none | not known" "$tmp/out"
	grep -qxF "# B does not tell the load" "$tmp/out"
	compare_of 0 b b
	grep -qxF "# A does not tell the load" "$tmp/out"
	"$SIMULATE" "load=load: command,command: make -j4,load_ended: no" > "$tmp/a"
	"$SIMULATE" seed=2 "load=load: command,command: make -j8,load_ended: after 12 s" > "$tmp/b"
	compare_of 1 a b
	tail -1 "$tmp/out" | grep -qF "the runs differ in command; --force"
	grep -qxF "load_ended: no | after 12 s" "$tmp/out"
	# 5 points are no difference, and readings that are none are not taken for one.
	"$SIMULATE" "load=load: sdk,cpu0: busy 10.0 user 3,cpu1: busy 10.0 user 3,cpu2: busy 95.1 user 4,cpu3: various" > "$tmp/a"
	"$SIMULATE" seed=2 "load=load: sdk,cpu0: busy 15.0 user 3,cpu1: busy 15.1 user 3,cpu2: busy 90.0 user 4,cpu3: busy 5.0" > "$tmp/b"
	compare_of 0 a b
	sed -n '3,/^# mean/p' "$tmp/out" > "$tmp/differ"
	diff -u - "$tmp/differ" <<-'OUT'
	# settings, conditions and load that differ, A | B:
	cpu1 busy: 10.0 % | 15.1 %
	cpu2 busy: 95.1 % | 90.0 %
	# mean of the maxima of blocks of 1.0 s, in us; p corrected for 12 tests
	OUT
}

# Named, but no obstacle: QoS is what is tried, as a rule.
test_compare_conditions()
{
	simulated a "conditions=qos: none,clock_resolution_ns: 12"
	simulated b seed=2 blocks=200 bucket=100 cpus=3 "conditions=qos: applied 2 drifted 0 restored 0,clock_resolution_ns: 14,extra: $(printf '\033[2J')"
	compare_of 0 a b
	sed -n '3,/^# mean/p' "$tmp/out" > "$tmp/differ"
	diff -u - "$tmp/differ" <<-'OUT'
	# settings, conditions and load that differ, A | B:
	bucket_ns: 250 | 100
	cpus_measured: 0-3 | 0-2
	duration: 301.0 s | 201.0 s
	qos: none | applied 2 drifted 0 restored 0
	extra: not known | ?[2J
	# only A has cpu 3 irq
	# only A has cpu 3 softirq
	# only A has cpu 3 thread
	# mean of the maxima of blocks of 1.0 s, in us; p corrected for 9 tests
	OUT
	# What is within a bucket may come from the wider ones: 100.252 and 100.102 us.
	simulated a tail=equal
	simulated b tail=equal bucket=100
	compare_of 0 a b
	[ "$(grep -c ' 100.252 100.102 -0.150 -0.1 0.0[0-9]* no change$' "$tmp/out")" -eq 12 ]
}

# Captures of before there were blocks.
test_compare_old()
{
	"$MKSNAPSHOT" good > "$tmp/a"
	"$MKSNAPSHOT" no_conditions > "$tmp/b"
	compare_of 1 a a
	tail -1 "$tmp/out" | grep -q '^No verdict: neither capture has blocks'
	grep -qxF "# B has no blocks" "$tmp/out"
	grep -qxF "  0 thread   7.250 7.250 1000.000 1000.000 1000.000 1000.000" "$tmp/out"
	compare_of 1 a b
	grep -qxF "conditions: known | not known" "$tmp/out"
	simulated b cpus=1
	compare_of 1 --force a b
	tail -1 "$tmp/out" | grep -q '^No verdict: A has no blocks'
	for kind in empty warmup beyond cpus256; do
		"$MKSNAPSHOT" $kind > "$tmp/b"
		compare_of 1 --force b b
	done
}

# The same numbers each time, and others for another seed: but the same verdicts.
test_compare_seed()
{
	simulated a
	simulated b stream=2 shift=5500
	compare_of 0 --json a b
	cp "$tmp/out" "$tmp/first"
	(cd "$tmp" && "$READER" compare --json a b) | cmp - "$tmp/first"
	compare_of 0 --json --seed 18446744073709551615 a b
	cmp -s "$tmp/out" "$tmp/first" && return 1
	grep verdict "$tmp/first" > "$tmp/wanted"
	for seed in 0 2 3 4 5; do
		compare_of 0 --json --seed $seed a b
		grep verdict "$tmp/out" | diff "$tmp/wanted" -
	done
}

# 16 CPUs with holes between them, and tails without a variance: no change is none.
test_compare_wide()
{
	simulated a tail=heavy cpus=16 cpu_step=17
	simulated b tail=heavy cpus=16 cpu_step=17 stream=2 blocks=150
	compare_of 0 a b
	[ "$(verdicts | grep -c 'no change$')" -eq 48 ]
	grep -q '^255 thread ' "$tmp/out"
	absent '^[ 0-9].{80}' "$tmp/out"
	simulated b cpus=16 cpu_step=17 stream=2 tail=heavy shift=200000 shift_cpu=255
	compare_of 0 a b
	[ "$(verdicts | grep -v 'no change$')" = "255 thread higher" ]
}

# Maxima that go on as they were are no independent ones.
test_compare_follows()
{
	simulated a follow=700
	simulated b stream=2
	compare_of 0 a b
	[ "$(grep -c '^# cpu [0-3] [a-z]*: successive maxima of A are alike (autocorrelation 0.[5-8][0-9]): the test may be too eager$' "$tmp/out")" -eq 12 ]
	absent 'maxima of B' "$tmp/out"
}

# Nor do they make changes of what is none, as they would if each were dealt out alone:
# then it would be some 27 of 100.
test_compare_simulated_follows()
{
	quiet=0
	for seed in $(seq 100); do
		simulated a seed="$seed" stream=1 follow=290
		simulated b seed="$seed" stream=2 follow=290
		[ -n "$(changes "$tmp/a" "$tmp/b")" ] || quiet=$((quiet + 1))
	done
	echo "no change in $quiet of 100"
	[ "$quiet" -ge 85 ]
}

# JSON says what the text says.
test_compare_json()
{
	needs_jq
	simulated a
	simulated b stream=2 shift=15000 "conditions=extra: \"\\"
	simulated c period=200
	compare_of 0 a b
	verdicts > "$tmp/wanted"
	compare_of 0 --json a b
	jq -r '.comparisons[0].cells[] | "\(.cpu) \(.stage) \(.verdict)"' "$tmp/out" |
		diff "$tmp/wanted" -
	jq -e '.format == "irqscope-compare" and .tests == 12 and .reference == "a" and
		(.comparisons[0] | .judged and .block_ns == 1000000000 and
		(.differences == [{key: "extra", a: "not known", b: "\"\\", decisive: false}]) and
		(.cells | all(.a.blocks == 300 and .difference_ns == .b.mean_ns - .a.mean_ns and
			.p_corrected >= .p and .permutations >= 100)))' "$tmp/out"
	"$JSONFLAT" < "$tmp/out" > /dev/null
	compare_of 1 --json a c
	jq -e '.comparisons[0] | (.judged | not) and (.cells | all(.verdict == null and .p == null))' \
		"$tmp/out"
}

# Several captures: all tests count at once.
test_compare_several()
{
	simulated a
	simulated b stream=2
	simulated c stream=3 period=200
	compare_of 1 a b c b
	[ "$(grep -c 'corrected for 24 tests$' "$tmp/out")" -eq 2 ]
	[ "$(grep -c '^No verdict' "$tmp/out")" -eq 1 ]
}

test_compare_usage()
{
	simulated a
	while read -r message arguments; do
		# shellcheck disable=SC2086 # several words
		expect 1 "$READER_SANITIZED" compare $arguments
		expect_err "$(echo "$message" | tr _ ' ')"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		[ ! -s "$tmp/out" ]
	done <<-LIST
	takes_two_files_or_more $tmp/a
	must_be_0_to_18446744073709551615 --seed -1 $tmp/a $tmp/a
	must_be_0_to_18446744073709551615 --seed 18446744073709551616 $tmp/a $tmp/a
	No_such_file $tmp/a $tmp/none
	LIST
	"$MKSNAPSHOT" deny_count > "$tmp/b"
	expect 3 "$READER_SANITIZED" compare "$tmp/a" "$tmp/b"
}
