#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Build and install the module as distributions, build systems and people do, each
# into a directory of its own; nothing of this machine is changed.
# usage: run.sh [PART...]
# PART: dkms yocto buildroot install names; all of them without.
# Adds a row (pass or fail, tab, name) per test to the file $IRQSCOPE_TALLY.
# status: 0 if nothing failed, 1 else.
# shellcheck disable=SC2317 # checks are called by name
set -eu -o pipefail
PACKAGING=$(cd "$(dirname "$0")" && pwd)
. "$PACKAGING/../vm/lib.sh"
GUEST=amd64-rt-6.12

failed=0

# Report test $1 by the success of the rest of the arguments, and what they print
# of a failure.
try() {
	local name=$1 outcome=pass
	shift
	"$@" > "$WORK/log" 2>&1 || outcome=fail
	report "$outcome" "packaging: $name"
	[ "$outcome" = pass ] || tail -n 30 "$WORK/log" | sed 's/^/# /'
}

# Is there exactly one module below directory $1, at path $2, maybe compressed, with
# our version and made for the kernel?
module_at() {
	local found
	found=$(find "$1" -name 'irqscope.ko*' -printf '%P\n')
	case $found in
	"$2" | "$2.xz") ;;
	*) echo "below $1 is '$found', not $2"; return 1 ;;
	esac
	modinfo "$1/$found"
	[ "$(modinfo -F version "$1/$found")" = "$VERSION" ] &&
		[[ $(modinfo -F vermagic "$1/$found") = "$KREL "* ]]
}

# Copy the tree afresh to $SRC, and set $DEST to where things are to be installed.
fresh() {
	SRC=$WORK/$1/src DEST=$WORK/$1/dest
	copy_tree "$SRC"
	mkdir "$DEST"
}

# Nothing was built but the module.
module_only() {
	! find "$SRC/userspace" "$SRC/selftests" "$SRC/dts" -name '*.o' -o -name '*.ko' -o \
		-name '*.dtbo' | grep .
}

# The machine's own modules and DKMS, as a text.
machine_state() {
	{ find /var/lib/dkms /lib/modules -printf '%p %s %T@ %l\n' 2> /dev/null || :; } | sort
}

# Run dkms in the directories of the test, with the key that it makes for signing
# among them. It would call depmod for this machine.
dkms_here() {
	sign_file=$KDIR/scripts/sign-file mok_signing_key=$WORK/dkms/mok.key \
		mok_certificate=$WORK/dkms/mok.pub \
		dkms "$@" --dkmstree "$WORK/dkms/tree" --sourcetree "$DEST/usr/src" \
		--installtree "$DEST/lib/modules" --no-depmod
}

# The same for kernel $1 with build tree $2.
dkms_for() {
	local kernel=$1 build=$2
	shift 2
	dkms_here "$@" -k "$kernel" -a x86_64 --kernelsourcedir "$build"
}

# Does dkms say $1 of the module, and nothing else?
dkms_status() {
	local said
	said=$(dkms_here status)
	[ "$said" = "$1" ] && return
	echo "status: '$said', not '$1'"
	return 1
}

dkms_state_is() { dkms_status "irqscope/$VERSION, $KREL, x86_64: $1"; }

# Sources only, and what dkms looks for.
dkms_laid() {
	local laid=$DEST/usr/src/irqscope-$VERSION
	make -j"$(nproc)" -C "$SRC" dkms-install DESTDIR="$DEST"
	[ "$(cd "$laid" && echo *)" = "COPYING Kbuild dkms.conf driver include" ] &&
		! find "$laid" -type f ! -name '*.[ch]' ! -name Kbuild ! -name '*.mk' \
			! -name COPYING ! -name dkms.conf |
			grep . && ! grep -n @ "$laid/dkms.conf" && cmp "$SRC/driver/main.c" "$laid/driver/main.c"
}

