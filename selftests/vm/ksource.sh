#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Make a few files of the kernel source available (checkpatch, kselftest) and
# print the directory they are in. The whole source is beside it in a tarball
# of the same name.
# usage: ksource.sh
set -eu
. "$(dirname "$0")/lib.sh"

PACKAGE=linux-source-6.12
FILES=(
	scripts/checkpatch.pl scripts/spelling.txt
	scripts/const_structs.checkpatch scripts/kernel-doc
	tools/testing/selftests/lib.mk tools/testing/selftests/kselftest.h
	tools/testing/selftests/kselftest_harness.h
	tools/testing/selftests/kselftest tools/testing/selftests/run_kselftest.sh
	tools/testing/selftests/kselftest_deps.sh
	tools/testing/selftests/kselftest_install.sh
	tools/testing/selftests/gen_kselftest_tar.sh
)

# Fill directory $1 with the tarball and FILES.
make_source() {
	local dir=$1 arch
	arch=$(dpkg --print-architecture)
	apt_lists "$arch"
	apt_unpack "$arch" "$dir" "$PACKAGE"
	mv "$dir/usr/src/$PACKAGE.tar.xz" "$dir"
	rm -r "${dir:?}/usr"
	tar -C "$dir" -xf "$dir/$PACKAGE.tar.xz" "${FILES[@]/#/$PACKAGE/}"
}

cache_entry "$CACHE/source" make_source
echo "$CACHE/source/$PACKAGE"
