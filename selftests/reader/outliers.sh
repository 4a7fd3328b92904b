# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope outliers: what is told, its order, and text that is damaged.
# Part of reader_test.sh.

# The outliers of the snapshot stages4, in whose cells CPU 1 has its maxima: all
# causes, a task with blanks in its name, one without an end.
outliers_text()
{
	cat <<-'TEXT'
	# lost: 3
	# anchor: wake_up_process 0xffff800080046b6c
	# a note of a later version
	outlier: cpu=1 seq=812 t_ns=105000000000 late=irq irq_ns=100000 softirq_ns=140040 thread_ns=120000
	  task: comm=my pid=7 task pid=42 policy=fifo prio=50 mode=kernel preempt=2 softirq=yes
	  since_last: irqs=1 softirqs=0
	  cause: interrupted_at
	  at: held_off+0x24/0x50 [bad_module]
	  at: kthread+0xcf/0x100

	outlier: cpu=0 seq=813 t_ns=105000000000 late=irq irq_ns=100000
	  task: comm=stress pid=9 policy=other prio=-5 mode=user preempt=0 softirq=no
	  since_last: irqs=0 softirqs=2
	  cause: unattributed

	outlier: cpu=1 seq=900 t_ns=107000000000 late=thread irq_ns=-449 thread_ns=102000 color=blue
	  task: comm= pid=0 policy=deadline prio=0 mode=idle preempt=unknown
	  weather: fine
	  cause: in_the_act
	  at: default_idle+0xf/0x20
	  caller: unavailable

	outlier: cpu=1 seq=901 t_ns=107500000000 late=thread irq_ns=300 thread_ns=unfinished
	  cause: not_caught

	TEXT
}

# outliers_of FILE [OPTION...]: irqscope outliers must take it
outliers_of()
{
	expect 0 "$READER_SANITIZED" outliers "$@"
}

test_outliers()
{
	outliers_text > "$tmp/text"
	"$MKSNAPSHOT" stages4 "$tmp/text" > "$tmp/snapshot"
	outliers_of "$tmp/snapshot"
	[ ! -s "$tmp/err" ]
	expect_out <<-'OUT'
	4 outlier records, 3 more lost: of each CPU the newest are kept, and the worst of each stage

	cpu 1 thread never got to run (irq 0.3 us), seq 901, at 107.500000 s
	  who had the CPU was not caught

	cpu 1 thread 102.0 us late (irq 0.4 us early), seq 900, at 107.000000 s; the max of cpu 1 thread
	   (pid 0, deadline) in the idle loop; caught in the act
	  default_idle+0xf/0x20
	  (further callers are not known)

	cpu 0 irq 100.0 us late, seq 813, at 105.000000 s
	  stress (pid 9, other, nice -5) in a program; unattributed: a program or the idle loop holds up no interrupt; another interrupt's handler, firmware, the secure world or a hypervisor took the time
	  since the last sample: 0 interrupts, 2 softirqs

	cpu 1 irq 100.0 us late (softirq 140.0 us, thread 120.0 us), seq 812, at 105.000000 s; the max of cpu 1 irq
	  my pid=7 task (pid 42, fifo, priority 50) in the kernel, preemption disabled 2 deep, in a softirq or with softirqs disabled; interrupts came back on here: who kept them off, or was interrupted by time taken from outside, cannot be told apart
	  since the last sample: 1 interrupt, 0 softirqs
	  held_off+0x24/0x50 [bad_module]
	  kthread+0xcf/0x100
	OUT
	cp "$tmp/out" "$tmp/wanted"
	expect 0 "$READER_SANITIZED" outliers - < "$tmp/snapshot"
	cmp "$tmp/wanted" "$tmp/out"
	"$MKSNAPSHOT" stages4_later "$tmp/text" > "$tmp/later"
	outliers_of "$tmp/later"
	cmp "$tmp/wanted" "$tmp/out"
	make_root
	cp "$tmp/snapshot" "$root/$DEBUGFS/snapshot"
	expect 0 "$READER_SANITIZED" --root "$root" outliers --newest
	cmp "$tmp/wanted" "$tmp/out"
	# The bare text is the same, but tells of no max.
	outliers_of "$tmp/text"
	sed 's/; the max of.*//' "$tmp/wanted" | diff -u - "$tmp/out"
}

# order_is SEQ...: the records that are shown
order_is()
{
	shown=$(sed -n 's/^cpu.*, seq \([0-9]*\), at .*/\1/p' "$tmp/out" | tr '\n' ' ')
	[ "$shown" = "$* " ] && return 0
	echo "order is $shown"
	return 1
}

