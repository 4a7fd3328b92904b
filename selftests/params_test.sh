#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Bad values, in files and as parameters: the right error, one line in the log
# that names the setting and the value, and nothing changed.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2119
load_afresh
failures=''

# All settings in one line, to see whether any has changed.
state() {
	for setting in cpus period_us phase stages thread_priority warmup_ms \
		threshold_us stop_on_outlier hold_idle_us bucket_ns mem_kib trial_settle_ms run; do
		printf '%s=%s ' $setting "$(get $setting)"
	done
}

# Remember the state and the length of the log, for what follows.
look() {
	state_before=$(state)
	lines_before=$(log_lines)
}

# Value $2 for setting $1 must give error $3.
refused() {
	error=$(put_error "$1" "$2")
	log > /tmp/log
	lines=$(($(wc -l < /tmp/log) - lines_before))
	lines_before=$((lines_before + lines))
	if [ "$error" != "$3" ]; then
		failures="$failures $1<-'$2':$error,not:$3"
	elif [ "$(state)" != "$state_before" ]; then
		failures="$failures $1<-'$2':changed"
	elif [ $lines != 1 ]; then
		failures="$failures $1<-'$2':$lines:lines"
	elif ! tail -n 1 /tmp/log | grep -q "^$1: "; then
		failures="$failures $1<-'$2':not:named"
	fi
}

# Print how a whole list of refusals went.
all_refused() {
	[ -z "$failures" ] || ktap_print_msg "$(echo "$failures" | cut -c 1-2000)"
	result=$([ -z "$failures" ] && echo true || echo false)
	failures=''
	$result
}

# Value $2 for setting $1 must be taken, and read back as $3.
accepted() {
	[ "$(put_error "$1" "$2")" = none ] && [ "$(get "$1")" = "$3" ] && return
	ktap_print_msg "$1<-'$2' reads $(get "$1")"
	return 1
}

huge=99999999999999999999999999
long=$(printf '%0200d' 1)

numbers() {
	look
	for setting in period_us warmup_ms hold_idle_us bucket_ns thread_priority \
		threshold_us stop_on_outlier mem_kib trial_settle_ms; do
		for value in '' ' ' x 1x -2 0x 1.5 "$huge" -"$huge" 4294967296 "$long"x '1 2'; do
			refused $setting "$value" EINVAL
		done
	done
	for value in 0 49 1000001; do refused period_us $value EINVAL; done
	refused warmup_ms 60001 EINVAL
	for value in -1 10001; do refused trial_settle_ms $value EINVAL; done
	refused hold_idle_us 1000001 EINVAL
	for value in -1 10000001; do refused threshold_us $value EINVAL; done
	for value in -1 2; do refused stop_on_outlier $value EINVAL; done
	for value in 0 100 -1; do refused thread_priority $value EINVAL; done
	for value in 0 49 300 750 1001 2000; do refused bucket_ns $value EINVAL; done
	for value in 0 -1 4097; do refused mem_kib $value EINVAL; done
	all_refused
}

words() {
	look
	for value in '' ' ' FIXED fixed,random rand 1 "$long"; do
		refused phase "$value" EINVAL
	done
	for value in '' ' ' ',' bogus irq,bogus 'irq threads' IRQ "$long"; do
		refused stages "$value" EINVAL
	done
	for value in ',' irq irq: :5 irq:x irq:-1 irq:10000001 irq:5,10 '5 6' irqs:5 irq:5,irq:6 \
		irq:5:6 'irq: 5' mem:5 mem:0 irq:5,mem:5 "irq:${long}x"; do
		refused threshold_us "$value" EINVAL
	done
	all_refused
}

lists() {
	look
	for value in '' ' ' x -1 0- 1-0 0,x $huge 0-$huge 100000 "${long}x"; do
		refused cpus "$value" EINVAL
	done
	all_refused
}

offline_cpu() {
	last=$(cpus_online | tail -n 1)
	echo 0 > "/sys/devices/system/cpu/cpu$last/online" || return 1
	look
	refused cpus "$last" EINVAL
	refused cpus "0-$last" EINVAL
	echo 1 > "/sys/devices/system/cpu/cpu$last/online"
	all_refused
}

switches() {
	look
	for value in '' 2 -1 y on 01x "$huge"; do refused run "$value" EINVAL; done
	for value in '' 0 2 x; do refused reset "$value" EINVAL; done
	all_refused
}

zero_bytes() {
	before=$(state)
	for setting in period_us phase stages cpus run; do
		(printf '1\0' > "$SYSFS/$setting") 2> /dev/null && return 1
	done
	[ "$(state)" = "$before" ]
}

while_running() {
	put warmup_ms 0
	put run 1
	look
	refused period_us 500 EBUSY
	refused cpus 0 EBUSY
	refused phase random EBUSY
	refused stages irq EBUSY
	refused thread_priority 50 EBUSY
	refused warmup_ms 5 EBUSY
	refused threshold_us 5 EBUSY
	refused stop_on_outlier 1 EBUSY
	refused hold_idle_us 0 EBUSY
	refused bucket_ns 500 EBUSY
	refused mem_kib 64 EBUSY
	refused trial_settle_ms 5 EBUSY
	refused run 1 EBUSY
	put run 0
	all_refused
}

