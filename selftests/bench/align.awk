# SPDX-License-Identifier: GPL-2.0
# Make the columns of Markdown tables as wide as their widest field.

# A field as wide as its column, to the right or left; a rule is drawn out.
function pad(field, wide, right) {
	if (field ~ /^---/)
		while (length(field) < wide)
			field = "-" field
	return sprintf(right ? "%*s" : "%-*s", wide, field)
}

function flush(   i, j, line, fields, n) {
	for (i = 1; i <= rows; i++) {
		n = split(row[i], fields, / *\| */)
		line = "|"
		for (j = 2; j < n; j++)
			line = line " " pad(fields[j], width[j], j > 2) " |"
		print line
	}
	rows = 0
	split("", width)
}

/^\|/ {
	row[++rows] = $0
	n = split($0, fields, / *\| */)
	for (j = 2; j < n; j++)
		if (length(fields[j]) > width[j])
			width[j] = length(fields[j])
	next
}
{ flush(); print }
END { flush() }
