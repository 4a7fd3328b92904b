# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope plot: the data, the script, and the pictures that gnuplot makes of them.
# Part of reader_test.sh.

# script_of KIND [OPTION...]: irqscope plot must write script and data for that snapshot
script_of()
{
	rm -rf "$tmp/plot"
	mkdir "$tmp/plot"
	"$MKSNAPSHOT" "$1" > "$tmp/snapshot"
	shift
	(cd "$tmp" && expect 0 "$READER_SANITIZED" plot --script "$@" plot/a.png snapshot)
	[ ! -s "$tmp/err" ] && [ ! -s "$tmp/out" ]
	[ "$(cd "$tmp/plot" && echo ./*)" = "./a.png.dat ./a.png.gnuplot" ]
}

# steps_by_buckets BUCKET_NS: "cpu from to samples" in us of each step with samples,
# from "cpu,stage,lower,upper,count": rows of 1 us as long as buckets are narrower
steps_by_buckets()
{
	awk -F, -v w="$1" -v stage="$2" '
	function us(ns) { return sprintf("%.3f", ns / 1000) }
	/^#/ || $2 != stage { next }
	{
		body = 2048 * w
		beyond = body * 2 ^ 17
		if ($3 < body) {
			from = int($3 / 1000) * 1000
			to = from + 1000 < body ? from + 1000 : body
		} else {
			from = $3
			# The last bucket is half an octave of 32 parts wide.
			to = $4 == "" ? beyond + beyond / 64 : $4
		}
		key = $1 " " us(from) " " us(to)
		if (!(key in sum))
			order[++n] = key
		sum[key] += $5
	}
	END { for (i = 1; i <= n; i++) printf "%s %.0f\n", order[i], sum[order[i]] }'
}

# What is drawn is each bucket once, and a curve has no gaps.
test_plot_data()
{
	for kind in $EXPORTED board; do
		width=250
		[ "$kind" != width50 ] || width=50
		for stage in irq thread; do
			script_of "$kind" --stage $stage
			expect 0 "$READER" export --format csv --buckets "$tmp/snapshot"
			steps_by_buckets $width $stage < "$tmp/out" > "$tmp/wanted"
			awk '
			/cpu/ { cpu = $5 + 0; to = "0.000"; next }
			/^#/ || !NF { next }
			$1 != to { print "gap", cpu, $0 }
			{ to = $2 }
			$3 { print cpu, $1, $2, $3 }' "$tmp/plot/a.png.dat" > "$tmp/got"
			diff -u "$tmp/wanted" "$tmp/got"
		done
	done
	script_of good --stage irq,thread
	diff -u - "$tmp/plot/a.png.dat" <<-'DATA'
	# from_us to_us samples
	# panel 1, cpu 0, stage irq
	0.000 1.000 0
	1.000 2.000 900
	2.000 3.000 90
	3.000 5.000 0
	5.000 6.000 9
	6.000 300.000 0
	300.000 301.000 1
	301.000 301.000 0


	# panel 1, cpu 2, stage irq
	0.000 1.000 1
	1.000 1.000 0


	# panel 2, cpu 0, stage thread
	0.000 7.000 0
	7.000 8.000 999
	8.000 992.000 0
	992.000 1008.000 1
	1008.000 1008.000 0


	DATA
}

