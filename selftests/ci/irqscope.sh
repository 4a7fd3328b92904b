#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run the kselftest collection "irqscope" and measure latencies, for LAVA or without.
# usage: irqscope.sh [-p DIR] [-u TARBALL] [-t TESTS] [-l LIMITS] [-d DURATION]
#   -p DIR       where the collection is unpacked (/opt/kselftests/irqscope)
#   -u TARBALL   what make -C selftests gen_tar makes, a file or an address for wget;
#                needed where DIR has no collection
#   -t TESTS     some tests only, such as "run_test.sh params_test.sh"; with or
#                without irqscope: before each
#   -l LIMITS    latencies that fail the test latency_limit_test.sh: irq=50us,thread=120us
#   -d DURATION  how long to measure for the metrics, and with -l for the limits (60s);
#                0 for no metrics
# Leaves in ./output, which is made anew: result.txt, a row for each result ("ID
# pass|fail|skip" or "ID pass VALUE UNITS"), tests.ktap, capture.isc, latency.json.
# The rows go to lava-test-case, or are printed where there is none.
# status: 0 if nothing failed, 1 else, 2 usage.

OUTPUT=$PWD/output
RESULTS=$OUTPUT/result.txt

# Leave with a result that tells that the tests did not run.
give_up() {
	echo "irqscope.sh: $*" >&2
	echo "irqscope_setup fail" >> "$RESULTS"
	send_results
	exit 1
}

# Hand over the rows.
send_results() {
	while read -r id result value units; do
		if ! command -v lava-test-case > /dev/null; then
			echo "$id $result${value:+ $value $units}"
		elif [ -n "$value" ]; then
			lava-test-case "$id" --result "$result" --measurement "$value" --units "$units"
		else
			lava-test-case "$id" --result "$result"
		fi
	done < "$RESULTS"
}

# See to it that $collection has the collection, and go there.
find_collection() {
	if [ ! -e "$collection/run_kselftest.sh" ]; then
		[ -n "$tarball" ] || give_up "no collection in $collection, and no tarball is named"
		case $tarball in
		*://*)
			wget -q -O "$OUTPUT/${tarball##*/}" "$tarball" || give_up "cannot get $tarball"
			tarball=$OUTPUT/${tarball##*/} ;;
		esac
		mkdir -p "$collection"
		tar -C "$collection" -xf "$tarball" || give_up "cannot unpack $tarball"
	fi
	cd "$collection" || give_up "cannot enter $collection"
	[ -d irqscope ] || give_up "$collection has no collection irqscope"
}

# Print the names of the tests that are to run.
selected() {
	if [ -n "$tests" ]; then
		for name in $tests; do
			echo "${name#irqscope:}"
		done
	else
		sed -n 's/^irqscope://p' kselftest-list.txt
	fi
}

# Run them.
run_tests() {
	arguments='-c irqscope'
	[ -z "$tests" ] || arguments=$(selected | sed 's/^/-t irqscope:/')
	if [ -n "$limits" ]; then
		export KSELFTEST_LATENCY_LIMIT_TEST_SH_ARGS="$limits $duration"
	fi
	# The runner opens its output anew and would write over the beginning of a file.
	# shellcheck disable=SC2086 # several words
	./run_kselftest.sh $arguments 2>&1 | cat > "$OUTPUT/tests.ktap"
}

# Print rows for the results in tests.ktap: what a test file tells of comes before
# its own result, behind "# ". Names are made as test-definitions makes them.
test_rows() {
	awk '
		function row(name, line,  id, result) {
			gsub(/[^A-Za-z0-9_-]+/, "_", name)
			sub(/_$/, "", name)
			id = name
			if (seen[name]++)
				id = name "_dup" seen[name]
			result = line ~ /^not ok/ ? "fail" : line ~ /# SKIP/ ? "skip" : "pass"
			print id, result
		}
		# Print what is between the number and the directive.
		function title(line) {
			sub(/^(not )?ok [0-9]+ *(- )?/, "", line)
			sub(/ *# *(SKIP|TIMEOUT|XFAIL|TODO|ERROR|exit).*/, "", line)
			return line
		}
		/^# selftests: irqscope: / { file = $4; inner = 0 }
		/^# (not )?ok [0-9]+ / { inner++; lines[inner] = substr($0, 3) }
		/^(not )?ok [0-9]+ selftests: irqscope: / {
			file = title($0)
			sub(/^selftests: irqscope: /, "", file)
			for (i = 1; i <= inner; i++)
				row("irqscope_" file "_" title(lines[i]), lines[i])
			row("irqscope_" file, $0)
			inner = 0
		}' "$OUTPUT/tests.ktap" | tr -d '\r'
}

# Print rows for the tests that have no result, as when the kernel is too ill.
missing_rows() {
	selected | sed 's/[^A-Za-z0-9_-][^A-Za-z0-9_-]*/_/g; s/^/irqscope_/' | while read -r id; do
		grep -q "^$id " "$RESULTS" || echo "$id fail"
	done
}

# Measure with the settings as they are. Some tests leave the module, some do not.
measure() {
	if ! grep -q '^irqscope ' /proc/modules && [ ! -d /sys/devices/platform/irqscope ]; then
		insmod irqscope/irqscope.ko 2> /dev/null || modprobe irqscope || return 1
	fi
	[ -d /sys/kernel/debug/irqscope ] || mount -t debugfs debugfs /sys/kernel/debug 2> /dev/null
	irqscope/irqscope run --quiet --duration "$duration" --save "$OUTPUT/capture.isc" \
		> "$OUTPUT/table.txt" && irqscope/irqscope export "$OUTPUT/capture.isc" \
		--format rt-tests-json > "$OUTPUT/latency.json"
}

# Print rows for the latencies in latency.json, named as the parser of test-definitions
# names them: t for threads, i for interrupts, and the number in the file.
latency_rows() {
	awk '
		{ gsub(/[",:]/, " ") }
		$1 == "thread" || $1 == "irq" { kind = substr($1, 1, 1) }
		$1 ~ /^[0-9]+$/ && $2 == "{" { number = $1 }
		kind && ($1 == "min" || $1 == "avg" || $1 == "max") {
			print kind number "-" $1 "-latency pass", $2, "us"
		}' "$OUTPUT/latency.json"
}

collection=/opt/kselftests/irqscope tarball='' tests='' limits='' duration=60s
while getopts p:u:t:l:d: option; do
	case $option in
	p) collection=$OPTARG ;;
	u) tarball=$OPTARG ;;
	t) tests=$OPTARG ;;
	l) limits=$OPTARG ;;
	d) duration=$OPTARG ;;
	*) sed -n '/^# usage/,/^# status/s/^# *//p' "$0" >&2; exit 2 ;;
	esac
done
rm -rf "$OUTPUT"
mkdir "$OUTPUT" || exit 1
: > "$RESULTS"
[ "$(id -u)" = 0 ] || give_up "must be run as root"

find_collection
run_tests
test_rows >> "$RESULTS"
missing_rows > "$OUTPUT/missing"
cat "$OUTPUT/missing" >> "$RESULTS"
if [ "$duration" != 0 ]; then
	measured=fail
	if measure && latency_rows > "$OUTPUT/latency.txt" && [ -s "$OUTPUT/latency.txt" ]; then
		measured=pass
		cat "$OUTPUT/latency.txt" >> "$RESULTS"
	fi
	echo "irqscope_measured $measured" >> "$RESULTS"
fi
send_results
! grep -q '^[^ ]* fail' "$RESULTS"
