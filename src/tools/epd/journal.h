#pragma once

#include <jansson.h>

#include "base/reason.h"
#include "tools/epd/run.h"

/* A file to which each attempt is added as soon as it is done, so that a run that was interrupted
 * can go on: a line of JSON for the suite and the settings, then one for each attempt. One thread
 * at a time. */
typedef struct EpdJournal EpdJournal;

/* Opens the journal, or begins one where there is no such file. What it holds is put into the run's
 * attempts. A last line that was cut off is taken away. NULL, with a line in error and the file as
 * it was, when it is not a journal of this suite and these settings, is in use, is no regular file,
 * or cannot be read or written. */
EpdJournal *epd_journal_open(const char *path, const EpdRun *run, Reason *error);

/* Time on the clock that the sessions before this one took, each up to its last attempt. */
int64_t epd_journal_earlier_us(const EpdJournal *journal);

/* Adds the attempt of that index. On false the file cannot be written; errno says why. */
bool epd_journal_add(EpdJournal *journal, const EpdRun *run, size_t index);

/* NULL is allowed. */
void epd_journal_close(EpdJournal *journal);

/* What decides how an attempt goes: limits, threads and hash. A new reference, or NULL without
 * memory. */
json_t *epd_settings_json(const EpdSettings *settings);

/* The network of our own engine, null for a guest's. */
json_t *epd_network_json(const EpdSettings *settings);
