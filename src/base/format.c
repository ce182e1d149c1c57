#include "base/format.h"

#include <stdio.h>

#include "base/compiler.h"

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

void format_ranges(const int *values, int count, char *text, size_t size) {
    size_t length = 0;
    if (size > 0)
        text[0] = '\0';
    for (int i = 0; i < count && length < size;) {
        int last = i;
        while (last + 1 < count && values[last + 1] == values[last] + 1)
            last++;
        const char *separator = i > 0 ? "," : "";
        if (last > i)
            length += (size_t)snprintf(text + length, size - length, "%s%d-%d", separator,
                                       values[i], values[last]);
        else
            length += (size_t)snprintf(text + length, size - length, "%s%d", separator, values[i]);
        i = last + 1;
    }
}
