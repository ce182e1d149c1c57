#pragma once

#include "base/compiler.h"

/* What the user should be told, each sentence once (again if WARNINGS_MOST others came between). By
 * one thread at a time. */

#define WARNINGS_MOST 32
#define WARNING_SIZE  256

typedef struct Warnings {
    char texts[WARNINGS_MOST][WARNING_SIZE];
    int count;
    int told; /* how many have been, from the first on */
} Warnings;

/* Adds a sentence (cut to WARNING_SIZE), unless it is there already. When full it replaces the
 * oldest that has been told; if none has been, nothing is added. */
void warnings_add(Warnings *warnings, const char *format, ...) PRINTF_LIKE(2, 3);

/* The next one that has not been told, and marks it as told; NULL when there is none. Valid until
 * the next one is added. */
const char *warnings_next(Warnings *warnings);
