#pragma once

#include "report/run_journal.h"
#include "tools/speedtest/result.h"
#include "tools/speedtest/signature.h"

/* The journal of `quorum speedtest`: a line for what is measured, then one for each game. */

/* Opens it, see run_journal_open(). What it holds is added to the result, which has nothing yet.
 * The signature is of no matter where a guest is measured. */
RunJournal *speedtest_journal_open(const char *path, SpeedtestResult *result,
                                   const SpeedtestSignature *signature, Reason *error);

/* A game, for run_journal_add(). NULL without memory. */
json_t *speedtest_journal_line(const SpeedtestResult *result, const SpeedtestPart *part);
