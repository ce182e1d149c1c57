#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The words of a form of arguments, such as "DEPTH [FEN|startpos]" or "--suite=FILE", and of the
 * texts that explain it. */

/* The length of the name that text begins with, letters and digits and points between them; or 0.
 */
size_t form_name_length(const char *text, size_t length);

/* The length of the long option that text begins with, --like-this; or 0. */
size_t form_option_length(const char *text, size_t length);

#define FORM_CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* Whether a name stands for something, as FEN or A.json do: it has a capital. */
bool form_is_placeholder(const char *name, size_t length);

/* Whether the argument of that name is a file to read or write. */
bool form_is_file(const char *name);

/* Whether one of the arguments, leaving out values of options, is a file. */
bool form_takes_files(const char *form);

/* Walks over the arguments that are to be typed as they stand: the next one from *form on, its
 * length in *length, or NULL. *form moves behind it. */
const char *form_next_literal(const char **form, size_t *length);
