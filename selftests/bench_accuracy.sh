#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Inside a guest that counts instructions and has one CPU: how true the latencies
# are. Every expiry of a tool's timer is held up to the same moment after it, so
# each sample has the same truth; only 0 is as nature has it.
# usage: bench_accuracy.sh DELAY_US...
# Rows: accuracy DELAY_US TOOL STAGE SAMPLES MIN_NS MEAN_NS MAX_NS
#                INJECTED_MIN_NS INJECTED_MAX_NS PROBLEM
# shellcheck source=selftests/bench_lib.sh
. ./bench_lib.sh

# The first samples of each tool do not count: its timer must be known by then.
WARMUP=5

# Periods that meet the tick, of 4 ms, at all places: each sample is the golden
# section of a tick after the one before. And long enough for nothing to be missed.
# Each tool takes samples for as long. Where nothing is held up, the way into the
# interrupt is what is looked for, of which the longest are rare.
set_period() {
	case $1 in
	0) period_us=2473 count=3000 ;;
	[0-9] | [0-9][0-9] | [0-9][0-9][0-9] | 1000) period_us=2473 count=300 ;;
	3000) period_us=6473 count=200 ;;
	*) period_us=14473 count=100 ;;
	esac
	run_s=$((period_us * (count + WARMUP) / 1000000 + 1))
}

# Hold up the expiries until told to stop.
inject() {
	injector=''
	if [ "$delay_us" != 0 ]; then
		echo "timer cpu=0 us=$delay_us count=1000000 period_us=$period_us" > $INJECT/inject &
		injector=$!
	fi
	sleep 0.1
}

# Set what the injector has done.
inject_end() {
	injected_min_ns=0 injected_max_ns=0 injected=0
	[ -n "$injector" ] || return
	kill "$injector"
	wait "$injector" 2> /dev/null
	injected=$(cat $INJECT/sections)
	[ "$injected" != 0 ] || return
	injected_min_ns=$(cat $INJECT/shortest_ns)
	injected_max_ns=$(cat $INJECT/longest_ns)
}

# Number, min, mean and max of what is read, a number a line, behind the warm-up.
figures() {
	awk -v warmup=$WARMUP '
		NR <= warmup { next }
		{ n++; sum += $1 }
		n == 1 || $1 < min { min = $1 }
		n == 1 || $1 > max { max = $1 }
		END { if (n) printf "%d\t%d\t%d\t%d", n, min, sum / n, max }'
}

# Print the row of tool $1 and stage $2, whose figures are $3.
result() {
	problem=''
	[ -n "$3" ] || problem=$(excuse "took no samples")
	if [ -z "$problem" ] && [ -n "$injector" ] && [ "$injected" -lt "${3%%	*}" ]; then
		problem="only $injected expiries were held up: its timer does not keep to the period"
	fi
	# shellcheck disable=SC2086 # tabs separate
	row accuracy "$delay_us" "$1" "$2" "${3:-			}" "$injected_min_ns" "$injected_max_ns" "$problem"
}

# What the module says of a stage.
irqscope_figures() {
	for figure in count min_ns mean_ns max_ns; do
		cat "$SYSFS/stats/cpu0/$1/$figure"
	done | tr '\n' '\t' | sed 's/\t$//'
}

accuracy_irqscope() {
	insmod ./irqscope.ko warmup_ms=0 "period_us=$period_us" stages=irq,thread run=1
	inject
	usleep $((period_us * WARMUP))
	echo 1 > $SYSFS/reset
	sleep "$run_s"
	echo 0 > $SYSFS/run
	inject_end
	result irqscope irq "$(irqscope_figures irq)"
	result irqscope thread "$(irqscope_figures thread)"
	rmmod irqscope
}

# The latencies in a context, as the tracer has noted them.
timerlat_samples() { sed -n "s/.* context *$1 timer_latency *\([0-9]*\) ns.*/\1/p" /tmp/trace; }

accuracy_timerlat() {
	inject
	start_timerlat "$period_us"
	sleep "$run_s"
	echo 0 > $TRACING/tracing_on
	inject_end
	cat $TRACING/per_cpu/cpu0/trace > /tmp/trace
	echo nop > $TRACING/current_tracer
	result timerlat irq "$(timerlat_samples irq | figures)"
	result timerlat thread "$(timerlat_samples thread | figures)"
}

accuracy_cyclictest() {
	inject
	cyclictest -m -p95 -t1 -a0 -N -v -i "$period_us" -l $((run_s * 1000000 / period_us)) > $SAID 2>&1
	inject_end
	result cyclictest thread "$(sed -n 's/^ *0: *[0-9]*: *\(-*[0-9]*\)$/\1/p' $SAID | figures)"
}

# Its samples are 28 bytes each, the last 8 the latency.
jitterdebugger_samples() {
	perl -e 'binmode STDIN; while (read(STDIN, $_, 28) == 28) { print unpack("x20 Q", $_), "\n" }' \
		< /tmp/jitter/samples.raw
}

accuracy_jitterdebugger() {
	rm -rf /tmp/jitter
	inject
	jitterdebugger -N -a 0 -p 95 -i "$period_us" -o /tmp/jitter -s > $SAID 2>&1 &
	peer=$!
	sleep "$run_s"
	kill "$peer"
	wait "$peer" 2> /dev/null
	inject_end
	result jitterdebugger thread "$(jitterdebugger_samples | figures)"
}

insmod modules/irqscope_inject.ko || exit 1
settle 10
for delay_us; do
	set_period "$delay_us"
	for tool in irqscope timerlat cyclictest jitterdebugger; do
		: > $SAID
		"accuracy_$tool"
	done
done
