#pragma once

#include "search/limits.h"
#include "search/options.h"

/* How long to think. All times are microseconds since the clock of the search began to run. */
typedef struct TimeBudget {
    bool limited;       /* a clock or a move time binds the search */
    bool adjustable;    /* the optimum may be scaled by how the search goes */
    int64_t optimum_us; /* begin no new iteration after this */
    int64_t maximum_us; /* stop wherever the search is */
} TimeBudget;

/* The budget for one move. The overhead is lost between the engine and the clock for every move:
 * that of this move is kept back whole, that of those to come up to TIME_RESERVE_MOST percent of
 * the time. With the option Ponder on, time the opponent thinks is partly ours and the optimum
 * grows. Pure. */
TimeBudget timeman_plan(const SearchLimits *limits, Color side, const SearchOptions *options);

/* The optimum scaled by the state of the search after an iteration: `stability` iterations have
 * kept the same best move, the score fell by `drop` centipawns since the last one, and `effort`
 * permille of the nodes went into the best move. Pure. */
int64_t timeman_adjusted_optimum(const TimeBudget *budget, int stability, int drop, int effort);
