#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Inside a guest: run tests one after the other, each by its exit code.
# usage: guest-tests.sh LIMIT TEST...
# Leaves /results/tests.tsv (name, status, seconds) and /results/TEST.log.

limit=$1
shift
for name; do
	read -r start _ < /proc/uptime
	echo "# $name"
	if [ -e "/tests/$name" ]; then
		timeout -k 5 "$limit" "/tests/$name" > "/results/$name.log" 2>&1
		status=$?
		# busybox timeout ends a test by SIGTERM and tells no more
		[ $status != 143 ] || echo "no end within $limit s" >> "/results/$name.log"
	else
		echo "no such test" > "/results/$name.log"
		status=127
	fi
	read -r end _ < /proc/uptime
	printf '%s\t%s\t%s\n' "$name" "$status" $((${end%.*} - ${start%.*})) >> /results/tests.tsv
done
exit 0
