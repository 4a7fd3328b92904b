# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# Snapshots that are broken or contradict themselves, and files that are none: one
# line tells which file, at which byte, and why.
# Part of reader_test.sh.

# refused CODE FILE TEXT: what show says of a file, to the letter
refused()
{
	expect "$1" "$READER_SANITIZED" show "$2"
	expect_file "$tmp/err" "irqscope: $2: $3"
	[ ! -s "$tmp/out" ]
}

# refused_kind CODE KIND BYTE TEXT: the same of a snapshot of that kind
refused_kind()
{
	"$MKSNAPSHOT" "$2" > "$tmp/snapshot"
	refused "$1" "$tmp/snapshot" "byte $3: $4"
}

# refused_kinds CODE: rows "kind byte text" from stdin
refused_kinds()
{
	while read -r kind byte text; do
		refused_kind "$1" "$kind" "$byte" "$text"
	done
}

test_refuse_truncated()
{
	"$MKSNAPSHOT" good > "$tmp/good"
	for size in $("$MKSNAPSHOT" boundaries); do
		head -c "$size" "$tmp/good" > "$tmp/short"
		if [ "$size" -lt 40 ]; then
			refused 1 "$tmp/short" \
				"byte $size: not an irqscope snapshot: it ends within its header"
		else
			refused 1 "$tmp/short" \
				"byte $size: truncated: it ends here, but its header says 83760 bytes"
		fi
	done
}

test_refuse_trailing_bytes()
{
	"$MKSNAPSHOT" good > "$tmp/long"
	echo >> "$tmp/long"
	refused 1 "$tmp/long" \
		"byte 83760: it should end here by its header, but has 83761 bytes"
}

test_refuse_other_files()
{
	refused 1 "$tmp/none" "No such file or directory"
	refused 1 "$tmp" "Is a directory"
	refused 1 "$tmp/none/x" "No such file or directory"
	refused 1 "$0" "byte 0: not an irqscope snapshot"
	# Not even root can read that.
	refused 1 /proc/self/mem "Input/output error"
	: > "$tmp/nothing"
	refused 1 "$tmp/nothing" "byte 0: not an irqscope snapshot: it ends within its header"
	refused_kinds 1 <<-'KINDS'
	break_magic 0 not an irqscope snapshot
	break_byte_order 8 written by a machine of the other byte order; show it there
	break_byte_order_mark 8 its byte order mark is damaged
	break_major 12 snapshot format 2.3, this program knows 1.x
	KINDS
}

test_refuse_unreadable()
{
	"$MKSNAPSHOT" good > "$tmp/locked"
	chmod 0 "$tmp/locked"
	chmod 711 "$tmp"
	cp "$READER" "$tmp/irqscope"
	if [ "$(id -u)" = 0 ]; then
		command -v setpriv > /dev/null || exit "$SKIP"
		set -- setpriv --reuid 65534 --regid 65534 --clear-groups
	fi
	expect 1 "$@" "$tmp/irqscope" show "$tmp/locked"
	expect_file "$tmp/err" "irqscope: $tmp/locked: Permission denied"
}

# A pipe with a name is a file like others: read to its end, and refused if that
# comes too early.
test_show_fifo()
{
	mkfifo "$tmp/fifo"
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	cat "$tmp/snapshot" > "$tmp/fifo" &
	expect 0 "$READER_SANITIZED" show "$tmp/fifo"
	good_table | expect_out
	head -c 1000 "$tmp/snapshot" > "$tmp/fifo" &
	refused 1 "$tmp/fifo" \
		"byte 1000: truncated: it ends here, but its header says 83760 bytes"
	wait
}

test_refuse_broken_header()
{
	refused_kinds 1 <<-'KINDS'
	break_header_small 16 impossible header size 32
	bend_header_huge 16 impossible header size 4294967288
	break_section_small 24 impossible section size 16
	bend_section_huge 20 no room for a table of 7 sections
	bend_sections 20 no room for a table of 4294967295 sections
	bend_total 83760 truncated: it ends here, but its header says 83768 bytes
	bend_total_huge 83760 truncated: it ends here, but its header says 18446744073709551615 bytes
	KINDS
}

# The table begins at byte 40, each of its entries has 24: run, law, stage, cpu,
# cell (136), conditions, buckets (184).
test_refuse_broken_sections()
{
	refused_kinds 1 <<-'KINDS'
	break_twice 112 section run occurs twice
	break_missing 40 section cell is missing
	break_runs 48 section run has 2 entries instead of one
	break_no_law 72 section law has 0 entries instead of one
	bend_into_table 152 section of type 5 has the impossible offset 40
	bend_odd 152 section of type 5 has the impossible offset 372
	bend_outside 152 section of type 5 has the impossible offset 83768
	bend_outside_huge 152 section of type 5 has the impossible offset 18446744073709551608
	bend_count 192 section of type 6 reaches beyond the end
	bend_count_huge 192 section of type 6 reaches beyond the end
	bend_large 144 section of type 5 reaches beyond the end
	bend_no_size 188 section of type 6 has entries without size
	bend_small 140 section cell has entries of 72 bytes, fewer than 80
	KINDS
}

