#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Compile the module and the modules of the selftests for every supported
# kernel and architecture, without a single warning of compiler or modpost.
#
# usage: matrix.sh [KERNEL...]     (names as matrix-tree.sh knows them)
#
# IRQSCOPE_TREE is the source tree, by default the one this script is in;
# IRQSCOPE_TALLY a file that gets a row "pass|fail<TAB>name" for each kernel.
# The build trees of the kernels are made at first use and kept in
# IRQSCOPE_CACHE; that takes fifteen minutes, 5 GB and a Debian mirror.

set -uo pipefail
. "$(dirname "$0")/lib.sh"

# PREEMPT_RT wherever Debian has it, which is not on armhf in 7.x; and 5.10 as it
# is without, since the patches bring some interfaces of later kernels.
kernels=(
	5.10-amd64-rt 5.10-arm64-rt 5.10-armhf-rt 5.10-arm64
	6.1-amd64-rt 6.1-arm64-rt 6.1-armhf-rt
	6.12-amd64-rt 6.12-arm64-rt 6.12-armhf-rt 6.12-arm64-bare 6.12-armhf-up
	6.12-arm64-clang
	7.x-amd64-rt 7.x-arm64-rt 7.x-armhf
)

jobs=${IRQSCOPE_JOBS:-2}

# Build a directory's modules; every warning of theirs is an error here.
build()
{
	local log=$work/log modules

	if ! make -C "$1" -j"$jobs" W=1 "${args[@]}" >"$log" 2>&1; then
		grep -E 'warning:|WARNING:|error:|ERROR:|\*\*\*' "$log" ||
			tail -n 20 "$log"
		return 1
	fi
	if grep -E 'warning:|WARNING:' "$log"; then
		return 1
	fi
	modules=$(find "$1" -name '*.ko')
	if [ -z "$modules" ]; then
		echo "no module came out of ${1#"$work/"}"
		return 1
	fi
}

# Compile everything for one kernel; what went wrong goes to standard output.
compile()
{
	local name=$1 src=$work/$1 dir args

	if ! dir=$("$VM/matrix-tree.sh" "$name" 2>"$work/log"); then
		echo "no build tree:"
		tail -n 20 "$work/log"
		return 1
	fi
	mapfile -t args <"$dir/make-args"
	copy_tree "$src" || return 1
	build "$src" && build "$src/selftests/modules"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -eq 0 ] || kernels=("$@")

status=0
for name in "${kernels[@]}"; do
	if log=$(compile "$name"); then
		result=ok verdict=pass
	else
		result='not ok' verdict=fail status=1
		sed "s,$work/$name/,,g; s,^,# ," <<<"$log"
	fi
	echo "$result matrix: $name"
	[ -z "${IRQSCOPE_TALLY-}" ] ||
		printf '%s\tmatrix: %s\n' "$verdict" "$name" >>"$IRQSCOPE_TALLY"
	rm -rf "${work:?}/$name"
done
exit "$status"
