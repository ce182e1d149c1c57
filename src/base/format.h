#pragma once

#include <stddef.h>
#include <stdint.h>

/* Numbers for people to read. Any thread. */

/* Bytes, as in "15.9 GiB"; cut to size. */
void format_bytes(uint64_t bytes, char *text, size_t size);

/* Integers in ascending order as ranges, "0-3,8"; cut to size. */
void format_ranges(const int *values, int count, char *text, size_t size);
