# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope trial: what it calls an effect, and what it does not.
# Part of reader_test.sh.

# a_trial FILE [NAME=VALUE...]: a capture of a trial, of 60 pairs if nothing else is said
a_trial()
{
	file=$tmp/$1
	shift
	"$SIMULATE" trial=1 blocks=120 cpus=2 stages=2 shift_stage=1 \
		"load=load: none,load_ended: no" "$@" > "$file"
}

# trial_of CODE [OPTION...] FILE: irqscope trial must end with that code
trial_of()
{
	code=$1
	shift
	(cd "$tmp" && expect "$code" "$READER_SANITIZED" trial "$@")
}

# cell CPU STAGE COLUMN...: columns of the row that decides
cell()
{
	awk -v cpu="$1" -v stage="$2" -v wanted="$3" '
		/^# mean of/ { on = 1 }
		on && $1 == cpu && $2 == stage {
			n = split(wanted, column, " ")
			for (i = 1; i <= n; i++) printf "%s%s", $(column[i]), i < n ? " " : "\n"
		}' "$tmp/out"
}

# found_anything: some cell has an effect
found_anything()
{
	sed -n '/^# mean of/,$p' "$tmp/out" | grep -q ' helps$\| hurts$'
}

# covers NS: the interval of cpu 1 softirq holds it
covers()
{
	cell 1 softirq "7 8" | awk -v us="$1" '{ exit !($1 <= us && $2 >= us) }'
}

# A hundred trials without an effect, and with one, of maxima that follow each other:
# seeds are 1 to 100, none was chosen.
test_trial_simulated()
{
	quiet=0
	right=0
	covered=0
	for seed in $(seq 100); do
		a_trial alike seed="$seed" follow=500
		"$READER" trial "$tmp/alike" > "$tmp/out"
		found_anything || quiet=$((quiet + 1))
		a_trial shifted seed="$seed" follow=500 shift=20000
		"$READER" trial "$tmp/shifted" > "$tmp/out"
		[ "$(cell 1 softirq 10)" != hurts ] || right=$((right + 1))
		! covers 20 || covered=$((covered + 1))
	done
	echo "no difference in $quiet of 100, the effect found in $right, within its interval in $covered"
	[ "$quiet" -ge 95 ]
	[ "$right" -ge 95 ]
	[ "$covered" -ge 95 ]
}

# The load makes maxima rise by 60 us during the trial: nothing comes of that. Two runs
# of half the length, one after the other, look like an effect under the same drift.
test_trial_simulated_drift()
{
	quiet=0
	fooled=0
	for seed in $(seq 100); do
		a_trial drift seed="$seed" follow=500 drift=60000
		"$READER" trial "$tmp/drift" > "$tmp/out"
		found_anything || quiet=$((quiet + 1))
		for half in 1 2; do
			"$SIMULATE" blocks=60 cpus=2 stages=2 follow=500 "load=load: none" \
				seed="$seed" stream=$half drift=30000 \
				drift_from=$((30000 * (half - 1))) > "$tmp/half.$half"
		done
		"$READER" compare "$tmp/half.1" "$tmp/half.2" > "$tmp/out"
		! grep -q ' higher$\| lower$' "$tmp/out" || fooled=$((fooled + 1))
	done
	echo "no difference in $quiet of 100 trials; $fooled of 100 sequential comparisons are fooled"
	[ "$quiet" -ge 95 ]
	[ "$fooled" -gt 50 ]
}

# Equal maxima: the difference is known exactly. Of 2^10 ways to turn signs 2 are as
# extreme: 0.00195, times 4 cells.
test_trial_exact()
{
	a_trial a tail=equal blocks=20 shift=-15000
	trial_of 0 a
	[ "$(cell 1 softirq "3 4 5 6 9 10")" = "10 100.000 85.000 -15.000 0.0079 helps" ]
	[ "$(cell 0 irq "3 4 5 6 9 10")" = "10 100.000 100.000 0.000 1.0000 no" ]
	covers -15
	tail -1 "$tmp/out" | grep -q '^b helps in 1 of 4 cells, most on cpu 1 softirq, by -15.0 us (-15.0 to -15.0); no difference that this run can show in the others; one of '
	a_trial a tail=equal blocks=20 shift=15000
	trial_of 0 a
	[ "$(cell 1 softirq "6 10")" = "+15.000 hurts" ]
}

