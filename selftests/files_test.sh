#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The files: names, access rights, keys of conditions, and the memory used.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

load_afresh warmup_ms=0
need_debugfs
put run 1
sleep 1

mode_of() { stat -c %a "$1"; }

debugfs_read_only() {
	for file in summary conditions snapshot hist/irq hist/thread hist/user hist/mem user/cpu0; do
		if [ "$(mode_of "$DEBUGFS/$file")" != 400 ]; then
			ktap_print_msg "$file: $(mode_of "$DEBUGFS/$file")"
			return 1
		fi
	done
	# what is written cannot be
	[ "$(mode_of "$DEBUGFS/trial")" = 200 ]
}

sysfs_modes() {
	for file in run cpus period_us phase stages thread_priority warmup_ms \
		hold_idle_us bucket_ns mem_kib trial_settle_ms; do
		[ "$(mode_of "$SYSFS/$file")" = 644 ] || return 1
	done
	[ "$(mode_of "$SYSFS/reset")" = 200 ] &&
		[ "$(mode_of "$SYSFS/stats/cpu0/irq/count")" = 444 ]
}

# Every key, in order, with a value.
condition_keys() {
	wanted='kernel arch preempt hz tick_mode isolated nohz_full highres clocksource clock_class clock_resolution_ns clock_verdict clock_changed period_us phase stages cpus_requested cpus_measured thread_priority bucket_ns warmup_ms threshold_us mem_kib cpuidle cpufreq hotplug kallsyms stacktrace of debugfs hold_idle_us qos'
	keys=$(sed 's/:.*//' "$DEBUGFS/conditions" | xargs)
	! grep -v '^[a-z_]*: .' "$DEBUGFS/conditions" && [ "$keys" = "$wanted" ] && return
	ktap_print_msg "$keys"
	return 1
}

# What the kernel says of itself elsewhere.
conditions_true() {
	online=$(cat /sys/devices/system/cpu/online)
	source=$(cat /sys/devices/system/clocksource/clocksource0/current_clocksource)
	# without CPU_ISOLATION there can be none
	isolated=$(condition isolated)
	preempt=none
	[ ! -e /sys/kernel/realtime ] || preempt=rt
	[ "$(condition clocksource)" = "$source" ] && [ "$(condition arch)" = "$(uname -m)" ] &&
		[ "$(condition kernel)" = "$(uname -r) $(uname -v)" ] &&
		[ "$(condition cpus_measured)" = "$online" ] &&
		[ "$(condition cpus_requested)" = "$online" ] &&
		[ "$(condition period_us)" = "$(get period_us)" ] &&
		[ "$(condition stages)" = "$(get stages)" ] &&
		{ [ $preempt = none ] || [ "$(condition preempt)" = rt ]; } &&
		{ [ "$isolated" = "${ISOLATED:-none}" ] || [ "$isolated${ISOLATED:-}" = absent ]; } &&
		return
	cat "$DEBUGFS/conditions" >&2
	return 1
}

summary_header() {
	[ "$(grep -v '^#' "$DEBUGFS/summary" | head -n 1 | xargs)" = \
		"cpu stage count min avg max p50 p99 p99.9 p99.99 p99.999 early missed busy" ]
}

# One row for each CPU and stage, in order, 14 fields, times in order.
summary_rows() {
	put run 0
	awk '
	/^#/ || $1 == "cpu" { next }
	NF != 14 { bad = 1 }
	$4 > $6 || $5 > $6 || $5 < $4 { bad = 1 }
	$7 > $8 || $8 > $9 || $9 > $10 || $10 > $11 || $11 > $6 { bad = 1 }
	{ for (i = 4; i <= 11; i++) if ($i !~ /^[0-9]+[.][0-9][0-9][0-9]$/) bad = 1 }
	{ order = order " " $1 ":" $2 }
	END { print bad ? "bad" order : order }' "$DEBUGFS/summary" > /tmp/rows
	wanted=''
	for cpu in $(cpus_online); do wanted="$wanted $cpu:irq $cpu:thread"; done
	[ "$(cat /tmp/rows)" = "$wanted" ] && return
	ktap_print_msg "$(cat /tmp/rows)"
	return 1
}

# The same numbers in the table and in sysfs.
summary_is_sysfs() {
	for cpu in $(cpus_online); do
		for stage in irq thread; do
			dir=stats/cpu$cpu/$stage
			[ "$(summary "$cpu" $stage count)" = "$(get "$dir/count")" ] || return 1
			for pair in min:min_ns avg:mean_ns max:max_ns; do
				ns=$(get "$dir/${pair#*:}")
				us=$(printf '%d.%03d' $((ns / 1000)) $((ns % 1000)))
				[ "$(summary "$cpu" $stage "${pair%:*}")" = "$us" ] || return 1
			done
		done
	done
}

dash_without_samples() {
	put reset 1
	[ "$(summary 0 irq count)" = 0 ] && [ "$(summary 0 irq max)" = - ] &&
		[ "$(summary 0 irq p99.9)" = - ] && [ "$(summary 0 irq busy)" = 0 ]
}

# What the kernel says it has allocated for the two stages of each CPU.
memory_per_cpu() {
	kib=$(awk '/\[irqscope\]/ && /pages=/ { sub(/.*pages=/, ""); sum += $1 * 4 }
		END { print sum + 0 }' /proc/vmallocinfo)
	count=$(cpus_online | wc -l)
	ktap_print_msg "$kib KiB for $count CPUs"
	[ "$kib" -gt 0 ] && [ "$kib" -le $((64 * count)) ]
}

ktap_print_header
ktap_set_plan 10
ktap_test_result "debugfs_read_only" debugfs_read_only
ktap_test_result "sysfs_modes" sysfs_modes
ktap_test_result "condition_keys" condition_keys
ktap_test_result "conditions_true" conditions_true
ktap_test_result "summary_header" summary_header
ktap_test_result "summary_rows" summary_rows
ktap_test_result "summary_is_sysfs" summary_is_sysfs
# vmallocinfo names its callers only where there are names
if [ -e /proc/kallsyms ]; then
	ktap_test_result "memory_per_cpu_within_64_kib" memory_per_cpu
else
	ktap_test_skip "memory_per_cpu_within_64_kib"
fi
ktap_test_result "dash_without_samples" dash_without_samples
put run 0
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_finished
