// SPDX-License-Identifier: GPL-2.0
/* Makes the picture, or the files of which gnuplot makes it. */
#include <stdlib.h>
#include <string.h>

#include "gnuplot.h"
#include "message.h"
#include "plot.h"
#include "save.h"
#include "text.h"

#define SCRIPT_SUFFIX	".gnuplot"
#define DATA_SUFFIX	".dat"
/* Room for a name in a message. */
#define NAME_LEN	256

/* Finds what the name of a picture ends in. */
int plot_take_output(const char *path, const char **terminal)
{
	static const char *const endings[] = { "png", "svg", "pdf" };
	const char *dot = strrchr(path, '.');
	size_t i;

	for (i = 0; dot && i < sizeof(endings) / sizeof(endings[0]); i++) {
		if (strcmp(dot + 1, endings[i]))
			continue;
		*terminal = endings[i];
		return EXIT_FINE;
	}
	return complain("\"%s\": the picture comes first, and its name must end in .png, .svg or .pdf",
			path);
}

/* Tells what a file is called in its directory. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Writes the name of a file here as gnuplot takes it. */
static void put_quoted(FILE *out, const char *name, const char *suffix)
{
	/* A name that began with < or | would be a command. */
	fputs("'./", out);
	for (; *name; name++) {
		if (*name == '\'')
			putc('\'', out);
		putc(*name, out);
	}
	fprintf(out, "%s'\n", suffix);
}

/* Writes the data. */
static void put_data(FILE *out, const struct plot_text *plot, const char *path)
{
	(void)path;
	plot->put_data(out, plot->of);
}

/* Writes the script; it finds its data, and makes the picture, where one stands. */
static void put_script(FILE *out, const struct plot_text *plot, const char *path)
{
	fputs("data = ", out);
	put_quoted(out, base_name(path), DATA_SUFFIX);
	fputs("set output ", out);
	put_quoted(out, base_name(path), "");
	plot->put_script(out, plot->of);
}

/* Writes script and data as one text, for a picture on stdout. */
static void put_all(FILE *out, const struct plot_text *plot, const char *path)
{
	(void)path;
	fputs("$data << END\n", out);
	plot->put_data(out, plot->of);
	fputs("END\ndata = '$data'\n", out);
	plot->put_script(out, plot->of);
}

/* Has a text written into memory. */
static int make_text(struct bytes *bytes, const struct plot_text *plot, const char *path,
		     void (*put)(FILE *out, const struct plot_text *plot, const char *path))
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int lost;

	if (!out)
		return complain("no memory for the script of gnuplot");
	put(out, plot, path);
	lost = ferror(out);
	if (fclose(out))
		lost = 1;
	*bytes = (struct bytes){ (unsigned char *)text, size };
	return lost ? complain("no memory for the script of gnuplot") : EXIT_FINE;
}

/* Saves bytes beside the picture. */
static int save_beside(const struct bytes *bytes, const char *path, const char *suffix)
{
	char *name = malloc(strlen(path) + strlen(suffix) + 1);
	int error;

	if (!name)
		return complain("no memory for a name");
	strcpy(name, path);
	strcat(name, suffix);
	error = save_bytes(bytes, name);
	free(name);
	return error;
}

/* Saves script and data instead of the picture. */
int plot_save_script(const struct plot_text *plot, const char *path)
{
	struct bytes script = { 0 }, data = { 0 };
	char clean[NAME_LEN];
	const char *at;
	int error;

	for (at = base_name(path); *at; at++) {
		if ((unsigned char)*at >= ' ')
			continue;
		text_clean(clean, sizeof(clean), path, strlen(path));
		return complain("\"%s\": gnuplot takes no control characters in a name", clean);
	}
	error = make_text(&script, plot, path, put_script);
	if (!error)
		error = make_text(&data, plot, path, put_data);
	if (!error)
		error = save_beside(&data, path, DATA_SUFFIX);
	if (!error)
		error = save_beside(&script, path, SCRIPT_SUFFIX);
	bytes_free(&script);
	bytes_free(&data);
	return error;
}

/* Tells how the picture that was asked for can be made. */
static int save_without_gnuplot(const struct plot_text *plot, const char *path)
{
	const int error = plot_save_script(plot, path);

	if (error)
		return error;
	return complain("there is no gnuplot here: wrote %s.gnuplot and .dat; gnuplot %s.gnuplot makes the picture where they are",
			path, base_name(path));
}

/* Saves the picture; what was there stays until it is complete. */
int plot_save_picture(const struct plot_text *plot, const char *path)
{
	struct bytes script = { 0 }, picture = { 0 };
	bool missing = false;
	struct save save;
	int error = save_begin(&save, path);

	if (error)
		return error;
	error = make_text(&script, plot, path, put_all);
	if (!error)
		error = gnuplot_run(&script, &picture, &missing);
	if (!error && !missing)
		error = save_finish(&save, &picture);
	else
		save_cancel(&save);
	if (missing)
		error = save_without_gnuplot(plot, path);
	bytes_free(&script);
	bytes_free(&picture);
	return error;
}