good_values() {
	accepted period_us 50 50 && accepted period_us 1000000 1000000 &&
		accepted warmup_ms 0 0 && accepted warmup_ms 60000 60000 &&
		accepted hold_idle_us 0 0 && accepted hold_idle_us 1000000 1000000 &&
		accepted hold_idle_us -1 -1 && accepted thread_priority 1 1 &&
		accepted thread_priority 50 50 && accepted phase random random &&
		accepted phase fixed fixed && accepted cpus 0 0 &&
		accepted stages thread thread && accepted stages 'thread irq' 'irq thread' &&
		accepted stages 'irq, thread' 'irq thread' &&
		accepted stages 'work,thread softirq,irq' 'irq softirq thread work' &&
		accepted threshold_us 10000000 10000000 &&
		accepted threshold_us 'thread:100,irq:50' 'irq:50 thread:100' &&
		accepted stages mem mem && accepted mem_kib 1 1 && accepted mem_kib 4096 4096 &&
		accepted mem_kib 32 32 && accepted threshold_us user:7 user:7 &&
		accepted threshold_us 'irq:5 softirq:5 thread:5 work:5 user:5' 5 &&
		accepted threshold_us 0 0 && accepted stop_on_outlier 1 1 &&
		accepted stop_on_outlier 0 0 && accepted trial_settle_ms 0 0 &&
		accepted trial_settle_ms 10000 10000 && accepted trial_settle_ms 100 100 &&
		accepted cpus all "$(cat /sys/devices/system/cpu/online)" || return 1
	for value in 50 100 125 200 250 500 1000; do
		accepted bucket_ns $value $value || return 1
	done
}

# Priorities that only newer kernels let a module set.
any_priority() {
	if [ "$(get thread_priority)" = 50 ]; then
		look
		refused thread_priority 95 EOPNOTSUPP
		all_refused
	else
		accepted thread_priority 99 99 && accepted thread_priority 95 95
	fi
}

# What a task in user space reads is in debugfs.
user_stage() {
	if [ -d "$DEBUGFS" ]; then
		accepted stages user,irq 'irq user' && accepted stages 'irq thread' 'irq thread'
	else
		look
		refused stages irq,user EOPNOTSUPP
		all_refused
	fi
}

# A bad parameter: not loaded, and nothing is left.
bad_parameters() {
	for parameter in period_us=49 period_us=x cpus=100000 stages=bogus phase=x \
		thread_priority=0 warmup_ms=-1 bucket_ns=300 hold_idle_us=-2 run=2 \
		threshold_us=x threshold_us=bogus:5 stop_on_outlier=2 mem_kib=0 \
		mem_kib=4097 trial_settle_ms=10001; do
		lines=$(log_lines)
		if load irqscope "$parameter" 2> /dev/null; then
			ktap_print_msg "loaded with $parameter"
			rmmod irqscope
			return 1
		fi
		no_trace || return 1
		[ "$(log_lines)" -gt "$lines" ] || return 1
	done
}

good_parameters() {
	load irqscope period_us=200 cpus=0 stages=irq,thread phase=random warmup_ms=0 \
		threshold_us=irq:1000000,thread:2000000 stop_on_outlier=1 \
		bucket_ns=500 hold_idle_us=10 mem_kib=100 trial_settle_ms=7 run=1 || return 1
	sleep 1
	[ "$(state | sed 's/thread_priority=[0-9]* //')" = \
		"cpus=0 period_us=200 phase=random stages=irq thread warmup_ms=0 threshold_us=irq:1000000 thread:2000000 stop_on_outlier=1 hold_idle_us=10 bucket_ns=500 mem_kib=100 trial_settle_ms=7 run=1 " ] &&
		[ "$(get stats/cpu0/irq/count)" -gt 0 ]
}

ktap_print_header
ktap_set_plan 12
priority=$(get thread_priority)
ktap_test_result "default_priority_known" [ "$priority" = 95 -o "$priority" = 50 ]
ktap_test_result "any_priority_or_not_supported" any_priority
ktap_test_result "user_stage_or_not_supported" user_stage
ktap_test_result "numbers_out_of_range" numbers
ktap_test_result "words_unknown" words
ktap_test_result "cpu_lists_malformed" lists
if [ -e "/sys/devices/system/cpu/cpu$(cpus_online | tail -n 1)/online" ]; then
	ktap_test_result "offline_cpu" offline_cpu
else
	ktap_test_skip "offline_cpu"
fi
ktap_test_result "run_and_reset" switches
ktap_test_result "zero_bytes" zero_bytes
ktap_test_result "busy_while_running" while_running
ktap_test_result "good_values_read_back" good_values
rmmod irqscope
ktap_test_result "parameters" eval 'bad_parameters && good_parameters'
rmmod irqscope
ktap_finished
