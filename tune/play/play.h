#pragma once

#include "chain/chain.h"
#include "engine/engine.h"
#include "play/settings.h"

/* Games of engines in their own process. A table belongs to one thread, but all are created by one,
 * one after the other. */

/* One engine that plays both sides, or one for each. */
typedef struct PlayTable {
    const PlaySettings *settings;
    SearchLimits limits; /* of each search */
    int engine_count;
    Engine *engines[COLORS];
    Game game; /* as all of them have it */
    /* Asked before every search. */
    bool (*must_stop)(void *context);
    void *context;
    /* Told of each opening that play_open() tries, before its search; NULL for nobody. */
    void (*on_opening)(void *watcher);
    void *watcher;
} PlayTable;

/* How the playing of a game, or of several from one opening, ended. */
typedef enum PlayStatus {
    PLAY_DONE,
    PLAY_STOPPED,   /* because must_stop() said so */
    PLAY_NO_OPENING /* every opening that was tried was decided already */
} PlayStatus;

/* Whether the engines know of the game before. */
typedef enum PlayMemory { PLAY_FORGET, PLAY_REMEMBER } PlayMemory;

/* Where a game ends that the rules would let go on. */
typedef struct PlayEnd {
    int win_score; /* centipawns with which it counts as won */
    int plies;     /* it is given up as drawn after so many, 0: never */
} PlayEnd;

/* A table without must_stop(); NULL without memory. The settings must outlive it. */
PlayTable *play_create_table(const PlaySettings *settings, int engines, SearchLimits limits);
void play_destroy_table(PlayTable *table);

/* Limits of a search that begins no new iteration after so many nodes, and is broken off at eight
 * times as many. */
SearchLimits play_soft_limits(uint64_t nodes);

/* The score of a position that a network is to learn of what a search of it has found: without the
 * scale by material, and a moderate one where endgame tables say who wins. Pure; any thread. */
int16_t play_lesson(const Position *position, Score score);

/* Begins a game. */
void play_begin(PlayTable *table, const Position *start, PlayMemory memory);

/* Begins the game of that number, always the same for given settings, with an opening that is not
 * decided yet, as the first engine sees it: *first is what it has found. */
PlayStatus play_open(PlayTable *table, uint64_t number, PlayMemory memory, BestMoveReport *first);

/* Plays the game that has been begun to its end; `white` is the number of the engine that plays
 * White. The first search is not made again if its result is not NULL. */
PlayStatus play_out(PlayTable *table, int white, PlayEnd end, const BestMoveReport *first,
                    ChainGame *game);
