#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Build everything for a guest outside the tree and collect the payload, what
# guest.sh lays into the guest: tests/ irqscope.ko modules/ bin/. Prints the
# payload's directory. IRQSCOPE_TREE names another source tree.
# usage: build.sh GUEST
set -eu -o pipefail
. "$(dirname "$0")/lib.sh"

# Print what decides over the result: the sources, the kernel, the compiler.
fingerprint() {
	{
		echo "$KREL" "$KDIR"
		"${CROSS}gcc" --version
		tree_sums .
	} | sha256sum
}

# Run make with the rest of the arguments where the directory $1 has a Makefile.
build_part() {
	local part=$1
	shift
	[ -e "$SRC/$part/Makefile" ] || { note "nothing to build in $part"; return 0; }
	make -j"$(nproc)" -C "$SRC/$part" "$@"
}

# Build modules; a warning is an error.
build_modules() {
	local log=$BUILD/modules.log
	build_part "$1" KERNEL_SRC="$KDIR" ARCH="$KARCH" CROSS_COMPILE="$CROSS" \
		> "$log" 2>&1 || { cat "$log" >&2; die "$GUEST: cannot build $1"; }
	! grep -B 2 -A 6 'warning:' "$log" >&2 || die "$GUEST: warnings from $1"
}

# Pack the collection, with its programs static since the guest has no libraries.
pack_collection() {
	build_part selftests gen_tar KSFT="$KSFT" KERNEL_SRC="$KDIR" ARCH="$KARCH" \
		CROSS_COMPILE="$CROSS" CC="${CROSS}gcc" LDFLAGS=-static \
		TARBALL="$BUILD/collection.tar" >&2 || die "$GUEST: cannot pack the collection"
}

# Fill directory $1 with what the guest gets: the collection, unpacked as kernel
# CI does it, and short ways to what is in it.
fill_payload() {
	mkdir -p "$1/tests" "$1/bin"
	tar -C "$1/tests" -xf "$BUILD/collection.tar"
	ln -s tests/irqscope/irqscope.ko tests/irqscope/modules "$1/"
	ln -s ../tests/irqscope/irqscope "$1/bin/"
}

[ $# = 1 ] || die "usage: build.sh GUEST"
GUEST=$1
vars=$("$VM/kernel.sh" "$GUEST")
eval "$vars"
# Lines are counted where the kernel knows how.
export GCOV_PROFILE=y
KSFT=$("$VM/ksource.sh")/tools/testing/selftests
BUILD=$(build_dir "$GUEST")
SRC=$BUILD/src PAYLOAD=$BUILD/payload

mkdir -p "$BUILD"
# The lock is the directory itself; initramfs.sh shares it while it packs.
exec 9< "$BUILD"
flock 9
print=$(fingerprint)
if [ "$(cat "$BUILD/fingerprint" 2> /dev/null)" != "$print" ]; then
	rm -rf "$BUILD/fingerprint" "$SRC" "$PAYLOAD"
	copy_tree "$SRC"
	build_modules .
	build_modules selftests/modules
	pack_collection
	fill_payload "$PAYLOAD"
	echo "$print" > "$BUILD/fingerprint"
fi
echo "$PAYLOAD"
