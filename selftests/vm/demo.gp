# SPDX-License-Identifier: GPL-2.0
# The histograms of a run, as OSADL draws them: samples on a log scale over the
# latency, one curve for each stage.
# usage: gnuplot -e "dir='DIR'; png='FILE'" demo.gp
set title title
set logscale y
set yrange [0.8:*]
set xlabel "latency (us)"
set ylabel "samples" offset 1,0
set key top right
set style fill transparent solid 0.25 noborder

set xrange [0:last]
set terminal dumb size 78,22
plot dir.'/irq' using 1:($2 > 0 ? $2 : NaN) title 'irq' with impulses, \
     dir.'/thread' using ($1 + 0.3):($2 > 0 ? $2 : NaN) title 'thread' with impulses

set terminal pngcairo size 900,420 font 'sans,11'
set output png
set grid y
plot dir.'/irq' using 1:($2 > 0 ? $2 : 0.8) title 'irq, max '.irq_max.' us' with fillsteps lc rgb '#2060c0', \
     dir.'/irq' using 1:($2 > 0 ? $2 : 0.8) notitle with steps lw 2 lc rgb '#2060c0', \
     dir.'/thread' using 1:($2 > 0 ? $2 : 0.8) title 'thread, max '.thread_max.' us' with fillsteps lc rgb '#d06010', \
     dir.'/thread' using 1:($2 > 0 ? $2 : 0.8) notitle with steps lw 2 lc rgb '#d06010'
