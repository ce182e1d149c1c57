#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/reason.h"

/* The files of a path of Syzygy tables, looked at before a library that ends the process, or
 * prints, when it does not like one of them. */

/* A name such as KQRPvKQR, without the ending. */
#define SYZYGY_NAME_SIZE 16

typedef struct SyzygyFile {
    char *path; /* absolute */
    char name[SYZYGY_NAME_SIZE];
    size_t bytes;
    struct stat status; /* when it was looked at */
    bool is_dtz;
    bool is_checked; /* read whole */
} SyzygyFile;

typedef struct SyzygyFiles {
    SyzygyFile *files; /* that may be used, by directory */
    int count;
    int wdl_count;
    int dtz_count;
    size_t bytes;         /* of all of them */
    int left_out;         /* files and directories that may not be used */
    size_t named;         /* characters that name them, without "and more" */
    Reason left_why;      /* names them, up to some; empty for none */
    uint64_t fingerprint; /* of syzygy_files_fingerprint() */
} SyzygyFiles;

/* Lists the tables in the directories of a path, which are divided as the system's lists are.
 * A directory that cannot be read, and a file that is none, incomplete, damaged or cannot be
 * mapped, is left out. False when no WDL table remains, or memory and address space do not suffice;
 * *reason then says why, and there is nothing to free. Tables of up to five men are read whole for
 * their checksums; of larger ones only size and beginning, up to the men, are looked at. Other
 * files are no matter. Any thread. */
bool syzygy_files_list(const char *path, SyzygyFiles *files, Reason *reason);

/* A number that is another one once a table has come into the directories of a path or has gone, or
 * is another file, or was written to; nothing is read. 0 for no tables, or without memory. Any
 * thread. */
uint64_t syzygy_files_fingerprint(const char *path);

/* Whether a file of the list is another one by now, or gone. */
bool syzygy_files_changed(const SyzygyFile *file);

/* Whether it is the same file, but has been written to. */
bool syzygy_files_cut(const SyzygyFile *file);

/* Leaves out one more, which is thereby gone from the list. */
void syzygy_files_leave_out(SyzygyFiles *files, int index, const char *why);

void syzygy_files_free(SyzygyFiles *files);

#define SYZYGY_FOLDER_SIZE 256

/* Makes a temporary directory of links to the files of the list, of those of one name and kind to
 * the first. False, with a reason and nothing made, when it cannot be had. Any thread. */
bool syzygy_files_link(const SyzygyFiles *files, char folder[SYZYGY_FOLDER_SIZE], Reason *reason);

/* Removes it and the links. */
void syzygy_files_unlink(const char *folder);