dkms_add() { dkms_here add "irqscope/$VERSION" && dkms_status "irqscope/$VERSION: added"; }
dkms_build() { dkms_for "$KREL" "$KDIR" build "irqscope/$VERSION" && dkms_state_is built; }

dkms_installed() {
	dkms_state_is installed &&
		module_at "$DEST/lib/modules" "$KREL/updates/dkms/irqscope.ko" || return 1
	[ "$(modinfo -F signer "$DEST/lib/modules/$KREL/updates/dkms"/irqscope.ko*)" = \
		"DKMS module signing key" ]
}

dkms_install() { dkms_for "$KREL" "$KDIR" install "irqscope/$VERSION" && dkms_installed; }
dkms_autoinstall() { dkms_add && dkms_for "$KREL" "$KDIR" autoinstall && dkms_installed; }

# Nothing is left but the sources, which are not of its making.
dkms_remove() {
	dkms_here remove "irqscope/$VERSION" --all && dkms_status "" || return 1
	! find "$WORK/dkms/tree" "$DEST/lib" -name '*irqscope*' | grep .
}

# Does dkms keep the module from kernel $1 with build tree $2?
dkms_excludes() {
	if dkms_for "$1" "$2" build "irqscope/$VERSION" > "$WORK/refusal" 2>&1; then
		return 1
	fi
	cat "$WORK/refusal"
	grep -q 'BUILD_EXCLUSIVE directive which does not match this kernel' "$WORK/refusal"
}

# Are these releases among those that the module is for?
dkms_accepts() {
	local release kernel_source_dir=/build dkms_tree=/dkms BUILD_EXCLUSIVE_KERNEL=''
	: "$kernel_source_dir $dkms_tree" # used in the file
	# shellcheck source=/dev/null
	. "$DEST/usr/src/irqscope-$VERSION/dkms.conf"
	for release; do
		[[ $release =~ $BUILD_EXCLUSIVE_KERNEL ]] || { echo "$release is not"; return 1; }
	done
}

part_dkms() {
	local before release
	before=$(machine_state)
	fresh dkms
	# build products of one's own must not get there
	make -j"$(nproc)" -C "$SRC" KERNEL_SRC="$KDIR" > "$WORK/log" 2>&1
	mkdir -p "$WORK/dkms/tree" "$DEST/lib/modules/$KREL" "$WORK/dkms/coarse"
	try "dkms: sources laid" dkms_laid
	try "dkms: add" dkms_add
	try "dkms: build" dkms_build
	try "dkms: install" dkms_install
	try "dkms: remove" dkms_remove
	try "dkms: autoinstall" dkms_autoinstall
	for release in 4.19.0-27-amd64 5.4.0-200-generic 5.9.0-5-amd64; do
		try "dkms: not for $release" dkms_excludes "$release" "$KDIR"
	done
	try "dkms: for 5.10 and later" dkms_accepts 5.10.0-30-amd64 5.19.17 6.1.0 6.12.1 7.0.2 10.0.1
	sed 's/^CONFIG_HIGH_RES_TIMERS=y/# CONFIG_HIGH_RES_TIMERS is not set/' "$KDIR/.config" \
		> "$WORK/dkms/coarse/.config"
	cp "$KDIR/Makefile" "$WORK/dkms/coarse/"
	try "dkms: not without HIGH_RES_TIMERS" dkms_excludes 6.12.1-coarse "$WORK/dkms/coarse"
	try "dkms: remove after autoinstall" dkms_remove
	try "dkms: this machine is unchanged" [ "$before" = "$(machine_state)" ]
}

# As module.bbclass calls it; modules_install has a few variables more.
yocto_make() {
	env -u CFLAGS -u CPPFLAGS -u CXXFLAGS -u LDFLAGS ARCH=x86 CROSS_COMPILE='' KBUILD_OUTPUT="$KDIR" \
		LOCALVERSION='' make -j"$(nproc)" -C "$SRC" KERNEL_SRC="$KDIR" KERNEL_PATH="$KDIR" \
		KERNEL_VERSION="$KREL" CC=gcc-12 LD=ld AR=ar OBJCOPY=objcopy STRIP=strip O="$KDIR" \
		KBUILD_EXTRA_SYMBOLS='' "$@"
}

