# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154,SC2030,SC2031
# irqscope run --load.
# Part of reader_test.sh.

# is_gone PID: that process has ended, or is about to be asked how
is_gone()
{
	case $(sed 's/.*) //' "/proc/$1/stat" 2> /dev/null) in
	''|Z*) return 0 ;;
	esac
	echo "process $1 is still there: $(tr '\0' ' ' < "/proc/$1/cmdline")"
	return 1
}

# become_gone FILE: the processes whose numbers are in FILE end soon
become_gone()
{
	[ -s "$1" ]
	while read -r pid; do
		looks=100
		until is_gone "$pid" > /dev/null; do
			looks=$((looks - 1))
			[ $looks -gt 0 ] || is_gone "$pid"
			sleep 0.1
		done
	done < "$1"
}

# fake_program NAME: a program that tells in $tmp/NAME.args how it was called, and
# goes on
fake_program()
{
	mkdir -p "$tmp/bin"
	cat > "$tmp/bin/$1" <<-SH
	#!/bin/sh
	echo $1 "\$@" >> "$tmp/calls"
	[ $1 != taskset ] || shift 2
	[ $1 = taskset ] || exec sleep 100
	exec "\$@"
	SH
	chmod +x "$tmp/bin/$1"
}

# Every profile starts what it stands for, and that is kept with the capture.
test_load_profiles()
{
	needs_jq
	fake_program stress-ng
	fake_program taskset
	while IFS='|' read -r name command calls; do
		make_root
		rm -f "$tmp/calls"
		(PATH=$tmp/bin:$PATH; expect 0 "$READER_SANITIZED" --root "$root" run \
			--duration 1 --load "$name" --save "$tmp/saved")
		[ ! -s "$tmp/err" ]
		expect_file "$tmp/calls" "$(echo "$calls" | tr ';' '\n')"
		load_lines "$tmp/saved" > "$tmp/lines"
		expect_file "$tmp/lines" \
			"$(printf 'load: %s\ncommand: %s\nload_ended: no\nblock_ms: 1000' "$name" "$command")"
		grep -qxF "# load $name ($command)" "$tmp/out"
		expect 0 "$READER_SANITIZED" export --format json "$tmp/saved"
		jq -c '.load' "$tmp/out" > "$tmp/line"
		expect_file "$tmp/line" \
			"{\"name\":\"$name\",\"command\":\"$command\",\"ended\":null,\"utilisation\":[]}"
	done <<-'PROFILES'
	sdk|stress-ng --cpu-method=all -c 4|stress-ng --cpu-method=all -c 4
	core1|taskset -c 1 stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80%|taskset -c 1 stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80%;stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80%
	memrate|stress-ng --memrate 1 --memrate-rd-mbs 70 --memrate-wr-mbs 140 --taskset 0|stress-ng --memrate 1 --memrate-rd-mbs 70 --memrate-wr-mbs 140 --taskset 0
	PROFILES
}

# Two programs at the same time.
test_load_both()
{
	fake_program stress-ng
	fake_program taskset
	make_root
	rm -f "$tmp/calls"
	(PATH=$tmp/bin:$PATH; expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 \
		--load both --save "$tmp/saved")
	sort "$tmp/calls" > "$tmp/sorted"
	diff -u - "$tmp/sorted" <<-'CALLS'
	stress-ng --cpu 1 --cpu-load 50
	stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80%
	taskset -c 0 stress-ng --cpu 1 --cpu-load 50
	taskset -c 1 stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80%
	CALLS
	load_lines "$tmp/saved" > "$tmp/lines"
	grep -qxF 'command: taskset -c 1 stress-ng --cpu 1 --cpu-load 70 --vm 1 --vm-bytes 80% & taskset -c 0 stress-ng --cpu 1 --cpu-load 50' "$tmp/lines"
}

