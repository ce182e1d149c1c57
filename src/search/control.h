#ifndef QUORUM_SEARCH_CONTROL_H
#define QUORUM_SEARCH_CONTROL_H

#include <stdatomic.h>

#include "chess/game.h"
#include "search/limits.h"
#include "search/reporter.h"
#include "search/table.h"
#include "search/timeman.h"

/* What all workers of one search share. Everything but the atomics and the reporter is written
 * before the workers start and only read until they have parked. */
typedef struct SearchControl {
    TranspositionTable *table;
    const _Atomic uint64_t **node_counters; /* one a worker, each written by its worker alone */
    int worker_count;
    const Game *root;
    SearchLimits limits;
    int multipv;
    TimeBudget budget;
    /* Called by the lead once it has searched one ply of a root that has moves. */
    void (*lead_is_under_way)(void *argument);
    void *lead_argument;

    /* Written by any thread, read by workers at every node. */
    _Alignas(CACHE_LINE) _Atomic bool stop;
    /* The opponent's clock runs: no time limit holds. */
    _Atomic bool pondering;
    /* While pondering, the lead has seen the optimum go by. */
    _Atomic bool overdue;
    /* clock_now_us() when our clock began to run: at `go`, or at `ponderhit`. */
    _Atomic int64_t clock_start_us;

    _Alignas(CACHE_LINE) Reporter reporter;
} SearchControl;

/* Nodes of all workers since the search began. Any thread. */
uint64_t control_nodes(const SearchControl *control);

/* Microseconds since `go`. Any thread. */
int64_t control_elapsed_us(const SearchControl *control);

ALWAYS_INLINE bool control_stopped(const SearchControl *control) {
    return atomic_load_explicit(&control->stop, memory_order_relaxed);
}

/* Tells all workers to stop. Any thread. */
ALWAYS_INLINE void control_stop(SearchControl *control) {
    atomic_store_explicit(&control->stop, true, memory_order_relaxed);
}

/* Whether a limit on time or nodes has been reached. Called by the lead now and then. */
bool control_limit_reached(const SearchControl *control);

#endif
