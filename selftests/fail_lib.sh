# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Allocations that fail, each in its turn, ordinary ones and those of a single page
# too. Source it after lib.sh; skips where the kernel cannot do that.

# shellcheck source=selftests/leak_lib.sh
. "$TESTS_DIR/leak_lib.sh"
[ -e /proc/self/fail-nth ] || skip_all "this kernel has no fault injection"
mount -t debugfs debugfs /sys/kernel/debug 2> /dev/null || :
for kind in failslab fail_page_alloc; do
	dir=/sys/kernel/debug/$kind
	[ -d $dir ] || skip_all "this kernel has no $kind"
	echo N > $dir/ignore-gfp-wait
	# no trace of each
	echo 0 > $dir/verbose
done
echo 0 > /sys/kernel/debug/fail_page_alloc/min-order

fail_nth() { "$TESTS_DIR/fail_nth" "$@"; }
forget_leaks
