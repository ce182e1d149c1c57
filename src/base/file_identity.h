#pragma once

#include <stdbool.h>
#include <sys/stat.h>

/* Whether two statuses are of the same file, whatever the names that led to it. The files must both
 * still be there or open, for a number that is free is given to the next file. Any thread. */
static inline bool file_identity_equal(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether an open file is a regular one: others may have no end, or keep nothing of what is written
 * to them. Any thread. */
static inline bool file_is_regular(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}
