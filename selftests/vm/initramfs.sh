#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Pack an initramfs for a guest.
# usage: initramfs.sh [--payload DIR] [--host-prog PATH]... GUEST STAGE IMAGE
# STAGE is a directory with what becomes /vm in the guest (command, env); it is
# completed and packed into the file IMAGE.
set -eu
. "$(dirname "$0")/lib.sh"

# Fill directory $1 with the static busybox of this architecture.
make_busybox() {
	apt_lists "$DEB_ARCH"
	apt_unpack "$DEB_ARCH" "$1" busybox-static
}

# Fill directory $1 with perl of this architecture, for the runner of the tests.
make_perl() {
	apt_lists "$DEB_ARCH"
	mkdir "$1/packages"
	apt_unpack "$DEB_ARCH" "$1/packages" perl-base libc6 libcrypt1
	(cd "$1/packages" && cp -a --parents usr/bin/perl lib* usr/lib/*/perl-base ..)
	rm -r "$1/packages"
}

# Copy into the stage, in loading order, what the verdict port needs that the
# kernel of the guest has as modules.
add_modules() {
	local n=10 file
	mkdir -p "$ROOT/vm/modules"
	[ -d "$MODDIR" ] || return 0
	modprobe -d "${MODDIR%/lib/modules/*}" -S "$KREL" -a --show-depends \
			virtio_pci virtio_mmio virtio_console |
		awk '$1 == "insmod" && !seen[$2]++ { print $2 }' |
		while read -r file; do
			case $file in
			*.xz) xz -dc "$file" ;;
			*) cat "$file" ;;
			esac > "$ROOT/vm/modules/$n-$(basename "${file%.xz}")"
			n=$((n + 1))
		done
}

# Copy host program $1 and the libraries it is linked with, same paths.
add_host_program() {
	local file
	[ "$DEB_ARCH" = "$(dpkg --print-architecture)" ] ||
		die "a program of this machine cannot run on $DEB_ARCH"
	for file in "$1" $(ldd "$1" | grep -o '/[^ ]*'); do
		mkdir -p "$ROOT$(dirname "$file")"
		# A link that is there already must not lead back to this machine.
		cp -L --remove-destination "$file" "$ROOT$file"
	done
}

PAYLOAD='' PROGRAMS=()
while [ $# -gt 3 ]; do
	case $1 in
	--payload) PAYLOAD=$2 ;;
	--host-prog) PROGRAMS+=("$2") ;;
	*) break ;;
	esac
	shift 2
done
[ $# = 3 ] || die "usage: initramfs.sh [--payload DIR] [--host-prog PATH]... GUEST STAGE IMAGE"
STAGE=$2 IMAGE=$3
vars=$("$VM/kernel.sh" "$1")
eval "$vars"

cache_entry "$CACHE/busybox/$DEB_ARCH" make_busybox
cache_entry "$CACHE/perl/$DEB_ARCH" make_perl
ROOT=$(mktemp -d)
trap 'rm -rf "$ROOT"' EXIT
mkdir -p "$ROOT/bin" "$ROOT/tests/irqscope"
cp -a "$STAGE" "$ROOT/vm"
cp "$VM/init" "$ROOT/init"
cp "$VM/guest-tests.sh" "$ROOT/vm/"
cp "$CACHE/busybox/$DEB_ARCH/bin/busybox" "$ROOT/bin/"
cp -a "$CACHE/perl/$DEB_ARCH/." "$ROOT/"
add_modules
for program in "${PROGRAMS[@]}"; do
	add_host_program "$program"
done
# A build must not change the payload while it is packed.
if [ -n "$PAYLOAD" ]; then
	flock -s "$PAYLOAD/.." cp -a "$PAYLOAD/." "$ROOT/"
fi
# The same files make the same image: to unpack another one takes other instructions,
# and no two boots would be alike.
find "$ROOT" -exec touch -hd @0 {} +
(cd "$ROOT" && find . -print0 | LC_ALL=C sort -z |
	cpio -0 -o -H newc --quiet --reproducible -R 0:0) | gzip -1n > "$IMAGE"
