#include "base/reason.h"

#include <stdarg.h>
#include <stdio.h>

bool reason_set(Reason *reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason->text, sizeof reason->text, format, arguments);
    va_end(arguments);
    return false;
}