# Titles, legend and axes; what comes from outside is only text.
test_plot_script()
{
	script_of load --stage irq,thread
	grep '^set title' "$tmp/plot/a.png.gnuplot" > "$tmp/titles"
	diff -u - "$tmp/titles" <<-'TITLES'
	set title 'snapshot: stage irq'."\n".'kernel 6.12.1-rt arm64, preempt rt'."\n".'period 1000 us, phase fixed, 11.000 s, 1001 samples, load hackbench -l ''x'' `id`? @{y}'
	set title 'snapshot: stage thread'."\n".'kernel 6.12.1-rt arm64, preempt rt'."\n".'period 1000 us, phase fixed, 11.000 s, 1000 samples, load hackbench -l ''x'' `id`? @{y}'
	TITLES
	grep -o "index [0-9]*\|title ' .*'" "$tmp/plot/a.png.gnuplot" > "$tmp/legend"
	diff -u - "$tmp/legend" <<-'LEGEND'
	title ' CPU    min us    avg us    max us'
	index 0
	title '   0     1.100     1.542   300.000'
	index 1
	title '   2     0.000     0.000     0.000'
	title ' CPU    min us    avg us    max us'
	index 2
	title '   0     7.000     7.993  1000.000'
	title '   2  no samples'
	LEGEND
	# The greatest step is 900 and the least one sample in 16 us; 1028.16 = 1008 * 1.02.
	grep -qxF 'set xrange [0:1028.16]' "$tmp/plot/a.png.gnuplot"
	grep -qxF 'set yrange [0.005:1500]' "$tmp/plot/a.png.gnuplot"
	script_of changed --stage thread --cpu 0
	grep '^set title' "$tmp/plot/a.png.gnuplot" > "$tmp/titles"
	diff -u - "$tmp/titles" <<-'TITLES'
	set title 'snapshot: stage thread'."\n".'kernel 6.1.0 arm, preempt none, clock dmtimer'."\n".'period 1000 us, phase fixed, 11.000 s, 1000 samples'."\n".'clock_changed: yes (the clocksource has changed during the run, to dmtimer)'
	TITLES
	fails grep -q 'no samples' "$tmp/plot/a.png.gnuplot"
	# A long name keeps its end, and has 72 characters then.
	mkdir -p "$tmp/$(printf '%0100d' 0)"
	cp "$tmp/snapshot" "$tmp/$(printf '%0100d' 0)/run.isc"
	(cd "$tmp" && expect 0 "$READER_SANITIZED" plot --script plot/a.png "$(printf '%0100d' 0)/run.isc")
	grep -qF "set title '...$(printf '%061d' 0)/run.isc: stage thread'" "$tmp/plot/a.png.gnuplot"
	script_of empty --stage irq
	grep -qF ', 0 samples' "$tmp/plot/a.png.gnuplot"
	grep -qxF 'set xrange [0:10]' "$tmp/plot/a.png.gnuplot"
	grep -qxF 'set yrange [0.5:15]' "$tmp/plot/a.png.gnuplot"
	# One more than 64 bits count.
	script_of huge --stage thread
	grep -qF ', more than 18446744073709551615 samples' "$tmp/plot/a.png.gnuplot"
	script_of huge --stage thread --cpu 0
	grep -qF ', 18446744073709551615 samples' "$tmp/plot/a.png.gnuplot"
}

# Of many CPUs the worst are named, in their order, and the others counted.
test_plot_legend_of_many()
{
	script_of cpus256 --stage irq
	sed -n "s/.*title ' *\([0-9][0-9]*\) .*/\1/p" "$tmp/plot/a.png.gnuplot" > "$tmp/named"
	seq 480 2 510 | diff -u - "$tmp/named"
	grep -qF "title 'and 240 more, none of them worse'" "$tmp/plot/a.png.gnuplot"
	# Each curve is drawn once.
	grep -o 'index [0-9]*' "$tmp/plot/a.png.gnuplot" | sort -u -k 2n > "$tmp/curves"
	seq -f 'index %.0f' 0 255 | diff -u - "$tmp/curves"
	# Without samples all are equal, and the first are named.
	script_of cpus64 --stage thread
	sed -n "s/.*title ' *\([0-9]*\)  no samples'.*/\1/p" "$tmp/plot/a.png.gnuplot" > "$tmp/named"
	seq 0 15 | diff -u - "$tmp/named"
	grep -qF "title 'and 48 more, none of them worse'" "$tmp/plot/a.png.gnuplot"
}

