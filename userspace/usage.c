// SPDX-License-Identifier: GPL-2.0
/* What irqscope COMMAND --help prints. */
#include "usage.h"

const char usage_run[] =
"Usage: irqscope [--root DIR] run [OPTIONS]\n"
"\n"
"Sets the kernel module up, runs it, shows the progress on stderr and prints\n"
"the table. Ctrl-C (or SIGTERM, SIGHUP) ends the run early; what was measured\n"
"until then is kept and printed. What no option sets stays as sysfs has it, and\n"
"what an option sets stays so afterwards.\n"
"\n"
"  --duration T    record for T: 10, 10s, 5m, 2h, 1d; 0 or forever: until Ctrl-C\n"
"                  (default 60 s); the warm-up comes on top\n"
"  --cpus LIST     measure these CPUs, like 0-2,5; all: those online at the start\n"
"  --period US     sample every so many us, 50 to 1000000\n"
"  --stages LIST   measure these stages: irq, softirq, thread, work, user, mem; for\n"
"                  user, a task for each CPU is started, with the priority below\n"
"  --threshold US  keep a record of each sample beyond this many us, 0 (off) to\n"
"                  10000000, or with a number for each stage, irq:50,thread:100;\n"
"                  irqscope outliers shows them, and the exit code is 2\n"
"  --stop-on-outlier  end the run with the first of them (=0: do not)\n"
"  --priority N    SCHED_FIFO priority of the stages thread and user, 1 to 99\n"
"  --phase PHASE   fixed or random\n"
"  --warmup MS     do not record the first ms, 0 to 60000\n"
"  --bucket NS     width of a bucket, a divisor of 1000 from 50 to 1000 ns\n"
"  --mem KIB       what the stage mem reads, 1 to 4096 KiB\n"
"  --limit LIST    end with exit code 2 if a latency was greater: irq=50us,thread=1.5ms,\n"
"                  thread=80us@3 for one CPU (ns, us, ms, s); 1 if it was not measured\n"
"  --load LOAD     run this beside the measurement, from a second before it to its\n"
"                  end: a command for /bin/sh, or one of the profiles\n"
"                  sdk      stress-ng --cpu-method=all -c 4\n"
"                  core1    taskset -c 1 stress-ng --cpu 1 --cpu-load 70 --vm 1\n"
"                           --vm-bytes 80%\n"
"                  both     the same, and taskset -c 0 stress-ng --cpu 1 --cpu-load 50\n"
"                  memrate  stress-ng --memrate 1 --memrate-rd-mbs 70\n"
"                           --memrate-wr-mbs 140 --taskset 0\n"
"  --save FILE     save the snapshot as well, with what each second has counted, the\n"
"                  load and how busy each CPU was\n"
"  --quiet         no progress\n";

const char usage_top[] =
"Usage: irqscope [--root DIR] top [OPTIONS]\n"
"\n"
"Shows what a run measures while it goes on: for each CPU and stage the samples\n"
"since its start with min, mean and max in us, and samples and max since the last\n"
"table. The worst is marked with *. If there is no room for all, the worst come\n"
"first. It neither starts nor stops a run; without one it shows the last figures\n"
"and ends. In a pipe, or with TERM=dumb, there is one table after the other.\n"
"\n"
"  --interval S    a table every S seconds, 1 to 3600 (default 2)\n"
"  --count N       end after N tables (default: Ctrl-C)\n"
"  --stage S       this stage only\n"
"  --cpus LIST     these CPUs only, like 0-2,5\n";

const char usage_show[] =
"Usage: irqscope [--root DIR] show [OPTIONS] [FILE]\n"
"\n"
"Prints the table of the kernel, or of the snapshot in FILE (- is stdin). Times\n"
"are in us. Lines that begin with # tell what one has to know to read it.\n"
"\n"
"  --limit LIST    end with exit code 2 if a latency is greater: irq=50us,thread=1.5ms,\n"
"                  thread=80us@3 for one CPU (ns, us, ms, s); 1 if it was not measured\n";

const char usage_save[] =
"Usage: irqscope [--root DIR] save FILE\n"
"       irqscope [--root DIR] save --system DIR\n"
"\n"
"Checks a snapshot of the kernel's numbers and saves it in FILE (- is stdout).\n"
"\n"
"  --system DIR    save instead the files that irqscope check reads, in DIR, which\n"
"                  must be new or empty; irqscope --root DIR check works on them\n"
"                  anywhere. Among them are the names of all processes.\n";

const char usage_check[] =
"Usage: irqscope [--root DIR] check [OPTIONS]\n"
"\n"
"Looks at what on this machine can cost latency: the kernel and its boot\n"
"arguments, isolated CPUs, interrupts, tasks, memory, power, the clock, QoS. A line\n"
"for each rule: its state, what it looked at, what it found, why that matters, and\n"
"a remedy. States: bad (known to cost much, or against what was asked for), warn\n"
"(can cost latency), info, unknown (it cannot be told here), ok.\n"
"\n"
"  --config FILE   the configuration of the kernel, packed by gzip or not (default:\n"
"                  /proc/config.gz or /boot/config-<release>)\n"
"  --json          print one JSON object instead\n"
"\n"
"Exit code: 0 nothing is bad (there may be warnings), 2 something is, 1 wrong usage\n"
"or a FILE that cannot be read.\n";

