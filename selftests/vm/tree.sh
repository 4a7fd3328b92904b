#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Write the devicetree of a guest's machine, with overlays applied, to a file.
# usage: tree.sh GUEST FILE OVERLAY.dtso...
set -eu
. "$(dirname "$0")/lib.sh"

[ $# -ge 3 ] || die "usage: tree.sh GUEST FILE OVERLAY.dtso..."
GUEST=$1 FILE=$2
shift 2
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
overlays=()
"$VM/guest.sh" --dump-dtb "$WORK/machine.dtb" "$GUEST" 2> /dev/null
for source; do
	overlay=$WORK/$(basename "$source").dtbo
	dtc -q -@ -I dts -O dtb -o "$overlay" "$source"
	overlays+=("$overlay")
done
fdtoverlay -i "$WORK/machine.dtb" -o "$FILE" "${overlays[@]}"
