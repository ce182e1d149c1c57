#include "base/format.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

const char *format_plural(int64_t count, const char *one, const char *many) {
    return count == 1 ? one : many;
}

void format_bytes(uint64_t bytes, char *text, size_t size) {
    static const char *const UNITS[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    size_t unit = 0;
    while (value >= 1024 && unit + 1 < ARRAY_LENGTH(UNITS)) {
        value /= 1024;
        unit++;
    }
    snprintf(text, size, value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", value, UNITS[unit]);
}

void format_append(char *text, size_t size, size_t *length, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(text + *length, size - *length, format, arguments);
    va_end(arguments);
    *length += added > 0 ? (size_t)added : 0;
    if (*length >= size)
        *length = size - 1;
}

/* What two numbers of 32 bits take, and what is said in place of those that do not fit. */
#define RANGE_SIZE  32
#define MORE_RANGES ",..."

void format_ranges(const int *values, int count, char *text, size_t size) {
    size_t length = 0;
    if (size == 0)
        return;
    text[0] = '\0';
    for (int i = 0, last; i < count; i = last + 1) {
        last = i;
        while (last + 1 < count && values[last + 1] == values[last] + 1)
            last++;
        char range[RANGE_SIZE];
        size_t added = 0;
        format_append(range, sizeof range, &added, "%s%d", i > 0 ? "," : "", values[i]);
        if (last > i)
            format_append(range, sizeof range, &added, "-%d", values[last]);
        const bool is_end = last + 1 == count;
        if (length + added + (is_end ? 0 : sizeof MORE_RANGES - 1) >= size) {
            format_append(text, size, &length, "%s", i > 0 ? MORE_RANGES : "...");
            return;
        }
        format_append(text, size, &length, "%s", range);
    }
}
