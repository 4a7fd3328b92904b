#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# On this machine: a line that no cache holds takes several times as long as one that
# the first level holds.
# usage: walk.sh
# needs walk beside it: make walk
set -eu
cd "$(dirname "$0")"

SMALL_KIB=16
LARGE_KIB=65536
RISES=3

./walk $SMALL_KIB 256 4096 $LARGE_KIB | awk -v small=$SMALL_KIB -v large=$LARGE_KIB -v rises=$RISES '
	{ print $1 " KiB: " $2 " ns a line"; ns[$1] = $2 }
	END { exit !(NR == 4 && ns[small] > 0 && ns[large] >= rises * ns[small]) }'
