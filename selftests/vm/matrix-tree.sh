#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Prepare one kernel build tree of the compile matrix, unless the cache has it,
# and print its directory. In it, the file "make-args" holds the variables that
# a module build needs, one a line.
#
# usage: matrix-tree.sh VERSION-ARCH[-rt] | 6.12-arm64-bare | 6.12-armhf-up |
#        6.12-arm64-clang
#
# VERSION is 5.10, 6.1, 6.12 or 7.x (the newest), ARCH amd64, arm64 or armhf.
# A tree is the source of a Debian kernel made ready with that kernel's own
# configuration and list of exported symbols, so that modpost refuses what the
# real kernel would refuse. Header packages alone do not do: the host tools in
# those of other suites need a newer libc, and the modpost built for amd64
# misreads device tables of 32-bit ARM.
# The named configurations are small ones of our own, built to the end for
# their list of exported symbols:
#   bare  what SoC vendors advise for real time: no tracer, no hotplug, no idle
#   up    one CPU, SMP compiled out
#   clang built by clang and its linker

set -euo pipefail
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES sub_make_done KBUILD_OUTPUT

die()
{
	echo "matrix-tree: $*" >&2
	exit 1
}

cache=$(realpath -m "${IRQSCOPE_CACHE:-/var/cache/irqscope}")/matrix
jobs=${IRQSCOPE_JOBS:-2}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

[[ ${1-} =~ ^(5\.10|6\.1|6\.12|7\.x)-(amd64|arm64|armhf)(-rt|-bare|-up|-clang)?$ ]] ||
	die "unknown kernel: ${1-none}"
name=$1
debver=${BASH_REMATCH[1]}
debarch=${BASH_REMATCH[2]}
variant=${BASH_REMATCH[3]#-}

# The first suite that has all of the kernel is taken: mirrors do not always have
# every architecture and source of every suite.
case $debver in
5.10) suites=bullseye ;;
6.1)  suites=bookworm ;;
6.12) suites="bookworm-backports trixie" ;;
7.x)  suites="trixie-backports sid" ;;
esac

case $debarch in
amd64) arch=x86_64 cross='' flavour=amd64 ;;
arm64) arch=arm64 cross=aarch64-linux-gnu- flavour=arm64 ;;
armhf) arch=arm cross=arm-linux-gnueabihf- flavour=armmp ;;
esac
[ "$variant" != rt ] || flavour=rt-$flavour
# PREEMPT_RT needs the patches of Debian's source package before 7.x; they also
# add interfaces, which a tree without PREEMPT_RT must not have.
patched=''
[ -z "$variant" ] || [ "$debver" = 7.x ] || patched=-rt
cc=${cross}gcc toolchain=CROSS_COMPILE=$cross
if [ "$variant" = clang ]; then
	cc=clang toolchain=LLVM=1
fi
command -v "$cc" >/dev/null || die "no compiler: $cc"
compiler=$("$cc" --version | head -n 1)

# Run an apt command for one suite and architecture on lists of our own, so
# that the machine's own lists and sources stay as they are.
in_suite()
{
	local suite=$1 cmd=$2 state=$cache/apt/$1-$debarch
	shift 2

	"apt-$cmd" -qq -o Dir::Etc::SourceList="$state/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$state/lists" \
		-o Dir::State::Status=/dev/null \
		-o Dir::Cache="$state/cache" \
		-o APT::Sandbox::User=root \
		-o APT::Architecture="$debarch" \
		-o APT::Architectures="$debarch" "$@"
}

# Load the package lists of a suite from the mirror that the machine uses.
load_suite()
{
	local state=$cache/apt/$1-$debarch uri

	uri=$(apt-get indextargets --format "\$(RELEASE) \$(REPO_URI)" \
		'Created-By: Packages' | awk '$1 !~ /-/ { print $2; exit }')
	[ -n "$uri" ] || die "no Debian mirror in the machine's apt sources"
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
	printf "%s [signed-by=$keyring] $uri $1 main\n" deb deb-src \
		>"$state/sources.list"
	in_suite "$1" get update >&2
}

# Find the suite, the version and the header package that the kernel has, and
# fetch the patches that its source needs, unless the cache has that source.
resolve()
{
	local depends

	for suite in $suites; do
		load_suite "$suite" || continue
		depends=$(in_suite "$suite" cache show --no-all-versions \
			"linux-headers-$flavour") || continue
		read -r headers version < <(sed -nE \
			's/^Depends:.*(linux-headers-[0-9][^ ]*) \(= ([^)]*)\).*/\1 \2/p' \
			<<<"$depends") || continue
		source=$cache/source-$version$patched
		[ ! -d "$source" ] && [ -n "$patched" ] || return 0
		(cd "$work" && in_suite "$suite" get source --diff-only \
			"linux=$version") >&2 && return
	done
	die "no suite of '$suites' has all of $flavour for $debarch"
}

