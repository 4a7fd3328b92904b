#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Inside a guest that counts instructions: what a sample costs. A fixed loop is
# run with and without the measuring; the time that the measuring has stolen from
# it, divided by the samples, is the cost of one. A nanosecond is an instruction.
# usage: bench_cost.sh
SYSFS=/sys/devices/platform/irqscope
TURNS=${TURNS:-1000000000}

# Run the loop with the settings $2..., and print the row $1.
row() {
	name=$1
	shift
	for setting; do
		echo "${setting#*=}" > "$SYSFS/${setting%%=*}"
	done
	echo 1 > $SYSFS/run
	before=$(cat $SYSFS/stats/cpu0/irq/count)
	took=$(./loop "$TURNS")
	samples=$(($(cat $SYSFS/stats/cpu0/irq/count) - before))
	echo 0 > $SYSFS/run
	printf '%-36s %8d %8d\n' "$name" $(((took - alone) / samples)) "$samples"
}

# What the boot has left to do shall be done before.
sleep 2
./loop "$TURNS" > /dev/null
alone=$(./loop "$TURNS")
insmod ./irqscope.ko warmup_ms=0 period_us="${PERIOD_US:-100}" || exit 1
printf '%-36s %8s %8s\n' "# settings" "cost" "samples"
row "irq" stages=irq threshold_us=0
row "irq, threshold" threshold_us=900
row "irq,thread" stages=irq,thread threshold_us=0
row "irq,thread, threshold on irq" threshold_us=irq:900
row "irq,thread, threshold on both" threshold_us=900
row "irq,thread, random phase" threshold_us=0 phase=random
row "irq,softirq,thread,work" stages=irq,softirq,thread,work phase=fixed
row "irq,softirq,thread,work, threshold" threshold_us=900
rmmod irqscope