yocto_install() {
	yocto_make DEPMOD=echo MODLIB="$DEST/lib/modules/$KREL" INSTALL_FW_PATH="$DEST/lib/firmware" \
		modules_install && module_at "$DEST" "lib/modules/$KREL/updates/driver/irqscope.ko"
}

part_yocto() {
	fresh yocto
	try "yocto: default target" yocto_make
	try "yocto: nothing but the module" module_only
	try "yocto: modules_install" yocto_install
}

# As pkg-kernel-module.mk calls the kernel's makefile for directory $1 of ours.
buildroot_make() {
	local module=$1 target
	shift
	for target in modules modules_install; do
		make -j"$(nproc)" -C "$KDIR" HOSTCC=gcc ARCH=x86_64 KCFLAGS=-Wno-attribute-alias \
			INSTALL_MOD_PATH="$DEST" CROSS_COMPILE='' WERROR=0 DEPMOD=true \
			PWD="$module" M="$module" "$target" || return 1
	done
}

buildroot_top() {
	buildroot_make "$SRC" && module_at "$DEST" "lib/modules/$KREL/updates/driver/irqscope.ko"
}

# With IRQSCOPE_MODULE_SUBDIRS = driver.
buildroot_subdir() {
	buildroot_make "$SRC/driver" && module_at "$DEST" "lib/modules/$KREL/updates/irqscope.ko"
}

part_buildroot() {
	fresh buildroot
	try "buildroot: kernel-module" buildroot_top
	fresh buildroot-subdir
	try "buildroot: MODULE_SUBDIRS" buildroot_subdir
}

install_by_hand() {
	make -j"$(nproc)" -C "$SRC" KERNEL_SRC="$KDIR" && make -j"$(nproc)" -C "$SRC" KERNEL_SRC="$KDIR" DEPMOD=true \
		INSTALL_MOD_PATH="$DEST" "$1" &&
		module_at "$DEST" "lib/modules/$KREL/updates/driver/irqscope.ko"
}

# What clean leaves is what there was.
cleaned() {
	make -j"$(nproc)" -C "$SRC" KERNEL_SRC="$KDIR" clean
	(cd "$SRC" && find . ! -type d | sort) > "$WORK/left"
	(cd "$TREE" && tree_files | tr '\0' '\n' | while read -r file; do
		[ ! -e "$file" ] || echo "./$file"
	done | sort) | diff - "$WORK/left"
}

part_install() {
	fresh install
	try "install: make modules_install" install_by_hand modules_install
	rm -r "${DEST:?}"/*
	try "install: make install" install_by_hand install
	try "install: make clean" cleaned
}

# The kernel's build tree by another name, $1 for make or $2 in the environment.
build_named() {
	env "$2" make -j"$(nproc)" -C "$SRC" "$1" && module_at "$SRC" driver/irqscope.ko
}

part_names() {
	local name
	for name in KDIR KERNELDIR; do
		fresh "$name"
		try "names: $name" build_named "$name=$KDIR" NONE=
	done
	fresh environment
	try "names: KERNEL_DIR in the environment" build_named NONE= "KERNEL_DIR=$KDIR"
}

[ $# -gt 0 ] || set -- dkms yocto buildroot install names
VERSION=$(awk '$2 == "IRQSCOPE_VERSION" { gsub(/"/, "", $3); print $3 }' "$TREE/include/irqscope_version.h")
vars=$("$VM/kernel.sh" $GUEST)
eval "$vars"
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
for name; do
	case $name in
	dkms | yocto | buildroot | install | names) "part_$name" ;;
	*) die "no part $name" ;;
	esac
done
exit $failed
