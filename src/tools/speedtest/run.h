#pragma once

#include "base/reason.h"
#include "base/text.h"
#include "cli/progress.h"
#include "report/run_journal.h"
#include "tools/speedtest/result.h"

/* Has the guest, which is called `name`, search `root`, the position after `moves` of the game, and
 * adds the result to the part. A fault is told on stderr, and counted. */
void speedtest_search_guest(Guest *guest, const char *name, const SpeedtestGame *game, Text moves,
                            const Position *root, int64_t movetime_ms, SpeedtestPart *part);

/* Warms up for a tenth of the time, then measures what the result lacks, on an engine of its own,
 * in as much of the time as that has; less where its options give up. Adds each game to the journal
 * (NULL: to none). Shows on `progress`, which may be NULL without a journal, how many searches are
 * done. On false error (a line) says why. Main thread only. */
bool speedtest_run(SpeedtestResult *result, RunJournal *journal, Progress *progress, Reason *error);
