# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154,SC2016
# The parts of a run that irqscope run --save keeps, and how busy CPUs were.
# Part of reader_test.sh.

# serve FIFO: each time FIFO is opened for reading, it has what the command on the
# next line of stdin prints; one that prints nothing has done something else
serve()
{
	while read -r command; do
		eval "$command" > "$tmp/served"
		[ -s "$tmp/served" ] || continue
		timeout 30 sh -c "cat '$tmp/served' > '$1'"
		# The reader must have seen the end before there is more.
		sleep 0.2
	done
}

# serve_snapshots STEP...: each snapshot that is read is the next one that mksnapshot
# makes; a step that begins with ! is a command to be done in between
serve_snapshots()
{
	rm -f "$root/$DEBUGFS/snapshot" "$tmp/saved"
	mkfifo "$root/$DEBUGFS/snapshot"
	for step in "$@"; do
		case $step in
		!*) echo "${step#!}" ;;
		*) echo "\"\$MKSNAPSHOT\" $step" ;;
		esac
	done > "$tmp/steps"
	serve "$root/$DEBUGFS/snapshot" < "$tmp/steps" &
}

# make_served_root STEP...: a kernel that is run: a snapshot is read before that, then
# the steps each second, and the last one at the end
make_served_root()
{
	make_root
	serve_snapshots good "$@"
}

# run_saved SECONDS [OPTION...]: a run into $tmp/saved
run_saved()
{
	expect 0 timeout -s KILL 60 "$READER_SANITIZED" --root "$root" run --quiet \
		--duration "$@" --save "$tmp/saved"
}

# expect_blocks: what is saved has the blocks on stdin, times in ms
expect_blocks()
{
	cat > "$tmp/wanted"
	expect 0 "$READER_SANITIZED" export --format json "$tmp/saved"
	jq -r '.blocks[] | "\(.[0] / 1e6) \(.[1] / 1e6) \(.[2:] | join(" "))"' "$tmp/out" |
		diff -u "$tmp/wanted" -
}

# load_lines FILE: the lines about the load in a capture
load_lines()
{
	tr '\000' '\n' < "$1" | grep -aE '^(load|command|load_ended|cpu[0-9]+|block_ms): '
}

test_blocks()
{
	needs_jq
	make_served_root 'second 1' 'second 2' 'second 3' 'second 4' 'second 5' 'second 6' \
		'stopped 7'
	run_saved 7
	[ ! -s "$tmp/err" ]
	# Exact where the max grew; else the end of the highest bucket in use, at most max.
	expect_blocks <<-'BLOCKS'
	102000 1000 0 irq 999 1100
	102000 1000 0 thread 1000 7000
	103000 1000 0 irq 1000 5099
	103000 1000 0 thread 1000 7000
	104000 1000 0 irq 1000 5099
	104000 1000 0 thread 1000 7000
	104000 1000 2 irq 1 0
	104000 1000 2 thread 0 0
	105000 1000 0 irq 1000 2499
	105000 1000 0 thread 0 0
	105000 1000 2 irq 1 0
	105000 1000 2 thread 0 0
	106000 1000 0 irq 1000 300000
	106000 1000 0 thread 1000 7000
	106000 1000 2 irq 1 0
	106000 1000 2 thread 0 0
	107000 1000 0 irq 1000 300000
	107000 1000 0 thread 1000 7000
	107000 1000 2 irq 1 0
	107000 1000 2 thread 0 0
	107250 250 0 irq 999 1249
	107250 250 0 thread 1000 7000
	107250 250 2 irq 1 0
	107250 250 2 thread 0 0
	BLOCKS
	load_lines "$tmp/saved" > "$tmp/lines"
	expect_file "$tmp/lines" "$(printf 'load: none\nblock_ms: 1000')"
	# With one stage, blocks are of that stage.
	expect 0 "$READER_SANITIZED" export --format json --stage thread "$tmp/saved"
	[ "$(jq -c '[.blocks[][3]] | unique' "$tmp/out")" = '["thread"]' ]
}

# No part begins in the warm-up, and none is empty or short because of it.
test_blocks_begin_after_warmup()
{
	needs_jq
	make_served_root 'second 1' 'second 2' 'stopped 3'
	before=$(date +%s%N)
	run_saved 3 --warmup 1700
	[ $((($(date +%s%N) - before) / 1000000)) -ge 4700 ]
	expect_blocks <<-'BLOCKS'
	102000 1000 0 irq 999 1100
	102000 1000 0 thread 1000 7000
	103000 1000 0 irq 1000 5099
	103000 1000 0 thread 1000 7000
	103250 250 0 irq 1000 5099
	103250 250 0 thread 1000 7000
	103250 250 2 irq 1 0
	103250 250 2 thread 0 0
	BLOCKS
}

# A run that ends in the warm-up has no parts.
test_blocks_none()
{
	needs_jq
	make_root
	"$MKSNAPSHOT" warmup > "$root/$DEBUGFS/snapshot"
	when_running set_file run 0
	run_saved 3 --warmup 3000
	expect 0 "$READER_SANITIZED" export --format json "$tmp/saved"
	[ "$(jq -c .blocks "$tmp/out")" = null ]
	load_lines "$tmp/saved" > "$tmp/lines"
	expect_file "$tmp/lines" "load: none"
}

