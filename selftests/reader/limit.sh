# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# --limit of irqscope show and run.
# Part of reader_test.sh.

# limits_give CODE LIMITS: what show makes of the good snapshot under limits
limits_give()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	expect "$1" "$READER_SANITIZED" show --limit "$2" "$tmp/snapshot"
	good_table | expect_out
}

test_limit_kept()
{
	limits_give 0 irq=300us
	limits_give 0 irq=300
	limits_give 0 irq=0.3ms,thread=1s@0
	limits_give 0 irq=300000ns@0,irq=1ns@2
	# A CPU's own limit is the one that counts, whatever the order.
	limits_give 0 irq=1us,irq=300us@0
	limits_give 0 irq=300us@0,irq=1us
	[ ! -s "$tmp/err" ]
}

test_limit_exceeded()
{
	limits_give 2 irq=299.999us
	diff -u - "$tmp/err" <<-'ERR'
	irqscope: cpu 0 irq: max 300.000 us is 0.001 us beyond the limit of 299.999 us
	ERR
	limits_give 2 irq=50us,thread=120us@0
	diff -u - "$tmp/err" <<-'ERR'
	irqscope: cpu 0 irq: max 300.000 us is 250.000 us beyond the limit of 50.000 us
	irqscope: cpu 0 thread: max 1000.000 us is 880.000 us beyond the limit of 120.000 us
	ERR
	limits_give 2 irq=1s,irq=299us@0
	"$MKSNAPSHOT" beyond > "$tmp/snapshot"
	expect 0 "$READER_SANITIZED" show --limit irq=67108863999ns --limit thread=67.108864s \
		"$tmp/snapshot"
	expect 2 "$READER_SANITIZED" show --limit irq=67108863998ns,thread=67.108863999s \
		"$tmp/snapshot"
	[ "$(grep -c ' is 0.001 us beyond ' "$tmp/err")" -eq 2 ]
}

# What was not measured has not been fast; but what was slow decides.
test_limit_unmeasured()
{
	limits_give 1 work=50us
	expect_err "--limit: stage work was not measured"
	limits_give 1 irq=1s,irq=1s@1
	expect_err "--limit: stage irq was not measured on cpu 1"
	limits_give 1 thread=1s
	expect_err "cpu 2 thread: no samples to compare with the limit of 1000000.000 us"
	limits_give 2 thread=1us
	[ "$(wc -l < "$tmp/err")" -eq 2 ]
	"$MKSNAPSHOT" empty > "$tmp/snapshot"
	expect 1 "$READER_SANITIZED" show --limit irq=1s "$tmp/snapshot"
	expect_err "stage irq was not measured"
}

test_limit_without_debugfs()
{
	make_root
	rm "$root/$DEBUGFS/snapshot"
	add_stats 0 irq 3 1000 2000 50001 0 7 0
	expect 0 "$READER_SANITIZED" --root "$root" show --limit irq=50001ns
	expect 2 "$READER_SANITIZED" --root "$root" show --limit irq=50us
	expect_err "cpu 0 irq: max 50.001 us is 0.001 us beyond the limit of 50.000 us"
}

test_limit_of_run()
{
	make_root
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --quiet --limit irq=300us
	[ ! -s "$tmp/err" ]
	expect 2 "$READER_SANITIZED" --root "$root" run --duration 1 --quiet --limit irq=299us \
		--save "$tmp/saved"
	expect_err "cpu 0 irq: max 300.000 us is 1.000 us beyond the limit of 299.000 us"
	good_table | expect_out
	same_figures "$root/$DEBUGFS/snapshot" "$tmp/saved"
	expect 1 "$READER_SANITIZED" --root "$root" run --duration 1 --quiet --limit work=1s
	# Nothing has begun if the limits are wrong.
	set_file run 0
	expect 1 "$READER_SANITIZED" --root "$root" run --duration 1 --limit irq=50x
	expect_untouched
}

test_limit_refused()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	for wrong in "" "," irq irq= =50us "irq=50us," ",irq=50us" irq=us irq=-1us irq=0us irq=50xs \
		irq=50us@ irq=50us@x irq=50us@-1 irq=50us@4294967296 irq=50@us irq=1.us \
		irq=.5us irq=0.5ns irq=1.5.5us irq=1001s irq=1e3us irq=99999999999999999999ns \
		"irq= 50us" irq:50us IRQ=50us irq=50us=1 aaaaaaaaaaaaaaaa=50us; do
		expect 1 "$READER_SANITIZED" show --limit "$wrong" "$tmp/snapshot"
		expect_err "--limit \"$wrong\": \""
		expect_err "must be like irq=50us, thread=1.5ms or thread=120us@3"
		[ "$(wc -l < "$tmp/err")" -eq 1 ]
		[ ! -s "$tmp/out" ]
	done
	expect 1 "$READER_SANITIZED" show --limit irq=50us,irq=60us "$tmp/snapshot"
	expect_err '"irq=60us" is the second limit for the same'
	expect 1 "$READER_SANITIZED" show --limit irq=5us@1 --limit irq=5us@1 "$tmp/snapshot"
	list=$(awk 'BEGIN { for (i = 0; i < 65; i++) printf "%sirq=1us@%d", i ? "," : "", i }')
	expect 1 "$READER_SANITIZED" show --limit "$list" "$tmp/snapshot"
	expect_err "more than 64 limits"
}
