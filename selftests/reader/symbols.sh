# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# Names for addresses: System.map, modules, and what is saved of them.
# Part of reader_test.sh.

# address_text ANCHOR ADDRESS...: a record with these frames
address_text()
{
	printf '# lost: 0\n# anchor: wake_up_process %s\n' "$1"
	echo "outlier: cpu=1 seq=1 t_ns=9 late=irq irq_ns=100000"
	echo "  task: comm=x pid=1 policy=other prio=0 mode=kernel preempt=0 softirq=no"
	echo "  cause: interrupted_at"
	shift
	for address; do
		echo "  at: $address"
	done
	echo
}

system_map()
{
	cat <<-'MAP'
	0000000000000000 A _kernel_flags_le_hi32
	                 U from_elsewhere
	                 w maybe
	ffff800080010000 T _text
	ffff800080010000 T _stext
	ffff800080010100 t local_name
	ffff800080010100 T global_name
	ffff800080010100 W weak_name
	ffff800080010180 t __alias
	ffff800080010180 t alias
	ffff8000800101c0 t $x
	ffff8000800101c4 d data_inside
	ffff8000800101c8 t $d.17
	ffff800080010200 T noreturn
	ffff800080010280 T after_noreturn
	ffff800080046b6c T wake_up_process
	ffff800080046c00 w weak
	ffff800080046d00 D _etext
	ffff800080050000 D jiffies
	ffff800080060000 T init_function
	ffff800080061000 T _einittext
	ffff800080070000 B _end
	MAP
}

# frames_are: the frames are what stdin says
frames_are()
{
	sed -n '/^  [^(]*[+0]/p' "$tmp/out" | grep -v ';' > "$tmp/frames"
	diff -u - "$tmp/frames"
}

# The link register counts as the caller if it lies in another function than the
# place itself; where that cannot be told, it is said.
test_link_register()
{
	system_map > "$tmp/map"
	address_text 0xffff8000823e6b6c 0xffff8000823b0290 '0xffff8000823b0288 ?' \
		0xffff8000823b0180 > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map" || return 1
	frames_are <<-'FRAMES' || return 1
	  after_noreturn+0x10/0x368ec
	  global_name+0x80/0x80
	FRAMES
	address_text 0xffff8000823e6b6c 0xffff8000823b0290 '0xffff8000823b0200 ?' \
		0xffff8000823b0180 > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map" || return 1
	frames_are <<-'FRAMES' || return 1
	  after_noreturn+0x10/0x368ec
	  alias+0x80/0x80
	  global_name+0x80/0x80
	FRAMES
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" || return 1
	grep -qx '  0xffff8000823b0200 (if in another function than the one above)' "$tmp/out"
}

# Moved by 0x23a0000. A place is looked up as it is, a return address as what
# comes before it: a call can be the last instruction of a function.
test_map_resolves()
{
	system_map > "$tmp/map"
	address_text 0xffff8000823e6b6c \
		0xffff8000823b0280 0xffff8000823b0280 0xffff8000823b0100 0xffff8000823b0101 \
		0xffff8000823b0190 0xffff8000823b01d0 0xffff8000823e6c10 0xffff8000823e6d01 \
		0xffff8000823e6d00 0xffff800082400004 0xffff800082401010 0xffff80008239ffff \
		0x1000 'listed+0x1/0x2 [module]' > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map"
	frames_are <<-'FRAMES'
	  after_noreturn+0x0/0x368ec
	  noreturn+0x80/0x80
	  _text+0x100/0x100
	  global_name+0x1/0x80
	  alias+0x10/0x80
	  alias+0x50/0x80
	  weak+0x10/0x100
	  0xffff8000823e6d01
	  weak+0x100/0x100
	  init_function+0x4/0x1000
	  0xffff800082401010
	  0xffff80008239ffff
	  0x1000
	  listed+0x1/0x2 [module]
	FRAMES
	[ ! -s "$tmp/err" ]
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map" --json
	"$JSONFLAT" < "$tmp/out" | grep -F 'frames[1].' > "$tmp/flat"
	diff -u - "$tmp/flat" <<-'FLAT'
	.records[0].frames[1].address="0xffff8000823b0280"
	.records[0].frames[1].symbol="noreturn"
	.records[0].frames[1].offset=128
	.records[0].frames[1].size=128
	.records[0].frames[1].module=null
	.records[0].frames[1].maybe=false
	FLAT
}

