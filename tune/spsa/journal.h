#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/reason.h"

/* The file that a run leaves behind it: a heading of lines that say what is played, then a line for
 * each iteration, of which a kill loses none. It is all that is needed to go on. Owned by one
 * thread at a time. */

/* The games of an iteration, as the plus side has them. */
typedef struct JournalRecord {
    int wins, draws, losses;
} JournalRecord;

typedef struct Journal {
    FILE *file; /* locked against other programs */
    JournalRecord *records;
    int64_t count;    /* of records */
    int64_t capacity; /* records that there is room for */
    bool was_cut;     /* its last line was incomplete and has been removed */
} Journal;

/* What a file must be like to be continued. */
typedef struct JournalPlan {
    const char *heading; /* ends with a newline */
    int games;           /* in each record */
    int64_t capacity;    /* records at most */
} JournalPlan;

/* Opens a journal, or begins one where there is no file or an empty one. False, with the reason in
 * *error, and the file as it was, when it cannot be continued. */
bool journal_open(Journal *journal, const char *path, const JournalPlan *plan, Reason *error);

/* Adds a record and has the system write it. False, with errno set, when that fails. */
bool journal_add(Journal *journal, const JournalRecord *record);

/* False when something could not be written. */
bool journal_close(Journal *journal);
