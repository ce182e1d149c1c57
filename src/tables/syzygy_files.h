#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/reason.h"

/* The files of a path of Syzygy tables, looked at before a library that ends the process, or
 * prints, when it does not like one of them. */

/* A name such as KQRPvKQR, without the ending. */
#define SYZYGY_NAME_SIZE 16

typedef struct SyzygyFiles {
    int wdl_count;
    int dtz_count;
    size_t bytes;                  /* of all files */
    char (*wdl)[SYZYGY_NAME_SIZE]; /* the names of the WDL tables */
} SyzygyFiles;

/* Lists the tables in the directories of a path, which are separated by colons. False when a
 * directory cannot be read, a file is none, incomplete or damaged, cannot be mapped, or there is
 * none at all; *reason then says why, and there is nothing to free. Tables
 * of up to five men are read whole for their checksums. Other files are no matter. */
bool syzygy_files_list(const char *path, SyzygyFiles *files, Reason *reason);

void syzygy_files_free(SyzygyFiles *files);