# The kernel may also have been moved down, and its anchor have the Thumb bit.
test_map_32_bits()
{
	printf '%s\n' "c0100000 T _text" "c0108000 t \$a" "c0108000 T wake_up_process" \
		"c0108100 t held_off" "c0108200 T _etext" > "$tmp/map"
	address_text 0xc0008001 0xc0008104 0xc0008200 > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map"
	frames_are <<-'FRAMES'
	  held_off+0x4/0x100
	  held_off+0x100/0x100
	FRAMES
}

test_map_without_anchor()
{
	system_map > "$tmp/map"
	address_text hidden hidden hidden > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map"
	grep -qx '  (2 addresses: hidden by kptr_restrict)' "$tmp/out"
	sentence="no function can be named: how far the kernel was moved from where its System.map has it is hidden (kptr_restrict)"
	grep -qxF "# $sentence" "$tmp/out"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map" --json
	expect_err "$sentence"
	"$JSONFLAT" < "$tmp/out" > "$tmp/flat"
	grep -qx '.anchor=null' "$tmp/flat"
	grep -qxF '.records[0].frames[1].address=null' "$tmp/flat"
	address_text hidden 0xffff800080010204 > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map"
	grep -qx '  0xffff800080010204' "$tmp/out"
	grep -qxF "# $sentence" "$tmp/out"
}

test_map_is_offered()
{
	address_text 0xffff800080046b6c 0xffff800080010204 > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text"
	grep -q '^# addresses are of functions .*: --system-map FILE names them$' "$tmp/out"
	address_text 0xffff800080046b6c 'known+0x1/0x2' > "$tmp/text"
	expect 0 "$READER_SANITIZED" outliers "$tmp/text"
	fails grep -q '^#' "$tmp/out"
}

# refuse_map TEXT: the map is refused so, and nothing is printed
refuse_map()
{
	expect 1 "$READER_SANITIZED" outliers "$tmp/text" --system-map "$tmp/map"
	expect_err "$1"
	[ ! -s "$tmp/out" ]
}

test_map_bad()
{
	address_text 0xffff800080046b6c 0xffff800080010204 > "$tmp/text"
	: > "$tmp/map"
	refuse_map "map: it has no functions: not a System.map"
	echo "ffffffffffffffff B The real System.map is in another package" > "$tmp/map"
	refuse_map "map: it has no functions: not a System.map"
	for line in 'ffff8000800102 T short' 'ffff80008001020g T hex' '0xffff80008001 T x' \
		'ffff800080010200 TT two' 'ffff800080010200 T' 'ffff800080010200  name' \
		'what is that' '' 'KERNEL_VERSION=6'; do
		{ system_map | head -8; echo "$line"; } > "$tmp/map"
		refuse_map "map: line 9 is not \"address type symbol\", as in a System.map"
	done
	head -c 100000 "$READER" > "$tmp/map"
	refuse_map "map: line 1 is not"
	system_map | sed '/wake_up/d' > "$tmp/map"
	refuse_map "map: it has no function wake_up_process: not a whole System.map"
	system_map | sed 's/ffff800080046b6c/ffff800080046b00/' > "$tmp/map"
	refuse_map "map: wake_up_process is at 0xffff800080046b00 there, but at 0xffff800080046b6c in the kernel that was measured: the System.map of another kernel"
	rm "$tmp/map"
	refuse_map "map: No such file or directory"
}

modules_text()
{
	cat <<-'MODULES'
	other 4096 0 - Live 0xffff80007a000000 (O)
	irqscope_inject 16384 1 other,another, Live 0xffff80007a010000 (OE)
	inside 4096 0 - Live 0xffff80007a013000
	hidden 16384 0 - Live 0x0000000000000000
	damaged
	MODULES
}

