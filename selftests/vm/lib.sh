# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the scripts of this directory share: the cache, the guest table, packages.

# Messages are searched for words, and a make that calls us must not hand its
# flags and job server to the builds.
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES sub_make_done KBUILD_OUTPUT KERNEL_SRC

VM=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CACHE=${IRQSCOPE_CACHE:-/var/cache/irqscope}
case $CACHE in
/*) ;;
*) echo "IRQSCOPE_CACHE: \"$CACHE\" is not an absolute path" >&2; exit 125 ;;
esac

# A clone may belong to somebody else than root, who builds it here.
git() { command git -c safe.directory='*' "$@"; }

# The source tree that is tested.
TREE=${IRQSCOPE_TREE:-$(cd "$VM/../.." && pwd)}

# Print its files below $1..., NUL-terminated: tracked or about to be.
tree_files() { git -C "$TREE" ls-files -z -co --exclude-standard -- "$@" | sort -zu; }

# Print the contents of such files in short; one may be gone from the tree but not
# yet from git.
tree_sums() {
	(cd "$TREE" && tree_files "$@" | { xargs -0 -r sha256sum 2> /dev/null || :; })
}

# Copy such files to directory $1.
copy_tree() {
	local dest=$1
	shift
	mkdir -p "$dest"
	tree_files "$@" | rsync -a --from0 --files-from=- --ignore-missing-args "$TREE/" "$dest/"
}

# Say something to the user: standard output belongs to results.
note() { echo "${0##*/}: $*" >&2; }

# Give up with a message; the status is the harness's own, never a guest's 1.
die() { note "$*"; exit 125; }

# Make the cache directory $1 unless it is there, by calling the rest of the
# arguments with a scratch directory that is renamed once complete. Must not be
# called in a condition: that would switch off set -e in the maker.
cache_entry() {
	local dest=$1
	shift
	[ -d "$dest" ] && return
	mkdir -p "$(dirname "$dest")"
	(
		flock 9
		[ -d "$dest" ] && exit
		# Under the lock a scratch directory can only be one left behind.
		rm -rf "$dest.tmp"
		mkdir "$dest.tmp"
		"$@" "$dest.tmp"
		mv -T "$dest.tmp" "$dest"
	) 9> "$dest.lock"
}

# Report outcome $1 (pass, fail, skip) of test $2, $3 being a remark. Adds a row of
# them to the file $IRQSCOPE_TALLY, and remembers a failure in $failed.
report() {
	local line=ok
	if [ "$1" = fail ]; then
		line="not ok"
		# shellcheck disable=SC2034 # for the scripts that source this file
		failed=1
	fi
	echo "$line $2${3:+ # $3}"
	[ -z "${IRQSCOPE_TALLY:-}" ] || printf '%s\t%s\n' "$1" "$2${3:+ # $3}" >> "$IRQSCOPE_TALLY"
}

# Report test $2 in guest $1 by the success of the rest of the arguments.
check() {
	local guest=$1 name=$2
	shift 2
	if "$@"; then report pass "$guest: $name"; else report fail "$guest: $name"; fi
}

# Build for guest $1 and set PAYLOAD. A failure is reported as test $2, "build" of the
# guest without, with the end of what was said.
build_payload() {
	local log
	log=$(mktemp)
	# shellcheck disable=SC2034 # for the scripts that source this file
	if PAYLOAD=$("$VM/build.sh" "$1" 2> "$log"); then
		rm "$log"
		return
	fi
	report fail "${2:-$1: build}"
	sed 's/^/# /' "$log" | tail -n 40
	rm "$log"
	return 1
}

# Set HOW, DEB_ARCH, ICOUNT_CPUS and SELECT from the guest table for guest $1,
# and what follows from them.
guest_lookup() {
	local row
	row=$(awk -v guest="$1" '$1 == guest { print $2, $3, $4, $5 }' "$VM/guests")
	[ -n "$row" ] || die "no guest $1; there are: $(guest_names)"
	# shellcheck disable=SC2034 # used by the scripts that source this file
	read -r HOW DEB_ARCH ICOUNT_CPUS SELECT <<< "$row"
	# shellcheck disable=SC2034
	case $DEB_ARCH in
	amd64) KARCH=x86_64 CROSS='' ;;
	arm64) KARCH=arm64 CROSS=aarch64-linux-gnu- ;;
	armhf) KARCH=arm CROSS=arm-linux-gnueabihf- ;;
	*) die "guest $1: unknown architecture $DEB_ARCH" ;;
	esac
}

# Print the directory where things are built for guest $1. Another source tree
# has another one, so that two trees do not build into each other.
build_dir() {
	local other=''
	[ -z "${IRQSCOPE_TREE:-}" ] || other=.$(cd "$IRQSCOPE_TREE" && pwd | cksum | cut -d ' ' -f 1)
	echo "$CACHE/build/$1$other"
}

# Print the names of all guests on one line.
guest_names() {
	awk '!/^#/ && NF { printf "%s%s", sep, $1; sep = " " }' "$VM/guests"
}

# Run apt tool $2 for architecture $1 with package lists of our own: the machine
# need not know the architecture, and its own lists may be old or absent.
apt_for() {
	local arch=$1 tool=$2
	shift 2
	"$tool" -q -o APT::Architecture="$arch" -o APT::Architectures="$arch" \
		-o Dir::State::Lists="$CACHE/apt/$arch" -o Dir::State::status=/dev/null \
		-o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
		-o Acquire::Languages=none -o APT::Sandbox::User=root "$@"
}

# Bring the package lists of architecture $1 up to date, at most once an hour.
apt_lists() {
	local lists=$CACHE/apt/$1
	mkdir -p "$lists/partial"
	(
		flock 9
		[ -z "$(find "$lists/updated" -mmin -60 2> /dev/null)" ] || exit 0
		# Not every source serves every architecture: what matters is
		# whether the packages are found afterwards.
		if apt_for "$1" apt-get update >&2; then
			touch "$lists/updated"
		else
			note "some package lists of $1 are missing or old"
		fi
	) 9> "$lists.lock"
}

# Does package $2 exist for architecture $1?
apt_has() {
	apt_for "$1" apt-cache show --no-all-versions "$2" > /dev/null 2>&1
}

# Unpack into directory $2 the packages $3... of architecture $1.
apt_unpack() {
	local arch=$1 dir=$2 deb
	shift 2
	mkdir "$dir/debs"
	(cd "$dir/debs" && apt_for "$arch" apt-get download "$@") >&2
	for deb in "$dir/debs"/*.deb; do
		dpkg -x "$deb" "$dir"
	done
	rm -r "$dir/debs"
}
