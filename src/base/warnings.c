#include "base/warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void warnings_add(Warnings *warnings, const char *format, ...) {
    if (warnings->count == WARNINGS_MOST)
        return;
    char *text = warnings->texts[warnings->count];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, WARNING_SIZE, format, arguments);
    va_end(arguments);
    for (int i = 0; i < warnings->count; i++) {
        if (strcmp(text, warnings->texts[i]) == 0)
            return;
    }
    warnings->count++;
}

const char *warnings_next(Warnings *warnings) {
    return warnings->told < warnings->count ? warnings->texts[warnings->told++] : NULL;
}