# What has ended before the run begins is named, with what it said, and nothing is done.
test_load_that_fails()
{
	make_root
	while IFS='|' read -r load said; do
		expect 1 "$READER_SANITIZED" --root "$root" run --period 100 --load "$load" \
			--save "$tmp/never"
		tail -1 "$tmp/err" > "$tmp/last"
		expect_file "$tmp/last" \
			"irqscope: --load command: \"$load\" has ended at once, $said; nothing was measured"
		[ ! -s "$tmp/out" ]
		[ ! -e "$tmp/never" ]
		expect_untouched
	done <<-'LOADS'
	no-such-program --at-all|exit code 127
	true|exit code 0
	echo why >&2; exit 9|exit code 9
	kill -9 $$|signal 9
	sleep 60 & exit 3|exit code 3
	LOADS
	expect 1 "$READER_SANITIZED" --root "$root" run --load no-such-program
	expect_err "no-such-program: not found"
	expect 1 env PATH=/nowhere "$READER_SANITIZED" --root "$root" run --load sdk
	expect_err '--load sdk: "stress-ng --cpu-method=all -c 4" has ended at once, exit code 127'
	for load in "" " "; do
		expect 1 "$READER_SANITIZED" --root "$root" run --load "$load"
		expect_err "must be sdk, core1, both, memrate or a command"
	done
	expect_untouched
}

test_load_that_ends()
{
	needs_jq
	make_root
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 4 --load 'sleep 3.5; exit 4' \
		--save "$tmp/saved"
	expect_file "$tmp/err" \
		'irqscope: --load command: "sleep 3.5; exit 4" has ended after 2 s of the run, exit code 4'
	load_lines "$tmp/saved" > "$tmp/lines"
	grep -qx 'load_ended: after 2 s, exit code 4' "$tmp/lines"
	grep -qxF '# load command (sleep 3.5; exit 4), ended after 2 s, exit code 4' "$tmp/out"
	expect 0 "$READER_SANITIZED" export --format json "$tmp/saved"
	[ "$(jq -r .load.ended "$tmp/out")" = "after 2 s, exit code 4" ]
}

# A command is one line of the text, whatever is in it, and one on a terminal.
test_load_hostile_command()
{
	make_root
	load=$(printf 'sleep 50 # \nload_ended: no\033[2J')
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --load "$load" \
		--save "$tmp/saved"
	[ "$(load_lines "$tmp/saved" | grep -c load_ended)" -eq 2 ]
	grep -qxF '# load command (sleep 50 #  load_ended: no?[2J)' "$tmp/out"
}

# A load that does not want to end, and hides in other sessions and behind parents
# that are gone; each of its processes leaves its number.
stubborn_load()
{
	cat > "$tmp/stubborn" <<-SH
	trap '' TERM HUP INT
	setsid sh -c 'echo \$\$ >> "$tmp/pids"; trap "" TERM; while :; do sleep 1; done' &
	sh -c 'sh -c "echo \\\$\\\$ >> $tmp/pids; exec setsid sleep 300" & exit' &
	setsid sh -c 'setsid sh -c "echo \\\$\\\$ >> $tmp/pids; exec sleep 300" & exit' &
	echo \$\$ >> "$tmp/pids"
	while :; do sleep 1; done
	SH
	rm -f "$tmp/pids"
}

test_load_leaves_nothing()
{
	make_root
	stubborn_load
	expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --load "exec sh $tmp/stubborn"
	[ "$(wc -l < "$tmp/pids")" -eq 4 ]
	while read -r pid; do
		is_gone "$pid"
	done < "$tmp/pids"
	# Nor if the run cannot be started, or saved.
	for file in run phase; do
		make_root
		rm -f "$tmp/pids"
		ln -sf /dev/full "$root/$SYSFS/$file"
		expect 1 "$READER_SANITIZED" --root "$root" run --phase random \
			--load "exec sh $tmp/stubborn"
		while read -r pid; do
			is_gone "$pid"
		done < "$tmp/pids"
	done
}

