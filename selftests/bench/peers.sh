# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The other tools, from Debian's packages for the architecture of a guest. Sourced
# after vm/lib.sh.

# Fill directory $1 with them and their libraries.
make_peers() {
	apt_lists "$DEB_ARCH"
	mkdir "$1/packages"
	apt_unpack "$DEB_ARCH" "$1/packages" rt-tests libnuma1 libc6 jitterdebugger rtla \
		libtraceevent1 libtracefs1
	(cd "$1/packages" && cp -a --parents usr/bin/cyclictest usr/bin/jitterdebugger \
		usr/bin/rtla lib* usr/lib/*/lib*.so* ..)
	rm -r "$1/packages"
}

# Lay into the new directory $3 what guest $1 gets: the payload $2 and the peers.
lay_payload() {
	local GUEST=$1
	guest_lookup "$GUEST"
	cache_entry "$CACHE/peers/$DEB_ARCH" make_peers
	flock -s "$2/.." cp -a "$2" "$3"
	cp -a "$CACHE/peers/$DEB_ARCH/." "$3/"
}
