# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
# What the parts of the bench share that run in a guest. They print a row of
# fields, with tabs between, for each figure; the host makes the tables.

SYSFS=/sys/devices/platform/irqscope
DEBUGFS=/sys/kernel/debug/irqscope
TRACING=/sys/kernel/tracing
INJECT=/sys/module/irqscope_inject/parameters
FLOOR=/sys/module/irqscope_floor/parameters
# What a peer prints.
SAID=/tmp/said

# Print a row.
row() {
	printf '%s' "$1"
	shift
	[ $# = 0 ] || printf '\t%s' "$@"
	printf '\n'
}

# Time since boot in hundredths of a second.
uptime_cs() { cut -d ' ' -f 1 /proc/uptime | tr -d .; }

# What a peer has to say of its failure, on one line; $1 if that is nothing.
excuse() {
	said=$(tr -s '\n\t' '  ' < $SAID | head -c 200)
	echo "${said:-$1}"
}

# Real-time tasks may run at all times, and what the boot has left to do is done
# after $1 s.
settle() {
	echo -1 > /proc/sys/kernel/sched_rt_runtime_us
	sleep "$1"
}

# Set took_ns: how long the loop of $1 turns takes. What was started just before may
# have left work behind for the kernel, so the shortest of three.
loop() {
	sleep 1
	took_ns=$(
		for _ in 1 2 3; do ./loop "$1"; done | sort -n | head -n 1
	)
}

# Every tool has a function to start it at a period in us, and one to stop it that
# sets how many samples it took since, and the bytes it held for each CPU. In a shell
# without job control only SIGTERM reaches what runs in the background.
samples='' bytes=''

start_irqscope() {
	period_us=$1
	shift
	insmod ./irqscope.ko warmup_ms=0 "period_us=$period_us" "$@" run=1
}

# Pages of the store, as long as it is there.
stop_irqscope() {
	samples=$(cat $SYSFS/stats/cpu0/irq/count)
	missed=$(cat $SYSFS/stats/cpu0/irq/missed)
	[ "$missed" = 0 ] || samples="$samples, $missed missed"
	bytes=$(awk '/\[irqscope\]/ { for (i = 1; i <= NF; i++) if (sub(/^pages=/, "", $i)) n += $i }
		END { print n * 4096 }' /proc/vmallocinfo)
	rmmod irqscope
}

start_floor() { insmod modules/irqscope_floor.ko "period_us=$1" "wake=$2"; }

stop_floor() {
	samples=$(cat $FLOOR/samples)
	bytes=''
	rmmod irqscope_floor
}

# Memory that the process keeps from others.
locked_bytes() { awk '/^VmLck:|^VmRSS:/ && $2 > most { most = $2 } END { print most * 1024 }' "/proc/$peer/status"; }

start_cyclictest() {
	cyclictest -m -p95 -t1 -a0 -q -i "$1" > $SAID 2>&1 &
	peer=$!
}

stop_cyclictest() {
	bytes=$(locked_bytes)
	kill "$peer"
	wait "$peer" 2> /dev/null
	samples=$(sed -n 's/.* C: *\([0-9]*\) .*/\1/p' $SAID)
}

start_jitterdebugger() {
	jitterdebugger -a 0 -p 95 -i "$1" > $SAID 2>&1 &
	peer=$!
}

stop_jitterdebugger() {
	bytes=$(locked_bytes)
	kill "$peer"
	wait "$peer" 2> /dev/null
	samples=$(tr -s '[:cntrl:]' '\n' < $SAID | sed -n 's/.* C: *\([0-9]*\) .*/\1/p' | tail -n 1)
}

# Samples of timerlat in the buffer of the trace instance $1, read or not: a record
# for the interrupt and one for the thread each.
recorded() { awk '/^(entries|overrun|read events):/ { n += $NF } END { print int(n / 2) }' "$1/per_cpu/cpu0/stats"; }

start_timerlat() {
	{
		echo 0 > $TRACING/osnoise/cpus
		echo "$1" > $TRACING/osnoise/timerlat_period_us
		echo > $TRACING/trace
		echo 1 > $TRACING/tracing_on
		echo timerlat > $TRACING/current_tracer
	} 2> $SAID
}

stop_timerlat() {
	echo 0 > $TRACING/tracing_on
	samples=$(recorded $TRACING)
	bytes=$(($(sed 's/ .*//' $TRACING/per_cpu/cpu0/buffer_size_kb) * 1024))
	echo nop > $TRACING/current_tracer
}

# Where rtla has its tracer.
INSTANCE=$TRACING/instances/timerlat_hist

# It takes a while to begin, and has taken samples by then.
start_rtla() {
	rtla timerlat hist -p "$1" -c 0 -P f:95 -d 1h > $SAID 2>&1 &
	peer=$!
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		sleep 0.5
		[ -d "/proc/$peer" ] || return 1
		[ -d $INSTANCE ] || continue
		before=$(recorded $INSTANCE)
		[ "$before" = 0 ] || return 0
	done
	return 1
}

# It ends well by SIGINT only, and counts what it has read by then. Both its own
# memory and that of the tracer.
stop_rtla() {
	bytes=$(($(locked_bytes) + $(sed 's/ .*//' $INSTANCE/per_cpu/cpu0/buffer_size_kb) * 1024))
	samples=$(($(recorded $INSTANCE) - before))
	kill -INT "$peer"
	wait "$peer" 2> /dev/null
	grep -q '^count: *[1-9]' $SAID || samples=''
}
