#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Text in the language of manual pages. */

/* What is to be typed exactly so: bold if asked for, and a hyphen is the character of options. */
void roff_literal(FILE *out, const char *text, size_t length, bool bold);

/* Running text: whole lines, with a line break after each sentence. What stands between backquotes
 * and names of options become bold; a word of `arguments` in capitals is the name of an argument
 * and set in italics. */
void roff_text(FILE *out, const char *text, size_t length, const char *arguments);

/* The form of arguments, such as "DEPTH [FEN|startpos]": names in italics, what is to be typed in
 * bold. Without a line's end. */
void roff_form(FILE *out, const char *form, size_t length);
