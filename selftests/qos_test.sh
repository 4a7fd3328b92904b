#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# QoS nodes set the fields they name and no other bits; all files agree; changes
# from outside are seen and repaired; everything is put back.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

# The words that the devices set: device, item, address, value. run.sh fills the
# stand-ins with FILL, but for 0x45d20500. Of the 16 channels that one node sets,
# three will do.
FILL=0xcafe7ac5
CBASS=45d20000.interconnect
FIELDS=25

words() {
	cat <<- END
		$CBASS a53-read.0.bus-priority 0x45d20500 0x00006000
		$CBASS usb1-write.0.bus-priority 0x45d24d00 0xcafe0ac5
		45d80000.interconnect r5fss0-0-read.0.bus-priority 0x45d82900 0xcafe1ac5
		45d80000.interconnect icssg0.0.bus-priority 0x45d87900 0xcafe2ac5
		45d80000.interconnect icssg0.3.bus-priority 0x45d8790c 0xcafe2ac5
		45d80000.interconnect icssg0.15.bus-priority 0x45d8793c 0xcafe2ac5
		45c00024.memory-controller ddr.0.default-priority-map 0x45c00030 0x88880881
		45c01030.memory-controller ddr.0.lpt-priority-map 0x45c01030 0xabcd6ef7
		45c01030.memory-controller ddr.0.hpt-priority-map 0x45c0104c 0x89ab4de7
	END
	for channel in 0 7 15; do
		printf '45d80000.interconnect icssg1.%d.bus-priority 0x%08x 0xcafe4ac5\n' \
			$channel $((0x45d87d00 + 4 * channel))
	done
}

# What item $1 finds and wants.
found_and_wanted() {
	case $1 in
	a53-read*) echo 7 6 ;;
	usb1-write*) echo 7 0 ;;
	r5fss0*) echo 7 1 ;;
	icssg0*) echo 7 2 ;;
	icssg1*) echo 7 4 ;;
	*default*) echo 4,2,7,6,7,2,4,5 0,0,0,0,0,0,0,1 ;;
	*lpt*) echo 4,2,7,6,7,2,4,5 2,3,4,5,6,6,7,7 ;;
	*hpt*) echo 4,2,7,6,7,2,4,5 0,1,2,3,4,5,6,7 ;;
	esac
}

# Is every word as it was before the module came?
all_as_before() {
	holds 0x45d20500 0x00007000 || return 1
	words | while read -r _ _ address _; do
		[ "$address" = 0x45d20500 ] || holds "$address" $FILL || return 1
	done
}

all_set() {
	words | while read -r _ _ address value; do
		holds "$address" "$value" || return 1
	done
}

# A disabled endpoint, channels that are not named, registers in between.
others_untouched() {
	for address in 0x45d23100 0x45d87904 0x45d87908 0x45d87910 0x45d87938 0x45d87940 \
		0x45d20000 0x45d20400 0x45d20504 0x45d204fc 0x45d27ffc \
		0x45c00020 0x45c00024 0x45c0002c 0x45c00034 0x45c0003c 0x45c00040 \
		0x45c0102c 0x45c01034 0x45c01048 0x45c01050 0x45c0105c; do
		holds $address $FILL || return 1
	done
}

# Each field has its line, after the line that announces the window.
all_logged() {
	words | while read -r device item address value; do
		# shellcheck disable=SC2046 # two words
		set -- "$device" "$item" "$address" "$value" $(found_and_wanted "$item")
		line="irqscope-qos $1: qos: $2: $5 to $6, register $3 reads $4"
		logged "$line" || return 1
		announced=$(qos_log | grep -nF "irqscope-qos $1: qos: now accessing" | cut -d : -f 1)
		at=$(qos_log | grep -nF "$line" | cut -d : -f 1)
		[ "${announced:-$at}" -lt "$at" ] || return 1
	done && logged "$CBASS: qos: now accessing 0x45d20000 to 0x45d27fff"
}

# This machine is not one of the tables: one warning for each node.
warned_once() {
	for node in interconnect@45d20000 interconnect@45d80000 overlapping@45d20824 \
		memory-controller@45c00024 memory-controller@45c01030 claimed@9000024; do
		logged "qos: /qos-bus/$node: this SoC is in no table" || return 1
	done
}

count_directories() { echo "$DEVICES"/*/qos/*/ | wc -w; }