test_outliers_order()
{
	{
		echo "# lost: 0"
		for line in "1 50 300" "2 50 400" "3 70 unfinished" "4 60 400" "5 40 unfinished"; do
			# shellcheck disable=SC2086 # three words
			set -- $line
			printf 'outlier: cpu=0 seq=%s t_ns=%s late=work work_ns=%s\n' "$1" "$2" "$3"
			printf '  cause: not_caught\n\n'
		done
	} > "$tmp/text"
	outliers_of "$tmp/text"
	order_is 3 4 2 1 5
	outliers_of --worst "$tmp/text"
	order_is 3 5 4 2 1
	outliers_of "$tmp/text" --worst --limit 3
	order_is 3 5 4
	head -1 "$tmp/out" | grep -qx "5 outlier records, none lost; 3 shown"
	outliers_of --worst --newest --limit 5 "$tmp/text"
	order_is 3 4 2 1 5
	head -1 "$tmp/out" | grep -qx "5 outlier records, none lost"
	outliers_of "$tmp/text" --json --worst --limit 1
	"$JSONFLAT" < "$tmp/out" > "$tmp/flat"
	grep -qx '.kept=5' "$tmp/flat"
	grep -qx '.records\[0\].seq=3' "$tmp/flat"
	fails grep -q '^.records\[1\]' "$tmp/flat"
}

# Out of the idle loop, the CPU may have taken the time itself.
test_outliers_idle()
{
	outliers_text | sed 's/mode=user/mode=idle/' > "$tmp/text"
	outliers_of "$tmp/text"
	grep -q 'in the idle loop.*; unattributed: .* took the time, or leaving an idle state did$' "$tmp/out"
}

# The max of a CPU and stage is the record with its time, and its latency.
test_outliers_max()
{
	outliers_text > "$tmp/text"
	for change in s/irq_ns=100000/irq_ns=100001/ s/t_ns=105000000000/t_ns=105000000001/; do
		sed -e $change -e s/thread_ns=102000/thread_ns=102001/ "$tmp/text" > "$tmp/other"
		"$MKSNAPSHOT" stages4 "$tmp/other" > "$tmp/snapshot"
		outliers_of "$tmp/snapshot"
		fails grep -q "the max of" "$tmp/out"
	done
}

test_outliers_json()
{
	outliers_text > "$tmp/text"
	"$MKSNAPSHOT" stages4 "$tmp/text" > "$tmp/snapshot"
	outliers_of "$tmp/snapshot" --json
	"$JSONFLAT" < "$tmp/out" > "$tmp/flat"
	diff -u - "$tmp/flat" <<-'FLAT'
	.format="irqscope-outliers"
	.version=1
	.kept=4
	.lost=3
	.anchor.symbol="wake_up_process"
	.anchor.address="0xffff800080046b6c"
	.records[0].cpu=1
	.records[0].seq=901
	.records[0].t_ns=107500000000
	.records[0].late="thread"
	.records[0].finished=false
	.records[0].is_max=false
	.records[0].latency_ns.irq=300
	.records[0].latency_ns.thread=null
	.records[0].task=null
	.records[0].since_last=null
	.records[0].cause="not_caught"
	.records[0].callers_available=null
	.records[1].cpu=1
	.records[1].seq=900
	.records[1].t_ns=107000000000
	.records[1].late="thread"
	.records[1].finished=true
	.records[1].is_max=true
	.records[1].latency_ns.irq=-449
	.records[1].latency_ns.thread=102000
	.records[1].task.comm=""
	.records[1].task.pid=0
	.records[1].task.policy="deadline"
	.records[1].task.prio=0
	.records[1].task.mode="idle"
	.records[1].task.preempt=null
	.records[1].task.softirq=null
	.records[1].since_last=null
	.records[1].cause="in_the_act"
	.records[1].callers_available=false
	.records[1].frames[0].address=null
	.records[1].frames[0].symbol="default_idle"
	.records[1].frames[0].offset=15
	.records[1].frames[0].size=32
	.records[1].frames[0].module=null
	.records[1].frames[0].maybe=false
	.records[2].cpu=0
	.records[2].seq=813
	.records[2].t_ns=105000000000
	.records[2].late="irq"
	.records[2].finished=true
	.records[2].is_max=false
	.records[2].latency_ns.irq=100000
	.records[2].task.comm="stress"
	.records[2].task.pid=9
	.records[2].task.policy="other"
	.records[2].task.prio=-5
	.records[2].task.mode="user"
	.records[2].task.preempt=0
	.records[2].task.softirq=false
	.records[2].since_last.irqs=0
	.records[2].since_last.softirqs=2
	.records[2].cause="unattributed"
	.records[2].callers_available=null
	.records[3].cpu=1
	.records[3].seq=812
	.records[3].t_ns=105000000000
	.records[3].late="irq"
	.records[3].finished=true
	.records[3].is_max=true
	.records[3].latency_ns.irq=100000
	.records[3].latency_ns.softirq=140040
	.records[3].latency_ns.thread=120000
	.records[3].task.comm="my pid=7 task"
	.records[3].task.pid=42
	.records[3].task.policy="fifo"
	.records[3].task.prio=50
	.records[3].task.mode="kernel"
	.records[3].task.preempt=2
	.records[3].task.softirq=true
	.records[3].since_last.irqs=1
	.records[3].since_last.softirqs=0
	.records[3].cause="interrupted_at"
	.records[3].callers_available=true
	.records[3].frames[0].address=null
	.records[3].frames[0].symbol="held_off"
	.records[3].frames[0].offset=36
	.records[3].frames[0].size=80
	.records[3].frames[0].module="bad_module"
	.records[3].frames[0].maybe=false
	.records[3].frames[1].address=null
	.records[3].frames[1].symbol="kthread"
	.records[3].frames[1].offset=207
	.records[3].frames[1].size=256
	.records[3].frames[1].module=null
	.records[3].frames[1].maybe=false
	FLAT
	outliers_of "$tmp/text" --json
	"$JSONFLAT" < "$tmp/out" | grep -qxF '.records[3].is_max=null'
}