# The sections begin at: run 208, law 280, stage 304, cpu 336, cell 368,
# conditions 688, buckets 784.
test_refuse_broken_contents()
{
	refused_kinds 1 <<-'KINDS'
	break_law 280 its histograms have another shape than this program knows
	break_width 280 impossible bucket width 300 ns
	break_name 320 stage 1 has an impossible name
	break_name_escape 304 stage 0 has an impossible name
	break_no_name 304 stage 0 has an impossible name
	KINDS
}

# Every command that reads snapshots says the same.
test_refuse_by_all_commands()
{
	for kind in break_major bend_count deny_count; do
		"$MKSNAPSHOT" $kind > "$tmp/snapshot"
		code=0
		"$READER_SANITIZED" show "$tmp/snapshot" > "$tmp/out" 2> "$tmp/said" || code=$?
		[ "$(wc -l < "$tmp/said")" -eq 1 ]
		for command in hist "hist --log" outliers "outliers --json" "show --limit irq=1s" \
			"export --format cyclictest" "export --format rt-tests-json" \
			"export --format csv" "export --format json" "export --format prometheus"; do
			# shellcheck disable=SC2086 # several words
			expect $code "$READER_SANITIZED" $command "$tmp/snapshot"
			cmp "$tmp/said" "$tmp/err"
			[ ! -s "$tmp/out" ]
		done
	done
}

# Snapshots whose figures contradict each other. The cells of cpu 0 stage thread and
# cpu 2 stage thread begin at bytes 448 and 608; the buckets of the former at 21528.

test_contradicting_counts()
{
	refused_kinds 3 <<-'KINDS'
	deny_count 464 cpu 0 stage thread: count is 1001, but the histogram holds 1000 samples
	deny_lost_sample 464 cpu 0 stage thread: count is 1000, but the histogram holds 1001 samples
	deny_wrap 21760 cpu 0 stage thread: bucket 29 holds 18446744073709551615 samples, too many to add to 999
	KINDS
}

test_contradicting_times()
{
	refused_kinds 3 <<-'KINDS'
	deny_min_max 480 cpu 0 stage thread: min is 1000001 ns, but max is 1000000 ns
	deny_min_mean 480 cpu 0 stage thread: min is 7994 ns, but the mean is 7993 ns
	deny_mean_max 488 cpu 0 stage thread: max is 1000000 ns, but the mean is 1000001 ns
	deny_fraction 488 cpu 0 stage thread: max is 1000000 ns, but the mean is 1000000 and a fraction of a ns
	deny_min_bucket 480 cpu 0 stage thread: min is 6999 ns, in bucket 27, but the first bucket used is 28
	deny_max_bucket 488 cpu 0 stage thread: max is 1008000 ns, in bucket 2079, but the last bucket used is 2078
	deny_min_bucket_above 480 cpu 0 stage thread: min is 7250 ns, in bucket 29, but the first bucket used is 28
	deny_max_bucket_below 488 cpu 0 stage thread: max is 991999 ns, in bucket 2077, but the last bucket used is 2078
	deny_empty_min 640 cpu 2 stage thread: count is 0, but min is 8 ns
	deny_empty_max 648 cpu 2 stage thread: count is 0, but max is 9 ns
	deny_empty_sum 632 cpu 2 stage thread: count is 0, but sum is 10 ns
	deny_backwards 232 the run started at 100000000000 ns and ended at 1 ns
	KINDS
}

test_contradicting_cells()
{
	refused_kinds 3 <<-'KINDS'
	deny_first_bucket 456 cpu 0 stage thread: first bucket 7780, but there are 10372 in all
	deny_first_bucket_huge 456 cpu 0 stage thread: first bucket 18446744073709551610, but there are 10372 in all
	deny_stage 452 cpu 0 has stage number 2, but there are 2 stages
	deny_cell_twice 448 cpu 0 stage irq: occurs twice, with counts 1000 and 1000
	deny_cell_order 608 cpu 2 stage irq: comes after cpu 2 stage number 1
	deny_cpu_twice 352 cpu 0 occurs twice
	deny_cpu_order 352 cpu 2 comes after cpu 4
	deny_cpu_unmeasured 608 cpu 3 stage thread: the cpu is not among the 2 measured ones
	KINDS
}
