#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Install the host packages that the scripts of this directory call.
# usage: setup.sh
set -eu
. "$(dirname "$0")/lib.sh"

# Where gcc or qemu only recommend what we need, it is named here.
PACKAGES=(
	# building modules and programs; gcc-12 is what Debian's headers ask for
	make gcc gcc-12 libc6-dev bc bison flex perl libelf-dev libssl-dev
	gcc-aarch64-linux-gnu libc6-dev-arm64-cross
	gcc-arm-linux-gnueabihf libc6-dev-armhf-cross
	# fetching and packing
	git rsync cpio kmod patch xz-utils gzip ca-certificates
	# booting
	qemu-system-x86 qemu-system-arm qemu-user device-tree-compiler
	# packaging
	dkms
	# loads and rival tools that run in the guests
	rt-tests stress-ng gnuplot-nox
	# checking
	sparse shellcheck yamllint dt-schema jq mandoc python3-jsonschema
	clang lld llvm libclang-rt-14-dev coccinelle
)

# Print those of PACKAGES that are not installed.
missing() {
	dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${PACKAGES[@]}" 2> /dev/null |
		awk '$1 == "installed" { print $2 }' | sort -u |
		comm -13 - <(printf '%s\n' "${PACKAGES[@]}" | sort -u)
}

mapfile -t want < <(missing)
[ ${#want[@]} -gt 0 ] || exit 0
note "installing ${want[*]}"
[ "$(id -u)" = 0 ] || die "must be root to install packages"

export DEBIAN_FRONTEND=noninteractive
install() { apt-get -qq -y install --no-install-recommends "${want[@]}"; }
# The machine's lists may be absent or old: ask for new ones only then.
install >&2 || { apt-get -q update; install; } >&2
