#pragma once

#include "engine/engine.h"

/* What programs do with engines that play games in their own process. Each engine belongs to one
 * thread, but all are created by one, one after the other. */

/* A player with a table of that size and the evaluation of another engine; NULL without memory. */
Engine *play_create_engine(int hash_mib, const Engine *evaluation);

/* How the playing of a game, or of several from one opening, ended. */
typedef enum PlayStatus {
    PLAY_DONE,
    PLAY_STOPPED,   /* because must_stop() said so */
    PLAY_NO_OPENING /* every opening that was tried was decided already */
} PlayStatus;

/* Asked before every search. */
typedef bool PlayMustStop(void *context);

/* So many openings are tried. */
#define PLAY_OPENING_ATTEMPTS 10000

/* Limits of a search that begins no new iteration after so many nodes, and is broken off at eight
 * times as many. */
SearchLimits play_soft_limits(uint64_t nodes);

/* Begins a game: forgets the one before. */
void play_begin(Engine *engine, const Position *start);

/* Searches the position at hand. The limits' clock starts now. */
BestMoveReport play_think(Engine *engine, SearchLimits limits);
