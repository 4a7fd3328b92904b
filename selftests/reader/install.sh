# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154
# make -C userspace install and uninstall.
# Part of reader_test.sh.

# make_userspace TARGET [VARIABLE=...]: with the reader that has been built already
make_userspace()
{
	built=$(dirname "$READER")
	expect 0 env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$here/../../userspace" \
		BUILD="$built" -o "$built/irqscope" "$@"
}

# "mode path" of each file below a directory
list_files()
{
	(cd "$1" && find . -type f -printf '%m %p\n' | sort -k 2)
}

test_install()
{
	for prefix in /usr /usr/local /opt/irqscope; do
		rm -rf "$tmp/dest"
		(umask 077; make_userspace install DESTDIR="$tmp/dest" PREFIX=$prefix)
		list_files "$tmp/dest$prefix" > "$tmp/list"
		diff -u - "$tmp/list" <<-'LIST'
		755 ./bin/irqscope
		644 ./lib/systemd/system/irqscope-prometheus.service
		644 ./lib/systemd/system/irqscope-prometheus.timer
		644 ./share/irqscope/irqscope.schema.json
		644 ./share/man/man1/irqscope.1
		LIST
		# Nothing is anywhere else, and others may go where it is.
		[ "$(find "$tmp/dest" -type f | wc -l)" -eq 5 ]
		[ -z "$(find "$tmp/dest$prefix" -mindepth 1 -type d ! -perm 755)" ]
		cmp "$READER" "$tmp/dest$prefix/bin/irqscope"
		grep -q "^ExecStart=$prefix/bin/irqscope export " \
			"$tmp/dest$prefix/lib/systemd/system/irqscope-prometheus.service"
	done
	make_userspace install DESTDIR="$tmp/dest"
	[ -x "$tmp/dest/usr/local/bin/irqscope" ]
}

# What others have put there stays.
test_uninstall()
{
	rm -rf "$tmp/dest"
	make_userspace install DESTDIR="$tmp/dest" PREFIX=/usr
	echo other > "$tmp/dest/usr/bin/other"
	make_userspace uninstall DESTDIR="$tmp/dest" PREFIX=/usr
	list_files "$tmp/dest" > "$tmp/list"
	expect_file "$tmp/list" "644 ./usr/bin/other"
	[ ! -d "$tmp/dest/usr/share/irqscope" ]
	# Once more there is nothing to do.
	make_userspace uninstall DESTDIR="$tmp/dest" PREFIX=/usr
}

# systemd takes the units as they are installed.
test_install_units()
{
	command -v systemd-analyze > /dev/null || exit "$SKIP"
	rm -rf "$tmp/dest"
	make_userspace install DESTDIR="$tmp/dest" PREFIX=/usr
	units=$tmp/dest/usr/lib/systemd/system
	# It looks for the program where the unit says that it is.
	sed -i "s,^ExecStart=/usr,ExecStart=$tmp/dest/usr," "$units/irqscope-prometheus.service"
	expect 0 systemd-analyze verify "$units/irqscope-prometheus.service" \
		"$units/irqscope-prometheus.timer"
	cat "$tmp/err"
	[ ! -s "$tmp/err" ] && [ ! -s "$tmp/out" ]
	# And it finds what is wrong.
	sed -i 's/^Type=oneshot/Type=twoshot/' "$units/irqscope-prometheus.service"
	systemd-analyze verify "$units/irqscope-prometheus.service" 2>&1 | grep -q twoshot
}
