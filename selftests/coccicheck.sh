#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Apply the semantic patches of the kernel source to the module, as its coccicheck
# does in mode "report".
# usage: coccicheck.sh
# Prints what they find; status 1 if that is anything, or if one could not be applied.
set -u -o pipefail
cd "$(dirname "$0")" || exit 1
. vm/lib.sh

# For what kernels before 5.18 have not.
NOT_OURS='/api/string_choices\.cocci$'

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
source=$("$VM/ksource.sh") || exit 1
tar -C "$WORK" -xf "$source.tar.xz" "${source##*/}/scripts/coccinelle" || exit 1
status=0 rules=0
while read -r rule; do
	# Only what knows the mode has something to report.
	grep -q '^virtual report' "$rule" || continue
	# Two are in part programs for a compiler that is no package of ours.
	! grep -q '^@.*ocaml' "$rule" || continue
	rules=$((rules + 1))
	# shellcheck disable=SC2046 # the options stand in the rule
	spatch --very-quiet -D report --no-show-diff \
		$(sed -n 's|^// *[Oo]ptions: *||p' "$rule") --cocci-file "$rule" \
		-I ../include -I ../include/uapi -I ../driver --dir ../driver \
		>> "$WORK/found" 2> "$WORK/errors" || { cat "$WORK/errors"; status=1; }
done < <(find "$WORK" -name '*.cocci' | grep -Ev "$NOT_OURS" | sort)
echo "# $rules rules"
[ "$rules" -gt 40 ] || status=1
if grep . "$WORK/found"; then
	status=1
fi
exit $status