# The figures of the whole run are those of either setting.
test_trial_figures()
{
	a_trial a tail=equal blocks=20 shift=15000
	trial_of 0 a
	grep -q '^  1 softirq  *10000 10000  *55.250 55.250 .* 100.000 115.000$' "$tmp/out"
	grep -q '^# trial: a for 10.000 s after 10 switches, b for 10.000 s after 10 switches, the first 100 ms after each not recorded; a: qos as found, b: as wanted$' "$tmp/out"
}

# Twice the deviation wants four times the pairs; half the size that would be found.
test_trial_how_long()
{
	for sd in 20000 40000; do
		a_trial a sd=$sd blocks=200 cpus=1 stages=1
		trial_of 0 a
		sed -n 's/.* one of \([0-9.]*\) us in .* takes \([0-9]*\) pairs.*/\1 \2/p' "$tmp/out" \
			> "$tmp/long.$sd"
	done
	paste "$tmp/long.20000" "$tmp/long.40000" | tee "$tmp/long"
	awk 'NF != 4 { exit 1 } {
		exit !($3 / $1 > 1.9 && $3 / $1 < 2.1 && $4 / $2 > 3.8 && $4 / $2 < 4.2) }' "$tmp/long"
	# as many pairs as there were find what they say: 100 pairs, (visible / 10 us)^2 of them
	awk '{ wanted = 100 * $1 * $1 / 100; exit !($2 > 0.9 * wanted && $2 < 1.1 * wanted) }' "$tmp/long"
}

# With four cells, two of 2^8 ways are rare enough; of 2^7 they are not.
test_trial_short()
{
	a_trial a blocks=14 shift=900000
	trial_of 1 a
	[ "$(grep -c 'too short to tell$' "$tmp/out")" -eq 4 ]
	tail -1 "$tmp/out" | grep -qx '4 of 4 cells are too short to tell: they need 8 pairs of blocks with samples.'
	a_trial a blocks=16 shift=900000
	trial_of 0 a
	[ "$(cell 1 softirq 10)" = hurts ]
}

test_trial_fails_if_worse()
{
	a_trial a shift=50000
	a_trial b shift=-50000
	trial_of 2 --fail-if-worse a
	trial_of 0 --fail-if-worse b
	trial_of 0 a
}

test_trial_is_shown()
{
	a_trial a shift=50000
	expect 0 "$READER_SANITIZED" show "$tmp/a"
	[ "$(grep -c '^# setting [ab]$' "$tmp/out")" -eq 2 ]
	[ "$(grep -c '^  1 softirq 60000 ' "$tmp/out")" -eq 2 ]
	# what is beyond a limit under one setting is beyond it
	greatest=$(awk '/^# setting a/ { on = 1 } /^# setting b/ { on = 0 } on && $1 == 1 && $2 == "softirq" { print $6 }' "$tmp/out")
	expect 2 "$READER_SANITIZED" show --limit "softirq=${greatest}us@1" "$tmp/a"
}

# Whatever shows one setting only says so, as the kernel does.
test_trial_is_noted()
{
	a_trial a blocks=20
	"$KERNELREPORT" irq < "$tmp/a" > "$tmp/kernel"
	expect 0 "$READER_SANITIZED" export --format cyclictest --stage irq "$tmp/a"
	diff -u "$tmp/kernel" "$tmp/out"
	head -1 "$tmp/out" | grep -qx '# trial: setting a, 10000 ms of it; setting b, 10000 ms, is in the snapshot; qos took part'
	"$KERNELREPORT" < "$tmp/a" | head -1 | grep -q '^# trial: setting a, '
	expect 0 "$READER_SANITIZED" hist --stage irq "$tmp/a"
	grep -q '^# trial: a for ' "$tmp/out"
}

# Of what an error has cut short the figures are there, and it says so wherever it is told.
test_trial_cut_short()
{
	a_trial a blocks=20 tail=equal shift=-15000 "load=load: none,trial_cut: 10 of 60 pairs"
	trial_of 0 a
	[ "$(cell 1 softirq "3 10")" = "10 helps" ]
	grep -qx '# trial_cut: 10 of 60 pairs' "$tmp/out"
	tail -1 "$tmp/out" | grep -q '; cut short by an error, after 10 of 60 pairs\.$'
	expect 0 "$READER_SANITIZED" show "$tmp/a"
	grep -qx '# trial_cut: 10 of 60 pairs' "$tmp/out"
	expect 0 "$READER_SANITIZED" export --format json "$tmp/a"
	grep -q '"cut_short": "10 of 60 pairs"' "$tmp/out"
	a_trial a blocks=20
	trial_of 0 a
	fails grep "cut short\|trial_cut" "$tmp/out"
}