# Real pictures: complete, of the size that was asked for, and nothing beside them.
test_plot_pictures()
{
	make_root
	mkdir "$tmp/pictures"
	name="$tmp/it's \`touch pwned\` {x}_^@y.isc"
	"$MKSNAPSHOT" load > "$name"
	"$MKSNAPSHOT" cpus256 > "$tmp/many"
	for kind in $EXPORTED; do
		"$MKSNAPSHOT" "$kind" > "$tmp/snapshot"
		expect 0 "$READER_SANITIZED" plot --stage irq "$tmp/pictures/a.png" "$tmp/snapshot"
		[ ! -s "$tmp/err" ] && [ ! -s "$tmp/out" ]
		[ "$(od -An -tx1 -N 24 "$tmp/pictures/a.png" | tr -d ' \n')" = \
			89504e470d0a1a0a0000000d49484452000003e8000001b8 ]
	done
	(umask 027 && cd "$tmp/pictures" &&
		expect 0 "$READER_SANITIZED" plot a.png "$name" "$tmp/many" "$name")
	[ "$(od -An -tx1 -j 20 -N 4 "$tmp/pictures/a.png" | tr -d ' \n')" = 00000528 ]
	[ "$(stat -c %a "$tmp/pictures/a.png")" = 640 ]
	(cd "$tmp/pictures" && expect 0 "$READER_SANITIZED" plot a.svg "$name")
	grep -qF "it&apos;s \`touch pwned\` {x}_^@y.isc: stage thread" "$tmp/pictures/a.svg" ||
		grep -qF "it's \`touch pwned\` {x}_^@y.isc: stage thread" "$tmp/pictures/a.svg"
	grep -qF "1000 samples, load hackbench -l" "$tmp/pictures/a.svg"
	tail -c 8 "$tmp/pictures/a.svg" | grep -q '</svg>'
	expect 0 "$READER_SANITIZED" --root "$root" plot --cpu 0 "$tmp/pictures/a.pdf"
	head -c 5 "$tmp/pictures/a.pdf" | grep -q '^%PDF-'
	tail -c 8 "$tmp/pictures/a.pdf" | grep -q '%%EOF'
	[ "$(cd "$tmp/pictures" && echo ./*)" = "./a.pdf ./a.png ./a.svg" ]
	# stdin is read once, for however many panels.
	expect 0 "$READER_SANITIZED" plot --stage irq,thread "$tmp/pictures/a.svg" - < "$tmp/snapshot"
	grep -qF -- "-: stage irq" "$tmp/pictures/a.svg"
	grep -qF -- "-: stage thread" "$tmp/pictures/a.svg"
}

# Where there is no gnuplot: what makes the same picture anywhere else.
test_plot_without_gnuplot()
{
	mkdir "$tmp/board" "$tmp/host"
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	echo old > "$tmp/board/it's.png"
	expect 1 env PATH=/nonexistent "$READER_SANITIZED" plot "$tmp/board/it's.png" "$tmp/snapshot"
	expect_err "there is no gnuplot here: wrote $tmp/board/it's.png.gnuplot and .dat; gnuplot it's.png.gnuplot makes the picture where they are"
	[ "$(wc -l < "$tmp/err")" -eq 1 ]
	expect_file "$tmp/board/it's.png" old
	[ "$(find "$tmp/board" -type f | wc -l)" -eq 3 ]
	expect 0 "$READER_SANITIZED" plot "$tmp/host/direct.png" "$tmp/snapshot"
	(cd "$tmp/board" && expect 0 gnuplot "it's.png.gnuplot")
	cmp "$tmp/board/it's.png" "$tmp/host/direct.png"
}

# A name is never a command, whatever it begins with.
test_plot_script_names()
{
	mkdir "$tmp/names"
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	# shellcheck disable=SC2016 # a dollar sign
	for name in '<touch pwned;.png' '|touch pwned;.png' '$x.png' '-.png'; do
		expect 0 "$READER_SANITIZED" plot --script "$tmp/names/$name" "$tmp/snapshot"
		(cd "$tmp/names" && expect 0 gnuplot "./$name.gnuplot")
		[ -s "$tmp/names/$name" ]
	done
	[ ! -e "$tmp/names/pwned" ]
}

