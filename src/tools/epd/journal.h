#pragma once

#include <jansson.h>

#include "base/reason.h"
#include "report/run_journal.h"
#include "tools/epd/run.h"

/* The journal of a run: a line for the suite and the settings, then one for each attempt. */

/* Opens it, see run_journal_open(). What it holds is put into the run's attempts. */
RunJournal *epd_journal_open(const char *path, EpdRun *run, Reason *error);

/* The attempt of that index, for run_journal_add(). NULL without memory. */
json_t *epd_journal_line(const EpdRun *run, size_t index);

/* What decides how an attempt goes: limits, threads and hash. A new reference, or NULL without
 * memory. */
json_t *epd_settings_json(const EpdSettings *settings);

/* The network of our own engine, null for a guest's. */
json_t *epd_network_json(const EpdSettings *settings);
