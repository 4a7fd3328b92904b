#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Make the devicetree of a board available and print where it is.
# usage: boards.sh BOARD
set -eu -o pipefail
. "$(dirname "$0")/../vm/lib.sh"

# AM62L is newer than the kernels of the guests: the first suite that has it.
AM62L_SUITES="trixie-backports sid"

# Run apt tool $2 for arm64 with package lists of suite $1 alone, kept in $APT.
in_suite() {
	local suite=$1 tool=$2
	shift 2
	apt_for arm64 "$tool" -o Dir::Etc::SourceList="$APT/$suite.list" \
		-o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$APT/$suite" "$@"
}

# Load the package lists of suite $1 from the mirror that the machine uses.
load_suite() {
	local uri
	uri=$(apt-get indextargets --format "\$(RELEASE) \$(REPO_URI)" \
		'Created-By: Packages' | awk '$1 !~ /-/ { print $2; exit }')
	[ -n "$uri" ] || die "no Debian mirror in the machine's apt sources"
	mkdir -p "$APT/$1/partial"
	echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $1 main" \
		> "$APT/$1.list"
	in_suite "$1" apt-get update >&2
}

# Print the release of the newest arm64 kernel of suite $1.
release_of() {
	in_suite "$1" apt-cache show --no-all-versions linux-image-arm64 |
		sed -nE '/^Depends:/s/.*linux-image-([0-9][^ ,]*).*/\1/p'
}

# Fill directory $1 with the tree $2 from package $4 of suite $3.
tree_from() {
	local dir=$1 file=$2 suite=$3 package=$4
	(cd "$APT" && in_suite "$suite" apt-get download "$package" >&2) || return
	dpkg-deb --fsys-tarfile "$APT/$package"_*.deb |
		tar -x -C "$dir" --wildcards --transform 's,.*/,,' "*/$file"
}

# Fill directory $2 with the tree $1 of a newer kernel.
make_newer() {
	local file=$1 dir=$2 suite release
	APT=$dir/apt
	mkdir "$APT"
	for suite in $AM62L_SUITES; do
		load_suite "$suite" || continue
		release=$(release_of "$suite") || continue
		# Newer packages have the trees beside the kernel, not with it.
		tree_from "$dir" "$file" "$suite" "linux-base-$release" ||
			tree_from "$dir" "$file" "$suite" "linux-image-$release" ||
			continue
		echo "$suite $release" > "$dir/from"
		rm -r "$APT"
		return
	done
	die "no kernel of '$AM62L_SUITES' has $file"
}

# Print the path of tree $2 in the kernel package of guest $1.
guest_tree() {
	local vars KERNEL path
	vars=$("$VM/kernel.sh" "$1")
	eval "$vars"
	path=$(find "${KERNEL%/boot/*}/usr/lib" -name "$2" -print -quit)
	[ -n "$path" ] || die "the kernel of $1 has no $2"
	echo "$path"
}

[ $# = 1 ] || die "usage: boards.sh BOARD"
case $1 in
am62l*)
	cache_entry "$CACHE/dtb/$1" make_newer "k3-$1.dtb"
	echo "$CACHE/dtb/$1/k3-$1.dtb"
	;;
am6*) guest_tree arm64-rt-6.12 "k3-$1.dtb" ;;
am57*) guest_tree armhf-rt-6.1 "$1.dtb" ;;
*) die "unknown board $1" ;;
esac
