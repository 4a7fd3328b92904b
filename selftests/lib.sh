# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034
# What the tests of the module share. Source it first: it checks what the test
# depends on and exits with 4 (skip) where something is not there.

TESTS_DIR=$(cd "$(dirname "$0")" && pwd)
SYSFS=/sys/devices/platform/irqscope
DEBUGFS=/sys/kernel/debug/irqscope
INJECT=/sys/module/irqscope_inject/parameters
PATH=$TESTS_DIR:$PATH

# Installed beside the tests, or where make run_tests has found them.
for helpers in "$TESTS_DIR/../kselftest" "${KSFT:-}/kselftest"; do
	[ ! -e "$helpers/ktap_helpers.sh" ] || break
done
# shellcheck source=/dev/null
. "$helpers/ktap_helpers.sh"

# Leave without a result, for a reason that is not the module's fault.
skip_all() {
	ktap_skip_all "$*"
	exit "$KSFT_SKIP"
}

[ "$(id -u)" = 0 ] || skip_all "must be run as root"

# Where instructions are counted CPUs take turns: whoever reads what a test prints
# must not take time from what it measures.
if [ -n "${IRQSCOPE_ICOUNT:-}" ]; then
	output=$(mktemp)
	exec 3>&1 > "$output" 2>&1
	trap 'cat "$output" >&3' EXIT
	# nor while it starts
	sleep 1
fi

# The modules: beside the tests or installed.
find_module() {
	for ko in "$TESTS_DIR/$1.ko" "$TESTS_DIR/modules/$1.ko"; do
		if [ -e "$ko" ]; then
			echo "$ko"
			return
		fi
	done
	echo "$1"
}

# Load a module with the rest of the arguments as parameters.
load() {
	module=$(find_module "$1")
	shift
	case $module in
	*.ko) insmod "$module" "$@" ;;
	*) modprobe "$module" "$@" ;;
	esac
}

is_loaded() { grep -q "^$1 " /proc/modules; }

# Begin every test from the same state.
load_afresh() {
	! is_loaded irqscope || rmmod irqscope
	load irqscope "$@" || skip_all "cannot load irqscope"
	[ -d "$DEBUGFS" ] || mount -t debugfs debugfs /sys/kernel/debug 2> /dev/null || :
}

# A kernel with debugfs that may be mounted has made a place for it.
need_debugfs() { [ -d /sys/kernel/debug ] || skip_all "this kernel has no debugfs"; }

need_injector() {
	is_loaded irqscope_inject || load irqscope_inject ||
		skip_all "cannot load irqscope_inject"
}

# Write a value to a setting.
put() { echo "$2" > "$SYSFS/$1"; }

# Read a setting or a result.
get() { cat "$SYSFS/$1"; }

# The names of the errors that writes are to fail with.
errno_of() {
	case $1 in
	*'Invalid argument'*) echo EINVAL ;;
	*'busy'*) echo EBUSY ;;
	*'not supported'*) echo EOPNOTSUPP ;;
	*'temporarily unavailable'*) echo EAGAIN ;;
	*'endpoint shutdown'*) echo ESHUTDOWN ;;
	*'No such device') echo ENODEV ;;
	*'ermission denied'*) echo EACCES ;;
	*'I/O error'* | *'Input/output error'*) echo EIO ;;
	*) echo "$1" ;;
	esac
}

# Print the error that writing value $2 to setting $1 gives, "none" without. The
# shells differ in how they report a failed write of their own, and cat may try
# twice; dd writes once and says what went wrong.
put_error() {
	if message=$(echo "$2" | dd of="$SYSFS/$1" 2>&1); then
		echo none
	else
		errno_of "$message"
	fi
}

# What the module has logged so far, with or without times, and how many lines.
log() { dmesg | sed -n 's/^\(\[[^]]*] \)\{0,1\}irqscope: //p'; }
log_lines() { log | wc -l; }

# Write the settings $1..., each NAME=VALUE.
put_all() {
	for setting; do
		put "${setting%%=*}" "${setting#*=}" || return 1
	done
}

# Hold CPU $1 at priority $2 for $3 ms, by process $hog; returns once it is held. A
# sleep until then can depend on a timer of the CPU that is held.
hold_cpu() {
	rm -f /tmp/held && mkfifo /tmp/held
	"$TESTS_DIR/hog" "$@" > /tmp/held &
	hog=$!
	read -r _ < /tmp/held
}

# CPUs that are online, by number, and how many.
cpus_online() {
	for dir in /sys/devices/system/cpu/cpu[0-9]*; do
		cpu=${dir##*cpu}
		# the file is not there for CPUs that cannot go offline
		[ "$(cat "$dir/online" 2> /dev/null || echo 1)" = 0 ] || echo "$cpu"
	done | sort -n
}

# A condition of the kernel or of the run.
condition() { sed -n "s/^$1: //p" "$DEBUGFS/conditions"; }

# Column $3 of the row of CPU $1 and stage $2 in the table.
summary() {
	awk -v cpu="$1" -v stage="$2" -v column="$3" '
		/^#/ { next }
		$1 == "cpu" { for (i = 1; i <= NF; i++) if ($i == column) c = i; next }
		$1 == cpu && $2 == stage { print $c }' "$DEBUGFS/summary"
}

# How many samples of CPU $1 and stage $2 lie at or above $3 us, a whole number
# within the linear body. Some awks take a leading zero for octal.
samples_from() {
	awk -v cpu="$1" -v from="$3" '
		function decimal(s) { sub(/^0+/, "", s); return s + 0 }
		/^# CPUs:/ { for (i = 3; i <= NF; i++) if ($i == cpu) c = i - 1; next }
		/^# Histogram Overflows:/ { sum += decimal($(c + 2)); next }
		/^#/ { next }
		decimal($1) >= from { sum += decimal($c) }
		END { print sum + 0 }' "$DEBUGFS/hist/$2"
}

# After a stop: every event of irq arrived at each later stage or was counted.
events_accounted() {
	for dir in "$SYSFS"/stats/cpu*; do
		events=$(($(cat "$dir/irq/count") + $(cat "$dir/irq/early")))
		for stage in softirq thread work user mem; do
			[ -d "$dir/$stage" ] || continue
			accounted=$(($(cat "$dir/$stage/count") + $(cat "$dir/$stage/early") +
				$(cat "$dir/$stage/busy")))
			[ "$events" != "$accounted" ] || continue
			ktap_print_msg "${dir##*/}: irq $events, $stage $accounted"
			return 1
		done
	done
}

# The outlier records, a line each: the lines of a record with "|" between, and
# behind the last frame one more.
outliers() {
	awk '
		/^#/ { next }
		/^outlier: / { record = substr($0, 10) }
		/^  / { record = record "|" substr($0, 3) }
		/^$/ { print record "|" }' "$DEBUGFS/outliers"
}

# How many outliers have no record any more.
outliers_lost() { sed -n 's/^# lost: //p' "$DEBUGFS/outliers"; }

# Is there nothing left of the module?
no_trace() {
	left=$({
		ls -d "$SYSFS" "$DEBUGFS" /sys/module/irqscope
		grep '^irqscope ' /proc/modules
		grep -e sampler_timer -e irqscope /proc/timer_list
		grep '\[irqscope\]' /proc/vmallocinfo
		grep '^irqscope/' /proc/[0-9]*/comm
	} 2> /dev/null)
	[ -z "$left" ] || ktap_print_msg "left: $left"
	[ -z "$left" ]
}
