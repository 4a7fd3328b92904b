# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# The man page: in order, and telling of what --help tells.
# Part of reader_test.sh.

page=$here/../../userspace/irqscope.1

test_man_is_clean()
{
	# Style is left out: it depends on what other pages there are.
	mandoc -T lint -W warning "$page" > "$tmp/wrong"
	expect_file "$tmp/wrong" ""
	# And the check finds what is wrong.
	sed '/^\.El/d' "$page" | fails mandoc -T lint -W warning > /dev/null
	awk 'length > 80' "$page" | fails grep .
}

# options_of_help [COMMAND]: "command --option" for each that its help has: in the first
# lines, which show how it is called, or at the front of a line of its own
options_of_help()
{
	expect 0 "$READER" "$@" --help > /dev/null
	{
		grep -E '^(Usage:|       irqscope)' "$tmp/out" | grep -o -- '--[a-z-]*' || :
		sed -n 's/^  \(--[a-z-]*\).*/\1/p' "$tmp/out"
	} | sed "s/^/${1:-irqscope} /"
}

# commands: as irqscope --help lists them
commands()
{
	"$READER" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' | uniq
}

# Every option of the one is in the other, each with its command.
test_man_has_all_options()
{
	{
		options_of_help
		for command in $(commands); do
			# That before the command is told of once.
			options_of_help "$command" | grep -v -- '--root$' || :
		done
	} | sort -u > "$tmp/help"
	awk '
	BEGIN { command = "irqscope" }
	/^\.Ss / { command = $2 }
	/^\.It Fl -/ { print command, "-" $3 }' "$page" | sort > "$tmp/page"
	diff -u "$tmp/help" "$tmp/page"
	# The comparison is of something: these are told of in different ways.
	for option in "irqscope --root" "run --stop-on-outlier" "export --format" "save --system" \
		"outliers --system-map"; do
		grep -qx -- "$option" "$tmp/help"
	done
}

# The commands come in the same order.
test_man_has_all_commands()
{
	commands > "$tmp/help"
	[ "$(wc -l < "$tmp/help")" -ge 9 ]
	sed -n 's/^\.Ss \([a-z]*\).*/\1/p' "$page" | diff -u "$tmp/help" -
}

# What the program takes, its help tells: the tables of options are in the source.
test_help_has_all_options()
{
	for command in "" $(commands); do
		options_of_help ${command:+"$command"}
	done | sed 's/.* --//' | sort -u > "$tmp/help"
	sed -n 's/^\t\t{ "\([a-z-]*\)", [a-z]*_argument, .*/\1/p' \
		"$here"/../../userspace/*.c | sort -u > "$tmp/source"
	[ "$(wc -l < "$tmp/source")" -gt 20 ]
	comm -23 "$tmp/source" "$tmp/help" > "$tmp/wrong"
	expect_file "$tmp/wrong" ""
}
