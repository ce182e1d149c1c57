#pragma once

#include <stdatomic.h>

#include "chess/game.h"
#include "nnue/packed_network.h"
#include "search/histories.h"
#include "search/limits.h"
#include "search/observer.h"
#include "search/options.h"
#include "search/partners.h"
#include "search/position_values.h"
#include "search/reporter.h"
#include "search/timeman.h"
#include "search/tt.h"
#include "search/tunables.h"
#include "search/turnstile.h"
#include "search/vote.h"
#include "tables/syzygy.h"

/* Which endgame tables a search asks, and when. */
typedef struct TablebaseRules {
    const SyzygyTables *tables; /* NULL for none */
    int men;                    /* positions with more are not looked up */
    int depth;                  /* with exactly so many, only at this depth or more */
    bool rule50;                /* the 50-move rule counts */
} TablebaseRules;

/* What a search needs besides its limits. What is pointed at must stay valid until it has ended. */
typedef struct SearchSetup {
    TranspositionTable *table;
    const Game *root;
    const SearchPartners *partners; /* NULL for none */
    const NodeObserver *observer;   /* NULL for nobody */
    const PositionValues *values;   /* NULL when the user has set none */
    /* What each worker evaluates by: the same or copies. */
    const PackedNetwork *const *networks;
    const HistoryShare *histories;  /* one a worker; without tables where it uses its own */
    const SyzygyTables *tablebases; /* NULL for none */
    const Tunables *tunables;       /* of a tune build; in others they are constants */
    SearchOptions options;
    int processors; /* that the workers may run on, at least 1 */
} SearchSetup;

/* What all workers of one search share. Everything but the atomics and the reporter is written
 * before the workers start and only read until they have parked. */
typedef struct SearchControl {
    SearchSetup setup;
    /* One a worker, each written by its worker alone, and one a partner. */
    const _Atomic uint64_t **node_counters;
    const _Atomic uint64_t **hit_counters; /* likewise, of probes of endgame tables that told */
    _Atomic PackedBallot *ballots;         /* likewise, of the line that it has published */
    int worker_count;
    int partner_count;   /* that work for this process */
    Outbox *outboxes;    /* one a worker, NULL for none */
    SearchLimits limits; /* as they hold: with strength and clocks that count nodes */
    TablebaseRules tablebase_rules;
    /* Written by the main thread before it calls the others: the rules for nodes, NULL when they
     * are not to ask, and the ranks of the root moves, none when there are none. */
    const TablebaseRules *tablebase;
    SyzygyRoot tablebase_root;
    TimeBudget budget;
    Score last_score;       /* of the search for this side's last move, SCORE_NONE without one */
    int processors_allowed; /* that the process may use, no fewer than setup.processors */
    bool takes_turns;       /* more workers than setup.processors: helpers need a seat to work */
    int64_t measured_us;    /* clock_now_us() and */
    int64_t measured_processor_us; /* clock_processor_us() when the search began */
    /* Called by the main thread once it has searched one ply of a root that has moves. */
    void (*main_is_under_way)(void *argument);
    void *main_argument;

    /* Written by any thread, read by workers at every node. */
    _Alignas(CACHE_LINE) _Atomic bool stop;
    /* The opponent's clock runs: no time limit holds. */
    _Atomic bool pondering;
    /* While pondering, the main thread has seen the optimum go by. */
    _Atomic bool overdue;
    /* control_clock_us() when our clock began to run: at `go`, or at `ponderhit`. */
    _Atomic int64_t clock_start_us;
    /* How often somebody has asked where the workers are. */
    _Atomic uint32_t line_requests;

    _Alignas(CACHE_LINE) Reporter reporter;
    Turnstile turnstile;
} SearchControl;

/* Begins a search by so many workers at most: all but what its conductor plans, the budget, the
 * last score and the outboxes, and what it has from search to search, the counters and ballots and
 * whom the main thread calls. A player of limited strength has one worker, and neither partners nor
 * endgame tables. While no worker searches. */
void control_begin(SearchControl *control, const SearchSetup *setup, const SearchLimits *limits,
                   int workers);

/* Nodes of all workers since the search began. Any thread. */
uint64_t control_nodes(const SearchControl *control);

/* Microseconds since `go`. Any thread. */
int64_t control_elapsed_us(const SearchControl *control);

/* The time by the clock that the limits refer to: clock_now_us(), or with the option nodes_time the
 * time of `go` plus what the nodes so far stand for. Any thread. */
int64_t control_clock_us(const SearchControl *control);

/* The move that every worker begins with; MOVE_NONE without a legal one that may be searched. Any
 * thread. */
Move control_first_move(const SearchControl *control);

/* What a worker would play by the line that it has published. Any thread. */
Ballot control_ballot(const SearchControl *control, int worker);

ALWAYS_INLINE bool control_stopped(const SearchControl *control) {
    return atomic_load_explicit(&control->stop, memory_order_relaxed);
}

/* Tells all workers to stop. Any thread. */
ALWAYS_INLINE void control_stop(SearchControl *control) {
    atomic_store_explicit(&control->stop, true, memory_order_relaxed);
}

/* So many microseconds after `go` reports begin that are only of interest in a long search. */
#define CONTROL_TALKATIVE_US 1000000

/* Whether the search has run for that long. Any thread. */
bool control_is_talkative(const SearchControl *control);

/* How far the search is. Any thread. */
SearchFigures control_figures(const SearchControl *control);

/* When the time budget ends, by control_clock_us(); INT64_MAX without one. Time that was pondered
 * is not taken from a clock, but is part of a move time. Any thread. */
int64_t control_deadline_us(const SearchControl *control);

/* Whether a limit on time or nodes has been reached. Called by the main thread now and then. */
bool control_limit_reached(const SearchControl *control);
