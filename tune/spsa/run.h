#pragma once

#include "cli/stop_signals.h"
#include "spsa/match.h"
#include "spsa/parameters.h"
#include "spsa/tournament.h"

typedef struct RunPlan {
    const MatchRules *rules;
    const Parameters *parameters;
    Tournament *tournament;
    const sigset_t *signals;
    int threads;
} RunPlan;

/* Plays the tournament on that many threads, fewer where the system or the build gives no more,
 * until it is over or a stop signal arrives. False without memory, with nothing played. */
bool run_games(const RunPlan *plan);
