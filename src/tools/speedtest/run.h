#pragma once

#include <stdint.h>

#include "base/reason.h"
#include "base/text.h"
#include "cli/progress.h"
#include "engine/placement_report.h"
#include "tools/speedtest/games.h"
#include "tools/speedtest/options.h"

/* All games are played through several times, each round beginning with nothing learned. The rounds
 * are the same work, so what they differ by is the uncertainty of the measurement. */
#define SPEEDTEST_ROUNDS         5
#define SPEEDTEST_TOTAL_SEARCHES (SPEEDTEST_ROUNDS * SPEEDTEST_GAMES * SPEEDTEST_SEARCHES)

/* The searches of one game in one round. */
typedef struct SpeedtestMeasure {
    uint64_t nodes;
    int64_t elapsed_us; /* from each order to search to its best move */
} SpeedtestMeasure;

typedef struct SpeedtestResult {
    SpeedtestOptions options; /* as obtained: there may be fewer threads than asked for */
    SpeedtestMeasure measures[SPEEDTEST_ROUNDS][SPEEDTEST_GAMES];
    uint64_t *worker_nodes; /* of each thread, over all rounds */
    int *worker_homes;      /* memory node that each thread has searched on; -1 when it was bound to
                               none and could have been on any of several */
    int64_t warm_up_us;
    int64_t total_us;           /* without the warm-up */
    int64_t processor_us;       /* that this process has had of all processors meanwhile */
    PlacementReport *placement; /* after the last round; NULL without memory, or of a guest */
    int faults;                 /* searches in which a guest failed: they count nothing */
} SpeedtestResult;

/* Has a guest search in a game from that FEN, after those moves, at the position to which they
 * lead. A fault is told on stderr, and counted. */
SpeedtestMeasure speedtest_search_guest(Guest *guest, const char *fen, Text moves,
                                        const Position *root, int64_t movetime_ms,
                                        SpeedtestResult *result);

/* Warms up for a tenth of the time, then measures for all of it, on an engine of its own. Options
 * are complete. Shows on `progress`, unless that is NULL, how many searches are done. On false
 * error (a line) says why, and there is nothing to free. Main thread only. */
bool speedtest_run(const SpeedtestOptions *options, Progress *progress, SpeedtestResult *result,
                   Reason *error);

void speedtest_result_free(SpeedtestResult *result);