files_agree() {
	prints "$FIELDS" count_directories || return 1
	words | while read -r device item _ _; do
		# shellcheck disable=SC2046 # two words
		set -- "$DEVICES/$device/qos/$item" $(found_and_wanted "$item")
		prints "$2" cat "$1/found" && prints "$3" cat "$1/wanted" &&
			prints "$3" cat "$1/current" && prints applied cat "$1/state" ||
			return 1
	done
}

# The table says the same as the files.
table_agrees() {
	prints $((FIELDS + 1)) eval "wc -l < $DEBUGFS/qos" || return 1
	prints "device endpoint[channel] field found wanted now state" \
		eval "head -n 1 $DEBUGFS/qos | tr -s ' '" || return 1
	sed 1d "$DEBUGFS/qos" | while read -r device endpoint rest; do
		# shellcheck disable=SC2086 # words
		set -- $rest
		item=$DEVICES/$device/qos/$(echo "$endpoint" | tr '[' . | tr -d ']').$1
		prints "$2 $3 $4 $5" eval "cd $item && echo \$(cat found wanted current state)" ||
			return 1
	done
}

counts_are() { prints "applied $1 drifted $2 restored $3" condition qos; }

modes_right() {
	prints "--w------- -r--r--r-- -r--r--r-- -r--r--r-- -r--r--r--" eval \
		"cd $A53 && echo \$(ls -l ../apply . | sed -n 's/^\([-rwx]*\) .*/\1/p')"
}

windows_claimed() {
	[ "$(grep -c ': [0-9a-f]*\.\(interconnect\|memory-controller\)$' /proc/iomem)" = 4 ]
}

# The registers of the console, and of another QoS node.
claimed_refused() {
	logged "qos: /qos-bus/claimed@9000024: reg: 0x09000024 with size 0x1c is claimed by another driver" &&
		not_logged "9000024.claimed: qos: now accessing" && ! is_bound 9000024.claimed
}

overlap_refused() {
	logged "qos: /qos-bus/overlapping@45d20824: reg: 0x45d20824 with size 0x1c overlaps /qos-bus/interconnect@45d20000" &&
		not_logged "45d20824.overlapping: qos: now accessing" &&
		! is_bound 45d20824.overlapping
}

A53=$DEVICES/$CBASS/qos/a53-read.0.bus-priority

# Another priority from outside, in other files of the same device nothing.
drift_shown() {
	devmem 0x45d20500 32 0x00003001
	prints drifted cat $A53/state && prints 3 cat $A53/current &&
		prints 7 cat $A53/found && prints 6 cat $A53/wanted &&
		prints applied cat $DEVICES/$CBASS/qos/usb1-write.0.bus-priority/state &&
		counts_are $((FIELDS - 1)) 1 0 &&
		prints "$CBASS a53-read[0] bus-priority 7 6 3 drifted" \
			eval "grep -F 'a53-read[0]' $DEBUGFS/qos | tr -s ' '"
}

# Only what drifted is set again; the other bits stay as they are by now.
apply_repairs() {
	mark_log
	echo 1 > $DEVICES/$CBASS/qos/apply && holds 0x45d20500 0x00006001 &&
		prints applied cat $A53/state && counts_are "$FIELDS" 0 0 &&
		logged "$CBASS: qos: set 1 of 2 fields again" || return 1
	devmem 0x45d20500 32 0x00006000
	mark_log
	echo 1 > $DEVICES/$CBASS/qos/apply && prints '' qos_log
}

# Print the error that writing $1 to the file gives.
apply_error() {
	if message=$(echo "$1" | dd of=$DEVICES/$CBASS/qos/apply 2>&1); then
		echo none
	else
		errno_of "$message"
	fi
}

apply_refuses() {
	mark_log
	for value in '' 0 2 -1 yes 11 '1 1'; do
		prints EINVAL apply_error "$value" || return 1
	done
	prints 7 eval "qos_log | grep -c 'qos: apply: .* is not 1'" && all_set
}

# One field of a number, one of a map; the callbacks of devices without interrupts
# are what resumes them.
resume_applies() {
	devmem 0x45d20500 32 0x00007000
	devmem 0x45c00030 32 0x00000000
	mark_log
	echo 1 > /sys/module/suspend/parameters/pm_test_delay
	echo platform > /sys/power/pm_test
	echo freeze > /sys/power/state || return 1
	echo none > /sys/power/pm_test
	holds 0x45d20500 0x00006000 && holds 0x45c00030 0x00000001 &&
		counts_are "$FIELDS" 0 0 && logged "$CBASS: qos: set 1 of 2 fields again" &&
		logged "45c00024.memory-controller: qos: set 1 of 1 fields again" || return 1
	devmem 0x45c00030 32 0x88880881
}