# Where there was no snapshot, two parts are missing, and that is said once.
test_blocks_gap()
{
	needs_jq
	make_served_root 'second 1' '!mv "$root/$DEBUGFS/snapshot" "$tmp/fifo"' \
		'!until grep -q missing "$tmp/err"; do sleep 0.05; done' \
		'!mv "$tmp/fifo" "$root/$DEBUGFS/snapshot"' 'second 3' 'second 4' 'stopped 5'
	run_saved 5
	[ "$(wc -l < "$tmp/err")" -eq 1 ]
	expect_err "irqscope/snapshot: No such file or directory: parts of the run will be missing in what is saved"
	expect_blocks <<-'BLOCKS'
	102000 1000 0 irq 999 1100
	102000 1000 0 thread 1000 7000
	105000 1000 0 irq 1000 2499
	105000 1000 0 thread 0 0
	105000 1000 2 irq 1 0
	105000 1000 2 thread 0 0
	105250 250 0 irq 1000 300000
	105250 250 0 thread 1000 7000
	105250 250 2 irq 1 0
	105250 250 2 thread 0 0
	BLOCKS
}

# Figures that were reset, or are of another run, are in no part.
test_blocks_restart()
{
	needs_jq
	for again in second next; do
		stopped=stopped
		[ $again = second ] || stopped=next
		make_served_root 'second 1' 'second 3' "$again 2" "$again 3" "$stopped 4"
		run_saved 5
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		expect_err "the figures were reset during the run: so are its parts"
		end=104250
		[ $again = second ] || end=105000
		expect_blocks <<-BLOCKS
		104000 1000 0 irq 1000 5099
		104000 1000 0 thread 1000 7000
		104000 1000 2 irq 1 0
		104000 1000 2 thread 0 0
		$end $((end - 104000)) 0 irq 1000 2499
		$end $((end - 104000)) 0 thread 0 0
		$end $((end - 104000)) 2 irq 1 0
		$end $((end - 104000)) 2 thread 0 0
		BLOCKS
	done
}

# A snapshot that cannot be right ends the parts, not the run.
test_blocks_contradiction()
{
	needs_jq
	make_served_root 'second 1' deny_count 'stopped 4'
	run_saved 3
	[ "$(wc -l < "$tmp/err")" -eq 2 ]
	expect_err "count is 1001, but the histogram holds 1000 samples"
	expect_err "irqscope/snapshot: it cannot be used: parts of the run will be missing"
	expect_blocks <<-'BLOCKS'
	102000 1000 0 irq 999 1100
	102000 1000 0 thread 1000 7000
	BLOCKS
}

# What a run of more than an hour keeps: expected is by counting, not by joining.
test_blocks_long()
{
	for seconds in 1 2048 2049 4096 4097 5000; do
		expect 0 "$PARTSTEST" $seconds
		awk -v n=$seconds 'BEGIN {
			for (length_s = 1; n > 2048 * length_s; length_s *= 2)
				;
			for (begin = 0; begin < n; begin = end) {
				end = begin + length_s < n ? begin + length_s : n
				for (cpu = 0; cpu < 2; cpu++) {
					count = max = 0
					# CPU 1 is there from second 700 on; second s has s samples
					# of CPU 0, one of them of s % 100 us.
					for (s = begin + 1; s <= end; s++) {
						if (cpu && s < 700)
							continue
						count += cpu ? 1 : s
						if (!cpu && s % 100 > max)
							max = s % 100
					}
					if (!cpu || end >= 700)
						print end, end - begin, cpu, count, max
				}
			}
		}' > "$tmp/wanted"
		diff -u "$tmp/wanted" "$tmp/out"
	done
}

test_blocks_contradict()
{
	of="block of cpu 0 stage number"
	shows_as blocks 0
	shows_as deny_block_stage 3 "$of 2 that ends at 102000000000 ns: it is that of none of the 4 cells"
	shows_as deny_block_cpu 3 "block of cpu 1 stage number 0 that ends at 104000000000 ns: it is that of none of the 4 cells"
	shows_as deny_block_empty 3 "$of 1 that ends at 104000000000 ns: count is 0, but max is 7 ns"
	shows_as deny_block_sum 3 "count is 601, too many to add to 400: the cell has 1000"
	shows_as deny_block_sum_huge 3 "count is 18446744073709551615, too many to add to 400: the cell has 1000"
	shows_as deny_block_max 3 "max is 300001 ns, but the cell has from 1100 ns to 300000 ns"
	shows_as deny_block_min 3 "max is 1099 ns, but the cell has from 1100 ns to 300000 ns"
	shows_as deny_block_order 3 "it comes after that of cpu 0 stage number 0"
	shows_as deny_block_cpu_order 3 "it comes after that of cpu 2 stage number 1"
	shows_as deny_block_time 3 "it comes after one that ends at 105000000000 ns"
	shows_as deny_block_length 3 "it is 1000000001 ns long, but the one before it 1000000000 ns"
	shows_as deny_block_overlap 3 "it is 2000000001 ns long, but the one before it ends at 102000000000 ns"
}

