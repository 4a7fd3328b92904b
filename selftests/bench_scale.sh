#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Inside a guest that counts instructions: what a sample costs with its number of
# CPUs, and a snapshot. All CPUs share one clock: what any of them does is time that
# the loop lacks. It has the last one; the others are measured, and have nothing else to
# do. The emulator lets the CPUs take turns from the first to the last, begins anew when
# a timer is due, and would starve the one behind the loop.
# usage: bench_scale.sh PERIOD_US TURNS
# Rows: scale CPUS STOLEN_NS TOOK_NS SAMPLES RAN_US MISSED
#       snapshot CPUS NS BYTES
#       load CPUS NS
# shellcheck source=selftests/bench_lib.sh
. ./bench_lib.sh

PERIOD_US=$1 TURNS=$2
SNAPSHOTS=3
cpus=$(($(grep -c '^processor' /proc/cpuinfo) - 1))

# Add up the counters $1 of all CPUs.
total() { cat $SYSFS/stats/cpu*/irq/"$1" | awk '{ n += $1 } END { print n + 0 }'; }

taskset -pc "$cpus" $$ > /dev/null
settle 10
loop "$TURNS"
alone_ns=$took_ns

load=$(./stopwatch load ./irqscope.ko "cpus=0-$((cpus - 1)) stages=irq period_us=$PERIOD_US")
row load "$cpus" "${load% *}"
echo 1 > $SYSFS/run
sleep 2
echo 1 > $SYSFS/reset
from_cs=$(uptime_cs)
loop "$TURNS"
ran_us=$((($(uptime_cs) - from_cs) * 10000))
samples=$(total count)
i=0
while [ $i -lt $SNAPSHOTS ]; do
	snapshot=$(./stopwatch read $DEBUGFS/snapshot)
	row snapshot "$cpus" "${snapshot% *}" "${snapshot#* }"
	i=$((i + 1))
	sleep 0.1
done
row scale "$cpus" $((took_ns - alone_ns)) "$took_ns" "$samples" $ran_us "$(total missed)"
rmmod irqscope
