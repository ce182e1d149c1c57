#pragma once

#include <stdint.h>

#include "engine/placement_report.h"
#include "report/report.h"
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
    bool is_done;
} SpeedtestMeasure;

/* All that is known of such a game: a result is made of these alone. */
typedef struct SpeedtestPart {
    int round;
    int game;
    SpeedtestMeasure measure;
    uint64_t *worker_nodes; /* of each thread */
    int64_t warm_up_us;     /* of the session before the first game */
    int64_t total_us;       /* without that */
    int64_t processor_us;   /* that this process has had of all processors meanwhile, or a guest
                               in the time that is measured */
    int faults;             /* searches in which a guest failed: they count nothing */
} SpeedtestPart;

typedef struct SpeedtestResult {
    SpeedtestOptions options; /* as obtained: there may be fewer threads than asked for */
    SpeedtestMeasure measures[SPEEDTEST_ROUNDS][SPEEDTEST_GAMES];
    ReportExtent extent;    /* games */
    uint64_t *worker_nodes; /* of each thread, over all rounds */
    int *worker_homes;      /* memory node that each thread has searched on; -1 when it was bound to
                               none and could have been on any of several */
    int64_t warm_up_us;     /* of the last session */
    int64_t total_us;       /* these as in a part */
    int64_t processor_us;
    int faults;
    PlacementReport *placement; /* after the last round; NULL without memory, or of a guest */
} SpeedtestResult;

/* A result with nothing measured; options are complete. False without memory. Either way the result
 * is to be freed. */
bool speedtest_result_begin(const SpeedtestOptions *options, SpeedtestResult *result);

/* Adds a game, unless the result has it. */
void speedtest_result_add(SpeedtestResult *result, const SpeedtestPart *part);

/* One that is zeroed is allowed. */
void speedtest_result_free(SpeedtestResult *result);
