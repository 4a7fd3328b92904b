#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Inside a guest that counts instructions: what a sample costs with its number of
# CPUs, and a snapshot. All CPUs share one clock, and the emulator lets them take turns
# from the first to the last, so there is no loop here to steal from: what is measured
# is the callback of the timer, where it begins and where it ends.
# usage: bench_scale.sh PERIOD_US SECONDS
# Rows: scale CPUS CALLBACK_PS SAMPLES RAN_US MISSED
#       snapshot CPUS NS BYTES
#       load CPUS NS
# shellcheck source=selftests/bench_lib.sh
. ./bench_lib.sh

PERIOD_US=$1 SECONDS_LONG=$2
LOADS=3 SNAPSHOTS=3
cpus=$(grep -c '^processor' /proc/cpuinfo)
PARAMETERS=/sys/module/irqscope_callback/parameters

# Add up the counters $1 of all CPUs.
total() { cat $SYSFS/stats/cpu*/irq/"$1" | awk '{ n += $1 } END { print n + 0 }'; }

echo 0 > /proc/sys/kernel/kptr_restrict
settle 10
for i in $(seq $LOADS); do
	[ "$i" = 1 ] || rmmod irqscope
	load=$(./stopwatch load ./irqscope.ko "stages=irq period_us=$PERIOD_US")
	row load "$cpus" "${load% *}"
done
echo 1 > $SYSFS/run
sleep 2
insmod modules/irqscope_callback.ko \
	"function=0x$(awk '$3 == "sampler_timer" { print $1 }' /proc/kallsyms)" || exit 1
echo 1 > $SYSFS/reset
from_cs=$(uptime_cs)
sleep "$SECONDS_LONG"
samples=$(total count)
ran_us=$((($(uptime_cs) - from_cs) * 10000))
for _ in $(seq $SNAPSHOTS); do
	snapshot=$(./stopwatch read $DEBUGFS/snapshot)
	row snapshot "$cpus" "${snapshot% *}" "${snapshot#* }"
	sleep 0.1
done
row scale "$cpus" "$(cat $PARAMETERS/mean_ps)" "$samples" $ran_us "$(total missed)"
rmmod irqscope_callback
rmmod irqscope
