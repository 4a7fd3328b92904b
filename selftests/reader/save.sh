# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope save, the output of every command, and the command line.
# Part of reader_test.sh.

test_save()
{
	make_root
	mkdir "$tmp/save"
	echo old > "$tmp/save/file"
	ln -s file "$tmp/save/link"
	(umask 027; expect 0 "$READER_SANITIZED" --root "$root" save "$tmp/save/link")
	cmp "$root/$DEBUGFS/snapshot" "$tmp/save/file"
	[ -L "$tmp/save/link" ]
	[ "$(stat -c %a "$tmp/save/file")" = 640 ]
	expect 0 "$READER_SANITIZED" --root "$root" save "$tmp/save/new"
	cmp "$root/$DEBUGFS/snapshot" "$tmp/save/new"
	expect 0 "$READER_SANITIZED" --root "$root" save -
	cmp "$root/$DEBUGFS/snapshot" "$tmp/out"
	[ "$(ls "$tmp/save")" = "$(printf 'file\nlink\nnew')" ]
}

test_save_refuses_bad_data()
{
	make_root
	echo old > "$tmp/kept"
	"$MKSNAPSHOT" deny_count > "$root/$DEBUGFS/snapshot"
	expect 3 "$READER_SANITIZED" --root "$root" save "$tmp/kept"
	"$MKSNAPSHOT" bend_count > "$root/$DEBUGFS/snapshot"
	expect 1 "$READER_SANITIZED" --root "$root" save "$tmp/kept"
	rm "$root/$DEBUGFS/snapshot"
	expect 1 "$READER_SANITIZED" --root "$root" save "$tmp/kept"
	expect_err "there is no snapshot to save"
	expect_file "$tmp/kept" old
}

test_save_reports_failures()
{
	make_root
	expect 1 "$READER_SANITIZED" --root "$root" save "$tmp/none/x"
	expect_err "none/x: No such file or directory"
	expect 1 "$READER_SANITIZED" --root "$root" save /dev/full
	expect_err "/dev/full: No space left on device"
	[ -c /dev/full ]
	expect 1 "$READER_SANITIZED" --root "$root" save
	expect_err "save takes one file"
}

# Output that does not arrive is an error.
test_output_is_checked()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	make_root
	for arguments in --help --version "show $tmp/snapshot" "--root $root save -"; do
		code=0
		# shellcheck disable=SC2086 # several words
		"$READER_SANITIZED" $arguments > /dev/full 2> "$tmp/err" || code=$?
		[ $code -eq 1 ]
		expect_err "stdout: No space left on device"
	done
}

test_closed_pipe_is_quiet()
{
	for kind in good cpus64; do
		"$MKSNAPSHOT" $kind > "$tmp/snapshot"
		{
			sleep 1
			code=0
			"$READER_SANITIZED" show "$tmp/snapshot" 2> "$tmp/err" || code=$?
			echo $code > "$tmp/code"
		} | true
		expect_file "$tmp/code" 1
		[ ! -s "$tmp/err" ]
	done
}

test_help_and_version()
{
	expect 0 "$READER_SANITIZED" --help
	grep -q '^Usage: irqscope' "$tmp/out"
	for command in run top show save outliers hist plot export compare merge clock trial; do
		expect 0 "$READER_SANITIZED" $command --help
		grep -q "^Usage: irqscope .*$command" "$tmp/out"
	done
	expect 0 "$READER_SANITIZED" --version
	grep -qE '^irqscope [0-9][^ ]* \(snapshot format 1\.3\)$' "$tmp/out"
}

test_wrong_usage()
{
	expect 1 "$READER_SANITIZED"
	expect_err "which command?"
	expect 1 "$READER_SANITIZED" shwo
	expect_err 'there is no command "shwo"'
	expect 1 "$READER_SANITIZED" show a b
	expect 1 "$READER_SANITIZED" save a b
	expect 1 "$READER_SANITIZED" --what
	expect 1 "$READER_SANITIZED" --root
	expect 1 "$READER_SANITIZED" show --root /
}

# What is shipped does what its watched twin does.
test_plain_build()
{
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	expect 0 "$READER" show "$tmp/snapshot"
	good_table | expect_out
}
