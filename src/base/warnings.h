#pragma once

#include "base/compiler.h"

/* What the user should be told, each sentence once (again if WARNINGS_MOST others came between). By
 * one thread at a time. */

#define WARNINGS_MOST 32
#define WARNING_SIZE  256

typedef struct Warnings {
    char texts[WARNINGS_MOST][WARNING_SIZE];
    int count;
    int told; /* the first ones have been */
} Warnings;

/* Adds a sentence (cut to WARNING_SIZE), unless it is there already. In place of the oldest that
 * has been told where there is no more room; if none has, nothing is added. */
void warnings_add(Warnings *warnings, const char *format, ...) PRINTF_LIKE(2, 3);

/* The next one that has not been told, which it is thereby; NULL when there is none. Valid until
 * the next one is added. */
const char *warnings_next(Warnings *warnings);
