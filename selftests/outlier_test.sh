#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Who held the CPU: delays of known length are made by functions of known names,
# and the records must name them. Only where time is counted in instructions is
# there nothing else that is late.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

[ -n "${IRQSCOPE_ICOUNT:-}" ] || skip_all "needs a guest that counts instructions"
load_afresh period_us=97 warmup_ms=100 stages=irq,softirq,thread,work
need_debugfs
need_injector
[ "$(condition kallsyms)" = yes ] || skip_all "needs a kernel with the names of its functions"

COUNT=10
LENGTH_US=300
FROM_US=150
# Room above the injector's own figure: the way into the interrupt, and the ring
# of periods that a section does not begin on; for the stage of ordinary priority also
# what else is to be done there.
ROOM_US=150
ORDINARY_ROOM_US=300

victim=$(cpus_online | tail -n 1)

# Start a run with thresholds $1 and let it settle.
start() {
	put run 0
	put threshold_us "$1"
	put run 1
	usleep 300000
}

# Inject sections of kind $1 into an empty store, end the run, and keep the records
# of the CPU.
inject() {
	put reset 1
	echo "$1 cpu=$victim us=$LENGTH_US count=$COUNT" > "$INJECT/inject"
	usleep 500000
	put run 0
	longest_us=$(($(cat "$INJECT/longest_ns") / 1000))
	outliers | grep "^cpu=$victim " > /tmp/records
	ktap_print_msg "$1: $(wc -l < /tmp/records) records, longest section $longest_us us"
}

# A number in a record.
field() { sed -n "s/.*[ |]$1=\([^ |]*\).*/\1/p"; }

# COUNT records have all of the patterns $2..., each for stage $1 with a latency
# as long as the sections. One may be elsewhere: the emulator can take an interrupt
# some instructions after it is allowed, and a section can begin while the stage is
# still busy.
named() {
	stage=$1
	shift
	grep " late=$stage " /tmp/records > /tmp/matching
	for pattern; do
		grep -e "$pattern" /tmp/matching > /tmp/fewer
		mv /tmp/fewer /tmp/matching
	done
	room_us=$ROOM_US
	[ "$stage" != work ] || room_us=$ORDINARY_ROOM_US
	count=$(wc -l < /tmp/matching)
	least=$(field "${stage}_ns" < /tmp/matching | sort -n | head -n 1)
	most=$(field "${stage}_ns" < /tmp/matching | sort -n | tail -n 1)
	ktap_print_msg "late=$stage: $count records, ${least:-?} to ${most:-?} ns"
	[ "$count" -ge $((COUNT - 1)) ] && [ "$count" -le $((COUNT + 2)) ] &&
		[ "$least" -gt $((FROM_US * 1000)) ] &&
		[ "$most" -le $(((longest_us + room_us) * 1000)) ] && return
	grep -vxF -f /tmp/matching /tmp/records | head -n 3 | sed 's/^/# not so: /'
	return 1
}

# The records of a stage are as many as its samples beyond the threshold.
as_many_as_samples() {
	records=$(grep -c " late=$1 " /tmp/records)
	samples=$(samples_from "$victim" "$1" $FROM_US)
	ktap_print_msg "$1: $records records, $samples samples"
	[ "$records" = "$samples" ] && [ "$(outliers_lost)" = 0 ]
}

# The max of a stage has a record, with its time and with all stages' latencies.
max_has_record() {
	at_ns=$("$TESTS_DIR/snapshot_test" max-time "$victim" "$1")
	max_ns=$(get "stats/cpu$victim/$1/max_ns")
	outliers | grep "^cpu=$victim .* t_ns=$at_ns late=$1 .*$1_ns=${max_ns}[ |]" > /tmp/matching &&
		grep -q ' irq_ns=[0-9]' /tmp/matching && return
	ktap_print_msg "max of $1: $max_ns ns at $at_ns"
	return 1
}

# A task of a higher priority than the thread's, in its own code all the time.
hog_named() {
	start thread:$FROM_US
	"$TESTS_DIR/hog" "$victim" 98 5 > /dev/null
	usleep 300000
	outliers | grep "^cpu=$victim " > /tmp/records
	grep -q ' late=thread .*|task: comm=hog pid=[0-9]* policy=fifo prio=98 mode=user .*|cause: in_the_act|' \
		/tmp/records && return
	head -n 5 /tmp/records
	return 1
}

# Every sample is an outlier: none goes uncounted, memory and log stay as they
# are, the sampling goes on, and the worst of all is kept.
flood() {
	start thread:1
	echo "preempt_off cpu=$victim us=2000 count=1" > "$INJECT/inject"
	worst_ns=$(get "stats/cpu$victim/thread/max_ns")
	lines=$(log_lines)
	pages=$(awk '/\[irqscope\]/ && /pages=/ { sub(/.*pages=/, ""); sum += $1 } END { print sum }' \
		/proc/vmallocinfo)
	before=$(get "stats/cpu$victim/thread/count")
	for _ in 1 2 3 4 5; do
		cat "$DEBUGFS/outliers" > /dev/null
		usleep 200000
	done
	samples=$(($(get "stats/cpu$victim/thread/count") - before))
	put run 0
	after=$(awk '/\[irqscope\]/ && /pages=/ { sub(/.*pages=/, ""); sum += $1 } END { print sum }' \
		/proc/vmallocinfo)
	ktap_print_msg "$samples outliers in a second on CPU $victim, pages $pages and $after"
	[ "$samples" -gt 1000 ] && [ "$(log_lines)" = "$lines" ] && [ "$pages" = "$after" ]
}

