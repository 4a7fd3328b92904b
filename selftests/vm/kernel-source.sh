#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Build a kernel from the source that ksource.sh gets. Leaves in DIR, which is
# empty, the files image and release, and in DIR/build what modules are built
# against. KARCH and CROSS are from the environment, SUFFIX goes to the release.
# The configuration is tinyconfig and the fragments, of which the last one that
# names an option has its way. If one names CONFIG_IRQSCOPE, the module is put into
# the kernel's source first, and modules are installed in DIR/lib/modules.
# usage: kernel-source.sh DIR SUFFIX FRAGMENT...
set -eu -o pipefail
. "$(dirname "$0")/lib.sh"

# Run make in the kernel's source; standard output belongs to what it is asked.
kbuild() {
	make -s -j"$(nproc)" -C "$BUILD" ARCH="$KARCH" CROSS_COMPILE="$CROSS" \
		LOCALVERSION="-$SUFFIX" "$@"
}

# Print the lines of the fragments that are no setting or that the configuration
# does not keep: kconfig is silent about an option that another one selects or hides.
lines_not_kept() {
	awk '
		FILENAME != config && NF && !/^#/ && !/^CONFIG_[A-Za-z0-9_]+=./ {
			print FILENAME ": " $0
		}
		/^CONFIG_[A-Za-z0-9_]+=/ || /^# CONFIG_[A-Za-z0-9_]+ is not set$/ {
			split($0, words, /[ =]/)
			name = words[1] == "#" ? words[2] : words[1]
			if (FILENAME == config) {
				got[name] = $0
			} else {
				want[name] = $0
				from[name] = FILENAME
			}
		}
		END {
			# "not set" also holds where the option cannot be chosen.
			for (name in want) {
				if (want[name] ~ /^#/ && got[name] !~ /^CONFIG/)
					continue
				if (got[name] != want[name])
					print from[name] ": " want[name]
			}
		}
	' config="$BUILD/.config" "$@" "$BUILD/.config"
}

# Make the configuration from tinyconfig and the fragments.
configure() {
	local bad
	kbuild tinyconfig
	"$BUILD/scripts/kconfig/merge_config.sh" -m -Q -O "$BUILD" "$BUILD/.config" "$@"
	kbuild olddefconfig
	bad=$(lines_not_kept "$@")
	[ -z "$bad" ] || die "the configuration does not keep:
$bad"
}

# Put the module into the kernel's source, as the README tells.
drop_in_module() {
	local misc=$BUILD/drivers/misc
	copy_tree "$DIR/module" driver include
	mv "$DIR/module/driver" "$misc/irqscope"
	mv "$DIR/module/include" "$misc/irqscope/"
	rmdir "$DIR/module"
	sed -i '/^endmenu/i source "drivers/misc/irqscope/Kconfig"' "$misc/Kconfig"
	# shellcheck disable=SC2016 # for make
	echo 'obj-$(CONFIG_IRQSCOPE) += irqscope/' >> "$misc/Makefile"
}

# Install the modules; the links would lead to where the tree is now.
install_modules() {
	kbuild INSTALL_MOD_PATH="$DIR" modules_install
	rm -f "$DIR"/lib/modules/*/{build,source}
}

# Remove what no module build looks at. System.map tells what the addresses in
# an oops are, where the kernel has no names for them.
prune() {
	find "$BUILD" ! -type d ! -path "$BUILD/scripts/*" ! -path "$BUILD/include/*" \
		! -path "$BUILD/arch/$KARCH/include/*" ! -path "$BUILD/arch/$KARCH/Makefile*" \
		! -path "$BUILD/tools/objtool/objtool" ! -path "$BUILD/Makefile" \
		! -path "$BUILD/.config" ! -path "$BUILD/Module.symvers" \
		! -path "$BUILD/System.map" ! -path "$BUILD/certs/signing_key.*" -delete
	find "$BUILD" -type d -empty -delete
}

[ $# -ge 3 ] || die "usage: kernel-source.sh DIR SUFFIX FRAGMENT..."
DIR=$1 SUFFIX=$2 BUILD=$1/build
shift 2
source=$("$VM/ksource.sh")
mkdir "$BUILD"
tar -C "$BUILD" --strip-components=1 -xf "$source.tar.xz"
! grep -qs '^CONFIG_IRQSCOPE=' "$@" || drop_in_module
configure "$@" >&2
# Of its path only the last part is a target.
image=$(kbuild image_name)
kbuild "${image##*/}" modules >&2
kbuild kernelrelease > "$DIR/release"
mv "$BUILD/$image" "$DIR/image"
[ ! -d "$BUILD/drivers/misc/irqscope" ] || install_modules >&2
prune