# Formats with room for both settings have both, under the same numbers as the table;
# the others say which one it is.
test_trial_is_exported()
{
	a_trial a blocks=20 tail=equal shift=15000
	expect 0 "$READER_SANITIZED" show "$tmp/a"
	awk '/^# setting/ { setting = $3 } !/^#/ && $1 != "cpu" && setting {
		printf "%s %s %s %d %s\n", $1, $2, $3, $6 * 1000 + 0.5, setting }' "$tmp/out" > "$tmp/shown"
	[ "$(wc -l < "$tmp/shown")" -eq 8 ]
	expect 0 "$READER_SANITIZED" export --format csv "$tmp/a"
	grep -q '^cpu,stage,count,.*,busy,setting$' "$tmp/out"
	awk -F, '!/^#/ && $1 != "cpu" { print $1, $2, $3, $6, $16 }' "$tmp/out" > "$tmp/rows"
	diff -u "$tmp/shown" "$tmp/rows"
	expect 0 "$READER_SANITIZED" export --format csv --buckets --stage softirq "$tmp/a"
	grep -qx 'cpu,stage,lower_ns,upper_ns,count,setting' "$tmp/out"
	awk -F, '!/^#/ && $1 == "1" { sum[$6] += $5 } END { print sum["a"], sum["b"] }' "$tmp/out" > "$tmp/sums"
	expect_file "$tmp/sums" "10000 10000"
	expect 0 "$READER_SANITIZED" export --format prometheus "$tmp/a"
	awk -f "$here/prometheus.awk" "$tmp/out"
	for setting in a b; do
		[ "$(grep -c "^irqscope_missed_periods_total{cpu=\"1\",setting=\"$setting\"} " "$tmp/out")" -eq 1 ]
		[ "$(grep -c "setting=\"$setting\",le=\"+Inf\"} 10000$" "$tmp/out")" -eq 4 ]
	done
	grep -qx 'irqscope_latency_max_seconds{cpu="1",stage="softirq",setting="a"} 0.000100000' "$tmp/out"
	grep -qx 'irqscope_latency_max_seconds{cpu="1",stage="softirq",setting="b"} 0.000115000' "$tmp/out"
	grep 'cpu="' "$tmp/out" | fails grep -v setting=
	expect 0 "$READER_SANITIZED" export --format rt-tests-json "$tmp/a"
	grep -q '"setting": "a"' "$tmp/out"
	expect 0 "$READER_SANITIZED" plot --stage irq --script "$tmp/a.svg" "$tmp/a"
	grep -q ': stage irq, setting a of a trial' "$tmp/a.svg.gnuplot"
	# and nothing of that where there is no trial
	"$MKSNAPSHOT" good > "$tmp/good"
	for format in csv prometheus rt-tests-json; do
		expect 0 "$READER_SANITIZED" export --format $format "$tmp/good"
		fails grep setting "$tmp/out"
	done
	expect 0 "$READER_SANITIZED" plot --stage irq --script "$tmp/good.svg" "$tmp/good"
	fails grep "setting a" "$tmp/good.svg.gnuplot"
}

test_trial_as_json()
{
	command -v jq > /dev/null || return "$SKIP"
	a_trial a blocks=20
	expect 0 "$READER_SANITIZED" export --format json "$tmp/a"
	jq -r --slurpfile schema "$here/../../userspace/irqscope.schema.json" \
		-f "$here/schema.jq" "$tmp/out" > "$tmp/wrong"
	expect_file "$tmp/wrong" ""
	[ "$(jq '.trial | [.qos, .ended, .b.switches, (.cells | length), (.blocks | length)] | join(" ")' "$tmp/out")" = \
		'"true true 10 4 80"' ]
	# each pair has one block of either setting
	[ "$(jq '[.trial.blocks | group_by([.[2], .[4], .[5]])[] | map(.[3]) | sort | join("")] | unique | join(",")' "$tmp/out")" = '"ab"' ]
	"$MKSNAPSHOT" good > "$tmp/good"
	expect 0 "$READER_SANITIZED" export --format json "$tmp/good"
	[ "$(jq 'has("trial")' "$tmp/out")" = false ]
}

