# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope show: snapshots that are broken or contradict themselves.
# Part of reader_test.sh.

test_refuse_truncated()
{
	"$MKSNAPSHOT" good > "$tmp/good"
	for size in $("$MKSNAPSHOT" boundaries); do
		head -c "$size" "$tmp/good" > "$tmp/short"
		expect 1 "$READER_SANITIZED" show "$tmp/short"
		if [ "$size" -lt 40 ]; then
			expect_err "not an irqscope snapshot: $size bytes"
		else
			expect_err "$size bytes, but its header says 83760: truncated"
		fi
	done
}

test_refuse_trailing_bytes()
{
	"$MKSNAPSHOT" good > "$tmp/long"
	echo >> "$tmp/long"
	expect 1 "$READER_SANITIZED" show "$tmp/long"
	expect_err "83761 bytes, but its header says 83760"
}

test_refuse_other_files()
{
	expect 1 "$READER_SANITIZED" show "$tmp/none"
	expect_err "none: No such file or directory"
	expect 1 "$READER_SANITIZED" show "$tmp"
	expect_err "Is a directory"
	expect 1 "$READER_SANITIZED" show "$0"
	expect_err "not an irqscope snapshot"
	shows_as break_magic 1 "not an irqscope snapshot"
	shows_as break_byte_order 1 "written by a machine of the other byte order"
	shows_as break_byte_order_mark 1 "its byte order mark is damaged"
	shows_as break_major 1 "snapshot format 2.2, this program knows 1.x"
}

test_refuse_broken_header()
{
	shows_as break_header_small 1 "impossible header size 32"
	shows_as bend_header_huge 1 "impossible header size 4294967288"
	shows_as break_section_small 1 "impossible section size 16"
	shows_as bend_section_huge 1 "no room for a table of 7 sections"
	shows_as bend_sections 1 "no room for a table of 4294967295 sections"
	shows_as bend_total 1 "83760 bytes, but its header says 83768"
	shows_as bend_total_huge 1 "its header says 18446744073709551615"
}

test_refuse_broken_sections()
{
	shows_as break_twice 1 "section run occurs twice"
	shows_as break_missing 1 "section cell is missing"
	shows_as break_runs 1 "section run has 2 entries instead of one"
	shows_as break_no_law 1 "section law has 0 entries instead of one"
	shows_as bend_into_table 1 "section of type 5 has the impossible offset 40"
	shows_as bend_odd 1 "section of type 5 has the impossible offset 372"
	shows_as bend_outside 1 "section of type 5 has the impossible offset 83768"
	shows_as bend_outside_huge 1 "the impossible offset 18446744073709551608"
	shows_as bend_count 1 "section of type 6 reaches beyond the end"
	shows_as bend_count_huge 1 "section of type 6 reaches beyond the end"
	shows_as bend_large 1 "section of type 5 reaches beyond the end"
	shows_as bend_no_size 1 "section of type 6 has entries without size"
	shows_as bend_small 1 "section cell has entries of 72 bytes, fewer than 80"
}

test_refuse_broken_contents()
{
	shows_as break_law 1 "its histograms have another shape"
	shows_as break_width 1 "impossible bucket width 300 ns"
	shows_as break_name 1 "stage 1 has an impossible name"
	shows_as break_name_escape 1 "stage 0 has an impossible name"
	shows_as break_no_name 1 "stage 0 has an impossible name"
}

# show: snapshots whose figures contradict each other

test_contradicting_counts()
{
	cell="cpu 0 stage thread:"
	shows_as deny_count 3 "$cell count is 1001, but the histogram holds 1000 samples"
	shows_as deny_lost_sample 3 "$cell count is 1000, but the histogram holds 1001 samples"
	shows_as deny_wrap 3 "$cell bucket 29 holds 18446744073709551615 samples, too many to add to 999"
}

test_contradicting_times()
{
	cell="cpu 0 stage thread:"
	shows_as deny_min_max 3 "$cell min is 1000001 ns, but max is 1000000 ns"
	shows_as deny_min_mean 3 "$cell min is 7994 ns, but the mean is 7993 ns"
	shows_as deny_mean_max 3 "$cell max is 1000000 ns, but the mean is 1000001 ns"
	shows_as deny_fraction 3 "$cell max is 1000000 ns, but the mean is 1000000 and a fraction of a ns"
	shows_as deny_min_bucket 3 "$cell min is 6999 ns, in bucket 27, but the first bucket used is 28"
	shows_as deny_max_bucket 3 "$cell max is 1008000 ns, in bucket 2079, but the last bucket used is 2078"
	shows_as deny_min_bucket_above 3 "$cell min is 7250 ns, in bucket 29, but the first bucket used is 28"
	shows_as deny_max_bucket_below 3 "$cell max is 991999 ns, in bucket 2077, but the last bucket used is 2078"
	cell="cpu 2 stage thread:"
	shows_as deny_empty_min 3 "$cell count is 0, but min is 8 ns"
	shows_as deny_empty_max 3 "$cell count is 0, but max is 9 ns"
	shows_as deny_empty_sum 3 "$cell count is 0, but sum is 10 ns"
	shows_as deny_backwards 3 "the run started at 100000000000 ns and ended at 1 ns"
}

test_contradicting_cells()
{
	shows_as deny_first_bucket 3 "cpu 0 stage thread: first bucket 7780, but there are 10372 in all"
	shows_as deny_first_bucket_huge 3 "first bucket 18446744073709551610, but there are 10372"
	shows_as deny_stage 3 "cpu 0 has stage number 2, but there are 2 stages"
	shows_as deny_cell_twice 3 "cpu 0 stage irq: occurs twice, with counts 1000 and 1000"
	shows_as deny_cell_order 3 "cpu 2 stage irq: comes after cpu 2 stage number 1"
	shows_as deny_cpu_twice 3 "cpu 0 occurs twice"
	shows_as deny_cpu_order 3 "cpu 2 comes after cpu 4"
	shows_as deny_cpu_unmeasured 3 "cpu 3 stage thread: the cpu is not among the 2 measured ones"
}

# Whatever is damaged, the reader ends with a code of its own.
test_fuzz()
{
	seed=0
	while [ $seed -lt "$FUZZ" ]; do
		seed=$((seed + 1))
		"$MKSNAPSHOT" mutate $seed > "$tmp/mutant"
		code=0
		"$READER_SANITIZED" show "$tmp/mutant" > "$tmp/out" 2> "$tmp/err" || code=$?
		case $code in
		0|1|3)
			;;
		*)
			echo "mksnapshot mutate $seed: exit code $code"
			head -20 "$tmp/err"
			return 1
			;;
		esac
		eval "codes_$code=\$((\${codes_$code:-0} + 1))"
	done
	# A fuzzer whose mutants all end alike tests nothing.
	[ "${codes_0:-0}" -gt 0 ] && [ "${codes_1:-0}" -gt 0 ] && [ "${codes_3:-0}" -gt 0 ]
}
