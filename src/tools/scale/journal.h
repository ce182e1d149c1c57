#pragma once

#include "report/run_journal.h"
#include "tools/scale/report.h"

/* The journal of `quorum scale`: a line for what is measured, then one for each run of a case, and
 * for each measurement of memory. */

/* Opens it, see run_journal_open(). What it holds is put into the report, whose cases and memory
 * are there, with nothing measured. */
RunJournal *scale_journal_open(const char *path, ScaleReport *report, Reason *error);

/* A run of the case of that number, before which there were so many warnings and faults, for
 * run_journal_add(). NULL without memory. */
json_t *scale_journal_run(const ScaleReport *report, size_t number, int round, int warnings,
                          int faults);

/* What has been measured in a round of the kind of pages of memory[first]. */
json_t *scale_journal_memory(const ScaleReport *report, size_t first, int round);
