#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Inside a guest that counts instructions and has one CPU: what a sample costs. A
# fixed loop is run with and without the measuring; the time that the measuring has
# stolen from it, divided by the samples, is the cost of one. A nanosecond is an
# instruction.
# usage: bench_cost.sh PERIOD_US TURNS
# Rows: cost PERIOD_US NAME STOLEN_NS TOOK_NS SAMPLES RAN_US BYTES PROBLEM
# shellcheck source=selftests/bench_lib.sh
. ./bench_lib.sh

PERIOD_US=$1 TURNS=$2

# Run the loop beside tool $2, started with the rest, and print row $1.
cost() {
	name=$1 tool=$2
	shift 2
	samples='' bytes='' problem=''
	: > $SAID
	"start_$tool" "$PERIOD_US" "$@" || problem=$(excuse "cannot start")
	from_cs=$(uptime_cs)
	loop "$TURNS"
	to_cs=$(uptime_cs)
	[ -n "$problem" ] || "stop_$tool"
	[ -n "$samples" ] || : "${problem:=$(excuse "took no samples")}"
	row cost "$PERIOD_US" "$name" $((took_ns - alone_ns)) "$took_ns" "$samples" \
		$(((to_cs - from_cs) * 10000)) "$bytes" "$problem"
}

# Nothing at all: how exact the method is.
start_nothing() { :; }
stop_nothing() { samples=0; }

# Somebody has a look at everything ten times a second. The look is in the figure.
start_irqscope_read() {
	start_irqscope "$@" || return
	perl -e 'for (;;) {
			open(F, "<", $ARGV[0]) or die;
			1 while sysread(F, $bytes, 65536);
			close(F);
			select(undef, undef, undef, 0.1);
		}' $DEBUGFS/snapshot &
	reader=$!
}

stop_irqscope_read() {
	kill "$reader"
	wait "$reader" 2> /dev/null
	stop_irqscope
}

# Somebody keeps the files open and does not look.
start_irqscope_open() {
	start_irqscope "$@" && exec 7< $DEBUGFS/snapshot 8< $DEBUGFS/summary
}

stop_irqscope_open() {
	exec 7<&- 8<&-
	stop_irqscope
}

# A task has every sample.
start_irqscope_user() {
	start_irqscope "$@" || return
	./user_reader -p 95 $DEBUGFS/user/cpu0 0 > $SAID 2>&1 &
	reader=$!
}

stop_irqscope_user() {
	echo 0 > $SYSFS/run
	wait "$reader"
	stop_irqscope
}

settle 30
# all figures rest on this one: of three such, the one in the middle
alone_ns=$(
	for _ in 1 2 3; do
		loop "$TURNS"
		echo "$took_ns"
	done | sort -n | sed -n 2p
)
cost nothing nothing
cost hrtimer floor n
cost wake floor y
cost irq irqscope stages=irq
cost irq_threshold irqscope stages=irq threshold_us=900
cost irq_random irqscope stages=irq phase=random
cost thread irqscope stages=irq,thread
cost thread_threshold irqscope stages=irq,thread threshold_us=900
cost thread_random irqscope stages=irq,thread phase=random
cost thread_open irqscope_open stages=irq,thread
cost thread_read irqscope_read stages=irq,thread
cost all irqscope stages=irq,softirq,thread,work
cost all_threshold irqscope stages=irq,softirq,thread,work threshold_us=900
cost mem irqscope stages=irq,thread,mem mem_kib=32
cost user irqscope_user stages=irq,user
cost cyclictest cyclictest
cost jitterdebugger jitterdebugger
cost timerlat timerlat
cost rtla rtla
