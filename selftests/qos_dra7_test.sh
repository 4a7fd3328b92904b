#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The control module of AM57xx: both kinds of fields with their directions, the
# lock, and a window that another driver has claimed.
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=selftests/qos_lib.sh
. "$TESTS_DIR/qos_lib.sh"

LOCK=0x4a002540
LOCKED=0x1a1c8144
UNLOCKED=0x2ff1ac2b
FILL=0xcafe7ac5
EMIF=4a002420.emif
L3=4a00243c.l3
OVER=4a002540.lock

as_filled() { holds $LOCK $LOCKED && holds 0x4a002420 $FILL; }

# MPU in bits 30:28, USB3 in 2:0; 0 is the highest.
emif_set() {
	holds 0x4a002420 0x8afe7ac5 && holds 0x4a002430 0xcafe7ac7 &&
		logged "$EMIF: qos: mpu.0.emif-priority: 4 to 0, register 0x4a002420 reads 0x8afe7ac5" &&
		prints "4 0 0 applied" item "$EMIF" mpu.0.emif-priority &&
		prints "5 7 7 applied" item "$EMIF" usb3.0.emif-priority
}

# MPU in bits 27:26, USB1 in 16:15; 3 is the highest.
l3_set() {
	holds 0x4a00243c 0xcefe7ac5 && holds 0x4a002450 0xcaff7ac5 &&
		logged "$L3: qos: mpu.0.l3-pressure: 2 to 3, register 0x4a00243c reads 0xcefe7ac5" &&
		prints "2 3 3 applied" item "$L3" mpu.0.l3-pressure &&
		prints "0 2 2 applied" item "$L3" usb1.0.l3-pressure
}

# Print the values of item $2 of device $1.
item() { (cd "$DEVICES/$1/qos/$2" && echo "$(cat found) $(cat wanted) $(cat current) $(cat state)"); }

others_untouched() {
	for address in 0x4a00241c 0x4a002424 0x4a002428 0x4a00242c 0x4a002434 0x4a002438 \
		0x4a002440 0x4a002444 0x4a002448 0x4a00244c 0x4a002454 0x4a00253c 0x4a002544; do
		holds $address $FILL || return 1
	done
}

# One window is free; within the other a driver has claimed a part.
claimed_is_said() {
	grep -q '4a002440-4a00247f' /proc/iomem || return 1
	logged "$L3: qos: 0x4a00243c is claimed by another driver; mapped without claiming it" &&
		not_logged "$EMIF: qos: 0x4a002420 is claimed" &&
		prints 1 eval "grep -c '4a002420-4a002437 : $EMIF' /proc/iomem" &&
		! grep -q "$L3" /proc/iomem
}

# Locked again by whoever was the last to open it.
found_locked() { holds $LOCK $LOCKED; }

# While a device that covers the lock is set, set again and put back, it finds the
# key there: bits 30:28 are 2 then, else 1.
unlocked_with_key() {
	logged "$OVER: qos: mpu.0.emif-priority: 2 to 2, register $LOCK reads $UNLOCKED" &&
		prints "2 2 1 drifted" item $OVER mpu.0.emif-priority || return 1
	mark_log
	echo 1 > "$DEVICES/$OVER/qos/apply" && prints '' qos_log && holds $LOCK $LOCKED &&
		driver unbind $OVER && holds $LOCK $LOCKED && driver bind $OVER &&
		holds $LOCK $LOCKED
}

# A lock that is open stays open, one that is not is locked again; what tells
# neither is left alone as long as the writes hold.
lock_kept() {
	for before in $UNLOCKED 0x00000000 $LOCKED; do
		devmem $LOCK 32 "$before"
		driver unbind $EMIF && holds $LOCK "$before" && holds 0x4a002420 $FILL &&
			driver bind $EMIF && holds $LOCK "$before" &&
			holds 0x4a002420 0x8afe7ac5 || return 1
		devmem 0x4a002430 32 0xcafe7ac0
		echo 1 > $DEVICES/$EMIF/qos/apply || return 1
		holds $LOCK "$before" && holds 0x4a002430 0xcafe7ac7 || return 1
	done
}

# The lock is for its neighbours: a window elsewhere has nothing to do with it.
elsewhere_lock_untouched() {
	devmem $LOCK 32 0
	mark_log
	! driver bind 9010fe0.fixed 2> /dev/null && holds $LOCK 0x00000000 &&
		logged "qos: register 0x09010fe0: wrote 0x70000000 to bits 0x70000000, they read 0x00000000"
}

# The field over the lock is as it should be only while the lock is open.
counts_right() { prints "applied 4 drifted 1 restored 0" condition qos; }

values_refused() {
	logged "qos: /qos-bus/emif-8@4a002000/mpu: irqscope,emif-priority: 8 is not 0 to 7" &&
		logged "qos: /qos-bus/l3-4@4a002000/mpu: irqscope,l3-pressure: 4 is not 0 to 3" &&
		logged "qos: /qos-bus/emif-as-l3@4a002000/mpu: irqscope,l3-pressure: not offered for mpu, which has irqscope,emif-priority" &&
		logged "qos: /qos-bus/channels@4a002000/usb4: irqscope,channels: 1 is not 0 to 0" &&
		not_logged "now accessing 0x4a002000" && holds 0x4a002000 $FILL
}

restored() {
	devmem $LOCK 32 $UNLOCKED
	rmmod irqscope && holds 0x4a002420 $FILL && holds 0x4a002430 $FILL &&
		holds 0x4a00243c $FILL && holds 0x4a002450 $FILL && holds $LOCK $UNLOCKED &&
		no_trace || return 1
	devmem $LOCK 32 $LOCKED
}

ktap_print_header
ktap_set_plan 13
ktap_test_result "stand_ins_as_filled" as_filled
mark_log
load_afresh warmup_ms=0
need_debugfs
ktap_test_result "emif_priorities_set" emif_set
ktap_test_result "l3_pressures_set" l3_set
ktap_test_result "others_untouched" others_untouched
ktap_test_result "locked_afterwards" found_locked
ktap_test_result "values_refused" values_refused
ktap_test_result "claimed_window_mapped" claimed_is_said
ktap_test_result "conditions_count" counts_right
ktap_test_result "module_measures" measures
ktap_test_result "unlocked_with_key" unlocked_with_key
ktap_test_result "lock_kept_as_found" lock_kept
ktap_test_result "elsewhere_lock_untouched" elsewhere_lock_untouched
ktap_test_result "restored" restored
ktap_finished
