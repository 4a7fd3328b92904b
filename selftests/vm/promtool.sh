#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Print where promtool is, which checks metrics as Prometheus takes them. The package
# that has it would start a server if it were installed: it is only unpacked.
# usage: promtool.sh
set -eu
. "$(dirname "$0")/lib.sh"

# Fill directory $1 with the program.
make_promtool() {
	local dir=$1 arch
	arch=$(dpkg --print-architecture)
	apt_lists "$arch"
	apt_unpack "$arch" "$dir" prometheus
	mv "$dir/usr/bin/promtool" "$dir"
	rm -r "${dir:?}/usr" "${dir:?}/etc" "${dir:?}/lib"
}

command -v promtool && exit
cache_entry "$CACHE/promtool" make_promtool
echo "$CACHE/promtool/promtool"
