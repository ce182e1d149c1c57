#pragma once

#include "base/reason.h"

/* A file beside another one that says that a process is to write that: what replaces it as a whole
 * cannot be locked itself. Main thread only. */
typedef struct Lock {
    char *path;
    int descriptor;
} Lock;

/* False, with a line in *error, where another process has it or the file cannot be made. A file
 * that a kill has left locks nothing. */
bool lock_take(Lock *lock, const char *path, Reason *error);

/* Removes the file. One that is all zeros has not been taken. */
void lock_release(Lock *lock);