flood_counted() {
	all=0
	for dir in "$SYSFS"/stats/cpu*; do all=$((all + $(cat "$dir/thread/count"))); done
	kept=$(outliers | wc -l)
	lost=$(outliers_lost)
	ktap_print_msg "$all samples, $kept kept, $lost lost"
	[ $((kept + lost)) = $all ] && [ "$kept" -ge 64 ] && [ "$lost" -gt 1000 ]
}

flood_kept_worst() {
	[ "$worst_ns" -gt 1900000 ] &&
		outliers | grep "^cpu=$victim .*thread_ns=$worst_ns" |
		grep -q '|at: irqscope_inject_preempt_off+'
}

in_order_of_time() {
	outliers | field t_ns > /tmp/times
	sort -n /tmp/times | cmp -s - /tmp/times
}

ends_at_outlier() {
	put stop_on_outlier 1
	start irq:150
	[ "$(get run)" = 1 ] || return 1
	echo "irqs_off cpu=$victim us=$LENGTH_US count=1" > "$INJECT/inject"
	usleep 300000
	state=$(get run)
	count=$(get "stats/cpu0/irq/count")
	usleep 100000
	ktap_print_msg "run $state, $(outliers | wc -l) records"
	[ "$state" = 0 ] && [ "$(get "stats/cpu0/irq/count")" = "$count" ] &&
		[ "$(outliers | grep -c late=irq)" = 1 ]
}

# Settings can be changed again, and another run can be started.
starts_again() {
	put stop_on_outlier 0 && put run 1 && usleep 300000 && [ "$(get run)" = 1 ] &&
		[ "$(outliers | wc -l)" = 0 ]
}

nothing_without_threshold() {
	start 0
	echo "irqs_off cpu=$victim us=$LENGTH_US count=3" > "$INJECT/inject"
	usleep 200000
	[ "$(outliers | wc -l)" = 0 ] && [ "$(outliers_lost)" = 0 ] &&
		[ "$(samples_from "$victim" irq $FROM_US)" -ge 3 ]
}

# The CPUs of such a guest take turns, and one waits as long as another of lower
# number has work. So nothing but the injector may work, or on the last CPU.
taskset -p $((1 << victim)) $$ > /dev/null
echo -1 > /proc/sys/kernel/sched_rt_runtime_us
WHO='|task: comm=irqscope_inject pid=[0-9]* policy=other prio=0 mode=kernel'
CALLER='+[^|]*|at: inject_thread+'
ktap_print_header
ktap_set_plan 19
start irq:$FROM_US
inject irqs_off
ktap_test_result "irqs_off_named" named irq "$WHO preempt=[0u]" '|cause: interrupted_at|' \
	"|at: irqscope_inject_irqs_off$CALLER"
ktap_test_result "irqs_off_no_more_no_less" as_many_as_samples irq
ktap_test_result "irqs_off_max_has_record" max_has_record irq
start thread:$FROM_US
inject preempt_off
ktap_test_result "preempt_off_named_in_the_act" named thread "$WHO preempt=1" \
	'|cause: in_the_act|' "|at: irqscope_inject_preempt_off$CALLER"
ktap_test_result "preempt_off_no_more_no_less" as_many_as_samples thread
ktap_test_result "preempt_off_max_has_record" max_has_record thread
# another stage with a later threshold does not make the watch wait for it
start "thread:$FROM_US work:50000"
inject preempt_off
ktap_test_result "two_thresholds_in_the_act" named thread "$WHO preempt=1" \
	'|cause: in_the_act|' "|at: irqscope_inject_preempt_off$CALLER"
ktap_test_result "hog_named" hog_named
start softirq:$FROM_US
inject softirq
ktap_test_result "softirq_named" named softirq '|task: comm=ksoftirqd/' '|cause: in_the_act|' \
	'|at: irqscope_inject_softirq+'
ktap_test_result "softirq_max_has_record" max_has_record softirq
start work:$FROM_US
inject work
ktap_test_result "work_named" named work '|task: comm=kworker/' '|cause: in_the_act|' \
	'|at: irqscope_inject_work+'
ktap_test_result "work_max_has_record" max_has_record work
ktap_test_result "flood_bounded" flood
ktap_test_result "flood_counted" flood_counted
ktap_test_result "flood_kept_the_worst" flood_kept_worst
ktap_test_result "oldest_first" in_order_of_time
ktap_test_result "run_ends_at_outlier" ends_at_outlier
ktap_test_result "starts_again" starts_again
ktap_test_result "nothing_without_threshold" nothing_without_threshold
put run 0
rmmod irqscope_inject
rmmod irqscope
ktap_finished