# Other bits that have changed meanwhile stay; a drifted field goes back to what
# was found, too. The table still knows the device, sysfs does not.
unbind_restores() {
	devmem 0x45d20500 32 0x00000001
	devmem 0x45d24d00 32 0xffff8fff
	mark_log
	exec 8< $A53/state
	driver unbind $CBASS || return 1
	holds 0x45d20500 0x00007001 && holds 0x45d24d00 0xffffffff || return 1
	! read -r _ <&8 2> /dev/null || return 1
	exec 8<&-
	[ ! -e $DEVICES/$CBASS/qos ] && counts_are $((FIELDS - 2)) 0 2 &&
		logged "$CBASS: qos: 2 of 2 fields put back" &&
		prints "$CBASS a53-read[0] bus-priority 7 6 7 restored" \
			eval "grep -F 'a53-read[0]' $DEBUGFS/qos | tr -s ' '" || return 1
	devmem 0x45d20500 32 0x00007000
	devmem 0x45d24d00 32 $FILL
}

rebind_sets() {
	mark_log
	driver bind $CBASS && all_set && files_agree && table_agrees &&
		counts_are "$FIELDS" 0 0 && logged "$CBASS: qos: now accessing"
}

# Readers and writers while devices come and go.
comings_and_goings() {
	for _ in 1 2; do
		while [ ! -e /tmp/enough ]; do
			cat "$DEVICES/$CBASS"/qos/*/* "$DEBUGFS/qos" "$DEBUGFS/conditions"
			echo 1 > $DEVICES/$CBASS/qos/apply
		done > /dev/null 2>&1 &
	done
	for _ in 1 2 3 4; do
		driver unbind $CBASS
		driver unbind 45d80000.interconnect
		driver bind $CBASS
		driver bind 45d80000.interconnect
	done
	touch /tmp/enough
	wait
	all_set && counts_are "$FIELDS" 0 0
}

# An open file keeps the module; without, it goes and puts back everything.
rmmod_restores() {
	exec 9< $DEBUGFS/qos
	! rmmod irqscope 2> /dev/null || return 1
	all_set || return 1
	exec 9<&-
	rmmod irqscope && all_as_before && no_trace &&
		! grep -q '45d20000.interconnect' /proc/iomem && [ ! -e $DRIVER ]
}

# Again, and away while one device is unbound.
reload_sets() {
	load irqscope warmup_ms=0 && all_set && counts_are "$FIELDS" 0 0 && measures &&
		driver unbind $CBASS && rmmod irqscope && all_as_before && no_trace
}

ktap_print_header
ktap_set_plan 22
ktap_test_result "stand_ins_as_filled" all_as_before
mark_log
load_afresh warmup_ms=0
need_debugfs
keep_log
ktap_test_result "fields_set" all_set
ktap_test_result "nothing_else_touched" others_untouched
ktap_test_result "lines_in_log" all_logged
ktap_test_result "unknown_machine_warned_once" warned_once
ktap_test_result "files_agree" files_agree
ktap_test_result "table_agrees" table_agrees
ktap_test_result "conditions_count" counts_are "$FIELDS" 0 0
ktap_test_result "modes_of_files" modes_right
ktap_test_result "windows_claimed" windows_claimed
ktap_test_result "overlapping_window_refused" overlap_refused
ktap_test_result "claimed_window_refused" claimed_refused
ktap_test_result "module_measures" measures
ktap_test_result "drift_shown" drift_shown
ktap_test_result "apply_repairs" apply_repairs
ktap_test_result "apply_refuses_other_values" apply_refuses
if [ -w /sys/power/pm_test ]; then
	ktap_test_result "resume_applies" resume_applies
else
	ktap_test_skip "resume_applies"
fi
ktap_test_result "unbind_restores" unbind_restores
ktap_test_result "rebind_sets" rebind_sets
ktap_test_result "comings_and_goings" comings_and_goings
ktap_test_result "rmmod_restores" rmmod_restores
ktap_test_result "reload_sets" reload_sets
ktap_finished
