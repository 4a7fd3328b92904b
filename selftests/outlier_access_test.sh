#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Who may see what of the outliers: files of root, and addresses only where the
# kernel shows addresses.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

load_afresh period_us=1000 warmup_ms=0 stages=irq,thread threshold_us=1
need_debugfs
RESTRICT=/proc/sys/kernel/kptr_restrict
[ -w $RESTRICT ] || skip_all "this kernel has no kptr_restrict"
symbols=$(condition kallsyms)

# Give up all rights, as far as this BusyBox can.
as_nobody() {
	grep -qs '^nobody:' /etc/passwd || {
		mkdir -p /etc
		echo 'nobody:x:65534:65534::/tmp:/bin/sh' >> /etc/passwd
	}
	su nobody -s /bin/sh -c "$*" 2> /dev/null
}

unreadable() {
	[ "$(as_nobody 'id -u')" = 65534 ] || { ktap_print_msg "su does not work"; return 1; }
	for file in "$DEBUGFS"/outliers "$DEBUGFS"/snapshot "$DEBUGFS"/clock "$DEBUGFS"/summary; do
		! as_nobody "cat $file" > /tmp/seen && [ ! -s /tmp/seen ] || return 1
	done
}

# With names, frames are names; without, they are hidden with the addresses.
no_address_when_restricted() {
	echo 2 > $RESTRICT
	cat "$DEBUGFS/outliers" > /tmp/outliers
	strings "$DEBUGFS/snapshot" > /tmp/section
	echo 0 > $RESTRICT
	for file in /tmp/outliers /tmp/section; do
		grep -q '^# anchor: wake_up_process hidden$' $file || return 1
		if [ "$symbols" = yes ]; then
			grep -q '^  at: [a-z_.A-Z0-9]*+0x' $file && ! grep -q '^  at: hidden' $file || return 1
		else
			! grep '^  at: ' $file | grep -qvx '  at: hidden' || return 1
		fi
	done
}

address_when_allowed() {
	echo 0 > $RESTRICT
	cat "$DEBUGFS/outliers" > /tmp/outliers
	grep -q '^# anchor: wake_up_process 0x[0-9a-f]*[1-9a-f]' /tmp/outliers || return 1
	[ "$symbols" = yes ] || grep -q '^  at: 0x[0-9a-f]*[1-9a-f]' /tmp/outliers
}

# A module that is gone leaves its addresses in the records, and no names for them.
hidden_when_module_is_gone() {
	need_injector
	# One record, and nothing that puts it out of the ring again.
	put run 0
	put threshold_us thread:100000
	put run 1
	echo "preempt_off cpu=0 us=300000" > "$INJECT/inject"
	put run 0
	# It may be in a function that it calls.
	outliers | grep -q '|at: irqscope_inject_preempt_off+' || return 1
	rmmod irqscope_inject
	echo 2 > $RESTRICT
	cat "$DEBUGFS/outliers" > /tmp/outliers
	echo 0 > $RESTRICT
	! grep '^  at: 0x\|irqscope_inject_preempt_off' /tmp/outliers || return 1
	# What is no code any more has no callers, either.
	[ "$symbols" != yes ] || grep -q '^  at: hidden$\|^  caller: unavailable$' /tmp/outliers
}

was=$(cat $RESTRICT)
put run 1
sleep 1
ktap_print_header
ktap_set_plan 5
ktap_test_result "unreadable_without_rights" unreadable
ktap_test_result "no_address_when_restricted" no_address_when_restricted
ktap_test_result "address_when_allowed" address_when_allowed
if [ "$symbols" = yes ]; then
	ktap_test_result "hidden_when_module_is_gone" hidden_when_module_is_gone
else
	ktap_test_skip "hidden_when_module_is_gone"
fi
echo "$was" > $RESTRICT
put run 0
ktap_test_result "unloads" eval 'rmmod irqscope && no_trace'
ktap_finished
