# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# The kernel's own search for memory that nobody points to. Source it after lib.sh.

LEAKS=/sys/kernel/debug/kmemleak

# What is lost by now is none of our doing.
forget_leaks() { [ ! -e $LEAKS ] || echo clear > $LEAKS; }

# Has nothing been lost since? What the second look finds was not just on its way.
no_leak() {
	[ -e $LEAKS ] || return 0
	echo scan > $LEAKS
	sleep 6
	echo scan > $LEAKS
	[ ! -s $LEAKS ] && ! grep -q . $LEAKS && return
	sed 's/^/# /' $LEAKS | head -n 40
	return 1
}
