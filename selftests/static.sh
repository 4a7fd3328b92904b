#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What can be told from the source alone: style, warnings, comments, scripts.
# usage: static.sh
# Adds a row (pass or fail, tab, name) per gate to the file $IRQSCOPE_TALLY.
# shellcheck disable=SC2317 # the gates are called by name
set -u
. "$(dirname "$0")/vm/lib.sh"
cd "$VM/../.." || exit 1
SCRIPTS=$("$VM/ksource.sh")/scripts || exit 1
WORK=$(mktemp -d)
# checkpatch leaves its lists of names behind
trap 'rm -rf "$WORK" .checkpatch-camelcase.*' EXIT
failed=0

# A macro that declares things by the name it is given must use it repeatedly,
# and one that lists initialisers cannot be an expression.
DECLARING_MACROS=MACRO_ARG_REUSE,COMPLEX_MACRO

files() { git ls-files -co --exclude-standard -- "$@"; }

# Run a gate: it passes if it succeeds and prints nothing.
gate() {
	local name=$1 outcome=pass
	shift
	if ! "$@" > "$WORK/log" 2>&1 || [ -s "$WORK/log" ]; then
		outcome=fail
	fi
	report $outcome "static: $name"
	sed 's/^/# /' "$WORK/log"
}

# checkpatch on files $2..., ignoring the comma-separated types $1.
checkpatch() {
	local ignore=$1 status=0
	shift
	for file; do
		perl "$SCRIPTS/checkpatch.pl" --no-tree --strict --terse --no-summary \
			--ignore "$ignore" -f "$file" || status=1
	done
	return "$status"
}

checkpatch_module() {
	# One header must know kernel versions: that is what it is for.
	checkpatch LINUX_VERSION_CODE,CONSTANT_COMPARISON driver/compat.h
	# Another prints addresses, after it has asked whether it may.
	checkpatch VSPRINTF_SPECIFIER_PX driver/outlier_report.c
	# shellcheck disable=SC2046
	checkpatch "$DECLARING_MACROS" $(files 'driver/*.[ch]' 'include/*.h' 'selftests/modules/*.c' |
		grep -v -e compat.h -e outlier_report.c)
}

# Programs have no kernel types, no kernel macros and no kernel string functions;
# checkpatch does not know their message functions, nor functions of one line.
checkpatch_programs() {
	local ignore=PREFER_KERNEL_TYPES,ARRAY_SIZE,BIT_MACRO,PREFER_DEFINED_ATTRIBUTE_MACRO,STRCPY
	ignore=$ignore,LONG_LINE_STRING,INITIALISED_STATIC,$DECLARING_MACROS
	# shellcheck disable=SC2046
	checkpatch "$ignore" \
		$(files 'userspace/*.[ch]' 'selftests/*.c' | grep -v -e selftests/modules -e reader/fuzz/)
	# libFuzzer says what it calls.
	# shellcheck disable=SC2046
	checkpatch "$ignore,CAMELCASE" $(files 'selftests/reader/fuzz/*.[ch]')
}

# Compile the modules for guest $1 with all warnings and sparse; whatever is said
# is printed.
modules_quiet() {
	local KDIR KARCH CROSS log=$WORK/modules.log
	eval "$("$VM/kernel.sh" "$1")"
	rm -rf "$WORK/tree"
	files | rsync -a --files-from=- --ignore-missing-args ./ "$WORK/tree/"
	for dir in . selftests/modules; do
		make -C "$WORK/tree/$dir" KERNEL_SRC="$KDIR" ARCH="$KARCH" CROSS_COMPILE="$CROSS" \
			W=1 C=2 CF=-D__CHECK_ENDIAN__ > "$log" 2>&1 || { cat "$log"; return 1; }
		! grep -E 'warning:|error:|WARNING:' "$log" || return 1
	done
}

kernel_doc() {
	# shellcheck disable=SC2046
	perl "$SCRIPTS/kernel-doc" -none -Wall -Werror $(files 'driver/*.[ch]' 'include/*.h') 2>&1 |
		grep -v 'no structured comments found'
	return 0
}

scripts_clean() {
	# shellcheck disable=SC2046
	shellcheck -x -P SCRIPTDIR -e SC1091 $(files '*.sh') .ci/run "$VM/init"
}

# By the kernel's rules for bindings.
yaml_clean() {
	# shellcheck disable=SC2046
	yamllint -s -d '{extends: default, rules: {line-length: {max: 110}, brackets: {max-spaces-inside: 1}}}' \
		$(files '*.yaml' '*.yml')
}

# The bucket law stands in one file, and no kernel version outside another.
one_place() {
	! git grep -nE 'LINUX_VERSION_CODE|KERNEL_VERSION\(' -- '*.[ch]' ':!driver/compat.h'
}

gate "checkpatch module" checkpatch_module
gate "checkpatch programs" checkpatch_programs
for guest in amd64-rt-6.12 arm64-rt-6.12 armhf-rt-6.1; do
	gate "W=1 and sparse, $guest" modules_quiet "$guest"
done
gate "kernel-doc" kernel_doc
gate "shellcheck" scripts_clean
gate "yamllint" yaml_clean
gate "kernel versions in one place" one_place
exit $failed