test_trial_is_not_merged()
{
	a_trial a blocks=20
	expect 1 "$READER_SANITIZED" merge --output "$tmp/sum_of_trials" "$tmp/a" "$tmp/a"
	expect_err "it is a trial"
	[ ! -e "$tmp/sum_of_trials" ]
}

# A pair that goes back, a setting that there is not: the first bytes of a block.
test_trial_contradictions()
{
	a_trial a blocks=20
	size=$(stat -c %s "$tmp/a")
	# the last section, of blocks of 48 bytes
	last=$((size - 48))
	for change in "16 \377 sure" "20 \2 of_setting_2" "24 \7 of_cpu_7"; do
		# shellcheck disable=SC2086 # words
		set -- $change
		cp "$tmp/a" "$tmp/b"
		[ "$1" != 16 ] || last=$((size - 48 - 48))
		printf '%b' "$2" | dd of="$tmp/b" bs=1 seek=$((last + $1)) conv=notrunc 2> "$tmp/dd"
		last=$((size - 48))
		trial_of 3 b
	done
}

test_trial_needs_one()
{
	"$MKSNAPSHOT" good > "$tmp/good"
	trial_of 1 good
	expect_err "there is no trial in it"
	trial_of 1 /nowhere
	expect_err "/nowhere: No such file"
}

test_trial_checks_arguments()
{
	make_root
	while read -r text arguments; do
		# shellcheck disable=SC2086 # several words
		expect 1 "$READER_SANITIZED" --root "$root" trial $arguments
		expect_err "$(echo "$text" | tr _ ' ')"
		[ ! -s "$tmp/out" ]
	done <<-'CASES'
	either_--qos,_or_what_--a_CMD_and_--b_CMD_do --duration 10m
	either_--qos,_or_what_--a_CMD_and_--b_CMD_do --qos --a true --b true
	--b_is_missing --a true
	--a_is_missing --b true
	must_be_50ms_to_1h --qos --block 49ms
	must_be_50ms_to_1h --qos --block 0
	must_be_50ms_to_1h --qos --block 2h
	must_be_50ms_to_1h --qos --block ms
	must_be_50ms_to_1h --qos --block 5us
	must_be_50ms_to_1h --qos --block 99999999999999999999999999ms
	must_be_50ms_to_1h --qos --block 18446744073709552s
	must_be_1_s_to_1000_d --qos --duration 0
	must_be_1_s_to_1000_d --qos --duration forever
	must_be_1_s_to_1000_d --qos --duration 10x
	its_name_must_end_in_.png,_.svg_or_.pdf --qos --plot a.jpg
	the_name_of_a_file --qos -o -
	50_to_1000000_us --qos --period 49
	is_too_short_for_blocks --qos --duration 10s --block 5s
	trial_takes_one_file_at_most a b
	CASES
	expect_untouched
}

# Without the kernel's file nothing is switched, and the run that was begun has ended.
test_trial_needs_the_kernel()
{
	make_root
	expect 1 "$READER_SANITIZED" --root "$root" trial --a "touch $tmp/never" --b false \
		--duration 2s --block 50ms --quiet
	expect_err "debugfs/irqscope/trial" || expect_err "debug/irqscope/trial: No such file"
	expect_file "$root/$SYSFS/run" 0
	[ ! -e "$tmp/never" ]
}

# The data and the script; gnuplot, where it is, takes them.
test_trial_plot()
{
	a_trial a blocks=20 shift=50000
	if ! command -v gnuplot > /dev/null; then
		trial_of 1 --plot "$tmp/a.svg" a
		[ -s "$tmp/a.svg.gnuplot" ] && [ -s "$tmp/a.svg.dat" ]
		return
	fi
	trial_of 0 --plot "$tmp/a.svg" a
	for title in 'stage irq: share' 'stage irq: maximum' 'stage softirq: share' \
		'stage softirq: maximum'; do
		grep -q "$title" "$tmp/a.svg"
	done
	trial_of 0 --plot "$tmp/a.png" a
	[ "$(head -c 4 "$tmp/a.png" | tail -c 3)" = PNG ]
	# without one: what makes the picture anywhere else
	(cd "$tmp" && PATH=$tmp/nowhere expect 1 "$READER_SANITIZED" trial --plot b.svg a)
	[ "$(grep -c '^# time in s' "$tmp/b.svg.dat")" -eq 2 ]
	(cd "$tmp" && gnuplot b.svg.gnuplot && [ -s b.svg ])
}
