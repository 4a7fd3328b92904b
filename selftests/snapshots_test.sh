#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Snapshots, as the program snapshot_test takes them apart.
# usage: snapshots_test.sh [SNAPSHOTS]
# shellcheck source=selftests/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2119
load_afresh
need_debugfs
"$TESTS_DIR/snapshot_test" "${1:-1000}"
status=$?
rmmod irqscope
exit $status
