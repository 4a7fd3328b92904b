# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# Whole outputs, beside what they are of: of check for the machines in trees/, of other
# commands for captures. Whatever changes shows as a difference; GOLDEN=write writes
# them anew, for a look at what git has to say then.
# Part of reader_test.sh.

# plant TREE: makes the machine of a tree in $machine. Lines "==> PATH [HOW]" begin
# files, what comes before the first tells of the machine. HOW: gzip packs the file,
# zeros ends its lines with zeros, read-only makes it so.
plant()
{
	machine=$tmp/machine
	rm -rf "$machine"
	grep '^==> ' "$1" | while read -r _ path how; do
		mkdir -p "$machine${path%/*}"
		awk -v path="$path" '/^==> / { on = $2 == path; next } on' "$1" > "$tmp/text"
		case $how in
		gzip)
			gzip -c < "$tmp/text" ;;
		zeros)
			tr '\n' '\0' < "$tmp/text" ;;
		*)
			cat "$tmp/text" ;;
		esac > "$machine$path"
		[ "$how" != read-only ] || chmod a-w "$machine$path"
	done
}

# golden FILE: stdout is what the file has
golden()
{
	[ "${GOLDEN:-}" != write ] || cp "$tmp/out" "$1"
	diff -u "$1" "$tmp/out"
}

# golden_check TREE CODE: what check says of a machine, to people and to programs
golden_check()
{
	plant "$here/trees/$1.tree"
	expect "$2" "$READER_SANITIZED" --root "$machine" check
	[ ! -s "$tmp/err" ]
	golden "$here/trees/$1.check"
	expect "$2" "$READER_SANITIZED" --root "$machine" check --json
	[ ! -s "$tmp/err" ]
	golden "$here/trees/$1.json"
}

test_golden_check_am62l()
{
	golden_check am62l 2
}

test_golden_check_am335x()
{
	golden_check am335x 0
}

test_golden_check_x86()
{
	golden_check x86 2
}

test_golden_check_offline()
{
	golden_check offline 2
}

test_golden_check_no_config()
{
	golden_check no-config 2
}

test_golden_check_no_cpuidle()
{
	golden_check no-cpuidle 0
}

# golden_capture NAME KIND [OUTLIERS]: what is said of a capture, in all words; the
# cyclictest format is compared with what the module prints, in export.sh
golden_capture()
{
	captures=$here/captures
	name=$1
	shift
	"$MKSNAPSHOT" "$@" > "$tmp/snapshot"
	while read -r suffix arguments; do
		# shellcheck disable=SC2086 # several words
		expect 0 "$READER_SANITIZED" $arguments "$tmp/snapshot"
		[ ! -s "$tmp/err" ]
		golden "$captures/$name.$suffix"
	done <<-'COMMANDS'
	show show
	hist hist --stage irq
	hist-log hist --stage irq --log
	csv export --format csv
	buckets.csv export --format csv --buckets
	json export --format json
	rt-tests.json export --format rt-tests-json
	prom export --format prometheus
	COMMANDS
}

# Two CPUs with a hole between them; one cell is empty, one has early samples.
test_golden_good()
{
	golden_capture good good
}

# More samples than 32 bits count, and each a second late.
test_golden_many()
{
	golden_capture many many
}

# What is doubtful about the numbers comes along.
test_golden_coarse()
{
	golden_capture coarse coarse
}

# Four stages, and who was to blame.
test_golden_outliers()
{
	outliers_text > "$tmp/outliers"
	golden_capture outliers stages4 "$tmp/outliers"
	expect 0 "$READER_SANITIZED" outliers "$tmp/snapshot"
	golden "$captures/outliers.outliers"
	expect 0 "$READER_SANITIZED" outliers --json "$tmp/snapshot"
	golden "$captures/outliers.outliers.json"
}