# Whoever kills the reader ends the load as well; so does a signal that ends the run.
test_load_ends_with_the_reader()
{
	for signal in KILL TERM INT; do
		make_root
		stubborn_load
		"$READER_SANITIZED" --root "$root" run --duration 1h --load "exec sh $tmp/stubborn" \
			> "$tmp/out" 2> "$tmp/err" &
		pid=$!
		when_running sleep 0
		wait $!
		[ "$(wc -l < "$tmp/pids")" -eq 4 ]
		kill -s $signal $pid
		wait $pid || true
		become_gone "$tmp/pids"
	done
}

# Whoever kills the process between the reader and the load ends the load, too.
test_load_ends_with_the_supervisor()
{
	make_root
	stubborn_load
	"$READER_SANITIZED" --root "$root" run --duration 5 --load "exec sh $tmp/stubborn" \
		> "$tmp/out" 2> "$tmp/err" &
	pid=$!
	when_running sleep 0
	wait $!
	[ "$(wc -l < "$tmp/pids")" -eq 4 ]
	kill -s KILL "$(cat "/proc/$pid/task/$pid/children")"
	wait $pid
	become_gone "$tmp/pids"
	grep -q 'has ended after [01] s of the run, signal 9$' "$tmp/err"
	[ "$(wc -l < "$tmp/err")" -eq 1 ]
	grep -qxF "# load command (exec sh $tmp/stubborn), $(sed 's/.*has //; s/ of the run//' "$tmp/err")" \
		"$tmp/out"
}

# Some programs have their children not waited for, and hand that down.
test_load_that_fails_where_children_are_ignored()
{
	make_root
	expect 1 env --ignore-signal=CHLD "$READER_SANITIZED" --root "$root" run --load 'exit 3'
	expect_err '"exit 3" has ended at once, exit code 3; nothing was measured'
	expect_untouched
}

# Two processes are the reader and the one that starts the load.
test_load_that_cannot_be_started()
{
	make_root
	cp "$READER" "$tmp/reader"
	chmod 755 "$tmp" "$tmp/reader"
	chmod -R a+rwX "$root"
	setpriv --reuid 64999 --clear-groups prlimit --nproc=2 "$tmp/reader" --version \
		> /dev/null 2>&1 || return "$SKIP"
	expect 1 setpriv --reuid 64999 --clear-groups prlimit --nproc=2 "$tmp/reader" \
		--root "$root" run --duration 1 --load 'sleep 100'
	diff -u - "$tmp/err" <<-'ERR'
	irqscope: --load: "sleep 100" could not be started: Resource temporarily unavailable
	irqscope: --load command: "sleep 100" has ended at once, exit code 1; nothing was measured
	ERR
	expect_untouched
}

# A signal before the run has begun keeps it from beginning.
test_load_signal_before_the_run()
{
	make_root
	stubborn_load
	"$READER_SANITIZED" --root "$root" run --duration 1h --load "exec sh $tmp/stubborn" \
		> "$tmp/out" 2> "$tmp/err" &
	pid=$!
	sleep 0.5
	kill -s TERM $pid
	code=0
	wait $pid || code=$?
	[ $code -eq 1 ]
	expect_err "ended before the run had started; nothing was measured"
	become_gone "$tmp/pids"
	expect_untouched
}

# The load is an ordinary program in a session of its own, whatever the reader is.
test_load_is_ordinary()
{
	make_root
	cat > "$tmp/tell" <<-SH
	streams=\$(readlink /proc/\$\$/fd/0 /proc/\$\$/fd/1)
	{
		chrt -p \$\$ | sed -n 's/.*policy: //p'
		echo \$((\$(ps -o sid= -p \$\$) - \$\$))
		echo "\$streams"
		sed -n 's/^SigBlk:\t//p' /proc/self/status
		echo \$((0x\$(sed -n 's/^SigIgn:\t//p' /proc/self/status) & 0x1000))
	} > "$tmp/told"
	exec sleep 100
	SH
	chrt -f 10 true 2> /dev/null || return "$SKIP"
	expect 0 chrt -f 10 "$READER_SANITIZED" --root "$root" run --duration 1 \
		--load "exec sh $tmp/tell"
	expect_file "$tmp/told" \
		"$(printf '%s\n' SCHED_OTHER 0 /dev/null /dev/null 0000000000000000 0)"
}
