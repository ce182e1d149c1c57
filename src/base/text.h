#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Scanning of text that is a pointer and a length: no terminator is needed and NUL is a character
 * like any other. Every function is pure, knows ASCII only and no locale. White space is blank,
 * \t, \n, \v, \f and \r. */

typedef struct Text {
    const char *data;
    size_t length;
} Text;

/* The text of a C string, which must outlive it. */
Text text_of(const char *string);

/* Without white space at either end. */
Text text_trim(Text text);

/* Bytes of the byte order mark that a text begins with; 0 without. */
size_t text_mark_size(Text text);

/* Cuts the next token, a run of characters that are not white space, off the front of *rest. False
 * when none is left; *token is then unchanged. */
bool text_next_token(Text *rest, Text *token);

bool text_equals(Text text, const char *string);
bool text_equals_ignoring_case(Text text, const char *string);

/* Copies as much as there is room for in size bytes, and NUL, with '?' for what is no visible
 * ASCII: what others send is told on in lines and reports that bear nothing else. */
void text_copy_visible(Text text, char *copy, size_t size);

/* Whether both consist of the same tokens, whatever the white space between and the case. */
bool text_same_words(Text a, Text b);

/* Reads a decimal integer, sign allowed, that fills the whole text. What does not fit becomes
 * INT64_MIN or INT64_MAX. On false, for anything else, *value is unchanged. */
bool text_parse_integer(Text text, int64_t *value);

/* The same, but false for what does not fit. */
bool text_parse_fitting_integer(Text text, int64_t *value);
