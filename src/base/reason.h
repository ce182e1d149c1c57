#pragma once

#include <stdbool.h>

#include "base/compiler.h"

/* Why something failed, in words for its user: a line without newline. What can fail takes one to
 * write into, and has written into it only where it says that it failed. */
typedef struct Reason {
    char text[1536]; /* paths may be long */
} Reason;

/* Writes it as printf() does, cut to its size, with a question mark in the place of each control
 * character. The arguments are not to point into it. Returns false, which is what a function says
 * that fails. Any thread. */
bool reason_set(Reason *reason, const char *format, ...) PRINTF_LIKE(2, 3);