# Fetch a package of the resolved suite and unpack it into a directory.
unpack()
{
	mkdir -p "$2"
	(cd "$2" && in_suite "$suite" get download "$1" && dpkg -x ./*.deb . &&
		rm ./*.deb) >&2
}

# Extract the kernel source, once for all trees of that version.
get_source()
{
	local series new=$work/source patches=$work/debian/patches-rt line dir bulk

	[ ! -d "$source" ] || return 0
	series=$(cut -d. -f1,2 <<<"$version")
	unpack "linux-source-$series=$version" "$work/deb"
	mkdir "$new"
	tar -xJf "$work/deb/usr/src/linux-source-$series.tar.xz" \
		--strip-components=1 -C "$new"
	if [ -n "$patched" ]; then
		tar -C "$work" -xJf "$work"/linux_*.debian.tar.xz
		grep -v '^#' "$patches/series" | while read -r line; do
			[ -z "$line" ] ||
				patch -d "$new" -sp1 <"$patches/$line" >&2
		done
	fi

	# Half of the bulk, which no build here looks at; kconfig reads its
	# files everywhere.
	bulk=("$new"/{Documentation,sound,tools/testing,drivers/{gpu,media,net}})
	for dir in "$new"/arch/*/; do
		case $dir in
		*/x86/|*/um/|*/arm/|*/arm64/) ;;
		*) bulk+=("$dir") ;;
		esac
	done
	find "${bulk[@]}" -type f ! -name 'Kconfig*' ! -name 'Makefile*' -delete
	mv -T "$new" "$source"
}

# Run make on the source with the new tree as its output directory.
build()
{
	make -s -C "$source" O="$work/tree" ARCH="$arch" "$toolchain" \
		-j"$jobs" "$@" >&2
}

# Make a tree ready with the configuration and the exports of Debian's kernel.
packaged_tree()
{
	local dir

	unpack "$headers" "$work/headers"
	dir=$work/headers/usr/src/$headers
	cp "$dir/.config" "$work/tree/.config"
	"$source/scripts/config" --file "$work/tree/.config" -d DEBUG_INFO \
		-d DEBUG_INFO_BTF -d DEBUG_INFO_DWARF_TOOLCHAIN_DEFAULT \
		-d DEBUG_INFO_DWARF4 -d DEBUG_INFO_DWARF5 -e DEBUG_INFO_NONE
	build olddefconfig
	[ "$variant" != rt ] || grep -q ^CONFIG_PREEMPT_RT=y "$work/tree/.config" ||
		die "$name: PREEMPT_RT does not hold"
	build modules_prepare
	cp "$dir/Module.symvers" "$work/tree/"
}

# Print what a small configuration sets on top of tinyconfig.
small_config()
{
	echo MODULES MODULE_UNLOAD PRINTK SYSFS PROC_FS POSIX_TIMERS FUTEX \
		HIGH_RES_TIMERS NO_HZ_IDLE EXPERT PREEMPT_RT PM
	case $variant in
	bare) echo SMP !HOTPLUG_CPU !CPU_IDLE !KALLSYMS !STACKTRACE !DEBUG_FS \
		!FTRACE !PERF_EVENTS ;;
	clang) echo SMP HOTPLUG_CPU KALLSYMS STACKTRACE SLUB_DEBUG !SLUB_TINY DEBUG_FS ;;
	up)   echo MMU ARCH_MULTI_V7 ARCH_VIRT !SMP KALLSYMS DEBUG_FS FTRACE ;;
	esac
}

# Build a small kernel of our own for the symbols it exports, then drop it.
small_tree()
{
	local option options
	local config=("$source/scripts/config" --file "$work/tree/.config")

	build tinyconfig
	read -r -d '' -a options < <(small_config) || true
	for option in "${options[@]}"; do
		case $option in
		!*) "${config[@]}" -d "${option#!}" ;;
		*)  "${config[@]}" -e "$option" ;;
		esac
	done
	build olddefconfig
	# An option that another one selects, or hides, would go unnoticed.
	for option in "${options[@]}"; do
		case $option in
		!*) ! grep -q "^CONFIG_${option#!}=" "$work/tree/.config" ;;
		*)  grep -q "^CONFIG_$option=y" "$work/tree/.config" ;;
		esac || die "$name: $option does not hold"
	done
	build vmlinux modules modules_prepare
	find "$work/tree" \( -path "$work/tree/scripts" -o \
		-path "$work/tree/tools" \) -prune -o -type f \
		\( -name '*.[oa]' -o -name 'vmlinux*' -o -name '.tmp*' \) \
		-exec rm {} +
}

# Tell whether the cache has the tree, made with the compiler of today: another
# one would make kbuild warn in every module build.
ready()
{
	[ -e "$cache/$name/source/Makefile" ] &&
		grep -qsxF "$compiler" "$cache/$name/made-of"
}

# Make the tree in a scratch directory and rename it once it is complete.
make_tree()
{
	# Under the lock a scratch directory can only be one left behind.
	rm -rf "$cache"/tmp.*
	work=$(mktemp -d "$cache/tmp.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	mkdir "$work/tree"
	resolve
	get_source
	case $variant in
	bare|up|clang) small_tree ;;
	*)       packaged_tree ;;
	esac
	[ -s "$work/tree/Module.symvers" ] || die "$name: no Module.symvers"
	printf '%s\n' "KERNEL_SRC=$cache/$name" "ARCH=$arch" \
		"$toolchain" >"$work/tree/make-args"
	printf '%s\n' "$version" "$compiler" >"$work/tree/made-of"
	# Newer kernels record the name of their output directory.
	sed -i "s,$work/tree,$cache/$name," "$work/tree/Makefile"
	rm -rf "${cache:?}/$name"
	mv -T "$work/tree" "$cache/$name"
}

if ! ready; then
	mkdir -p "$cache"
	exec 9>"$cache/lock"
	flock 9
	# Whoever held the lock may have made it.
	if ! ready; then
		make_tree
	fi
fi
echo "$cache/$name"
