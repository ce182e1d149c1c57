#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* Numbers for people to read. Any thread. */

/* The word behind a count: `one` for 1, else `many`. */
const char *format_plural(int64_t count, const char *one, const char *many);

/* Bytes, as in "15.9 GiB"; cut to size. */
void format_bytes(uint64_t bytes, char *text, size_t size);

/* Appends to a text of *length characters and adds to *length; cut to size. */
PRINTF_LIKE(4, 5)
void format_append(char *text, size_t size, size_t *length, const char *format, ...);

/* Integers in ascending order as ranges, "0-3,8"; where there is no room for all, the first ones
 * and dots. */
void format_ranges(const int *values, int count, char *text, size_t size);
