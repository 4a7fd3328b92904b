# SPDX-License-Identifier: GPL-2.0
# Checks the text format 0.0.4 of Prometheus: HELP and TYPE before the samples of a
# metric, these together, labels and values as they have to be, no sample twice,
# histograms cumulative with rising bounds. Prints what is wrong.
#   awk -f prometheus.awk FILE

function wrong(what) { print FILENAME ":" FNR ": " what; failed = 1 }

function family_of(name,   base) {
	base = name
	if (sub(/_(bucket|sum|count)$/, "", base) && type[base] == "histogram")
		return base
	return name
}

# Takes labels off the front of rest; what is left begins with the closing brace.
function take_labels() {
	le = series = ""
	while (match(rest, /^[a-zA-Z_][a-zA-Z0-9_]*="([^"\\]|\\["\\n])*"/)) {
		label = substr(rest, 1, RLENGTH)
		rest = substr(rest, RLENGTH + 1)
		if (label ~ /^le=/)
			le = substr(label, 5, length(label) - 5)
		else
			series = series label ","
		if (!sub(/^,/, "", rest))
			break
	}
}

function check_histogram() {
	key = family series
	if (name ~ /_bucket$/) {
		if (le == "")
			wrong("a bucket without le")
		bound = le == "+Inf" ? 1e300 : le + 0
		if (key in last_bound && bound <= last_bound[key])
			wrong("bounds do not rise")
		if (value + 0 < last_value[key] + 0)
			wrong("not cumulative")
		last_bound[key] = bound
		last_value[key] = value
	} else if (name ~ /_count$/ && (last_bound[key] != 1e300 || last_value[key] != value)) {
		wrong("+Inf is not there, or is not the count")
	}
}

/^# HELP [a-zA-Z_:][a-zA-Z0-9_:]* ./ { help[$3] = 1; next }
/^# TYPE [a-zA-Z_:][a-zA-Z0-9_:]* (counter|gauge|histogram)$/ {
	if ($3 in type)
		wrong("TYPE twice")
	if (!help[$3])
		wrong("TYPE without HELP")
	if ($4 == "counter" && $3 !~ /_total$/)
		wrong("a counter whose name does not end in _total")
	type[$3] = $4
	next
}
/^#/ || /^$/ { wrong("neither HELP nor TYPE nor a sample"); next }
{
	if (!match($0, /^[a-zA-Z_:][a-zA-Z0-9_:]*/)) {
		wrong("no name")
		next
	}
	name = substr($0, 1, RLENGTH)
	rest = substr($0, RLENGTH + 1)
	family = family_of(name)
	if (!(family in type))
		wrong("a sample without TYPE")
	if (family != current && family in begun)
		wrong("samples of a metric are apart")
	current = family
	begun[family] = 1
	series = le = ""
	if (sub(/^\{/, "", rest)) {
		take_labels()
		if (!sub(/^\}/, "", rest))
			wrong("labels")
	}
	if (rest !~ /^ -?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/)
		wrong("value")
	value = substr(rest, 2)
	if ((name, series, le) in seen)
		wrong("a sample twice")
	seen[name, series, le] = 1
	if (type[family] == "histogram")
		check_histogram()
}
END {
	if (!NR)
		wrong("nothing")
	exit failed
}
