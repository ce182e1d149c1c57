#pragma once

#include "play/play.h"

/* Games, or what else is played at a table, that several threads of several ranks play at the same
 * time and rank 0 takes in in the order of their numbers, so that the outcome does not depend on
 * who played when. */

typedef struct SeriesPlan {
    const PlaySettings *settings; /* with the number of threads of each rank */
    SearchLimits limits;
    int engines; /* at a table */
    /* Plays a game; called by several threads. Its result, and what decides how it goes beside its
     * number and the settings, its terms, are bytes of one size. */
    PlayStatus (*play)(void *context, PlayTable *table, uint64_t number, const void *terms,
                       void *result);
    size_t result_size;
    size_t terms_size; /* may be 0 */
    void *context;
    /* The rest is for rank 0. */
    uint64_t first; /* number of the first game */
    uint64_t end;   /* where the numbers end */
    int round;      /* games that are dealt out as one */
    int window;     /* rounds that may be under way, the one that is taken in being the first */
    /* Writes the terms of a game; NULL without. One thread at a time, as accept(). */
    void (*set_terms)(void *context, uint64_t number, void *terms);
    /* Takes the next result in; false when no more are wanted. */
    bool (*accept)(void *context, uint64_t number, const void *result);
} SeriesPlan;

/* Plays on that many threads, on one in a build without OpenMP. Where the system gives fewer, GCC's
 * library for OpenMP ends the process with code 1. Rank 0 deals games to the others and plays until
 * the numbers end, no more are wanted or a stop signal arrives; games whose predecessors are
 * missing are then dropped. The others play for it until it says dealer_end(). False, with the
 * reason in *error, without memory or openings. */
bool series_play(const SeriesPlan *plan, Reason *error);
