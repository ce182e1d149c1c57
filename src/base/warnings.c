#include "base/warnings.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Makes room, if the first one has been told. */
static bool forget_first(Warnings *warnings) {
    if (warnings->told == 0)
        return false;
    warnings->told--;
    warnings->count--;
    memmove(warnings->texts[0], warnings->texts[1], (size_t)warnings->count * WARNING_SIZE);
    return true;
}

void warnings_add(Warnings *warnings, const char *format, ...) {
    char text[WARNING_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (int i = 0; i < warnings->count; i++) {
        if (strcmp(text, warnings->texts[i]) == 0)
            return;
    }
    if (warnings->count < WARNINGS_MOST || forget_first(warnings))
        memcpy(warnings->texts[warnings->count++], text, sizeof text);
}

const char *warnings_next(Warnings *warnings) {
    return warnings->told < warnings->count ? warnings->texts[warnings->told++] : NULL;
}
