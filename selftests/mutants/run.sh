#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Put the faults of mutants.txt into copies of the tree, one at a time: the tests
# that are named there must pass without and fail with it.
# usage: run.sh [NAME...]
# Adds a row (pass or fail, tab, name) per fault to the file $IRQSCOPE_TALLY.
# status: 0 if each was found, 1 else.
# shellcheck disable=SC2317 # checks are called by name
set -eu -o pipefail
MUTANTS=$(cd "$(dirname "$0")" && pwd)
. "$MUTANTS/../vm/lib.sh"
SELFTESTS=$MUTANTS/..
TALLY=${IRQSCOPE_TALLY:-}
# What the tests tell of themselves is no result here.
unset IRQSCOPE_TALLY

failed=0

# Print the table as lines with tabs between the fields.
rows() {
	sed '/^#/d; s/[ \t]*|[ \t][ \t]*/\t/g; /./!d' "$MUTANTS/mutants.txt"
}

# Make $WORK/tree, a copy of the tree.
fresh_tree() {
	rm -rf "$WORK/tree"
	copy_tree "$WORK/tree"
	# builds ask git which files there are
	git -C "$WORK/tree" init -q
}

# Run boots of qos/run.sh for the tree; what is built for it is of no use to others.
qos_boots() {
	local status=0 dir
	IRQSCOPE_TREE=$WORK/tree "$SELFTESTS/qos/run.sh" "$@" || status=$?
	dir=$(IRQSCOPE_TREE=$WORK/tree build_dir '')
	rm -rf "$CACHE/build/"*"${dir##*/}"
	return $status
}

# Make $WORK/payload: that of guest $1 with the modules of $WORK/tree. Those of the
# tests hold parts of the driver, too.
make_payload() {
	local payload part KDIR KARCH CROSS
	payload=$("$VM/build.sh" "$1" 2> "$WORK/build.log")
	eval "$("$VM/kernel.sh" "$1")"
	rm -rf "$WORK/payload"
	cp -a "$payload" "$WORK/payload"
	for part in . selftests/modules; do
		make -C "$WORK/tree/$part" KERNEL_SRC="$KDIR" ARCH="$KARCH" CROSS_COMPILE="$CROSS" \
			-j"$(nproc)" > "$WORK/build.log" 2>&1 || return 1
	done
	cp "$WORK/tree/driver/irqscope.ko" "$WORK/payload/tests/irqscope/" &&
		cp "$WORK/tree/selftests/modules/"*.ko "$WORK/payload/tests/irqscope/modules/"
}

# Run the tests $2... of the tree for "$1", a guest and options.
run_tests() {
	local guest=$1
	shift
	case $guest in
	qos) qos_boots "$@" ;;
	host)
		make -s -C "$WORK/tree/selftests" KSFT="$("$VM/ksource.sh")/tools/testing/selftests" \
			"${@/#/$WORK/tree/selftests/}" && "$WORK/tree/selftests/$1" ;;
	*)
		# shellcheck disable=SC2086 # a guest and its options
		make_payload ${guest%% *} &&
			"$VM/run.sh" --timeout 400 --payload "$WORK/payload" $guest "$@" ;;
	esac > "$WORK/log" 2>&1 < /dev/null
}

# The tests of a row pass as they are; each set is run once.
passes() {
	local key
	key=$(echo "$*" | tr -c 'a-z0-9\n' _)
	if [ ! -e "$WORK/pass.$key" ]; then
		fresh_tree
		run_tests "$@" || { sed 's/^/# /' "$WORK/log" | tail -n 20; return 1; }
		: > "$WORK/pass.$key"
	fi
}

# Is the fault found? $1: its name, then script $3 on file $2, and the tests.
found() {
	local file=$2 script=$3
	shift 3
	fresh_tree
	sed -i -e "$script" "$WORK/tree/$file"
	if cmp -s "$TREE/$file" "$WORK/tree/$file"; then
		echo "# nothing of $file is changed"
		return 1
	fi
	if run_tests "$@"; then
		echo "# survived"
		return 1
	fi
	# A fault that does not compile tells nothing.
	if ! grep -q '^not ok' "$WORK/log"; then
		sed 's/^/# /' "$WORK/build.log" "$WORK/log" | tail -n 20
		return 1
	fi
}

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
names=" $* "
IRQSCOPE_TALLY=
while IFS=$'\t' read -r name file script guest tests; do
	[ $# = 0 ] || [[ $names == *" $name "* ]] || continue
	IRQSCOPE_TALLY=$TALLY
	# shellcheck disable=SC2086 # several tests
	if passes "$guest" $tests; then
		check mutant "$name" found "$name" "$file" "$script" "$guest" $tests
	else
		report fail "mutant: $name" "its tests fail without it"
	fi
	IRQSCOPE_TALLY=
done < <(rows)
exit $failed
