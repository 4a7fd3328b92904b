# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Reading devicetrees: the address translation of the Devicetree Specification,
# written here so that nothing under test vouches for itself.

# Print the parent of node $1.
fdt_parent() {
	local up=${1%/*}
	echo "${up:-/}"
}

# Print how many cells the addresses of children of node $2 of tree $1 have.
fdt_address_cells() { fdtget -t u -d 2 "$1" "$2" '#address-cells'; }

# Print how many cells the sizes of children of node $2 of tree $1 have.
fdt_size_cells() { fdtget -t u -d 1 "$1" "$2" '#size-cells'; }

# Set NUMBER to what the hexadecimal cells $1... say together.
fdt_number() {
	local cell
	NUMBER=0
	for cell; do
		NUMBER=$((NUMBER << 32 | 16#$cell))
	done
}

# Print what address $1 below a bus is above it. The cells of an address below
# are $2, of one above $3, of a size $4; "ranges" is $5... Fails if no range has it.
fdt_through() {
	local address=$1 below=$2 above=$3 size=$4 base to
	shift 4
	while [ $# -ge $((below + above + size)) ]; do
		fdt_number "${@:1:below}"
		base=$NUMBER
		fdt_number "${@:1 + below:above}"
		to=$NUMBER
		fdt_number "${@:1 + below + above:size}"
		if ((address >= base && address - base < NUMBER)); then
			echo $((address - base + to))
			return
		fi
		shift $((below + above + size))
	done
	return 1
}

# Print the physical address of the first "reg" of node $2 of tree $1. Fails if
# some bus on the way does not translate it.
fdt_translate() {
	local tree=$1 bus up address below above text cells
	bus=$(fdt_parent "$2")
	below=$(fdt_address_cells "$tree" "$bus")
	text=$(fdtget -t x "$tree" "$2" reg) || return
	read -ra cells <<< "$text"
	fdt_number "${cells[@]:0:below}"
	address=$NUMBER
	while [ "$bus" != / ]; do
		up=$(fdt_parent "$bus")
		above=$(fdt_address_cells "$tree" "$up")
		# Without the property nothing is translated, with an empty one
		# both sides are the same.
		text=$(fdtget -t x "$tree" "$bus" ranges 2> /dev/null) || return
		read -ra cells <<< "$text"
		if [ ${#cells[@]} -gt 0 ]; then
			address=$(fdt_through "$address" "$below" "$above" \
				"$(fdt_size_cells "$tree" "$bus")" "${cells[@]}") || return
		fi
		bus=$up below=$above
	done
	printf '0x%08x\n' "$address"
}

# Print the size in the first "reg" of node $2 of tree $1.
fdt_size() {
	local bus at count cells
	bus=$(fdt_parent "$2")
	at=$(fdt_address_cells "$1" "$bus")
	count=$(fdt_size_cells "$1" "$bus")
	read -ra cells <<< "$(fdtget -t x "$1" "$2" reg)"
	fdt_number "${cells[@]:at:count}"
	printf '0x%x\n' "$NUMBER"
}

# Print the nodes of tree $1 that have a "reg", in and below node $2.
fdt_with_reg() {
	local child
	! fdtget -p "$1" "$2" | grep -qx reg || echo "$2"
	for child in $(fdtget -l "$1" "$2"); do
		fdt_with_reg "$1" "${2%/}/$child"
	done
}
