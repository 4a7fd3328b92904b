# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# irqscope check: what it finds, and what it makes of lists; whole outputs are in golden.sh.
# Part of reader_test.sh.

CPU=/sys/devices/system/cpu

# put PATH TEXT: a file of the machine
put()
{
	mkdir -p "$machine${1%/*}"
	printf '%s\n' "$2" > "$machine$1"
}

# make_machine ONLINE ARGUMENTS: a machine of which little is known
make_machine()
{
	machine=$tmp/machine
	rm -rf "$machine"
	put $CPU/online "$1"
	put $CPU/possible "$1"
	put $CPU/isolated ""
	put /proc/cmdline "$2"
	put /proc/sys/kernel/osrelease 6.12.1
	put /proc/swaps "Filename Type Size Used Priority"
}

# put_config OPTION...: those that are set
put_config()
{
	mkdir -p "$machine/proc"
	{
		echo "# Linux kernel configuration"
		echo "CONFIG_HZ=250"
		for option; do
			echo "CONFIG_$option=y"
		done
		echo "# CONFIG_COMPACTION is not set"
	} | gzip > "$machine/proc/config.gz"
}

# put_task PID COMM POLICY PRIORITY FLAGS
put_task()
{
	put "/proc/$1/comm" "$2"
	put "/proc/$1/task/$1/stat" \
		"$1 ($2) S 2 0 0 0 -1 $5 0 0 0 0 0 0 0 0 -100 0 1 0 2 0 0 1 0 0 0 0 0 0 0 1 0 0 0 0 17 1 $4 $3 0 0 0"
}

