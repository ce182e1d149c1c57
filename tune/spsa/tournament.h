#pragma once

#include <stddef.h>

#include "base/reason.h"
#include "spsa/journal.h"
#include "spsa/spsa.h"

/* Deals the pairs of games out to threads and brings the results into the order of iterations: into
 * the journal and into the parameters. All functions but create and close may be called by any
 * thread. */
typedef struct Tournament Tournament;

typedef struct TournamentPlan {
    Spsa *spsa;
    Journal *journal; /* holds as many records as spsa has learned from */
    SpsaRules rules;  /* those of spsa */
    int pairs;        /* in each iteration */
    /* Called after each iteration, by one thread at a time. */
    void (*iteration_done)(void *context);
    void *context;
} TournamentPlan;

/* A pair to be played. */
typedef struct TournamentPair {
    uint64_t number; /* in the whole run, from 0 */
    int64_t iteration;
    SpsaSides sides; /* stay valid until the pair is given back */
} TournamentPair;

/* NULL without memory. */
Tournament *tournament_create(const TournamentPlan *plan);

/* The next pair to play; false when no more are wanted. May wait for other pairs to end. */
bool tournament_take(Tournament *tournament, TournamentPair *pair);

/* Hands in the two games of a pair that was taken. */
void tournament_give(Tournament *tournament, const TournamentPair *pair,
                     const JournalRecord *games);

/* No more pairs are wanted; iterations that are not complete are dropped. */
void tournament_stop(Tournament *tournament);

/* The same because of a fault, which tournament_close() returns. Only the first one counts. */
void tournament_fail(Tournament *tournament, const char *fault);

bool tournament_is_over(const Tournament *tournament);

/* Frees it. False after a fault, which is copied to *error. */
bool tournament_close(Tournament *tournament, Reason *error);