test_outliers_none()
{
	echo "# lost: 0" > "$tmp/text"
	outliers_of "$tmp/text"
	echo "0 outlier records, none lost" | expect_out
	outliers_of "$tmp/text" --json
	"$JSONFLAT" < "$tmp/out" | grep -qx '.anchor=null'
	"$MKSNAPSHOT" good > "$tmp/snapshot"
	expect 1 "$READER_SANITIZED" outliers "$tmp/snapshot"
	expect_err "it holds no outliers: it comes from an older version of the kernel module"
	make_root
	rm "$root/$DEBUGFS/snapshot"
	expect 1 "$READER_SANITIZED" --root "$root" outliers
	expect_err "no debugfs here (not in this kernel, or not mounted): nothing tells of the outliers"
	expect 1 "$READER_SANITIZED" --root "$tmp/none" outliers
	expect_err "the kernel module is not loaded"
}

test_outliers_options()
{
	outliers_text > "$tmp/text"
	for limit in 0 -1 x 1000001 18446744073709551617 ""; do
		expect 1 "$READER_SANITIZED" outliers "$tmp/text" --limit "$limit"
		expect_err "--limit \"$limit\": must be 1 to 1000000"
	done
	expect 1 "$READER_SANITIZED" outliers "$tmp/text" "$tmp/text"
	expect_err "outliers takes one file at most"
	expect 1 "$READER_SANITIZED" outliers --what
	expect 1 "$READER_SANITIZED" outliers "$tmp/none"
	expect_err "none: No such file or directory"
	"$MKSNAPSHOT" deny_count > "$tmp/snapshot"
	expect 3 "$READER_SANITIZED" outliers "$tmp/snapshot"
}

# Nothing that a task can call itself reaches the terminal as it is.
test_outliers_hostile_text()
{
	outliers_text | sed -e "s/comm=stress/comm=$(printf '\033[2J\377"|')/" -e 's/|/\\/' \
		-e "s/kthread+/$(printf 'k\033]0;x\007')+/" \
		-e "s/bad_module/$(printf '\033c')/" \
		-e "s/cause: not_caught/cause: $(printf 'x\033[1my')/" > "$tmp/text"
	outliers_of "$tmp/text"
	grep -qF '  ?[2J?"\ (pid 9, other' "$tmp/out"
	grep -qF '  k?]0;x?+0xcf/0x100' "$tmp/out"
	grep -qF 'held_off+0x24/0x50 [?c]' "$tmp/out"
	LC_ALL=C expect 1 grep -q '[^ -~]' "$tmp/out"
	outliers_of "$tmp/text" --json
	"$JSONFLAT" < "$tmp/out" > "$tmp/flat"
	grep -qF '.comm="\u001b[2J\ufffd\"\\"' "$tmp/flat"
}

# refused_by LINE REASON EXPRESSION: what sed makes of the text is refused
refused_by()
{
	outliers_text | sed "$3" > "$tmp/damaged"
	expect 3 "$READER_SANITIZED" outliers "$tmp/damaged"
	expect_err "damaged: byte $(head -n $(($1 - 1)) "$tmp/damaged" | wc -c): line $1 of the outliers: $2"
	[ ! -s "$tmp/out" ]
}