# put_irq NUMBER WANTED [EFFECTIVE]
put_irq()
{
	put "/proc/irq/$1/smp_affinity_list" "$2"
	[ $# -lt 3 ] || put "/proc/irq/$1/effective_affinity_list" "$3"
}

# put_state CPU STATE NAME LATENCY DISABLED
put_state()
{
	put "$CPU/cpu$1/cpuidle/state$2/name" "$3"
	put "$CPU/cpu$1/cpuidle/state$2/latency" "$4"
	put "$CPU/cpu$1/cpuidle/state$2/disable" "$5"
}

# An EtherCAT board: the drivers of its two ports chose CPUs themselves.
arm64_machine()
{
	make_machine 0-1 "console=ttyS2 isolcpus=1 nohz_full=1 rcu_nocbs=1 irqaffinity=0 -- isolcpus=0"
	put $CPU/isolated 1
	put $CPU/nohz_full 1
	put $CPU/vulnerabilities/meltdown "Not affected"
	put_config ARM64 PREEMPT_RT NO_HZ_COMMON NO_HZ_FULL HIGH_RES_TIMERS RCU_NOCB_CPU \
		UNMAP_KERNEL_AT_EL0 RANDOMIZE_BASE RANDOMIZE_KSTACK_OFFSET SWAP \
		RODATA_FULL_DEFAULT_ENABLED ARM64_USE_LSE_ATOMICS CPUSETS MIGRATION FUNCTION_TRACER
	put /proc/version "Linux version 6.12.1 (x@y) (gcc) #1 SMP PREEMPT_RT Mon"
	put /sys/kernel/realtime 1
	mkdir -p "$machine/sys/firmware/devicetree/base"
	printf 'ti,am62l3-evm\0ti,am62l3\0' > "$machine/sys/firmware/devicetree/base/compatible"
	cat > "$machine/proc/interrupts" <<-'INTERRUPTS'
	           CPU0       CPU1       
	 11:       1000       2000     GICv3  27 Level     arch_timer
	 14:         16          0     GICv3  33 Level     2800000.serial
	 20:          5       4711     GICv3 134 Edge      8000000.ethernet-tx1
	 21:          6       4712     GICv3 135 Edge      8000000.ethernet-tx3
	 22:          7          0     GICv3 136 Edge      8000000.ethernet-tx0
	IPI0:       100        200       Rescheduling interrupts
	Err:          0
	INTERRUPTS
	put_irq 10 0-1 ""
	put_irq 11 0-1 ""
	put_irq 14 0 0
	put_irq 20 1 1
	put_irq 21 0-1 1
	put_irq 22 0-1 0
	put /sys/kernel/mm/ksm/run 1
	put /sys/devices/virtual/misc/hw_random/rng_current optee-rng
	printf '#subsys_name\thierarchy\tnum_cgroups\tenabled\ncpuset\t0\t1\t1\ncpu\t0\t1\t0\npids\t0\t1\t1\n' \
		> "$machine/proc/cgroups"
	put /proc/sys/kernel/sched_rt_runtime_us 950000
	put /proc/sys/kernel/sched_rt_period_us 1000000
	put /sys/devices/system/clocksource/clocksource0/current_clocksource arch_sys_counter
	put_task 1 systemd 0 0 4194560
	put_task 17 migration/1 1 99 69238848
	put_task 60 irqscope/1 1 95 2129984
	put_task 80 irq/20-eth 1 50 2129984
	put_task 301 systemd-journal 0 0 4194560
	put_task 302 containerd 0 0 4194560
	put_task 400 migration/9 1 99 4194560
	put_task 401 "soft plc) (" 2 96 4194560
	put_task 402 deadline 6 0 4194560
}

# findings CODE OPTION...: what is found, "state rule: found"
findings()
{
	code=$1
	shift
	expect "$code" "$READER_SANITIZED" --root "$machine" check --json "$@"
	"$JSONFLAT" < "$tmp/out" > "$tmp/values"
	awk '{
		value = substr($0, index($0, "=\"") + 2)
		sub(/"$/, "", value)
	}
	/\.rule=/ { rule = value }
	/\.state=/ { state = value }
	/\.found=/ { print state " " rule ": " value }' "$tmp/values" > "$tmp/findings"
}

# finding LINE: it is among them
finding()
{
	grep -qxF -- "$1" "$tmp/findings" && return 0
	echo "missing: $1; there is:"
	cat "$tmp/findings"
	return 1
}

# Page table isolation of arm64 has two reasons.
test_check_kpti()
{
	arm64_machine
	put /proc/cmdline "nokaslr"
	findings 2
	finding "ok kpti: not in force: this CPU needs none"
	finding "ok kaslr: switched off by a boot argument"
	put $CPU/vulnerabilities/meltdown "Mitigation: PTI"
	findings 2
	finding "warn kpti: in force (Mitigation: PTI)"
	put $CPU/vulnerabilities/meltdown "Vulnerable"
	put /proc/cmdline "kpti=0"
	findings 2
	finding "ok kpti: switched off by a boot argument"
	rm "$machine/proc/config.gz"
	put /proc/cmdline ""
	findings 2
	finding "unknown kpti: not without the kernel's configuration (no /proc/config.gz, no /boot/config-*)"
}

# The line of a rule has its state, what it found, the reason and a command.
test_check_lines()
{
	arm64_machine
	expect 2 "$READER_SANITIZED" --root "$machine" check
	[ ! -s "$tmp/err" ]
	grep -e 'merging of equal' -e 'interrupts on' -e '^ok.*isolcpus' -e bad, "$tmp/out" > "$tmp/lines"
	diff -u - "$tmp/lines" <<-'LINES'
	ok      boot argument isolcpus: CPU 1, as isolated
	bad     interrupts on isolated CPUs: 20 8000000.ethernet-tx1 on CPU 1 (4711), 21 8000000.ethernet-tx3 on CPU 1 (4712): a driver can choose CPUs in spite of irqaffinity=: on AM62L the interrupts of Ethernet queues came to the isolated core, each a delay for the task there: for i in 20 21; do echo 0 > /proc/irq/$i/smp_affinity_list; done
	warn    merging of equal pages (KSM): running: ksmd compares pages all the time, and a write to a merged one is a page fault; stopped in the AM62L campaign, together with services: echo 0 > /sys/kernel/mm/ksm/run
	2 bad, 11 warn, 2 info, 0 unknown, 20 ok
	LINES
	grep 'random numbers' "$tmp/out" | grep -q '163 us'
	grep 'QoS' "$tmp/out" | grep -q '134 us .* 39 us'
	grep '^warn *cpusets' "$tmp/out" | grep -q 'about 40 us'
}

test_check_json()
{
	arm64_machine
	findings 2
	head -7 "$tmp/values" | cut -c -80 > "$tmp/head"
	diff -u - "$tmp/head" <<-'HEAD'
	.format="irqscope-check"
	.version=1
	.findings[0].rule="preemption"
	.findings[0].state="ok"
	.findings[0].found="PREEMPT_RT"
	.findings[0].reason="without PREEMPT_RT, whatever holds a lock or handles an int
	.findings[0].remedy=null
	HEAD
	[ -z "$(sed 's/=.*//' "$tmp/values" | sort | uniq -d)" ]
	[ -z "$(grep '\.rule=' "$tmp/values" | sed 's/.*=//' | sort | uniq -d)" ]
	fails grep -q '\.reason=""' "$tmp/values"
}

test_check_arm()
{
	make_machine 0 "console=ttyO0 nohz_full=0"
	put_config ARM HZ_PERIODIC PREEMPT_RT
	put /proc/interrupts "           CPU0"
	put /sys/devices/system/clocksource/clocksource0/current_clocksource timer2
	put /sys/kernel/debug/irqscope/clock "name: 32k_counter
	class: 32k-counter
	i940: yes (the timer is a GP timer at 32768 Hz)
	verdict: coarse: steps of 30518 ns"
	sed -i 's/^	//' "$machine/sys/kernel/debug/irqscope/clock"
	put /sys/kernel/debug/irqscope/qos "device endpoint[channel] field found wanted now state
44000000.x  mpu[0]   emif-priority   4 0 0 applied
44000000.x  mpu[0]   l3-pressure     0 3 1 drifted"
	put /proc/sys/kernel/sched_rt_runtime_us -1
	findings 2
	finding "bad tick: nohz_full=0 has no effect: HZ_PERIODIC"
	finding "ok nohz: not set"
	finding "ok kpti: not compiled in"
	finding "ok isolated: there is one CPU only"
	finding "bad nohz_full: nohz_full= wants CPU 0, but the kernel does not do it there"
	finding "ok interrupts: no CPU is isolated"
	finding "ok throttling: off"
	finding "bad clocksource: 32k-counter: coarse: steps of 30518 ns"
	finding "bad qos: mpu[0] l3-pressure is 1, not 3 (drifted)"
	finding "ok idle: absent"
	grep -q 'remedy=.*i940' "$tmp/values"
	sed -i '$d' "$machine/sys/kernel/debug/irqscope/qos"
	findings 2
	finding "ok qos: 1 field as wanted"
	rm -r "$machine/sys/kernel/debug"
	findings 2
	finding "info qos: none that this module set; none is known for this machine"
	put /sys/devices/platform/irqscope/thread_priority 50
	findings 2
	finding "unknown qos: the module is there, but debugfs is not"
}

test_check_x86()
{
	make_machine 0-7 "ro quiet isolcpus=managed_irq,domain,6-7 rcu_nocbs=7 irqaffinity=0-6 randomize_kstack_offset=on"
	put $CPU/isolated 6-7
	put $CPU/nohz_full "(null)"
	put $CPU/vulnerabilities/meltdown "Mitigation: PTI"
	put_config X86 PREEMPT NO_HZ_COMMON NO_HZ_IDLE NO_HZ HIGH_RES_TIMERS LOCKDEP RCU_NOCB_CPU \
		MITIGATION_PAGE_TABLE_ISOLATION
	put /proc/version "Linux version 6.12.1 (x@y) (gcc) #1 SMP PREEMPT_DYNAMIC Mon"
	put /sys/kernel/mm/transparent_hugepage/enabled "[always] madvise never"
	put /sys/kernel/mm/ksm/run 0
	put /proc/swaps "Filename Type Size Used Priority
/dev/sda2 partition 1 0 -2"
	put /sys/devices/system/clocksource/clocksource0/current_clocksource hpet
	for cpu in 0 1 2 3 4 5 6 7; do
		put "$CPU/cpu$cpu/cpufreq/scaling_governor" "$([ $cpu = 5 ] && echo powersave || echo performance)"
		put_state $cpu 0 POLL 0 0
		put_state $cpu 1 C1 2 0
		put_state $cpu 2 C6 133 "$([ $cpu = 7 ] && echo 0 || echo 1)"
	done
	{
		echo "           CPU0 CPU1 CPU2 CPU3 CPU4 CPU5 CPU6 CPU7"
		echo "  0: 9 0 0 0 0 0 9 0 IO-APIC 2-edge timer"
		echo "120: 0 0 0 0 0 0 0 0 PCI-MSI 1-edge nvme0q7"
		echo "121: 5 0 0 0 0 0 0 0 PCI-MSI 1-edge eth0"
		echo "NMI: 0 0 0 0 0 0 0 0 Non-maskable interrupts"
	} > "$machine/proc/interrupts"
	put_irq 0 0-7
	put_irq 120 6 6
	put_irq 121 0-7 3
	chmod a-w "$machine/proc/irq/0/smp_affinity_list" "$machine/proc/irq/120/smp_affinity_list"
	rm -r "$machine/proc/irq/0"
	findings 2
	finding "bad preemption: PREEMPT_DYNAMIC, not PREEMPT_RT"
	finding "warn tick: NO_HZ_IDLE"
	finding "warn kpti: in force (Mitigation: PTI)"
	finding "ok kaslr: RANDOMIZE_BASE is not set"
	finding "warn kstack: switched on by a boot argument"
	finding "ok isolcpus: CPU 6-7, as isolated"
	finding "warn nohz_full: not on the isolated CPU 6-7"
	finding "warn rcu_nocbs: not on the isolated CPU 6"
	finding "bad irqaffinity: it names the isolated CPU 6"
	finding "warn interrupts: 120 nvme0q7 on CPU 6 (0, cannot be moved)"
	finding "ok ksm: not running"
	finding "warn thp: always"
	finding "bad swap: in use: /dev/sda2"
	finding "warn frequency: powersave on CPU 5"
	finding "warn idle: C6 takes 133 us to leave (CPU 7)"
	finding "warn clocksource: hpet"
	finding "bad lockdep: LOCKDEP is set"
	finding "info qos: none that this module set; none is known for this machine"
	grep -q 'remedy="irqaffinity=0-5 as a boot argument"' "$tmp/values"
	put /proc/cmdline "isolcpus=5 mitigations=off nokaslr pti=off irqaffinity=8-9x"
	put $CPU/vulnerabilities/meltdown "Vulnerable"
	findings 2
	finding "bad isolcpus: CPU 5 is wanted, but 5 is not isolated"
	finding "ok kpti: switched off by a boot argument"
	finding "ok kaslr: switched off by a boot argument"
	finding "warn irqaffinity: not given"
}

# The columns of /proc/interrupts are those of CPUs that are online.
test_check_offline_cpus()
{
	make_machine 0-1,4-7 "isolcpus=2,5 irqaffinity=0-1"
	put $CPU/possible 0-7
	put $CPU/isolated 2,5
	{
		echo "           CPU0 CPU1 CPU4 CPU5 CPU6 CPU7"
		echo " 30: 1 2 4 55 6 7 GICv3 50 Level spi"
		echo " 31: 1 2 4 5 66 7 GICv3 51 Level i2c"
	} > "$machine/proc/interrupts"
	put_irq 30 5 5
	put_irq 31 6 6
	findings 2
	finding "ok isolated: CPU 2,5"
	finding "bad interrupts: 30 spi on CPU 5 (55)"
	put $CPU/isolated 2
	put /proc/cmdline "isolcpus=2"
	findings 0
	finding "warn isolated: CPU 2, but not online"
}

# What the kernel takes for a list of CPUs.
test_check_cpu_lists()
{
	make_machine 0-15 ""
	put_irq 1 0
	while read -r argument isolated found; do
		put /proc/cmdline "isolcpus=$argument"
		put $CPU/isolated "$isolated"
		"$READER_SANITIZED" --root "$machine" check > "$tmp/out" || :
		grep -qF "isolcpus: $found" "$tmp/out"
	done <<-'CASES'
	1-3,5 1-5 CPU 1-3,5, as isolated
	8-N 8-15 CPU 8-15, as isolated
	all 0-15 CPU 0-15, as isolated
	0-11:1/4 0,4,8 CPU 0,4,8, as isolated
	nohz,domain,3 3 CPU 3, as isolated
	3 4 CPU 3 is wanted, but 3 is not isolated
	5-3 5 "5-3" is no list of CPUs
	0-7:1/0 5 "0-7:1/0" is no list of CPUs
	99999 5 "99999" is no list of CPUs
	what,3 3 "what,3" is no list of CPUs
	CASES
}

# The priority that counts is that of the measuring thread.
test_check_rivals()
{
	arm64_machine
	put /sys/devices/platform/irqscope/thread_priority 50
	findings 2
	finding "warn rivals: irq/20-eth (80, FIFO 50), migration/9 (400, FIFO 99), soft plc) ( (401, RR 96), deadline (402, DEADLINE 0)"
	put /sys/devices/platform/irqscope/thread_priority 99
	rm -r "$machine/proc/400" "$machine/proc/402"
	findings 2
	finding "ok rivals: none at or above priority 99"
}

# Without a configuration nobody is called guilty of what it may say.
test_check_without_config()
{
	arm64_machine
	cp "$machine/proc/config.gz" "$tmp/config.gz"
	rm "$machine/proc/config.gz"
	findings 2
	finding "ok preemption: PREEMPT_RT"
	for rule in tick nohz kpti kaslr kstack rodata_full lse_atomics lockdep; do
		finding "unknown $rule: not without the kernel's configuration (no /proc/config.gz, no /boot/config-*)"
	done
	finding "warn cpusets: there is such a controller"
	findings 2 --config "$tmp/config.gz"
	finding "warn cpusets: CPUSETS is set"
	mkdir "$machine/boot"
	gzip -dc "$tmp/config.gz" > "$machine/boot/config-6.12.1"
	findings 2
	finding "warn cpusets: CPUSETS is set"
	head -c 60 "$tmp/config.gz" > "$machine/proc/config.gz"
	findings 2
	finding "unknown suspend: not without the kernel's configuration (/proc/config.gz cannot be unpacked)"
	echo "it's not one" > "$machine/proc/config.gz"
	findings 2
	finding "unknown suspend: not without the kernel's configuration (what is there is no configuration of a kernel)"
	cp "$tmp/config.gz" "$machine/proc/config.gz"
	expect 2 env PATH=/nonexistent "$READER_SANITIZED" --root "$machine" check
	grep -q '^unknown suspend: .*there is no gzip' "$tmp/out"
}