# fake_gnuplot COMMANDS: what is started instead, with the picture of before
fake_gnuplot()
{
	mkdir -p "$tmp/fake"
	printf '#!/bin/sh\n%s\n' "$1" > "$tmp/fake/gnuplot"
	chmod +x "$tmp/fake/gnuplot"
	echo old > "$tmp/kept.svg"
	expect 1 env PATH="$tmp/fake:$PATH" "$READER_SANITIZED" plot "$tmp/kept.svg" "$tmp/snapshot"
	expect_file "$tmp/kept.svg" old
	[ "$(find "$tmp" -name 'kept.svg*' | wc -l)" -eq 1 ]
}

# A gnuplot that fails halfway leaves the picture as it was, and is heard.
test_plot_gnuplot_fails()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	fake_gnuplot 'cat > /dev/null; echo "<svg>"; echo "line 7: no such thing" >&2; exit 3'
	expect_err "line 7: no such thing"
	expect_err "gnuplot has failed with exit code 3"
	fake_gnuplot 'exit 0'
	expect_err "gnuplot has drawn nothing"
	# shellcheck disable=SC2016 # for the shell that is started
	fake_gnuplot 'echo "<svg>"; kill -9 $$'
	expect_err "gnuplot was ended by signal 9"
	chmod -x "$tmp/fake/gnuplot"
	code=0
	(PATH=$tmp/fake "$READER_SANITIZED" plot "$tmp/kept.svg" "$tmp/snapshot" 2> "$tmp/err") || code=$?
	[ $code -eq 1 ]
	expect_err "gnuplot: Permission denied"
}

test_plot_refuses()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	"$MKSNAPSHOT" deny_count > "$tmp/denied"
	echo old > "$tmp/kept.png"
	while read -r code message arguments; do
		# shellcheck disable=SC2086 # several words
		expect "$code" "$READER_SANITIZED" plot $arguments
		expect_err "$(echo "$message" | tr _ ' ')"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		[ ! -s "$tmp/out" ]
	done <<-LIST
	1 takes_the_name_of_a_picture
	1 must_end_in_.png,_.svg_or_.pdf $tmp/snapshot
	1 must_end_in_.png,_.svg_or_.pdf a.png.gz $tmp/snapshot
	1 must_end_in_.png,_.svg_or_.pdf png $tmp/snapshot
	1 has_the_stages:_irq_thread --stage work $tmp/kept.png $tmp/snapshot
	1 has_the_stages:_irq_thread --stage irq,work $tmp/kept.png $tmp/snapshot
	1 has_the_stages:_irq_thread --stage irq,,thread $tmp/kept.png $tmp/snapshot
	1 has_the_stages:_irq_thread --stage= $tmp/kept.png $tmp/snapshot
	1 has_the_stages:_irq_thread --stage irq,thread, $tmp/kept.png $tmp/snapshot
	1 does_not_have_that_CPU --cpu 1 $tmp/kept.png $tmp/snapshot
	1 must_be_0_to_4294967295 --cpu all $tmp/kept.png $tmp/snapshot
	1 up_to_16_captures --stage $(printf 'irq,%.0s' $(seq 16))irq $tmp/kept.png $tmp/snapshot
	1 No_such_file --stage irq $tmp/kept.png $tmp/snapshot $tmp/none
	1 No_such_file $tmp/none/x.png $tmp/snapshot
	1 No_such_file --script $tmp/none/x.png $tmp/snapshot
	3 count_is_1001,_but $tmp/kept.png $tmp/snapshot $tmp/denied
	LIST
	expect_file "$tmp/kept.png" old
	[ "$(find "$tmp" -name 'kept.png*' | wc -l)" -eq 1 ]
	expect 1 "$READER_SANITIZED" plot --script "$tmp/two
lines.png" "$tmp/snapshot"
	expect_err 'two?lines.png": gnuplot takes no control characters'
}