test_outliers_damaged()
{
	numbers="cpu, seq and t_ns are not all numbers"
	refused_by 4 "$numbers" s/cpu=1/cpu=-1/
	refused_by 4 "$numbers" s/seq=812/seq=18446744073709551616/
	refused_by 4 "$numbers" s/t_ns=105000000000//
	refused_by 4 "no latency of the stage that was late" s/late=irq//
	refused_by 4 "no latency of the stage that was late" s/late=irq/late=mem/
	refused_by 4 "a latency that is no number" s/irq_ns=100000/irq_ns=never/
	refused_by 4 "two latencies of one stage" s/softirq_ns/irq_ns/
	refused_by 4 "a latency of what cannot be a stage" s/softirq_ns/S_ns/
	refused_by 4 "more stages than this program knows" \
		's/late=irq/& a_ns=1 b_ns=1 c_ns=1 d_ns=1 e_ns=1 f_ns=1 g_ns=1/'
	refused_by 5 "no comm and pid" s/comm=/name=/
	refused_by 5 "pid, prio and preempt are not all numbers" s/preempt=2/preempt=-1/
	refused_by 5 "no policy or no mode" s/mode=kernel//
	refused_by 6 "irqs and softirqs are not both numbers" s/irqs=1/irqs=/
	refused_by 7 "it is not \"key: value\"" 's/cause: interrupted_at/cause/'
	refused_by 8 "neither a place in a function, nor an address" s/held_off+/held_off-/
	refused_by 8 "neither a place in a function, nor an address" 's,+0x24/.*,+0x24/,'
	refused_by 8 "neither a place in a function, nor an address" 's,held_off.*,0x,'
	refused_by 9 "the record ends without a cause" '/interrupted_at/d'
	refused_by 10 "the record before has no end" '10d'
	refused_by 2 "no symbol with an address" s/0xffff800080046b6c/somewhere/
	refused_by 2 "it is no line of a record" 's/# anchor.*/what/'
	refused_by 2 "it belongs to no record" 's/# anchor.*/  at: x+0x1\/0x2/'
	refused_by 1 "lost is not a number" 's/lost: 3/lost: many/'
	# In a snapshot it is the byte of that.
	outliers_text | sed s/cpu=1/cpu=x/ > "$tmp/damaged"
	"$MKSNAPSHOT" stages4 "$tmp/damaged" > "$tmp/snapshot"
	byte=$(grep -abo 'outlier: cpu=x seq=812' "$tmp/snapshot" | cut -d: -f1)
	for command in outliers "export --format json"; do
		# shellcheck disable=SC2086 # several words
		expect 3 "$READER_SANITIZED" $command "$tmp/snapshot"
		expect_file "$tmp/err" "irqscope: $tmp/snapshot: byte $byte: line 4 of the outliers: $numbers"
	done
}

test_outliers_truncated()
{
	outliers_text > "$tmp/text"
	size=$(wc -c < "$tmp/text")
	while [ "$size" -gt 0 ]; do
		size=$((size - 17))
		head -c $size "$tmp/text" > "$tmp/short" 2> /dev/null || break
		"$MKSNAPSHOT" stages4 "$tmp/short" > "$tmp/snapshot"
		code=0
		"$READER_SANITIZED" outliers "$tmp/snapshot" > "$tmp/out" 2> "$tmp/err" || code=$?
		case $code in
		0)
			# Whole records only, and all their lines.
			[ "$(tail -c 1 "$tmp/short")" = "" ]
			;;
		*)
			[ $code -eq 3 ]
			[ ! -s "$tmp/out" ]
			expect_err " of the outliers: "
			;;
		esac
		# The numbers are in order whatever the text says.
		expect 0 "$READER_SANITIZED" show "$tmp/snapshot"
	done
}

test_outliers_garbage()
{
	outliers_text > "$tmp/text"
	# A line of a megabyte, of a key that may come.
	{ head -4 "$tmp/text"; head -c 1000000 /dev/zero | tr '\0' 'x' | sed 's/^/  later: /'
	  echo; tail -n +5 "$tmp/text"; } > "$tmp/huge"
	outliers_of "$tmp/huge"
	[ "$(grep -c '^cpu' "$tmp/out")" -eq 4 ]
	# A NUL ends nothing.
	sed 's/comm=stress/comm=stXess/' "$tmp/text" | tr X '\0' > "$tmp/nul"
	outliers_of "$tmp/nul"
	grep -qF '  st?ess (pid 9' "$tmp/out"
	sed 's/seq=812/seq=8X2/' "$tmp/text" | tr X '\0' > "$tmp/nul"
	expect 3 "$READER_SANITIZED" outliers "$tmp/nul"
	# What is no snapshot and no such text.
	head -c 100000 /dev/urandom > "$tmp/noise"
	expect 1 "$READER_SANITIZED" outliers "$tmp/noise"
	expect_err "not an irqscope snapshot"
	expect 1 "$READER_SANITIZED" outliers - < /dev/null
}
