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

# golden CODE FILE ARGUMENT...: what the reader says, on stdout alone, is what the file
# has; and so it is where a long is 32 bits wide
golden()
{
	code=$1
	file=$2
	shift 2
	for reader in "$READER_SANITIZED" ${READER_32:+"$READER_32"}; do
		# shellcheck disable=SC2086 # it may need another program to be run
		expect "$code" $reader "$@"
		[ ! -s "$tmp/err" ]
		[ "${GOLDEN:-}" != write ] || cp "$tmp/out" "$file"
		diff -u "$file" "$tmp/out"
	done
}

# golden_check TREE CODE: what check says of a machine, to people and to programs
golden_check()
{
	plant "$here/trees/$1.tree"
	golden "$2" "$here/trees/$1.check" --root "$machine" check
	golden "$2" "$here/trees/$1.json" --root "$machine" check --json
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
		golden 0 "$captures/$name.$suffix" $arguments "$tmp/snapshot"
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

# Counts that neither 53 bits nor 32 hold, on a CPU of the greatest number, too, and a
# cell of early samples only.
test_golden_huge()
{
	golden_capture huge huge
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
	golden 0 "$captures/outliers.outliers" outliers "$tmp/snapshot"
	golden 0 "$captures/outliers.outliers.json" outliers --json "$tmp/snapshot"
}
