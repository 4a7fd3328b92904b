#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Make the kernel of a guest available and print where it is, as shell
# assignments: KERNEL KDIR KARCH CROSS MODDIR KREL DEB_ARCH
# ICOUNT_CPUS. MODDIR is empty where nothing has to be loaded.
# usage: eval "$(kernel.sh GUEST)"
set -eu -o pipefail
. "$(dirname "$0")/lib.sh"

# Print the newest kernel release that matches SELECT and has all its packages.
debian_release() {
	local krel
	for krel in $(apt_for "$DEB_ARCH" apt-cache pkgnames linux-image- |
			sed 's/^linux-image-//' | grep -Ex "$SELECT" | sort -Vr); do
		apt_has "$DEB_ARCH" "linux-image-$krel" || continue
		apt_has "$DEB_ARCH" "linux-headers-$krel" || continue
		[ "$(debian_helpers "$krel" | wc -w)" = 2 ] || continue
		echo "$krel"
		return
	done
	die "no packaged kernel of $DEB_ARCH matches $SELECT; bookworm-security has 6.12"
}

# Print the packages that the headers of release $1 include or call at build
# time and that exist for this machine: common headers and kbuild programs.
debian_helpers() {
	local package
	for package in $(apt_for "$DEB_ARCH" apt-cache show --no-all-versions \
			"linux-headers-$1" | sed -n 's/^Depends://p' | tr ',' '\n' |
			grep -oE 'linux-(headers-.*common[a-z-]*|kbuild-[^ ]*)'); do
		apt_has "$HOST_ARCH" "$package" && echo "$package"
	done
}

# Fill directory $1 with a packaged kernel, its modules and its headers.
make_debian() {
	local dir=$1 final=${1%.tmp} krel
	apt_lists "$DEB_ARCH"
	apt_lists "$HOST_ARCH"
	krel=$(debian_release)
	note "getting $krel"
	apt_unpack "$DEB_ARCH" "$dir" "linux-image-$krel" "linux-headers-$krel"
	# shellcheck disable=SC2046 # one word per package
	apt_unpack "$HOST_ARCH" "$dir" $(debian_helpers "$krel")
	rm -r "${dir:?}/usr/share"
	# The links between the trees are relative and stay inside the cache;
	# this one path is not.
	sed -i "s,/usr/src/,$final/usr/src/," "$dir/usr/src/linux-headers-$krel/Makefile"
	# With this image beside the headers kbuild wants pahole for BTF, without it not.
	rm -f "$dir/usr/src/linux-headers-$krel/vmlinux"
	depmod -b "$dir" "$krel"
	cat > "$dir/vars" <<- END
		KERNEL='$final/boot/vmlinuz-$krel'
		KDIR='$final/usr/src/linux-headers-$krel'
		MODDIR='$final/lib/modules/$krel'
		KREL='$krel'
	END
}

# Print the config fragments of a kernel that is built here.
fragments() {
	local name
	for name in ${SELECT//,/ }; do
		echo "$VM/config.$name"
	done
}

# Print a word for what such a kernel is made with: these fragments, and this
# compiler, for kbuild warns in every module build when it is another one; and
# the module, where the kernel has it in its own source.
# shellcheck disable=SC2046 # one word per fragment
made_with() {
	{
		"${CROSS}gcc" --version
		cat $(fragments)
		! grep -qs '^CONFIG_IRQSCOPE=' $(fragments) || tree_sums driver include
	} | sha256sum | cut -c 1-8
}

# Put the kernel of guest $1 out of the way if it was made with something else.
drop_outdated() {
	local dir=$CACHE/kernel/$1
	[ -d "$dir" ] || return 0
	(
		flock 9
		# Whoever held the lock may have made it again.
		[ "$(cat "$dir/made-with")" != "$MADE_WITH" ] || exit 0
		rm -rf "$dir.tmp"
		mv -T "$dir" "$dir.tmp"
	) 9> "$dir.lock"
}

# Fill directory $1 with a kernel built here. The release tells what it is made
# with, so that a module built for the one before is not loaded.
make_source() {
	local dir=$1 final=${1%.tmp}
	note "building the kernel, this takes minutes"
	# shellcheck disable=SC2046 # one word per fragment
	KARCH=$KARCH CROSS=$CROSS "$VM/kernel-source.sh" "$dir" \
		"${SELECT//,/-}-$MADE_WITH" $(fragments)
	echo "$MADE_WITH" > "$dir/made-with"
	cat > "$dir/vars" <<- END
		KERNEL='$final/image'
		KDIR='$final/build'
		MODDIR=''
		KREL='$(cat "$dir/release")'
	END
}

[ $# = 1 ] || die "usage: kernel.sh GUEST"
HOST_ARCH=$(dpkg --print-architecture)
guest_lookup "$1"
if [ "$HOW" = source ]; then
	MADE_WITH=$(made_with)
	drop_outdated "$1"
fi
cache_entry "$CACHE/kernel/$1" "make_$HOW"
echo "KARCH='$KARCH' CROSS='$CROSS' DEB_ARCH='$DEB_ARCH' ICOUNT_CPUS='$ICOUNT_CPUS'"
cat "$CACHE/kernel/$1/vars"
