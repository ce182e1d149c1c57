#pragma once

#include <jansson.h>
#include <stdint.h>

#include "base/reason.h"
#include "cli/progress.h"

/* A file to which each measurement of a run is added as soon as it is made, so that a run that was
 * interrupted can go on, even one that was killed: a line of JSON that says which run it is, then
 * one for each measurement. One thread at a time. */
typedef struct RunJournal RunJournal;

/* What a journal is of. */
typedef struct RunJournalPlan {
    const char *command; /* "epd" */
    int format_version;
    json_t *identity; /* what decides how measurements come out: an object, given up */
    /* Takes a measurement, or leaves one that it has. On false reason (a line) says why it is none
     * of this run. */
    bool (*take)(void *context, json_t *line, Reason *reason);
    void *context;
} RunJournalPlan;

/* After report_check(): opens the journal, or begins one where there is no such file, and has all
 * that it holds taken. A last line that was cut off is taken away. NULL, with a line in error and
 * the file as it was, when it is a journal of another run (error then has what differs, there and
 * here), is in use, is no regular file, or cannot be read or written. */
RunJournal *run_journal_open(const char *path, RunJournalPlan plan, Reason *error);

/* Adds a measurement, which is given up, with the time of the run as `run_us`. When the file cannot
 * be written any more, that is told on stderr, and no more is kept. */
void run_journal_add(RunJournal *journal, json_t *line, Progress *progress);

/* Time on the clock that all sessions of the run took, each up to its last measurement. */
int64_t run_journal_us(const RunJournal *journal);

/* Whether all measurements that were added are in the file; where not, that has been told on
 * stderr, and the report is not all that the user asked for. NULL is allowed, and loses none. */
bool run_journal_close(RunJournal *journal);

/* More nodes or microseconds than any measurement has; sums of them find room. */
#define RUN_JOURNAL_MOST (INT64_C(1) << 50)

/* Whether a whole number of a line is one from least to most, which *value then is. */
bool run_journal_integer(const json_t *line, const char *name, int64_t least, int64_t most,
                         int64_t *value);
