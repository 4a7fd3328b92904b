#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every test: the source, host programs, and the module in real kernels.
# usage: check.sh
# Ends with the line "N passed, N failed" (", N skipped").
set -u
cd "$(dirname "$0")" || exit 1
. ./suite.sh

GUESTS=(amd64-rt-6.12 amd64-6.1 arm64-rt-6.12 armhf-rt-6.1 arm64-bare arm64-vendor arm64-vendor-min
	arm64-debug)

# Tests that need no kernel.
host_tests() {
	local KSFT
	KSFT=$("$VM/ksource.sh")/tools/testing/selftests
	# 32-bit machines run these in their guests
	make -s -B -C . "$PWD"/{hist_test,qos_table_test,walk_test,walk} KSFT="$KSFT" || :
	host_program hist_test ./hist_test
	host_program qos_table_test ./qos_table_test
	host_program walk_test ./walk_test
	host_program walk ./walk.sh
	host_program reader make -C reader run KSFT_DIR="$KSFT"
	make -s -C . clean
	host_program dts dts/overlays_test.sh
	packaging/run.sh
}

# The guests in two lanes, as there are two cores on a small machine. Where no test
# is named, it is the whole collection.
lane_amd64() {
	boot amd64-rt-6.12 --append KSELFTEST_LOAD_TEST_SH_ARGS=200 \
		--host-prog "$(command -v cyclictest)"
	ci/run.sh
	boot amd64-rt-6.12 --icount --host-prog "$(command -v cyclictest)" \
		truth_test.sh outlier_test.sh snapshots_test.sh mem_test.sh user_test.sh
	boot amd64-rt-6.12 --icount --smp 1 suspend_test.sh
	boot amd64-6.1
	# a kernel that does not preempt itself
	boot amd64-6.1 --icount reading_test.sh
	# isolated CPUs are measured like others; ISOLATED is for the test
	boot amd64-rt-6.12 --append "isolcpus=1 nohz_full=1 ISOLATED=1" \
		files_test.sh snapshots_test.sh
	# of these three the kernel trusts the first only if it is told to
	boot amd64-rt-6.12 --append "tsc=reliable clocksource=tsc CLOCKS=tsc+hpet+acpi_pm" \
		clock_test.sh
	boot amd64-rt-6.12 --append "highres=off nohz=off" highres_off_test.sh
	outlier/run.sh stolen
	# lockdep, KASAN and the like: slow, so what stresses most
	boot arm64-debug --mem 1G --timeout 2400 stress_test.sh outlier_reset_test.sh \
		hog_test.sh user_test.sh kmemleak_test.sh kunit_test.sh failslab_test.sh
}

# Boot with the machine's devicetree changed: what a SoC that is not here would say.
boot_i940() {
	local tree
	for tree in i940 i940-workaround; do
		vm/tree.sh arm64-rt-6.12 "$WORK/$tree.dtb" "clock/$tree.dtso"
		boot arm64-rt-6.12 --dtb "$WORK/$tree.dtb" i940_by_devicetree_test.sh
	done
}

lane_arm() {
	boot arm64-rt-6.12
	boot arm64-rt-6.12 --icount truth_test.sh outlier_test.sh snapshots_test.sh mem_test.sh \
		user_test.sh
	boot armhf-rt-6.1
	boot armhf-rt-6.1 --icount --smp 1 truth_test.sh outlier_test.sh mem_test.sh
	# a board whose one clock is a GP timer, and one that has both kinds
	boot armhf-rt-6.1 --machine vexpress-a9 --append "CLOCKS=arm,sp804" \
		clock_test.sh run_test.sh
	boot armhf-rt-6.1 --machine vexpress-a15 --append "CLOCKS=arch_sys_counter+arm,sp804" \
		clock_test.sh
	boot_i940
	qos/run.sh
	# no hotplug, cpuidle, kallsyms nor tracer; then no debugfs either
	boot arm64-vendor
	outlier/run.sh vendor vendor-min
	boot arm64-bare load_test.sh run_test.sh params_test.sh mem_test.sh
}

"$VM/setup.sh" || exit 1
for guest in "${GUESTS[@]}"; do
	"$VM/kernel.sh" "$guest" > /dev/null || exit 1
done
"$VM/ksource.sh" > /dev/null || exit 1

./static.sh
host_tests
# Each lane's report is kept together.
echo "# booting the guests, in two lanes: this takes about half an hour"
lane_amd64 > "$WORK/amd64.report" 2>&1 &
lane_arm > "$WORK/arm.report" 2>&1 &
wait
cat "$WORK/amd64.report" "$WORK/arm.report"

totals