# CPU 0 is as in the README; CPU 1 has counters that go back; CPU 2 comes, CPU 3 goes;
# CPU 4 is that of a kernel without the later columns; CPU 5 stood still.
stat_begin()
{
	cat <<-'STAT'
	cpu  1 2 3 4 5 6 7 8 9 10
	cpu0 1000 0 500 90000 100 0 7 0 0 0
	cpu1 100 100 100 1000 1000 100 100 100 0 0
	cpu3 1 1 1 1 1 1 1 1 0 0
	cpu4 10 10 10 10
	cpu5 10 10 10 10 10 10 10 10 10 10
	intr 99
	STAT
}

stat_end()
{
	cat <<-'STAT'
	cpu  1 2 3 4 5 6 7 8 9 10
	cpu0 1123 0 534 90842 100 0 8 0 0 0
	cpu1 101 100 102 995 900 100 100 100 50 50
	cpu2 1 1 1 1 1 1 1 1 0 0
	cpu4 11 11 10 11
	cpu5 10 10 10 10 10 10 10 10 10 10
	intr 99
	STAT
}

test_utilisation()
{
	needs_jq
	make_root
	mkfifo "$root/proc/stat"
	printf 'stat_begin\nstat_end\n' | serve "$root/proc/stat" &
	run_saved 1 --warmup 200
	cat > "$tmp/wanted" <<-'LINES'
	load: none
	cpu0: busy 15.8 user 12.3 nice 0.0 system 3.4 iowait 0.0 irq 0.0 softirq 0.1 steal 0.0 idle 84.2
	cpu1: busy 100.0 user 33.3 nice 0.0 system 66.7 iowait 0.0 irq 0.0 softirq 0.0 steal 0.0 idle 0.0
	cpu4: busy 66.7 user 33.3 nice 33.3 system 0.0 iowait 0.0 irq 0.0 softirq 0.0 steal 0.0 idle 33.3
	block_ms: 1000
	LINES
	load_lines "$tmp/saved" | diff -u "$tmp/wanted" -
	# Of the measured CPUs, 0 and 2, only the former was there all the time.
	expect 0 "$READER_SANITIZED" show "$tmp/saved"
	grep -qx '# load none, % busy by cpu 0:15.8' "$tmp/out"
	expect 0 "$READER_SANITIZED" export --format json "$tmp/saved"
	jq -c '.load | [.name, .command, .ended, .utilisation[0], (.utilisation | map(.cpu))]' \
		"$tmp/out" > "$tmp/line"
	expect_file "$tmp/line" '["none",null,null,{"cpu":0,"busy":15.8,"user":12.3,"nice":0,"system":3.4,"iowait":0,"irq":0,"softirq":0.1,"steal":0,"idle":84.2},[0,1,4]]'
	jq -r --slurpfile schema "$here/../../userspace/irqscope.schema.json" \
		-f "$here/schema.jq" "$tmp/out" > "$tmp/wrong"
	expect_file "$tmp/wrong" ""
}

# many_ticks TICKS: /proc/stat of 256 CPUs
many_ticks()
{
	cpu=0
	while [ $cpu -lt 256 ]; do
		echo "cpu$cpu $(($1 * cpu)) 0 0 $1 0 0 0 0 0 0"
		cpu=$((cpu + 1))
	done
}

test_utilisation_many_cpus()
{
	make_root
	"$MKSNAPSHOT" cpus64 > "$root/$DEBUGFS/snapshot"
	mkfifo "$root/proc/stat"
	printf 'many_ticks 1\nmany_ticks 2\n' | serve "$root/proc/stat" &
	run_saved 1
	[ "$(load_lines "$tmp/saved" | grep -c '^cpu')" -eq 256 ]
	grep -qx '# load none, % busy by cpu 0:0.0 1:50.0 2:66.7 .* 15:93.8 and 48 more' "$tmp/out"
}

# What is not as it should be in /proc/stat is left out.
test_utilisation_hostile()
{
	make_root
	printf 'cpu0 1 2 3\ncpu1 1 2 x 4\ncpux 1 2 3 4\ncpu2 0 0 0 0\ncpu99999999 1 1 1 1\n' \
		> "$root/proc/stat"
	run_saved 1
	load_lines "$tmp/saved" > "$tmp/lines"
	expect_file "$tmp/lines" "$(printf 'load: none\nblock_ms: 1000')"
	rm "$root/proc/stat"
	mkfifo "$root/proc/stat"
	printf 'echo cpu0 0 0 0 0\necho cpu0 18446744073709551615 0 0 18446744073709551615\n' |
		serve "$root/proc/stat" &
	run_saved 1
	load_lines "$tmp/saved" > "$tmp/lines"
	expect_file "$tmp/lines" "$(printf 'load: none\nblock_ms: 1000')"
}
