# SPDX-License-Identifier: GPL-2.0
# The table of what irqscope takes up.

# Add up the sections whose names match.
function sections(pattern,   name, sum) {
	for (name in section)
		if (name ~ pattern)
			sum += section[name]
	return sum + 0
}

# How often a CPU of 10^9 instructions a second could do it.
function rate(name) {
	return (100, name) in cost ? number(1e9 / cost[100, name]) : "failed"
}

END {
	printf "\n### %s: what it takes up\n\n", guest
	print "| | |"
	print "|---|---:|"
	printf "| irqscope.ko: code, bytes | %s |\n", number(sections("^\\.(text|init\\.text|exit\\.text|text\\..*|noinstr\\.text)$"))
	printf "| constants | %s |\n", number(sections("^\\.(ro|init\\.ro)data|^\\.(init|exit)\\.data"))
	printf "| data | %s |\n", number(sections("^\\.data($|\\.[^.])|^\\.ro_after_init"))
	printf "| zeroed data | %s |\n", number(sections("^\\.bss"))
	printf "| each CPU's data, kept by the kernel | %s |\n", number(sections("^\\.data\\.\\.percpu"))
	printf "| reader, static, stripped | %s |\n", number(reader_bytes)
	printf "| store of a CPU: `irq`, KiB | %s |\n", number(bytes["irq"] / 1024)
	printf "| `irq,thread` | %s |\n", number(bytes["thread"] / 1024)
	printf "| all four stages | %s |\n", number(bytes["all"] / 1024)
	printf "| outliers of a CPU, with a threshold | %s |\n", number((bytes["irq_threshold"] - bytes["irq"]) / 1024)
	printf "| loading the module, us at 1 instruction per ns | %s |\n", number(load_ns[1] / 1000)
	printf "| samples a second that would fill a CPU of 10^9 instructions a second: `irq` | %s |\n", rate("irq")
	printf "| `irq,thread` | %s |\n", rate("thread")
}
