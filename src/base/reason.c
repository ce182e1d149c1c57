#include "base/reason.h"

#include <stdarg.h>
#include <stdio.h>

bool reason_set(Reason *reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason->text, sizeof reason->text, format, arguments);
    va_end(arguments);
    /* Names of files and what libraries quote may hold anything. */
    for (char *at = reason->text; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == '\x7F')
            *at = '?';
    }
    return false;
}