const char usage_outliers[] =
"Usage: irqscope [--root DIR] outliers [OPTIONS] [FILE]\n"
"\n"
"Tells of each sample beyond its threshold (irqscope run --threshold): how late\n"
"it was, who had the CPU then, and where in the code that was, callers below. FILE\n"
"is a saved snapshot, or the text of the kernel's file outliers (- is stdin).\n"
"\n"
"  --newest        the newest first (default)\n"
"  --worst         the worst first, before all those that never got to run\n"
"  --limit N       the first N only\n"
"  --json          print one JSON object instead\n"
"  --system-map FILE\n"
"                  name the functions by this System.map, for a kernel that has no\n"
"                  symbol names itself (KALLSYMS)\n";

const char usage_hist[] =
"Usage: irqscope [--root DIR] hist [OPTIONS] [FILE]\n"
"\n"
"Draws the histogram of a stage, of the kernel or of the snapshot in FILE (- is\n"
"stdin). Rows are of 1 us, those without samples between two others are one; what\n"
"is above the linear body of the histogram is the last row. A bar that is too short\n"
"to be drawn is a dot.\n"
"\n"
"  --stage S       this stage (default: the only one, or thread)\n"
"  --cpu N         this CPU (default: all of them together)\n"
"  --rows N        so many rows at most, 2 to 1000 (default 20): wider ones if rows of\n"
"                  1 us are more\n"
"  --log           rows that double in width instead, up to the greatest latency\n";

const char usage_plot[] =
"Usage: irqscope [--root DIR] plot [OPTIONS] OUT.png|.svg|.pdf [FILE...]\n"
"\n"
"Draws the histogram of a stage, a curve for each CPU: samples per us, on a log\n"
"scale, over the latency. It is of the kernel, or of the snapshot in FILE (- is\n"
"stdin); several stand one above the other, with the same axes. The program gnuplot\n"
"draws; where there is none, OUT.gnuplot and OUT.dat are written, and the exit code\n"
"is 1.\n"
"\n"
"  --stage LIST    these stages, like irq,thread (default: the only one, or thread)\n"
"  --cpu N         this CPU only\n"
"  --script        write OUT.gnuplot and OUT.dat, from which gnuplot OUT.gnuplot makes\n"
"                  the picture, and nothing else\n";

const char usage_export[] =
"Usage: irqscope [--root DIR] export --format FORMAT [OPTIONS] [FILE]\n"
"\n"
"Writes the kernel's numbers, or those of the snapshot in FILE (- is stdin), as\n"
"\n"
"  cyclictest      the histogram of one stage, as cyclictest -h prints it\n"
"  rt-tests-json   JSON as rt-tests write it: irq as interrupts, thread as threads\n"
"  csv             a row for each CPU and stage\n"
"  json            all that there is; userspace/irqscope.schema.json describes it\n"
"  prometheus      metrics for the textfile collector of node_exporter\n"
"\n"
"  --stage S       this stage only (cyclictest: default the only one, or thread)\n"
"  --buckets       csv: a row for each bucket with samples\n"
"  --output FILE   write FILE, which others see complete or not at all\n";

const char usage_clock[] =
"Usage: irqscope [--root DIR] clock [OPTIONS]\n"
"\n"
"Tells what the kernel says about its clock, and what an application sees of it:\n"
"steps, the cost of clock_gettime() and the way it goes, of a sleep of 1 ns, and\n"
"of a switch between two threads. That is measured on one CPU, which is busy with\n"
"it for up to a second, whatever the clock. Sentences come first, then all figures\n"
"as \"key: value\". A cost is a median, with min and max behind it.\n"
"\n"
"  --cpu N         measure on this CPU (default: where the program runs)\n"
"  --priority N    SCHED_FIFO priority to measure at, 1 to 99 (default 80); 0: an\n"
"                  ordinary one\n"
"  --no-tests      measure nothing, only tell what the kernel says\n"
"  --json          print one JSON object instead\n"
"\n"
"What is measured is of the machine at hand, also with --root.\n";

const char usage_compare[] =
"Usage: irqscope compare [OPTIONS] A B...\n"
"\n"
"Compares captures with the first, A: names what the runs differ in, and tells for\n"
"each CPU and stage whether the mean of the maxima of the blocks (parts of the run,\n"
"of a second or more) differs by more than chance. All verdicts together are wrong\n"
"in 5 % of comparisons at most, if nothing has changed. There is no verdict if period,\n"
"phase, stages, size of what mem reads, class of the clock or load differ.\n"
"\n"
"  --force         a verdict all the same\n"
"  --fail-if-worse end with exit code 2 if a CPU and stage is higher than in A\n"
"  --seed N        other random numbers for the test (default 1)\n"
"  --json          print one JSON object instead\n"
"\n"
"Exit code: 0 compared, 1 no verdict, or wrong usage or input, 2 worse.\n"
"Two runs are one of each state: that the board has drifted in between looks the\n"
"same. Repeat A after B, and compare that too.\n";

const char usage_merge[] =
"Usage: irqscope merge --output OUT [--force] A B...\n"
"\n"
"Adds captures up, of several runs or boards: every count, sum and histogram, CPU by\n"
"CPU and stage by stage. Conditions that are the same in all are kept. Outliers are\n"
"left out. Widths of buckets must be the same.\n"
"\n"
"  --output OUT    write OUT (- is stdout), which others see complete or not at all\n"
"  --force         merge also what differs in period, phase, size of what mem reads, class\n"
"                  of the clock or load\n";