# The kernel itself tells where its modules are; no map is needed.
test_modules_live()
{
	make_root
	modules_text > "$root/proc/modules"
	address_text 0xffff800080046b6c 0xffff80007a0101c4 0xffff80007a011000 0xffff80007a013000 \
		0xffff80007a013001 0xffff80007a014000 0xffff80007a014001 0x10 > "$tmp/text"
	"$MKSNAPSHOT" stages4 "$tmp/text" > "$root/$DEBUGFS/snapshot"
	expect 0 "$READER_SANITIZED" --root "$root" outliers
	frames_are <<-'FRAMES'
	  [irqscope_inject]+0x1c4
	  [irqscope_inject]+0x1000
	  [irqscope_inject]+0x3000
	  [inside]+0x1
	  [inside]+0x1000
	  0xffff80007a014001
	  0x10
	FRAMES
	expect 0 "$READER_SANITIZED" --root "$root" outliers --json
	"$JSONFLAT" < "$tmp/out" | grep -F 'frames[0].' > "$tmp/flat"
	diff -u - "$tmp/flat" <<-'FLAT'
	.records[0].frames[0].address="0xffff80007a0101c4"
	.records[0].frames[0].symbol=null
	.records[0].frames[0].offset=452
	.records[0].frames[0].size=null
	.records[0].frames[0].module="irqscope_inject"
	.records[0].frames[0].maybe=false
	FLAT
	rm "$root/proc/modules"
	expect 0 "$READER_SANITIZED" --root "$root" outliers
	[ "$(grep -c '^  0x' "$tmp/out")" -eq 7 ]
}

# A snapshot is saved with the modules that its addresses need, whatever its
# version, and is a snapshot as before.
test_save_keeps_modules()
{
	make_root
	modules_text > "$root/proc/modules"
	address_text 0xffff800080046b6c 0xffff80007a0101c4 > "$tmp/text"
	for kind in stages4 stages4_later; do
		"$MKSNAPSHOT" $kind "$tmp/text" > "$root/$DEBUGFS/snapshot"
		expect 0 "$READER_SANITIZED" --root "$root" save "$tmp/saved"
		fails cmp -s "$root/$DEBUGFS/snapshot" "$tmp/saved"
		expect 0 "$READER_SANITIZED" show "$root/$DEBUGFS/snapshot"
		cp "$tmp/out" "$tmp/wanted"
		expect 0 "$READER_SANITIZED" show "$tmp/saved"
		cmp "$tmp/wanted" "$tmp/out"
		[ "$(grep -ac '^irqscope_inject 16384 1' "$tmp/saved")" -eq 1 ]
		expect 0 "$READER_SANITIZED" outliers "$tmp/saved"
		grep -qxF '  [irqscope_inject]+0x1c4' "$tmp/out"
		# Once is enough.
		cp "$tmp/saved" "$root/$DEBUGFS/snapshot"
		expect 0 "$READER_SANITIZED" --root "$root" run --duration 1 --save "$tmp/again"
		same_figures "$tmp/saved" "$tmp/again"
		[ "$(grep -ac '^irqscope_inject 16384 1' "$tmp/again")" -eq 1 ]
	done
}

# What has names, or what hides its addresses, is saved as it is.
test_save_without_modules()
{
	make_root
	modules_text > "$root/proc/modules"
	for frame in hidden 'known+0x1/0x2'; do
		address_text 0xffff800080046b6c "$frame" > "$tmp/text"
		"$MKSNAPSHOT" stages4 "$tmp/text" > "$root/$DEBUGFS/snapshot"
		expect 0 "$READER_SANITIZED" --root "$root" save "$tmp/saved"
		cmp "$root/$DEBUGFS/snapshot" "$tmp/saved"
	done
	rm "$root/proc/modules"
	address_text 0xffff800080046b6c 0xffff80007a0101c4 > "$tmp/text"
	"$MKSNAPSHOT" stages4 "$tmp/text" > "$root/$DEBUGFS/snapshot"
	expect 0 "$READER_SANITIZED" --root "$root" save "$tmp/saved"
	expect_err "/proc/modules: No such file or directory: what lies in modules will stay an address"
	cmp "$root/$DEBUGFS/snapshot" "$tmp/saved"
}

# The modules that were saved count, not those of this machine.
test_modules_saved()
{
	address_text 0xffff800080046b6c 0xffff80007a0101c4 > "$tmp/text"
	modules_text > "$tmp/modules"
	"$MKSNAPSHOT" stages4 "$tmp/text" "$tmp/modules" > "$tmp/snapshot"
	expect 0 "$READER_SANITIZED" --root "$tmp/none" outliers "$tmp/snapshot"
	grep -qxF '  [irqscope_inject]+0x1c4' "$tmp/out"
}
