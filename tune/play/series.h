#pragma once

#include "play/play.h"

/* Games, or what else is played at a table, that several threads play at the same time and somebody
 * takes in the order of their numbers, so that the outcome does not depend on who played when. */

typedef struct Series Series;

typedef struct SeriesPlan {
    const PlaySettings *settings; /* with the number of threads */
    SearchLimits limits;
    int engines;    /* at a table */
    uint64_t first; /* number of the first game */
    uint64_t end;   /* where the numbers end */
    int round;      /* games that are dealt out as one */
    int window;     /* rounds that may be under way, the one that is taken in being the first */
    size_t result_size;
    /* Plays a game; called by several threads. */
    PlayStatus (*play)(void *context, PlayTable *table, uint64_t number, void *result);
    /* Takes the next result in, by one thread at a time; false when no more are wanted. */
    bool (*accept)(void *context, uint64_t number, const void *result);
    void *context;
    /* Deals games to others who play them, too, until series_is_over(), on a thread of its own;
     * NULL where there is nobody else. */
    void (*deal)(void *context, Series *series);
    void *deal_context;
} SeriesPlan;

/* Plays on that many threads, fewer where the system or the build gives no more, until the numbers
 * end, no more are wanted or a stop signal arrives; games whose predecessors are missing are then
 * dropped. False, with the reason in *error, without memory or openings. */
bool series_play(const SeriesPlan *plan, Reason *error);

/* --- By deal(). --- */

bool series_is_over(Series *series);

/* The number of the next game; false while none is to be played. */
bool series_try_take(Series *series, uint64_t *number);

/* Hands in the result of a game that was taken. */
void series_hand_in(Series *series, uint64_t number, const void *result);

/* Somebody else has found no opening: the series ends. */
void series_lack_openings(Series *series);
