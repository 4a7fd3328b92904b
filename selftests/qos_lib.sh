# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
# What the tests of the QoS part share, inside guests that run.sh has prepared.
# Source it after ../lib.sh.

DEVICES=/sys/bus/platform/devices
DRIVER=/sys/bus/platform/drivers/irqscope-qos

[ -d /proc/device-tree/reserved-memory/qos-stand-in@45d20000 ] ||
	skip_all "needs a devicetree of qos/run.sh"
devmem 0x45d20000 32 > /dev/null 2>&1 || skip_all "cannot read the stand-ins: iomem=relaxed"

# Print the word at an address.
word() { printf '0x%08x' "$(devmem "$1" 32)"; }

# Does the word at address $1 hold $2?
holds() {
	[ "$(word "$1")" = "$2" ] && return
	ktap_print_msg "$1 holds $(word "$1"), not $2"
	return 1
}

# Does the rest of the arguments print $1?
prints() {
	expected=$1
	shift
	printed=$("$@" 2>&1)
	[ "$printed" = "$expected" ] && return
	ktap_print_msg "$*: '$printed', not '$expected'"
	return 1
}

# Begin a new piece of the kernel log.
mark_log() {
	log_start=$(($(dmesg | wc -l) + 1))
	rm -f /tmp/kept
}

# Take the log as it is for all that follows: looking many times is quicker then.
keep_log() { qos_log > /tmp/kept; }

# Print all that was logged since the mark.
log_since_mark() { dmesg | tail -n "+$log_start" | sed 's/^[^]]*] //'; }

# Print what the QoS part has logged since then.
qos_log() {
	if [ -s /tmp/kept ]; then
		cat /tmp/kept
	else
		log_since_mark | grep 'qos: '
	fi
}

# Does one line, and only one, of that have the text $1?
logged() {
	lines=$(qos_log | grep -cF -e "$1")
	[ "$lines" = 1 ] && return
	ktap_print_msg "$lines lines have: $1"
	return 1
}

# Is there no line with the text $1?
not_logged() {
	! qos_log | grep -F -e "$1" > /tmp/found && return
	ktap_print_msg "logged: $(head -n 1 /tmp/found)"
	return 1
}

# Put device $2 to the driver, or take it away: bind, unbind.
driver() { echo "$2" > "$DRIVER/$1"; }

is_bound() { [ -e "$DRIVER/$1" ]; }

# Is the module there, and does it measure?
measures() {
	put run 1 && sleep 1 && put run 0 &&
		[ "$(get stats/cpu0/irq/count)" -gt 100 ]
}
