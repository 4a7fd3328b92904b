# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope check: what it refuses, damaged machines, and the trees that irqscope save
# --system makes for it.
# Part of reader_test.sh, after check.sh.

test_check_refuses()
{
	arm64_machine
	expect 1 "$READER_SANITIZED" --root "$machine" check --config "$tmp/none"
	expect_err "none: No such file or directory"
	echo "CONFIG_OTHER=y" > "$tmp/other"
	expect 1 "$READER_SANITIZED" --root "$machine" check --config "$tmp/other"
	expect_err "other: not the configuration of a kernel"
	head -c 60 "$machine/proc/config.gz" > "$tmp/other"
	expect 1 "$READER_SANITIZED" --root "$machine" check --config "$tmp/other"
	expect_file "$tmp/err" "irqscope: $tmp/other: gzip cannot unpack it, or is not there"
	expect 1 "$READER_SANITIZED" --root "$machine" check this
	expect_err 'check does not take "this"'
	expect 1 "$READER_SANITIZED" --root "$tmp/none" check
	expect_err "neither /proc/cmdline nor"
	[ ! -s "$tmp/out" ]
}

# Neither a terminal nor a parser is disturbed by what a file holds.
test_check_hostile()
{
	arm64_machine
	hostile=$(printf 'a"b\\c\033]0;x\007\177\303\244\233\377')
	long=$(head -c 300000 /dev/zero | tr '\0' x)
	find "$machine" -type f ! -name config.gz > "$tmp/files"
	for text in "$hostile" "$long" "" "-1" 99999999999999999999 "( ) ( )" ",,,-" ":::/" "(null)"; do
		while read -r file; do
			cp "$file" "$tmp/kept"
			printf '%s' "$text" > "$file"
			got=0
			"$READER_SANITIZED" --root "$machine" check > "$tmp/out" 2> "$tmp/err" || got=$?
			[ $got -le 2 ]
			expect_clean
			cp "$tmp/kept" "$file"
		done < "$tmp/files"
	done
	while read -r file; do
		printf '%s\n' "$hostile" > "$file"
	done < "$tmp/files"
	put /proc/interrupts "CPU1 $hostile
20: 5 $hostile"
	put_irq 20 1
	put_task 401 "$hostile" 1 99 0
	put "$CPU/isolated" 1
	expect 2 "$READER_SANITIZED" --root "$machine" check
	expect_clean
	findings 2
	grep -q '^warn rivals: .*u001b' "$tmp/findings"
}

# Each file may be missing, cut or a directory.
test_check_damaged()
{
	arm64_machine
	find "$machine" -type f > "$tmp/files"
	while read -r file; do
		cp "$file" "$tmp/kept"
		head -c "$(($(wc -c < "$tmp/kept") / 2))" "$tmp/kept" > "$file"
		"$READER_SANITIZED" --root "$machine" check > "$tmp/out" 2>&1 || [ $? -eq 2 ]
		rm "$file"
		"$READER_SANITIZED" --root "$machine" check > "$tmp/out" 2>&1 || [ $? -eq 2 ]
		mkdir "$file"
		"$READER_SANITIZED" --root "$machine" check > "$tmp/out" 2>&1 || [ $? -eq 2 ]
		rmdir "$file"
		cp "$tmp/kept" "$file"
	done < "$tmp/files"
}

# A long list is cut where it can still be read.
test_check_many()
{
	arm64_machine
	echo "CPU0 CPU1" > "$machine/proc/interrupts"
	for irq in $(seq 100 130); do
		echo "$irq: 0 1 GICv3 $irq Level a-device-with-a-name-that-is-far-too-long-to-be-shown-$irq" \
			>> "$machine/proc/interrupts"
		put_irq "$irq" 1 1
		put_task "$irq" "rival-$irq" 1 99 0
	done
	findings 2
	grep '^bad interrupts: 100 ' "$tmp/findings" | grep -q ', and 19 more$'
	grep '^warn rivals: rival-100 ' "$tmp/findings" | grep -q ', and 22 more$'
}

# A saved tree says what the machine says.
test_save_system()
{
	arm64_machine
	chmod a-w "$machine/proc/irq/20/smp_affinity_list"
	put_task 500 ordinary 0 0 0
	expect 0 "$READER_SANITIZED" --root "$machine" save --system "$tmp/tree"
	expect 2 "$READER_SANITIZED" --root "$machine" check
	mv "$tmp/out" "$tmp/wanted"
	expect 2 "$READER_SANITIZED" --root "$tmp/tree" check
	diff -u "$tmp/wanted" "$tmp/out"
	grep -q 'cannot be moved' "$tmp/out"
	[ -e "$tmp/tree/proc/500/comm" ]
	[ ! -e "$tmp/tree/proc/500/task" ]
	expect 1 "$READER_SANITIZED" --root "$machine" save --system "$tmp/tree"
	expect_err "tree: not empty"
	expect 1 "$READER_SANITIZED" --root "$machine" save --system "$tmp/tree" file
	expect 1 "$READER_SANITIZED" --root "$machine" save --system "$tmp/none/tree"
	expect_err "none/tree: No such file or directory"
	mkdir "$tmp/no_system"
	expect 1 "$READER_SANITIZED" --root "$tmp/no_system" save --system "$tmp/tree_of_none"
	expect_err "there is no system in"
	head -c 9000000 /dev/zero > "$machine/proc/interrupts"
	rm -r "$tmp/tree"
	expect 0 "$READER_SANITIZED" --root "$machine" save --system "$tmp/tree"
	[ "$(du -s "$tmp/tree" | cut -f 1)" -lt 8000 ]
}
